import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { sql } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { describe, expect, test, vi } from 'vitest'
import { menuRole } from '../../auth/tables.ts'
import { useFigures } from './test/figures.ts'

// 江苏日对账、江苏月对账: the centre's own figures beside ours (1320), by whom, and over a month.

const { bench, set, admin, ended, storeIdOf, total, groups, group, pull, rows, plain, onMessages, drift } = useFigures()

describe('sums', () => {
  test('both sides of a day, a reversal in them; 日对账 says the same', async () => {
    const day = await bench.day('clerk', '2030-01-02')
    const { id } = await day.buy('20.00')
    await day.buy('0.01')
    await day.cancel(id)
    const client = await admin(day)
    expect(await group(client, day)).toMatchObject({ state: '0', local: { count: 3, total: '0.01' } })
    expect(await group(client, day)).not.toHaveProperty('centre')
    expect((await total(client, day)).results).toMatchObject([{ ok: true, text: '2 组 · 2 平 · 0 不平' }])
    const [one] = [await group(client, day)]
    expect(one).toMatchObject({
      state: '2',
      centre: { count: 3, total: '0.01' },
      gap: { count: 0, total: '0.00', pool: '0.00', aid: '0.00', account: '0.00', cash: '0.00' },
      figuresAt: expect.stringContaining(day.date),
    })
    expect(one!.centre).toEqual(one!.local)
    expect(await plain(client, day)).toMatchObject({ id: one!.id, state: '2', centreResult: '平' })
  })

  test('where an area counts no reversals the centre is asked without them, and ours has none', async () => {
    const day = await bench.day('clerk', '2030-01-08')
    const { id } = await day.buy('20.00')
    await day.buy('0.01')
    await day.cancel(id)
    const client = await admin(day)
    await set({ refundInTotals: false })
    const { results } = await total(client, day).finally(() => set({ refundInTotals: true }))
    expect(results).toMatchObject([{ ok: true, text: '2 组 · 2 平 · 0 不平' }])
    const { centre } = await group(client, day)
    expect(centre).toMatchObject({ count: 2, total: '20.01' })
  })

  test('a day on which nothing was sold is asked about too', async () => {
    const day = await bench.day('clerk', '2030-01-03')
    const client = await admin(day)
    expect((await total(client, day)).results).toMatchObject([{ ok: true, text: '2 组 · 2 平 · 0 不平' }])
    const none = { count: 0, total: '0.00', pool: '0.00', aid: '0.00', account: '0.00', cash: '0.00' }
    for (const one of await groups(client, day))
      expect(one).toMatchObject({ state: '2', local: none, centre: none, gap: none })
    expect((await pull(client, day)).text).toBe('没有差异，逐笔一致')
    expect(await rows(client, day)).toMatchObject({ items: [], head: { pulledAt: expect.any(String) } })
  })

  test('a cent apart is unequal, unless the area allows a cent; two are never one', async () => {
    const day = await bench.day('clerk', '2030-01-04')
    await drift(1)
    await day.buy('20.00')
    const client = await admin(day)
    expect((await total(client, day)).results).toMatchObject([{ ok: false, text: '2 组 · 1 平 · 1 不平' }])
    const text = /^个人账户 本地 \d+\.\d\d \/ 中心 \d+\.\d\d，现金 本地 -?\d+\.\d\d \/ 中心 -?\d+\.\d\d$/
    expect(await group(client, day)).toMatchObject({
      ...{ state: '3', gap: { total: '0.00', account: '-0.01', cash: '0.01' } },
      centreText: expect.stringMatching(text),
    })
    expect(await plain(client, day)).toMatchObject({ state: '3', centreResult: '数据不一致' })
    await set({ figureTolerance: 1 })
    await total(client, day)
    expect(await group(client, day)).toMatchObject({ state: '2', centreText: expect.stringContaining('在容差内') })
    // The rows are looked at all the same, and what the tolerance covers is no difference to deal with.
    expect((await pull(client, day)).text).toBe('没有差异，逐笔一致')
    expect((await rows(client, day)).items).toMatchObject([{ kind: 'different', handling: '在容差内' }])
    expect(await group(client, day)).toMatchObject({ state: '2', differences: 0 })
    await drift(1)
    await day.buy('30.00')
    expect((await total(client, day)).results).toMatchObject([{ ok: false }])
    // Each row is apart by no more than a cent; the group is by two, and what makes them is shown.
    expect((await pull(client, day)).text).toBe('2 笔差异 · 系统已处理 0')
    expect(await group(client, day)).toMatchObject({ state: '3', differences: 2, open: 2 })
  })

  test('the marked days behind one progress: sums of all, rows of what is unequal; those of foreigners are found', async () => {
    const even = await bench.day('clerk', '2030-01-12')
    await even.buy('0.50')
    const odd = await bench.day('clerk', '2030-01-13')
    await drift(1)
    await odd.buy('0.50')
    const client = await admin(odd)
    const storeId = await storeIdOf(odd)
    const days = [odd, even, odd].map(({ date }) => ({ storeId, day: date }))
    const run = await ended(client, client.ok(figureBooks.pullMarked, { days }))
    expect(run.results).toMatchObject([{ target: expect.any(String), ok: false, text: '4 组 · 3 平 · 1 不平' }])
    expect(await group(client, even)).toMatchObject({ state: '2' })
    expect(await group(client, odd)).toMatchObject({ state: '3', detailed: true, differences: 1 })
    const period = { from: even.date, to: odd.date, storeId }
    const found = async (outFlag: '0' | '1') => (await client.ok(figureBooks.dayPaged, { ...period, outFlag })).total
    expect([await found('0'), await found('1')]).toEqual([4, 0])
    const said = async (asked: typeof days) =>
      (await client.send(figureBooks.pullMarked, { days: asked })).resultNotice?.error
    expect(await said([])).toBe('没有选中的组，请先勾选')
    expect(await said([{ storeId, day: '2030-01-14' }])).toBe('2030-01-14 还没有到，不能对账')
    const other = await bench.counter.server.as('area', { areaCode: '320100' })
    expect((await other.send(figureBooks.pullMarked, { days })).statusCode).toBe(403)
    expect((await odd.client.send(figureBooks.pullMarked, { days })).statusCode).toBe(403)
  })

  test('an answer of 1320 that is lost leaves the group open and says so; the next run asks again', async () => {
    const day = await bench.day('clerk', '2030-01-05')
    await day.buy('1.00')
    const client = await admin(day)
    await bench.centre.fault({ fault: 'dropAfterBooking', infno: '1320', times: 2 })
    const [told] = (await total(client, day)).results
    expect(told).toMatchObject({
      ok: false,
      text: '2 组 · 0 平 · 0 不平，2 组未完成：医保中心没有答复，请稍后重新对总账',
    })
    expect(await group(client, day)).toMatchObject({ state: '5', centreText: '医保中心没有答复，请稍后重新对总账' })
    expect(await group(client, day)).not.toHaveProperty('centre')
    await bench.centre.fault({ fault: 'refuse', infno: '1320', text: '系统维护', times: 2 })
    await total(client, day)
    expect(await group(client, day)).toMatchObject({ state: '5', centreText: '医保中心：“系统维护”' })
    expect((await total(client, day)).results).toMatchObject([{ ok: true }])
  })

  test('what is sold while the centre answers belongs to the next run', async () => {
    const day = await bench.day('clerk', '2030-01-07')
    const { id } = await day.buy('1.00')
    const client = await admin(day)
    onMessages(day, '1320', async (args, send) => {
      const answer = await send(args)
      await day.patch(id, { cash: 1 })
      return answer
    })
    await total(client, day)
    expect(await group(client, day)).toMatchObject({ state: '5', centreText: '对账期间本店账目有变动，请重新对总账' })
    vi.restoreAllMocks()
    await day.patch(id, { cash: 0 })
    await total(client, day)
    expect(await group(client, day)).toMatchObject({ state: '2' })
  })

  test('a verdict of 3201 that says otherwise takes the figures away; one that says the same leaves them', async () => {
    const day = await bench.day('clerk', '2030-01-06')
    await day.buy('1.00')
    const client = await admin(day)
    await total(client, day)
    await day.total({ force: true })
    expect(await group(client, day)).toMatchObject({ state: '2', centre: { count: 1 } })
    // Silence says nothing of either.
    await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '3201', times: 2 })
    await day.total({ force: true })
    expect(await group(client, day)).toMatchObject({ state: '5', centre: { count: 1 }, gap: { count: 0 } })
    await day.centreOnly('P3205010000120300106100000001')
    await day.total({ force: true })
    const now = await group(client, day)
    expect(now).toMatchObject({ state: '3', centreText: expect.stringContaining('医保中心') })
    expect(now).not.toHaveProperty('centre')
    await total(client, day)
    expect(await group(client, day)).toMatchObject({ state: '3', gap: { count: -1 } })
    expect(await plain(client, day)).toMatchObject({ state: '3', centreResult: '中心多' })
  })

  test('an unequal verdict of 3201 leaves figures that are apart by nothing but the account', async () => {
    const day = await bench.day('clerk', '2030-01-09')
    await drift(1)
    await day.buy('20.00')
    const client = await admin(day)
    await total(client, day)
    await day.total({ force: true })
    expect(await group(client, day)).toMatchObject({ state: '3', gap: { total: '0.00', account: '-0.01' } })
    expect(await plain(client, day)).toMatchObject({ state: '3', centreText: expect.stringContaining('医保中心') })
  })
})

describe('who and where', () => {
  test('a clerk without the page, another area, a store of somebody else', async () => {
    const day = await bench.day('clerk', '2030-03-01')
    await day.buy('1.00')
    const client = await admin(day)
    await total(client, day)
    const { id: groupId } = await group(client, day)
    const period = { from: day.date, to: day.date }
    for (const [call, input] of [
      [figureBooks.dayPaged, period],
      [figureBooks.pullTotal, period],
      [figureBooks.pullDetail, { groupId }],
      [figureBooks.monthPaged, {}],
      [figureBooks.pullMonth, { month: '2030-02' }],
    ] as const)
      expect((await day.client.send(call as never, input as never)).statusCode, call.path).toBe(403)
    const other = await bench.counter.server.as('area', { areaCode: '320100' })
    expect((await other.ok(figureBooks.dayPaged, period)).items).toEqual([])
    for (const call of [figureBooks.dayDetail, figureBooks.pullDetail])
      expect((await other.send(call as typeof figureBooks.dayDetail, { groupId })).resultNotice?.error).toBe(
        '这一组还没有对总账，请先对总账',
      )
    const storeId = await storeIdOf(day)
    expect((await other.send(figureBooks.pullTotal, { ...period, storeId })).success).toBe(false)
    expect((await other.send(figureBooks.monthDetail, { month: '2030-02', storeId })).success).toBe(false)
  })

  test('where the centre tells no figures the pages say so, and nothing is asked', async () => {
    const day = await bench.day('clerk3', '2030-03-02')
    await day.buy('1.00')
    const { groups: known } = await day.total()
    const { db } = bench.counter.server.deps
    const here = ['JsDayReconciliationV2', 'JsMonthReconciliationV2']
    const [clerkRole] = await db.select().from(menuRole).where(sql`${menuRole.code} = 'clerk'`)
    const granted = {
      menus: [...clerkRole!.menus, ...here],
      buttons: [...clerkRole!.buttons, ...here.map((menuCode) => ({ menuCode, buttonCode: 'handle' }))],
    }
    await db.update(menuRole).set(granted).where(sql`${menuRole.code} = 'clerk'`)
    const period = { from: day.date, to: day.date }
    const client = await bench.counter.server.as('clerk3')
    expect(await client.ok(figureBooks.dayPaged, period)).toMatchObject({ items: [], available: false })
    expect(await client.ok(figureBooks.monthPaged, {})).toMatchObject({ items: [], available: false })
    expect(await client.ok(figureBooks.monthDetail, { month: '2030-03' })).toMatchObject({ available: false })
    for (const [call, input] of [
      [figureBooks.pullTotal, period],
      [figureBooks.pullMonth, { month: '2030-02' }],
      [figureBooks.checkMonth, { month: '2030-02' }],
      [figureBooks.dayDetail, { groupId: known[0]!.id }],
      [figureBooks.pullDetail, { groupId: known[0]!.id }],
    ] as const)
      expect((await client.send(call as never, input as never)).resultNotice?.error).toContain('不返回对账金额')
    // A clerk whose role has the page works with his own store.
    const own = await bench.day('clerk', '2030-03-03')
    await own.buy('0.01')
    expect((await total(await bench.counter.server.as('clerk'), own)).results).toMatchObject([{ ok: true }])
    await db
      .update(menuRole)
      .set({ menus: clerkRole!.menus, buttons: clerkRole!.buttons })
      .where(sql`${menuRole.code} = 'clerk'`)
  })

  test('days that cannot be asked', async () => {
    const day = await bench.day('clerk', '2030-03-04')
    const client = await admin(day)
    const said = async (from: string, to: string) =>
      (await client.send(figureBooks.pullTotal, { from, to })).resultNotice?.error
    expect(await said('2030-03-04', '2030-03-03')).toBe('结束日期早于开始日期，请重新选择')
    expect(await said('2030-03-05', '2030-03-05')).toBe('这一天还没有到，不能对账')
    expect(await said('2030-02-01', '2030-03-04')).toBe('一次最多对 31 天，请缩短日期')
    // What has not come of a period is left out.
    const storeId = await storeIdOf(day)
    const { results } = await ended(
      client,
      client.ok(figureBooks.pullTotal, { from: day.date, to: '2030-04-03', storeId }),
    )
    expect(results).toMatchObject([{ ok: true, text: '2 组 · 2 平 · 0 不平' }])
  })
})

test('a month: its days, then the whole by figures; its days leave as a sheet with both sides', async () => {
  const month = '2030-05'
  const first = await bench.day('clerk', `${month}-02`)
  const { id } = await first.buy('10.00')
  const second = await bench.day('clerk', `${month}-31`, '23:30:00')
  await second.cancel(id)
  await drift(-100)
  await second.buy('20.00')
  const after = await bench.day('clerk', '2030-06-01', '08:00:00')
  const client = await admin(after)
  const storeId = await storeIdOf(after)
  const listed = async () =>
    (await client.ok(figureBooks.monthPaged, { from: month, to: month, storeId, insutype: '310' })).items[0]!
  expect(await listed()).toMatchObject({ state: '0', days: 2, openDays: 2, local: { count: 3, total: '20.00' } })
  const early = await ended(client, client.ok(figureBooks.pullMonth, { month, storeId }))
  expect(early.results).toMatchObject([{ ok: false, text: '2日、31日 还没有对平，请先「逐日核对」' }])
  const checked = await ended(client, client.ok(figureBooks.checkMonth, { month, storeIds: [storeId] }))
  expect(checked.results).toMatchObject([
    { ok: false, text: '核对 2 天，1 天未对平（31日），差异已列出，在列表点这家门店的那一行，按日查看并处理' },
  ])
  const days = async () => (await client.ok(figureBooks.monthDetail, { month, storeId, insutype: '310' })).items
  expect((await days()).map(({ day, state, gap }) => [day.slice(8), state, gap?.account])).toEqual([
    ['02', '2', '0.00'],
    ['31', '3', '1.00'],
  ])
  const [difference] = await after.differences({ id: (await days())[1]!.id })
  await client.ok(reconciliation.handle, { diffId: difference!.id, action: 'takeCentre' })
  const whole = await ended(client, client.ok(figureBooks.pullMonth, { month, storeId }))
  expect(whole.results).toMatchObject([{ ok: true, text: '2 组全部对平' }])
  const one = await listed()
  expect(one).toMatchObject({ state: '2', openDays: 0, centre: { count: 3 }, gap: { count: 0, account: '0.00' } })
  // 月对账 has the same result.
  const plainMonth = (await client.ok(monthBooks.monthPaged, { from: month, to: month, storeId, insutype: '310' }))
    .items
  expect(plainMonth).toMatchObject([{ id: one.id, state: '2' }])

  const columns = ['day', 'local.count', 'centre.count', 'gap.count', 'local.account', 'centre.account', 'gap.account']
  const { exportId } = await client.ok(exporting.create, {
    ...{ call: 'figureBooks.monthDetail', title: '江苏月对账明细', columns },
    input: { month, storeId, insutype: '310' },
  })
  const { bytes } = await client.send(exporting.file, { exportId })
  const [head, ...lines] = (await readXlsx(bytes))[0]!.data
  expect(head).toEqual(['日期', '本地笔数', '中心笔数', '差额笔数', '本地个人账户', '中心个人账户', '差额个人账户'])
  expect(lines.map((line) => [line[0], line[1], line[3], line[6]])).toEqual([
    [`${month}-02`, 1, 0, 0],
    [`${month}-31`, 2, 0, 0],
  ])
})
