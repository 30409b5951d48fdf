import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cells, type Client, makeClient, personIn, START, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

// The centre's side of a month's clearing: persons insured elsewhere, pages, answers taken once, rolled back whole.

let centre: Awaited<ReturnType<typeof startTestCentre>>
let client: Client
const day = 86_400_000
const code = 'P32050100001'
const ym = { trt_year: '2026', trt_month: '11' }

const buy = async (state: string) => {
  const person = personIn('320500', state)
  const answer = await client.call('2102', purchase(person, exampleA), { envelope: { insuplc_admdvs: person.insuplc } })
  return (answer.output as { setlinfo: Cells }).setlinfo
}
const send = async (infno: string, input: object) => {
  const { infcode, err_msg, output } = await client.call(infno, input)
  return (String(infcode) === '0' ? output : err_msg) as never
}
const page = (startrow = '1', more: object = {}): Promise<{ data: Cells[] }> =>
  send('3260', { data: { ...ym, startrow, ...more } })
const detail = ({ certno, mdtrt_id, mdtrt_setl_time, setl_sn, medfee_sumamt, optins_pay_sumamt }: Cells) => ({
  ...{ certno, mdtrt_id, mdtrt_setl_time, setl_sn, medfee_sumamt, optins_pay_sumamt, cnfm_flag: '1' },
})
const confirm = (rows: object[], more: object = {}) =>
  send('3261', { data: { ...ym, totalrow: String(rows.length), ...more }, detail: rows })
const rollBack = (otransid = '0') => send('3262', { data: { ...ym, otransid } })

beforeAll(async () => {
  centre = await startTestCentre()
  client = makeClient(centre.url, code, () => centre.time.now)
  await client.signIn()
  for (const state of ['otherCity', 'otherProvince', 'active']) await buy(state)
})
afterAll(() => centre.close())

test('a month that is not over is not cleared; then its rows are listed, those insured here left out', async () => {
  expect(await page()).toContain('尚未结束')
  centre.time.now = START + 20 * day
  await client.signIn()
  expect(await page('0')).toContain('startrow')
  expect(await page('1', { trt_month: '13' })).toContain('不是有效的月份')
  const { data } = await page()
  expect(data.map(({ seqno, certno, cnfm_flag }) => [Number(seqno), certno, cnfm_flag])).toEqual([
    [1, personIn('320500', 'otherCity').certno, '2'],
    [2, personIn('320500', 'otherProvince').certno, '2'],
  ])
  expect((await page('3')).data).toEqual([])
})

test('an answer is checked against the centre’s own figures, taken once and whole', async () => {
  const [one, two] = (await page()).data.map(detail) as [object, object]
  expect(await confirm([one], { totalrow: '2' })).toContain('totalrow')
  expect(await confirm([one, { ...two, optins_pay_sumamt: '1.00' }])).toContain('经办机构支付总额')
  expect((await page()).data.map(({ cnfm_flag }) => cnfm_flag)).toEqual(['2', '2'])
  expect(await confirm([{ ...one, setl_sn: 'X' }])).toContain('不在该月的清分明细中')
  expect(await confirm([one, { ...two, cnfm_flag: '0' }])).toEqual({})
  expect((await page()).data.map(({ cnfm_flag }) => cnfm_flag)).toEqual(['1', '0'])
  expect(await confirm([one])).toContain('已确认，不能重复确认')
})

test('the whole is rolled back, once; behind the window nothing is', async () => {
  expect(await rollBack()).toEqual({})
  expect((await page()).data.map(({ cnfm_flag }) => cnfm_flag)).toEqual(['2', '2'])
  expect(await rollBack()).toContain('没有可回退的清分确认')
  centre.time.now = Date.parse('2026-12-26T00:00:00+08:00')
  await client.signIn()
  expect(await confirm((await page()).data.map(detail))).toContain('截止')
})

test('drift: other amounts, a row that is not listed', async () => {
  const drift = async (more: object) =>
    (
      await fetch(`${centre.url}/simulator/clearings`, {
        method: 'POST',
        body: JSON.stringify({ fixmedins_code: code, ...more }),
      })
    ).status
  const [one, two] = (await page()).data
  expect(await drift({ setl_sn: one!.setl_sn, optins: '0.01' })).toBe(200)
  expect(await drift({ setl_sn: two!.setl_sn, drop: true })).toBe(200)
  expect(await drift({ setl_sn: 'none' })).toBe(404)
  expect((await page()).data).toMatchObject([{ setl_sn: one!.setl_sn, optins_pay_sumamt: 0.01 }])
})

test('a number that is shared, told twice or missing: an answer means a row of its sums that has none yet', async () => {
  const drift = (setl_sn: unknown, more: object) =>
    fetch(`${centre.url}/simulator/clearings`, {
      method: 'POST',
      body: JSON.stringify({ fixmedins_code: code, setl_sn, ...more }),
    })
  const [one] = (await page()).data
  await drift(one!.setl_sn, { twin: true })
  const listed = (await page()).data
  expect(listed.map(({ setl_sn }) => setl_sn)).toEqual([one!.setl_sn, one!.setl_sn])
  expect(new Set(listed.map(({ seqno }) => String(seqno))).size).toBe(2)
  centre.time.now = Date.parse('2026-12-20T00:00:00+08:00')
  await client.signIn()
  const flags = async () => (await page()).data.map(({ cnfm_flag }) => cnfm_flag)
  expect(await confirm([detail(listed[0]!)])).toEqual({})
  expect(await flags()).toEqual(['1', '2'])
  expect(await confirm([{ ...detail(listed[0]!), cnfm_flag: '0' }])).toEqual({})
  expect(await flags()).toEqual(['1', '0'])
  expect(await confirm([detail(listed[0]!)])).toContain('已确认，不能重复确认')
  await rollBack()
  expect(await confirm(listed.map(detail))).toEqual({})
  expect(await flags()).toEqual(['1', '1'])
  await rollBack()
  await drift(one!.setl_sn, { as: '' })
  const unnamed = (await page()).data[0]!
  expect(unnamed.setl_sn).toBe('')
  expect(await confirm([detail(unnamed)])).toContain('setl_sn')
})

test('where nothing is cleared the transaction is refused', async () => {
  const changsha = makeClient(centre.url, 'P43010200001', () => centre.time.now)
  await changsha.signIn()
  const { err_msg } = await changsha.call('3260', { data: { ...ym, startrow: '1' } })
  expect(err_msg).toContain('未开通')
})
