import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { intent } from '../../order/tables.ts'
import { recoverIntent } from '../../settlement/recover/recover.ts'
import { type Clerk, type Day, stores } from '../test/bench.ts'
import { useBench } from '../test/use-bench.ts'

// One test per class of difference (domain.md 5.4); each asserts the centre's book, ours, and what the clerk reads.

const bench = useBench()

const balanced = async (day: Day) => {
  const { groups, equal } = await day.total()
  return equal === groups.length
}

describe.each(['clerk', 'clerk3'] as Clerk[])('%s', (who) => {
  test('local only: marked as undone, taken back, marked again', async () => {
    const day = await bench.day(who, '2026-08-01')
    await day.buy('1.00')
    const { id } = await day.buy('2.00')
    expect(await day.undoAtCentre(id)).toEqual({ kind: 'undone' })
    const [difference] = await day.run()
    expect(difference).toMatchObject({
      class: 'localOnly',
      orderId: id,
      local: { total: '2.00', reversed: false },
      proposal: 'markReversed',
      risk: 'local',
    })
    expect(difference?.evidence.at(-1)).toBe('医保中心：“未查询到结算信息”')
    const done = await day.handle(difference!, 'markReversed')
    expect(done.result).toMatchObject({ handledBy: expect.any(String), undoable: true })
    expect((await day.client.ok(orderCalls.get, { id })).status).toBe('5')
    const undone = await day.client.ok(reconciliation.undo, { diffId: difference!.id })
    expect(undone).toMatchObject({ undoable: false, actions: ['markReversed', 'mark'] })
    expect(await day.order(id)).toMatchObject({ state: 'settled', reversedBy: null, reversedAt: null })
    expect((await day.handle(difference!, 'markReversed')).success).toBe(true)
    expect((await day.handle(difference!, 'markReversed')).resultNotice?.error).toBe('这一笔已处理')
    expect(await day.book()).toHaveLength(1)
    expect(await balanced(day)).toBe(true)
  })

  test('one that was marked is not taken back once its ERP bill is settled again', async () => {
    const day = await bench.day(who, '2026-08-28')
    const erpBill = `XS-${who}-0828`
    const { id } = await day.buy('2.00', { erpBill })
    await day.buy('1.00')
    await day.undoAtCentre(id)
    const [difference] = await day.run()
    await day.handle(difference!, 'markReversed')
    const again = await day.buy('2.00', { erpBill })
    expect(again.answer.result).toMatchObject({ status: '2' })
    const refused = await day.client.send(reconciliation.undo, { diffId: difference!.id })
    expect(refused.resultNotice?.error).toContain('ERP 单据已另外结算')
    expect(await day.order(id)).toMatchObject({ state: 'reversed' })
    expect((await day.book()).map(({ medfee_sumamt }) => Number(medfee_sumamt)).sort()).toEqual([1, 2])
  })

  test('nor once what a partial return had kept is settled again', async () => {
    const day = await bench.day(who, '2026-08-30')
    const whole = await day.buy('2.00')
    expect((await day.cancel(whole.id)).success).toBe(true)
    const { id } = await day.buy('2.00', { replaces: whole.id })
    await day.undoAtCentre(id)
    const [difference] = await day.run()
    await day.handle(difference!, 'markReversed')
    const again = await day.buy('2.00', { replaces: whole.id })
    expect(again.answer.result).toMatchObject({ status: '2' })
    const refused = await day.client.send(reconciliation.undo, { diffId: difference!.id })
    expect(refused.resultNotice?.error).toContain('部分退货保留的药品已另外结算')
    expect(await day.order(id)).toMatchObject({ state: 'reversed' })
    expect((await day.book()).map(({ medfee_sumamt }) => Number(medfee_sumamt)).sort()).toEqual([-2, 2, 2])
  })

  test('reversed here alone, and its ERP bill settled anew: the first one is reversed at the centre, the second stands', async () => {
    const day = await bench.day(who, '2026-08-29')
    const erpBill = `XS-${who}-0829`
    const { id } = await day.buy('2.00', { erpBill })
    await bench.centre.fault({ fault: 'refuse', infno: '2103', text: '该结算已撤销' })
    expect((await day.cancel(id)).result).toMatchObject({ status: '3' })
    const again = await day.buy('2.00', { erpBill })
    expect(again.answer.result).toMatchObject({ status: '2' })
    const [difference] = await day.run()
    expect(difference).toMatchObject({ class: 'oneSideReversed', orderId: id, proposal: 'confirmReversal' })
    const authorizationId = await day.approve(`confirmReversal:${difference!.id}`)
    const done = await day.handle(difference!, 'confirmReversal', { authorizationId })
    expect(done.result).toMatchObject({ handledNote: expect.stringContaining('撤销成功') })
    expect([(await day.order(id)).state, (await day.order(again.id)).state]).toEqual(['reversed', 'settled'])
    const { events } = await day.client.ok(orderCalls.get, { id })
    expect(events.map(({ move }) => move)).toContain('已核实：中心没有撤销')
    expect((await day.book()).map(({ medfee_sumamt }) => Number(medfee_sumamt)).sort()).toEqual([-2, 2, 2])
    expect(await balanced(day)).toBe(true)
    expect((await day.buy('2.00', { erpBill })).id, 'the bill answers the one that stands').toBe(again.id)
    expect(await day.book()).toHaveLength(3)
  })

  test('the answer of a 2103 is lost and found by the statement: booked here, nothing is sent', async () => {
    const day = await bench.day(who, '2026-08-02')
    const { id } = await day.buy('1.00')
    await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
    await day.cancel(id)
    expect((await day.client.ok(orderCalls.get, { id })).status).toBe('4')
    bench.clock.advance(1000)
    await bench.centre.fault({ fault: 'refuse', infno: '5203', text: '查询暂停' })
    const [difference] = await day.run()
    expect(difference).toMatchObject({ class: 'oneSideReversed', handledBy: '系统', handledAction: 'confirmReversal' })
    expect(difference?.centre).toMatchObject({ reversed: true })
    expect((await day.client.ok(orderCalls.get, { id })).status).toBe('3')
    expect(await day.book()).toHaveLength(2)
    expect(await balanced(day)).toBe(true)
  })

  test('a settlement of the next morning that the centre counts before midnight is moved, and can be moved back', async () => {
    const day = await bench.day(who, '2026-08-03', '23:50:00')
    const { id } = await day.buy('1.00')
    const ours = new Date('2026-08-04T00:00:07+08:00')
    await day.patch(id, { settledAt: ours })
    const [difference] = await day.run()
    expect(difference).toMatchObject({ class: 'crossDay', handledBy: '系统', handledAction: 'moveDay', undoable: true })
    expect(difference?.evidence).toContain('中心记在 2026-08-03，本地记在 2026-08-04 00:00:07')
    const moved = await day.order(id)
    expect(moved.settledAt?.getTime()).toBeLessThan(ours.getTime())
    expect(await balanced(day)).toBe(true)
    await day.client.ok(reconciliation.undo, { diffId: difference!.id })
    expect((await day.order(id)).settledAt).toEqual(ours)
    expect(await day.book()).toHaveLength(1)
  })
})

test('a reversal lost at midnight, booked here after it: the time follows the centre’s day, no 2103 again', async () => {
  const day = await bench.day('clerk', '2026-08-10', '23:59:00')
  const { id } = await day.buy('1.00')
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  await day.cancel(id)
  const next = await bench.day('clerk', '2026-08-11', '00:00:07')
  const [sent] = await next.deps.db.select().from(intent).where(eq(intent.infno, '2103')).orderBy(intent.sentAt)
  expect(sent).toBeDefined()
  for (const { id: open } of await next.deps.db.select().from(intent).where(eq(intent.outcome, 'unknown')))
    await recoverIntent(next.deps, open)
  expect((await next.order(id)).reversedAt).toEqual(new Date('2026-08-11T00:00:07+08:00'))
  await next.total()
  const yesterday = await bench.day('clerk', '2026-08-11', '00:30:00')
  Object.assign(yesterday, { date: '2026-08-10' })
  const [difference] = await yesterday.run()
  expect(difference).toMatchObject({ class: 'crossDay', handledBy: '系统', handledAction: 'moveDay' })
  expect((await next.order(id)).reversedAt).toEqual(new Date('2026-08-10T23:59:59+08:00'))
  expect(await yesterday.book()).toHaveLength(2)
  const { items } = await yesterday.client.ok(reconciliation.dayPaged, { from: next.date, to: next.date })
  expect(items.map(({ state }) => state)).toContain('0')
  expect(
    items.map(({ state }) => state),
    'what was compared with the reversal in it',
  ).not.toContain('3')
  expect(await balanced(yesterday)).toBe(true)
  expect(await balanced(next)).toBe(true)
})

test('amounts: the centre’s figures are taken over on a person’s word, and given back on his word', async () => {
  const day = await bench.day('clerk', '2026-08-12')
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  const { id } = await day.buy('2.00')
  const [difference] = await day.run()
  expect(difference).toMatchObject({
    class: 'amounts',
    local: { account: '2.00' },
    centre: { account: '1.50' },
    evidence: ['个人账户 2.00 / 中心 1.50，其余一致'],
    proposal: 'takeCentre',
  })
  expect(difference).not.toHaveProperty('handledBy')
  expect((await day.handle(difference!, 'undo')).resultNotice?.error).toBe('这类差异不能冲正这笔')
  const sent = (outcome: 'unknown' | 'booked') =>
    day.deps.db.update(intent).set({ outcome }).where(eq(intent.orderId, id))
  await sent('unknown')
  expect((await day.handle(difference!, 'takeCentre')).resultNotice?.error).toBe('系统正在核实这一笔')
  expect((await day.order(id)).account, 'nothing is written beside recovery').toBe(200)
  await sent('booked')
  await day.handle(difference!, 'takeCentre')
  expect(await day.order(id)).toMatchObject({ total: 200, account: 150, cash: 50, split: { account: 150, cash: 50 } })
  await day.client.ok(reconciliation.undo, { diffId: difference!.id })
  expect(await day.order(id)).toMatchObject({ account: 200, cash: 0, split: { account: 200 } })
  expect((await day.client.ok(orderCalls.get, { id })).account).toBe('2.00')
  await day.handle(difference!, 'takeCentre')
  expect(await balanced(day)).toBe(true)
  expect((await day.book()).map(({ acct_pay }) => acct_pay)).toEqual(['1.50'])
})

test('amounts that 5203 shows as the statement does: the whole split is taken over, nothing is flagged any more, and no moment moves', async () => {
  const day = await bench.day('clerk', '2026-08-18')
  const { id } = await day.buy('2.00')
  const { account, cash, split } = await day.order(id)
  const settledAt = new Date('2026-08-18T10:00:37+08:00')
  const wrong = { account: account - 30, cash: cash + 30, split: { ...split!, account: account - 30, cash: cash + 30 } }
  await day.patch(id, { ...wrong, settledAt, flags: ['amount'], amountGap: 30 })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'amounts', orderId: id, proposal: 'takeCentre' })
  expect((await day.handle(difference!, 'takeCentre')).success).toBe(true)
  const columns = { account, cash, split, settledAt, flags: [], amountGap: null }
  expect(await day.order(id)).toMatchObject({ state: 'settled', ...columns })
  expect((await day.client.ok(orderCalls.get, { id })).account).toBe('2.00')
  expect((await day.book()).map(({ acct_pay }) => acct_pay)).toEqual(['2.00'])
  expect(await balanced(day)).toBe(true)
})

test('amounts in Hunan: without the centre’s figures nothing is claimed and nothing proposed', async () => {
  const day = await bench.day('clerk3', '2026-08-12')
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  await day.buy('2.00')
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'amounts' })
  expect(difference).not.toHaveProperty('proposal')
  expect(difference?.evidence).toEqual(['医保中心查询结果与本地一致，对账文件却不一致'])
})

test('Hunan without an answer to 5203: the run says so and claims nothing', async () => {
  const day = await bench.day('clerk3', '2026-08-13')
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  await day.buy('2.00')
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '5203' })
  await expect(day.run()).rejects.toThrow('医保中心暂时不能访问')
  const { groups } = await day.total()
  expect(groups.filter(({ state }) => state === '3')).toMatchObject([{ differences: 0 }])
})

test.each([
  ['clerk', { insutype: '390' }, '险种本地 390 / 中心 310'],
  ['clerk3', { clrType: '11' }, '清算类别本地 11 / 中心 41'],
] as const)('%s: %o is a group mismatch and corrected by itself', async (who, wrong, words) => {
  const day = await bench.day(who, '2026-08-14')
  await day.buy('1.00')
  const { id } = await day.buy('2.00')
  await day.patch(id, wrong)
  const { groups } = await day.total()
  const found = await day.detail(
    groups.find((group) => group.state === '3' && group.clrType === ('clrType' in wrong ? '11' : '41'))!,
  )
  const [difference] = (await Promise.all(found.groups.map((group) => day.differences(group)))).flat()
  expect(difference).toMatchObject({ class: 'group', handledBy: '系统', handledAction: 'correctGroup', undoable: true })
  expect(difference?.evidence).toEqual([words])
  expect(found.automatic).toBe(1)
  expect(await day.order(id)).toMatchObject({ insutype: '310', clrType: '41', clrOptins: stores[who].area })
  const { items } = await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date, insutype: '310' })
  const [gained] = items.filter(({ clrType }) => clrType === '41')
  expect(gained, 'its result knows nothing of what was added').toMatchObject({ centreText: '账目有变动，请重新对总账' })
  expect(await balanced(day)).toBe(true)
  expect(await day.book()).toHaveLength(2)
})

test('reversed here, not at the centre: 5203 first, then 2103 by the store’s own operator', async () => {
  const day = await bench.day('clerk', '2026-08-15')
  const { id } = await day.buy('1.00')
  await day.patch(id, { state: 'reversed', reversedBy: '2103', reversedAt: bench.clock(), reversalSetlId: null })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'oneSideReversed', proposal: 'confirmReversal', risk: 'money' })
  const authorizationId = await day.approve(`confirmReversal:${difference!.id}`)
  expect((await day.handle(difference!, 'confirmReversal', { authorizationId })).success).toBe(true)
  expect(await day.order(id)).toMatchObject({
    state: 'reversed',
    reversedBy: '2103',
    reversalSetlId: expect.any(String),
  })
  expect(await day.book()).toHaveLength(2)
  expect(await balanced(day)).toBe(true)
})

test('a stranger’s row becomes an order of its own, and is reversed with it', async () => {
  const day = await bench.day('clerk', '2026-08-16')
  await day.centreOnly('P3205010000120260816080000099')
  const [difference] = await day.run()
  const done = await day.handle(difference!, 'backfill')
  expect(done.result).toMatchObject({ handledAction: 'backfill', undoable: true })
  expect(await balanced(day)).toBe(true)
  const { items } = await day.client.ok(orderCalls.abnormalPaged, { kind: 'erpMissing' })
  expect(items[0]).toMatchObject({ status: '6', maskedName: '张*' })
  await day.client.ok(reconciliation.undo, { diffId: difference!.id })
  expect((await day.order(items[0]!.id)).state).toBe('voided')
  const [again] = await day.run()
  const authorizationId = await day.approve(`reverse:${again!.id}`)
  expect((await day.handle(again!, 'reverse', { authorizationId })).success).toBe(true)
  expect(await day.book()).toHaveLength(2)
  expect(await balanced(day)).toBe(true)
})

test('a refund of other amounts at the centre is shown with them and nothing that would be refused', async () => {
  const day = await bench.day('clerk', '2026-08-28')
  const { id } = await day.buy('5.00')
  await bench.centre.fault({ fault: 'amountDrift', infno: '2103', fen: 100, where: 'book' })
  await day.cancel(id)
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'amounts', orderId: id, actions: ['mark'] })
  expect(difference).toMatchObject({ local: { account: '-5.00' }, centre: { account: '-4.00' } })
  expect(difference?.proposal).toBeUndefined()
  expect(difference?.evidence).toEqual(['个人账户 -5.00 / 中心 -4.00，其余一致', '中心退费行的金额与本地原结算不相反'])
})
