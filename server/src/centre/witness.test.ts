import { expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { profileOf } from './profiles.ts'
import { lostAnswer, testimonyOf } from './witness.ts'

const profile = profileOf('320500', 'http://127.0.0.1:1')
const sent = (infno: string) => ({ infno, body: JSON.stringify({ infno, msgid: 'P32050100001202611230930000001' }) })
const answered = (body: object | Buffer, contentType = 'application/json'): Exchange => ({
  ...{ kind: 'answer', status: 200, contentType, ms: 12 },
  body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
})

test('a booked answer is told with where it is not as the standard has it', () => {
  const signed = { infcode: 0, inf_refmsgid: 'r', err_msg: '', output: { signinoutb: { sign_no: 'S1' } } }
  const told = testimonyOf(profile, sent('9001'), answered(signed))
  expect(told).toMatchObject({
    kind: 'booked',
    infcode: '0',
    msgid: 'P32050100001202611230930000001',
    text: '',
    ms: 12,
  })
  expect(told.deviations.join()).toContain('sign_time')
  const whole = { ...signed, output: { signinoutb: { sign_no: 'S1', sign_time: '2026-11-23 09:30:00' } } }
  expect(testimonyOf(profile, sent('9001'), answered(whole)).deviations).toEqual([])
})

test('a refusal is told in the centre’s words, silence and what never left in ours', () => {
  const refused = { infcode: -1, err_msg: '人员信息不存在 𠮷' }
  expect(testimonyOf(profile, sent('1101'), answered(refused))).toMatchObject({
    ...{ kind: 'refused', infcode: '-1', text: '人员信息不存在 𠮷', deviations: [] },
    response: JSON.stringify(refused),
  })
  expect(testimonyOf(profile, sent('2102'), lostAnswer(40))).toMatchObject({ kind: 'unknown', ms: 40, response: '' })
  const notSent: Exchange = { kind: 'notSent', reason: '未连上医保中心：ECONNREFUSED' }
  expect(testimonyOf(profile, sent('2102'), notSent)).toMatchObject({ kind: 'notSent', text: notSent.reason, ms: 0 })
})

test('a file is an answer of so many bytes, packed or not; a longer message than is kept is told by its length', () => {
  const zip = Buffer.concat([Buffer.from('PK'), Buffer.from([3, 4, 0, 0])])
  const told = testimonyOf(
    profile,
    { infno: '9102', body: 'x'.repeat(1_100_000) },
    answered(zip, 'application/octet-stream'),
  )
  expect(told).toMatchObject({ kind: 'booked', response: '（文件，6 字节）', deviations: [], msgid: '' })
  expect(told.request).toBe('（报文有 1100000 字，没有保留）')
  const rows = answered(Buffer.from('3205000000001\t𠮷三'), 'application/octet-stream')
  expect(testimonyOf(profile, sent('9102'), rows).response).toBe('（文件，21 字节）')
})

test.each([
  ['base64', '"UEsDBA=="'],
  ['bytes', '[80,75,3,4]'],
  ['signed bytes', '[80,75,-3,4]'],
])('the file inside a 9101 as %s is told by its size: it is that of a whole day', (_, file) => {
  const message = (held: string) => `{"infno":"9101","input":{"fsUploadIn":{"filename":"a.zip","in":${held}}}}`
  const told = testimonyOf(profile, { infno: '9101', body: message(file) }, lostAnswer(1))
  expect(told.request).toBe(message('"（文件，4 字节）"'))
  expect(testimonyOf(profile, { infno: '9101', body: message('""') }, lostAnswer(1)).request).toBe(message('""'))
})
