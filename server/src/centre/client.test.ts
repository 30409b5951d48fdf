import { afterEach, expect, test } from 'vitest'
import { CentreClient, type ClientOptions } from './client.ts'
import { queryPerson } from './operations/person.ts'
import { reverse, undo } from './operations/reversal.ts'
import { settle } from './operations/settlement.ts'
import { signIn } from './operations/sign.ts'
import { profileOf } from './profiles.ts'
import { header, sale, sender, settled, suzhou } from './test/fixtures.ts'
import { answer, liar } from './test/liar.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const centre = async (output: unknown, area = '320500', options: ClientOptions = {}) => {
  const body = JSON.stringify({ infcode: 0, inf_refmsgid: 'R1', output })
  const server = await liar({ onRequest: (s) => s.write(answer(body)) })
  const client = new CentreClient(profileOf(area, server.url), options)
  open.push(server, client)
  return { server, client }
}
const waiting = { timeoutMs: 5000 }

test('what was prepared is sent byte for byte, as often as the caller says', async () => {
  const { server, client } = await centre(settled)
  const built = client.prepare(settle, sale, header())
  if (built.kind === 'notSent') throw new Error(built.reason)
  expect(server.seen()).toBe(0)
  await client.send(built.body, built.infno, waiting)
  await client.send(built.body, built.infno, waiting)
  const bodies = server
    .text()
    .split('POST ')
    .slice(1)
    .map((request) => request.split('\r\n\r\n')[1])
  expect(bodies).toEqual([built.body, built.body])
})

test('whoever counts hears how a call ended and in whose name it was made, whatever names stand in it', async () => {
  const heard: unknown[] = []
  const { client } = await centre(settled, '320500', {
    heard: (infno, { kind }, fixmedinsCode) => heard.push([infno, kind, fixmedinsCode]),
  })
  const opterName = '","fixmedins_code":"P99999999999'
  await client.run(settle, sale, header({ opterName }), waiting)
  expect(heard).toEqual([['2102', 'booked', sender.fixmedinsCode]])
})

test('the envelope has its 18 fields in order', async () => {
  const built = new CentreClient(suzhou).prepare(settle, sale, header({ fixmedinsName: '药'.repeat(25) }))
  if (built.kind === 'notSent') throw new Error(built.reason)
  const envelope = JSON.parse(built.body)
  expect(Object.keys(envelope).join(' ')).toBe(
    'infno msgid mdtrtarea_admvs insuplc_admdvs recer_sys_code dev_no dev_safe_info cainfo signtype infver ' +
      'opter_type opter opter_name inf_time fixmedins_code fixmedins_name sign_no input',
  )
  expect(envelope).toMatchObject({
    infno: '2102',
    msgid: built.msgid,
    inf_time: '2024-10-24 10:31:00',
    fixmedins_name: '药'.repeat(20),
  })
})

test('a booked settlement is read, faults of the answer stand beside it', async () => {
  const { client } = await centre({ ...settled, setlinfo: { ...settled.setlinfo, clr_type: '', hifp_pay: 'x' } })
  const result = await client.run(settle, sale, header(), waiting)
  if (result.kind !== 'booked') throw new Error(result.kind)
  expect(result).toMatchObject({ refMsgid: 'R1', value: { setlId: '320500A0000000001', total: 8560, cash: 2560 } })
  expect(result.answerFaults.map(({ field, kind }) => `${field} ${kind}`)).toEqual([
    'hifp_pay wrongType',
    'clr_type missing',
  ])
})

test('infcode 0 without setl_id is unknown, not settled', async () => {
  const { setl_id: _, ...rest } = settled.setlinfo
  const { client } = await centre({ setlinfo: rest })
  expect(await client.run(settle, sale, header(), waiting)).toMatchObject({ kind: 'unknown', reason: 'unreadable' })
})

test('2601 needs nothing but infcode 0', async () => {
  const { client } = await centre(null)
  const args = { psnNo: sale.psnNo, omsgid: header().msgid, oinfno: '2102' } as const
  expect(await client.run(undo, args, header(), waiting)).toMatchObject({ kind: 'booked', value: {}, answerFaults: [] })
})

test('a message with a fault never leaves', async () => {
  const { server, client } = await centre({})
  const outcome = await client.run(reverse, { setlId: '', mdtrtId: 'M', psnNo: 'P' }, header(), waiting)
  expect(outcome).toMatchObject({
    kind: 'notSent',
    reason: '报文不符合接口规范，没有发出：data 结算ID（setl_id）未填写',
    faults: [{ node: 'data', field: 'setl_id', kind: 'missing' }],
  })
  const call = { infno: '2601', ...header(), input: { wrong: {} } }
  expect(await client.call(call, waiting)).toMatchObject({ kind: 'notSent' })
  expect(server.connections()).toBe(0)
})

test('a person number without an insured area never leaves', async () => {
  const { client } = await centre({})
  const outcome = client.prepare(settle, sale, { ...header(), sender: { ...sender, insuplcAdmdvs: undefined } })
  expect(outcome).toMatchObject({ kind: 'notSent', faults: [{ field: 'insuplc_admdvs', kind: 'missing' }] })
})

test('identity travels as the area wants it', () => {
  const input = (area: string, insured: string) => {
    const built = new CentreClient(profileOf(area, 'http://c')).prepare(
      settle,
      sale,
      header({ insuplcAdmdvs: insured }),
    )
    if (built.kind === 'notSent') throw new Error(built.reason)
    return JSON.parse(built.body).input.druginfo.certno
  }
  expect(input('320500', '320500')).toBe('')
  expect(input('320500', '320508')).toBe('')
  expect(input('320500', '320100')).toBe('320501199001011238')
  expect(input('430100', '430100')).toBe('320501199001011238')
})

test('Hunan asks who it is before 1101 leaves', () => {
  const query = { credential: { type: '02', no: '430101198506300026' } }
  const client = new CentreClient(profileOf('430100', 'http://c'))
  expect(client.prepare(queryPerson, query, header())).toMatchObject({ kind: 'notSent' })
  const named = { ...query, certificateType: '1', certificateNo: '430101198506300026', name: '欧阳䶮' }
  const built = client.prepare(queryPerson, named, header())
  expect(built).toMatchObject({ kind: 'message' })
  if (built.kind === 'message') expect(JSON.parse(built.body).input.data.psn_cert_type).toBe('01')
})

test('the number in the path where the area wants it', async () => {
  const { server, client } = await centre({ signinoutb: { sign_no: 'N1', sign_time: '2024-10-24 08:00:00' } }, '320100')
  const args = { opterNo: '0001', mac: '00-00-00-00-00-01', ip: '10.0.0.1' }
  const result = await client.run(signIn, args, header({ signNo: '' }), waiting)
  expect(result).toMatchObject({ kind: 'booked', value: { signNo: 'N1' }, answerFaults: [] })
  expect(server.text()).toMatch(/^POST \/fsi\/api\/rsfComIfsService\/callService\/9001 /)
})
