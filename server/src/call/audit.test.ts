import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { envelope } from '@yibao/shared/envelope.ts'
import type { ErrorText } from '@yibao/shared/errors/error-text.ts'
import { errors } from '@yibao/shared/errors.ts'
import { expect, test } from 'vitest'
import { Refusal } from '../base/refuse.ts'
import { lineOf, masked } from './audit.ts'
import { Noted } from './noted.ts'

const refused = (...[key, values, more]: ConstructorParameters<typeof Refusal>) => {
  const refusal = new Refusal(key, values, more)
  const answer = envelope({
    success: false,
    resultNotice: { error: refusal.message },
    resultExtendInfo: { ...refusal.extend, key: refusal.key },
  })
  const asked = { call: operationLog.get, name: 'card.read', user: undefined, input: {}, noted: new Noted(), answer }
  return lineOf({ ...asked, ms: 1, ip: '', requestId: 'r', client: '' }, new Date()).message
}

test('what a centre said stands in the log without anybody’s number', () => {
  const text = '参保人 320501199001011234 的社保卡 A12345678 已挂失，流水号 32050000000000000001'
  const said = '参保人 … 的社保卡 … 已挂失，流水号 …'
  expect(refused('centre.refused', { text })).toBe(`医保中心：“${said}”`)
  expect(refused('centre.refused', { text }, { extend: { centreText: text } })).toBe(`医保中心：“${said}”`)
  expect(refused('recon.unfinished', { text: `医保中心：“${text}”` })).toBe(`医保中心：“${said}”`)
  expect(refused('visit.unanswered', { text })).toBe(`撤销挂号没有得到答复：${said}`)
  expect(refused('sign.noMachine', { text: '32050119900101123X' })).not.toMatch(/\d{6}/)
  // Our own words name what a person looks for, and nobody.
  expect(refused('organ.taken', { code: 'P32050100001' })).toContain('P32050100001')
  expect(refused('organ.taken', { code: '320501199001011234' })).toContain('机构编码 [号码]')
})

test('whatever has a place for the words of a centre says so: its numbers stay out of the log', () => {
  const quoting = Object.entries<ErrorText>(errors).filter(([, { error }]) => error.includes('“{'))
  expect(quoting.length).toBeGreaterThan(1)
  for (const [key, { quotes }] of quoting) expect(quotes, key).toBe(true)
})

test('a secret is hidden, and an option that is only called like one is shown', () => {
  expect(
    masked({ passwordDays: 90, typedIdCard: true, before: { passWord: 'x', certNos: ['1'], token: { a: 1 } } }),
  ).toEqual({
    ...{ passwordDays: 90, typedIdCard: true },
    before: { passWord: '[已隐藏]', certNos: '[已隐藏]', token: '[已隐藏]' },
  })
})

test('a thing is named by its whole number, and nobody’s number stands in its field', () => {
  const things = {
    ...{ traceCodes: ['81234567202611290001', '83205011990010112389'], traceCode: '81234567202611290001' },
    ...{ setlId: '320500202611291234567890', mdtrtId: '320501202611290012', erpBill: '20261129000000000012' },
    before: { rows: [{ batchNo: '000012609011234500070010001' + '1S' }] },
  }
  expect(masked(things)).toEqual(things)
  const person = '320501199001011238'
  const numbers = [person, '32050119900101123X', '13800138000']
  const vouchers = ['1'.repeat(28), '2'.repeat(30)]
  // What stands before or behind it hides nobody.
  const glued = [`HY${person}`, `${person}01`, `00${person}`]
  const wrong = {
    ...{ traceCodes: [...numbers, ...vouchers], erpBill: [...numbers, ...vouchers, ...glued] },
    ...{ setlId: [...numbers, ...glued], mdtrtId: [...numbers, ...glued], id: [...numbers, ...glued] },
  }
  for (const [field, some] of Object.entries(wrong))
    for (const one of some)
      expect(JSON.stringify(masked({ [field]: [one, `${one}、`] })), `${field} ${one}`).not.toMatch(/\d{6}/)
})

test('the number of a payment is as long as an e-voucher’s, and is what the line is about', () => {
  const paid = { payNo: '4200001234202611290000000001', refundNo: '50300012342026112900000000012' }
  expect(masked(paid)).toEqual(paid)
})

test('what people typed is without any number that could hold a person’s, to its last digit', () => {
  for (const long of ['320501199001011234', '1'.repeat(28), '32050000000000000001', '32050119900101123x'])
    expect(masked({ reason: `扫错了${long}，已换` })).toEqual({ reason: '扫错了[号码]，已换' })
  expect(masked({ before: { certNo: '81234567202611290001', psnNo: '32050000000000000001' } })).toEqual({
    before: { certNo: '[已隐藏]', psnNo: '[号码]' },
  })
})
