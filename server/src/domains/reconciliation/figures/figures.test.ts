import { order as orders, reconciliation } from '@yibao/shared/calls/books.ts'
import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { sql } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Client } from '../../../test/kit.ts'
import { untilEnded } from '../../../test/until-ended.ts'
import { menuRole } from '../../auth/tables.ts'
import { area } from '../../organisation/tables.ts'
import { type Day, stores } from '../test/bench.ts'
import { useBench } from '../test/use-bench.ts'

// 江苏日对账、江苏月对账: the centre's own figures beside ours (1320, 1321).

const bench = useBench()
afterEach(async () => {
  vi.restoreAllMocks()
  await set({ figureTolerance: 0 })
})

const set = (settings: object) =>
  bench.counter.server.deps.db
    .update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })

/** An administrator of the store's area: the product gives these pages to administrators. */
const admin = ({ who }: Pick<Day, 'who'>) => bench.counter.server.as('area', { areaCode: stores[who].area })

const ended = async (client: Client, started: Promise<{ progressId: string }>) => {
  const state = await untilEnded(client, (await started).progressId)
  // A lease of the last step ends.
  bench.clock.advance(1000)
  return state
}

const storeIdOf = async (day: Day) => (await day.store()).id

const total = async (client: Client, day: Day, more: { force?: boolean } = {}) =>
  ended(
    client,
    client.ok(figureBooks.pullTotal, { from: day.date, to: day.date, storeId: await storeIdOf(day), ...more }),
  )

const groups = async (client: Client, day: Day) =>
  (await client.ok(figureBooks.dayPaged, { from: day.date, to: day.date, storeId: await storeIdOf(day) })).items

const group = async (client: Client, day: Day, insutype = '310') =>
  (await groups(client, day)).find((one) => one.insutype === insutype)!

const pull = async (client: Client, day: Day) =>
  ended(client, client.ok(figureBooks.pullDetail, { groupId: (await group(client, day)).id }))

const rows = async (client: Client, day: Day, insutype?: string) => {
  const { head, ...page } = await client.ok(figureBooks.dayDetail, {
    ...{ groupId: (await group(client, day, insutype)).id, pageSize: 500 },
  })
  return { ...page, head: head! }
}

const plain = async (client: Client, day: Day) =>
  (
    await client.ok(reconciliation.dayPaged, {
      ...{ from: day.date, to: day.date, storeId: await storeIdOf(day), insutype: '310' },
    })
  ).items[0]!

const drift = (fen: number) => bench.centre.fault({ fault: 'amountDrift', fen, where: 'book', infno: '2102' })

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

  test('a verdict of 3201 that says otherwise takes the figures away; one that says the same leaves them', async () => {
    const day = await bench.day('clerk', '2030-01-06')
    await day.buy('1.00')
    const client = await admin(day)
    await total(client, day)
    await day.total({ force: true })
    expect(await group(client, day)).toMatchObject({ state: '2', centre: { count: 1 } })
    await day.centreOnly('P3205010000120300106100000001')
    await day.total({ force: true })
    const now = await group(client, day)
    expect(now).toMatchObject({ state: '3', centreText: expect.stringContaining('医保中心') })
    expect(now).not.toHaveProperty('centre')
    await total(client, day)
    expect(await group(client, day)).toMatchObject({ state: '3', gap: { count: -1 } })
    expect(await plain(client, day)).toMatchObject({ state: '3', centreResult: '中心多' })
  })
})

describe('rows', () => {
  test('equal, different, ours alone, the centre’s alone; repaired here as on the bench', async () => {
    const day = await bench.day('clerk', '2030-02-01')
    await day.buy('10.00')
    await drift(-200)
    const drifted = (await day.buy('20.00')).id
    const undone = (await day.buy('30.00')).id
    await day.undoAtCentre(undone)
    await day.centreOnly('P3205010000120300201100000001')
    const client = await admin(day)
    await total(client, day)
    expect((await rows(client, day)).items.map(({ kind }) => kind)).toEqual(['waiting', 'waiting', 'waiting'])
    expect((await pull(client, day)).text).toBe('3 笔差异 · 系统已处理 0')
    const { items, head } = await rows(client, day)
    expect(items.map(({ kind, gap, handling }) => [kind, gap?.account, handling])).toEqual([
      ['same', '0.00', undefined],
      ['different', '2.00', '未处理'],
      ['local', undefined, '未处理'],
      ['centre', undefined, '未处理'],
    ])
    expect(head.counts.filter(({ count }) => count)).toHaveLength(4)
    expect(items[3]).toMatchObject({ maskedName: expect.any(String), difference: { class: 'centreOnlyUnknown' } })
    const { items: only } = await client.ok(figureBooks.dayDetail, { groupId: head.id, view: 'different' })
    expect(only.map(({ orderId }) => orderId)).toEqual([drifted])
    // The bench of 日对账 holds the same differences.
    const onBench = await day.differences({ id: head.id })
    expect(onBench.map(({ id }) => id).sort()).toEqual(items.flatMap(({ difference }) => difference?.id ?? []).sort())

    // Amounts: our book takes the centre's, and the row is equal from then on.
    const amounts = items[1]!.difference!
    expect(amounts.evidence[0]).toMatch(/^个人账户 .* \/ 中心 .*，现金 .* \/ 中心 .*，其余一致$/)
    expect((await client.send(reconciliation.handle, { diffId: amounts.id, action: 'takeCentre' })).success).toBe(true)
    expect(await day.order(drifted)).toMatchObject({ state: 'settled' })
    expect((await rows(client, day)).items[1]).toMatchObject({
      ...{ kind: 'same', gap: { account: '0.00', cash: '0.00' } },
      handling: expect.stringMatching(/^已处理：以中心金额更新本地（.+）$/),
    })
    await client.ok(reconciliation.undo, { diffId: amounts.id })
    expect((await rows(client, day)).items[1]).toMatchObject({ kind: 'different', handling: '未处理' })
    await client.ok(reconciliation.handle, { diffId: amounts.id, action: 'takeCentre' })
    // Ours alone: marked, out of our book.
    const alone = items[2]!.difference!
    expect(alone).toMatchObject({ class: 'localOnly', proposal: 'markReversed' })
    await client.ok(reconciliation.handle, { diffId: alone.id, action: 'markReversed' })
    expect((await client.ok(orders.get, { id: undone })).status).toBe('5')
    // The centre's alone: undone there by a second person's word.
    const theirs = items[3]!.difference!
    expect(await day.book()).toHaveLength(3)
    const refused = await client.send(reconciliation.handle, { diffId: theirs.id, action: 'undo' })
    expect(refused.success).toBe(false)
    await set({ authorizeUndo: false })
    await client.ok(reconciliation.handle, { diffId: theirs.id, action: 'undo' })
    await set({ authorizeUndo: true })
    expect(await day.book()).toHaveLength(2)
    expect(await group(client, day)).toMatchObject({ state: '4', open: 0 })
    expect((await pull(client, day)).text).toBe('没有差异，逐笔一致')
    const after = (await rows(client, day)).items
    expect(after.map(({ kind }) => kind)).toEqual(['same', 'same', 'handled', 'handled'])
    expect(after[2]).toMatchObject({ orderId: undone, difference: { undoable: true } })
    expect(await group(client, day)).toMatchObject({ state: '2', gap: { count: 0, total: '0.00', cash: '0.00' } })
  })

  test('a settlement that the centre counts under another insurance is put there by itself', async () => {
    const day = await bench.day('clerk', '2030-02-02')
    const { id } = await day.buy('4.00')
    await day.patch(id, { insutype: '390' })
    const client = await admin(day)
    expect((await total(client, day)).results).toMatchObject([{ ok: false, text: '2 组 · 0 平 · 2 不平' }])
    expect((await pull(client, day)).text).toBe('1 笔差异 · 系统已处理 1')
    expect(await day.order(id)).toMatchObject({ insutype: '310' })
    expect((await rows(client, day)).items).toMatchObject([
      { kind: 'same', difference: { class: 'group', handledBy: '系统' } },
    ])
  })

  test('the answer of a 2103 is lost: the centre’s row tells it, nothing is sent again', async () => {
    const day = await bench.day('clerk', '2030-02-03')
    const { id } = await day.buy('1.00')
    await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
    await day.cancel(id)
    bench.clock.advance(1000)
    await bench.centre.fault({ fault: 'refuse', infno: '5203', text: '查询暂停' })
    const client = await admin(day)
    await total(client, day)
    expect((await pull(client, day)).text).toBe('1 笔差异 · 系统已处理 1')
    expect(await day.order(id)).toMatchObject({ state: 'reversed' })
    expect(await day.book()).toHaveLength(2)
  })

  test('an answer of 1321 that is lost changes nothing and says so', async () => {
    const day = await bench.day('clerk', '2030-02-04')
    await day.buy('1.00')
    await day.centreOnly('P3205010000120300204100000001')
    const client = await admin(day)
    await total(client, day)
    await pull(client, day)
    const before = await rows(client, day)
    await bench.centre.fault({ fault: 'dropAfterBooking', infno: '1321' })
    expect((await pull(client, day)).error).toContain('医保中心')
    expect(await rows(client, day)).toEqual(before)
    await bench.centre.fault({ fault: 'dropAfterBooking', infno: '1320' })
    expect((await pull(client, day)).error).toContain('医保中心')
    expect(await rows(client, day)).toEqual(before)
    expect((await pull(client, day)).text).toBe('1 笔差异 · 系统已处理 0')
  })

  test('a page that comes twice, and a book that moves between two pages, are read again from the first', async () => {
    const day = await bench.day('clerk', '2030-02-05')
    for (let i = 1; i <= 101; i++) await day.centreOnly(`P32050100001203002051000${String(i).padStart(6, '0')}`)
    const client = await admin(day)
    await total(client, day)
    const { centre } = day.deps.services
    const real = centre.of.bind(centre)
    let asked: number[] = []
    const between = (change: (start: number, nth: number) => Promise<number> | number) =>
      vi.spyOn(centre, 'of').mockImplementation((areaCode) => {
        const speaks = real(areaCode)
        const run: typeof speaks.run = async (operation, args, ...rest) => {
          const { start } = args as { start?: number }
          if (operation.infno !== '1321' || start === undefined) return speaks.run(operation, args, ...rest)
          asked.push(start)
          return speaks.run(operation, { ...args, start: await change(start, asked.length) }, ...rest)
        }
        return Object.assign(Object.create(speaks), { run })
      })
    // The centre answers the second page with the first one, once.
    between((start, nth) => (nth === 2 ? 1 : start))
    expect((await pull(client, day)).text).toBe('101 笔差异 · 系统已处理 0')
    expect(asked.filter((start) => start === 101)).toHaveLength(2)
    expect((await rows(client, day)).total).toBe(101)
    // Something is booked while the pages are read.
    asked = []
    between(async (start, nth) => {
      if (nth === 2) await day.centreOnly('P32050100001203002051100000001')
      return start
    })
    expect((await pull(client, day)).text).toBe('102 笔差异 · 系统已处理 0')
    expect((await rows(client, day)).total).toBe(102)
    // A centre that never gives anything but its first page is not believed.
    between(() => 1)
    expect((await pull(client, day)).error).toBe('医保中心的账目在读取时一直有变动，没有读到完整的明细，请稍后重新拉取')
    const { total: left, head } = await rows(client, day)
    expect([left, head.open], 'what was found before is still there').toEqual([102, 102])
  }, 30_000)

  test('rows of one group are pulled without a word about the others of the day', async () => {
    const day = await bench.day('clerk', '2030-02-06')
    // Insured elsewhere: cleared apart.
    await drift(-100)
    await day.buy('3.00', { person: `${stores.clerk.area}00000000000009` })
    await day.buy('2.00')
    const client = await admin(day)
    await total(client, day)
    const [there, here] = [(await groups(client, day)).find(({ state }) => state === '3')!, await group(client, day)]
    expect(here.id).not.toBe(there.id)
    await ended(client, client.ok(figureBooks.pullDetail, { groupId: there.id }))
    const open = async () => (await groups(client, day)).find(({ id }) => id === there.id)?.open
    expect(await open()).toBe(1)
    await ended(client, client.ok(figureBooks.pullDetail, { groupId: here.id }))
    expect(await open()).toBe(1)
  })

  test('a reversal that only we have is confirmed at the centre, by the person’s number that our book has', async () => {
    const day = await bench.day('clerk', '2030-02-07')
    const { id } = await day.buy('1.00')
    const at = bench.clock()
    await day.patch(id, { state: 'reversed', reversedBy: '2103', reversedAt: at, reversalMsgid: 'x' })
    const client = await admin(day)
    await total(client, day)
    await pull(client, day)
    const alone = (await rows(client, day)).items.find(({ kind }) => kind === 'local')!
    expect(alone).toMatchObject({ reversed: true, difference: { class: 'oneSideReversed' } })
    await set({ authorizeUndo: false })
    await client.ok(reconciliation.handle, { diffId: alone.difference!.id, action: 'confirmReversal' })
    await set({ authorizeUndo: true })
    expect((await day.book()).map(({ refd_setl_flag }) => refd_setl_flag)).toEqual(['0', '1'])
    expect((await pull(client, day)).error).toBeUndefined()
    expect((await rows(client, day)).items.map(({ kind }) => kind)).toEqual(['same', 'same'])
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
    expect(await said('2030-01-01', '2030-03-01')).toBe('一次最多对 31 天，请缩短日期')
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
  expect(checked.results).toMatchObject([{ ok: false, text: '核对 2 天，1 天未对平，差异已列在日对账明细' }])
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
