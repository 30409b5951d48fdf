import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { order as orders } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { expect, test, vi } from 'vitest'
import { stores } from '../test/bench.ts'
import { useFigures } from './test/figures.ts'

// The settlements of a group in both books (1321), and what is done where they differ.

const { bench, set, admin, ended, total, groups, group, pull, rows, onMessages, drift } = useFigures()

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
  expect((await rows(client, day, '390')).items, 'nothing of it in the group beside').toEqual([])
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

test('a settlement and its reversal of one day are put under the centre’s insurance by one difference', async () => {
  const day = await bench.day('clerk', '2030-02-09')
  const { id } = await day.buy('4.00')
  await day.cancel(id)
  await day.patch(id, { insutype: '390' })
  const client = await admin(day)
  await total(client, day)
  expect((await pull(client, day)).text).toBe('1 笔差异 · 系统已处理 1')
  expect(await day.order(id)).toMatchObject({ insutype: '310' })
  expect((await rows(client, day)).items.map(({ kind, reversed }) => [kind, reversed])).toEqual([
    ['same', false],
    ['same', true],
  ])
  expect(await day.differences(await group(client, day, '390'))).toHaveLength(1)
})

test('what is sold under another insurance while the rows are read is read too', async () => {
  const day = await bench.day('clerk', '2030-02-10')
  await day.buy('1.00')
  const client = await admin(day)
  await total(client, day)
  onMessages(day, '1321', async (args, send) => {
    const answer = await send(args)
    vi.restoreAllMocks()
    // A cadre, whom this store never served: the day has no group of 340 yet.
    await day.buy('2.00', { person: `${stores.clerk.area}${'5'.padStart(14, '0')}` })
    return answer
  })
  expect((await pull(client, day)).text).toBe('没有差异，逐笔一致')
  expect((await rows(client, day, '340')).items).toMatchObject([{ kind: 'same', local: { total: '2.00' } }])
  expect(await group(client, day, '340')).toMatchObject({ state: '2', detailed: true, gap: { count: 0 } })
})

test('an option that is turned while the rows are read: no verdict is made of what was read before', async () => {
  const day = await bench.day('clerk', '2030-02-12')
  await day.buy('1.00')
  const client = await admin(day)
  await total(client, day)
  const { centre } = day.deps.services
  const turn = async (fundIncludesAcct: boolean) => {
    await set({ fundIncludesAcct })
    centre.configure(stores.clerk.area, { fundIncludesAcct })
  }
  onMessages(day, '1321', async (args, send) => {
    const answer = await send(args)
    vi.restoreAllMocks()
    await turn(true)
    return answer
  })
  const { text } = await pull(client, day)
  await turn(false)
  expect(text).toContain('对账期间医保配置的金额口径有改动，请重新对账')
  expect(await group(client, day)).toMatchObject({ state: '5' })
  expect((await pull(client, day)).text).toBe('没有差异，逐笔一致')
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
  // One thing was dealt with: one of both rows says so.
  const { items } = await rows(client, day)
  expect(items.filter(({ difference }) => difference)).toMatchObject([{ difference: { class: 'oneSideReversed' } }])
})

test('funds that are split otherwise are taken from the row where 5203 is not answered', async () => {
  const day = await bench.day('clerk', '2030-02-08')
  const { id } = await day.buy('1500.00')
  const { split } = await day.order(id)
  await day.patch(id, { split: { ...split!, poolFund: split!.poolFund + 100 } })
  const client = await admin(day)
  await total(client, day)
  expect(await group(client, day)).toMatchObject({ state: '3', gap: { total: '0.00', pool: '1.00', aid: '-1.00' } })
  await pull(client, day)
  const [row] = (await rows(client, day)).items
  expect(row).toMatchObject({ kind: 'different', difference: { class: 'amounts', proposal: 'takeCentre' } })
  await bench.centre.fault({ fault: 'refuse', infno: '5203', text: '查询暂停' })
  await client.ok(reconciliation.handle, { diffId: row!.difference!.id, action: 'takeCentre' })
  expect((await day.order(id)).split!.poolFund).toBe(split!.poolFund)
  expect((await rows(client, day)).items).toMatchObject([{ kind: 'same' }])
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
  let asked: number[] = []
  const between = (change: (start: number, nth: number) => number, after?: (nth: number) => unknown) => {
    asked = []
    onMessages(day, '1321', async (args, send) => {
      const { start } = args as { start: number }
      const nth = asked.push(start)
      const answer = await send({ ...args, start: change(start, nth) })
      await after?.(nth)
      return answer
    })
  }
  // The centre answers the second page with the first one, once.
  between((start, nth) => (nth === 2 ? 1 : start))
  expect((await pull(client, day)).text).toBe('101 笔差异 · 系统已处理 0')
  expect(asked.filter((start) => start === 101)).toHaveLength(2)
  expect((await rows(client, day)).total).toBe(101)
  // Something is booked when the last page was read: the sums know of it, the rows do not.
  between(
    (start) => start,
    (nth) => nth === 2 && day.centreOnly('P32050100001203002051100000001'),
  )
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
  expect((await rows(client, day)).items.map(({ difference }) => difference?.id)).toEqual([
    undefined,
    alone.difference!.id,
  ])
  await set({ authorizeUndo: false })
  await client.ok(reconciliation.handle, { diffId: alone.difference!.id, action: 'confirmReversal' })
  await set({ authorizeUndo: true })
  expect((await day.book()).map(({ refd_setl_flag }) => refd_setl_flag)).toEqual(['0', '1'])
  expect((await pull(client, day)).error).toBeUndefined()
  expect((await rows(client, day)).items.map(({ kind }) => kind)).toEqual(['same', 'same'])
})
