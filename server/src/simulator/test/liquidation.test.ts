import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Cells, type Client, makeClient, personIn, START, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

// The centre's side of a month's applications: its own book decides, one of a month, moved on by its people.

const clients: Record<string, Client> = {}
const suzhou = 'P32050100001'
const changsha = 'P43010200001'
const centre = opened(startTestCentre)
beforeAll(async () => {
  for (const code of [suzhou, changsha]) {
    const client = makeClient(centre.url, code, () => centre.time.now)
    await client.signIn()
    await client.call('2102', purchase(personIn(client.area, 'rich'), exampleA))
    clients[code] = client
  }
  centre.time.now = START + 15 * 86_400_000
  for (const client of Object.values(clients)) await client.signIn()
})

const sums = {
  psntime: '1',
  medfee_sumamt: '85.60',
  med_sumfee: '70.00',
  fund_appy_sum: '0.00',
  begndate: '2026-11-01',
}
const claim = { ...sums, clr_type: '41', clr_way: '01', setlym: '202611', cash_payamt: '0.00', enddate: '2026-11-30' }
type Nodes = { result: Cells; data: Cells[] }
const send = async (code: string, infno: string, input: unknown): Promise<Nodes> => {
  const { infcode, err_msg, output } = await clients[code]!.call(infno, input)
  return String(infcode) === '0' ? (output as unknown as Nodes) : (err_msg as never)
}
const apply = (more: object = {}) => send(suzhou, '3203', { data: { ...claim, acct_pay: '85.60', ...more } })
const move = async (event: string, name: string, more: object = {}) =>
  (
    await fetch(`${centre.url}/simulator/liquidations`, {
      method: 'POST',
      body: JSON.stringify({ event, move: name, ...more }),
    })
  ).status

test('3203 is checked against the centre’s own book, taken once, and answered by 3205 as its people move it on', async () => {
  expect(await apply({ medfee_sumamt: '85.59' })).toBe('医疗费总额：中心 85.60，申报 85.59')
  expect(await apply({ psntime: '2' })).toBe('清算人次：中心 1，申报 2')
  expect(await apply({ fund_appy_sum: '85.61' })).toContain('基金申报总额 85.61 大于中心的 85.60')
  expect(await apply({ med_sumfee: '85.61' })).toContain('大于医疗费总额')
  expect(await apply({ setlym: '202612', begndate: '2026-12-01', enddate: '2026-12-31' })).toContain('尚未结束')
  expect(await apply({ enddate: '2026-12-01' })).toContain('不在清算年月内')
  expect(await apply({ setlym: '' })).toContain('setlym')
  const { clr_appy_evt_id: event } = (await apply()).result as { clr_appy_evt_id: string }
  expect(await apply()).toBe(`清算年月 202611 已申请清算，事件号 ${event}，不能重复申请`)
  const state = async () => (await send(suzhou, '3205', { data: { clr_appy_evt_id: event } })).result
  expect(await state()).toMatchObject({ clr_stas: '20', medfee_sumamt: 85.6, clr_ym: '202611', clr_psntime: 1 })
  expect(await send(changsha, '3205', { data: { clr_appy_evt_id: event } })).toContain('不存在')
  expect(await move(event, 'pay')).toBe(409)
  expect(await move(event, 'firstReview')).toBe(200)
  expect(await send(suzhou, '3204', { data: { clr_appy_evt_id: event } })).toContain('不能撤销')
  expect(await move(event, 'reject', { text: '缺少申请表' })).toBe(200)
  expect(await state()).toMatchObject({ clr_stas: '70', memo: '缺少申请表' })
  expect(await send(suzhou, '3204', { data: { clr_appy_evt_id: event } })).toEqual({})
  expect(await send(suzhou, '3204', { data: { clr_appy_evt_id: event } })).toContain('不能重复撤销')
})

test('3203A names no kind and way; 3692 brings no sums, 3693 lists the month', async () => {
  const short = {
    ...{ medfee_sumamt: '85.60', hi_agre_sumfee: '70.00', fund_appy_sum: '85.60', cash_payamt: '0.00' },
    ...{ acct_pay: '85.60', begndate: '2026-11-01', enddate: '2026-11-30', clr_ym: '202611', clr_optins: '320500' },
    ...{ opter_id: '0001', opter_name: '李𠮷', optins_no: '320500' },
  }
  const { clr_appy_evt_id } = (await send(suzhou, '3203A', { data: short })).result as { clr_appy_evt_id: string }
  expect(await apply()).toContain(clr_appy_evt_id)
  expect(await send(suzhou, '3204A', { data: { clr_appy_evt_id, clr_optins: '320500' } })).toEqual({})
  const dto = {
    ...{ clrType: '41', clrWay: '1', clrOptins: '430100', begndate: '2026-11-01', enddate: '2026-11-30' },
    ...{ fixmedinsCode: changsha, fixmedinsName: '示例' },
  }
  const { clr_appy_evt_id: event } = (await send(changsha, '3692', { MedinsClrAppyDTO: dto })).result as {
    clr_appy_evt_id: string
  }
  const page = { clrType: '41', clrYm: '202611', clrOptins: '430100', pageNum: '1', pageSize: '10' }
  expect((await send(changsha, '3693', { data: page })).data).toMatchObject([
    { clr_appy_evt_id: event, medfee_sumamt: 85.6, clr_stas: '20' },
  ])
  expect((await send(changsha, '3693', { data: { ...page, pageNum: '2' } })).data).toEqual([])
})
