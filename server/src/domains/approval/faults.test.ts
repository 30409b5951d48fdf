import { approval } from '@yibao/shared/calls/approval.ts'
import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { newId } from '../../base/ids.ts'
import { idempotency } from '../../call/tables.ts'
import { leaseAt } from '../../test/clock.ts'
import { sealedByAnother } from '../../test/other-key.ts'
import { otherNode } from '../../test/other-node.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { authorization } from '../auth/tables.ts'
import { clearingMonth } from '../clearing/tables.ts'
import { Clearings } from '../clearing/test/clearings.ts'
import { intent } from '../order/tables.ts'
import type { Day } from '../reconciliation/test/bench.ts'
import { recoverDue } from '../settlement/recover/recover.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { tellTime } from '../settlement/test/counter.ts'
import { carryOut, carryOutDue } from './carry-out.ts'
import { approvalRequest } from './tables.ts'
import { openDesk } from './test/desk.ts'

// Every fault names the step it breaks and asserts the centre's book, our book, what the clerk and the approver read.

const centre = opened(startCentre)
const desk = opened(() => openDesk(centre))
const clearings = new Clearings(() => desk.bench)
afterEach(() => centre.clearFaults())

const reversals = async (day: Day) => (await day.book()).filter(({ infno }) => infno === '2103').length
const fail = (fault: unknown) => {
  throw fault
}

/** What stands in both books, and what both persons read. */
const ends = async (day: Day, id: string, orderId: string) => {
  const boss = await desk.boss()
  const [state, outcome] = await desk.stateOf(day.client, id)
  expect(await desk.stateOf(boss, id), 'both read the same').toEqual([state, outcome])
  return [await reversals(day), (await day.order(orderId)).state, state, outcome]
}

/** Asks, and says yes with what follows broken off: as a server leaves it that is killed right after its answer. */
const approvedOnly = async (day: Day, orderId: string): Promise<string> => {
  const id = await desk.askReversal(day, orderId)
  // What follows the answer finds the application taken by a node that is no more.
  const his = new Date(desk.bench.clock().getTime() + 240_000).toISOString()
  await desk.deps.db.execute(sql`create function taken() returns trigger language plpgsql as $$ begin
    if new.state = 'approved' and old.state = 'waiting' then new.claimed_until := ${sql.raw(`'${his}'`)}; end if;
    return new; end $$`)
  await desk.deps.db.execute(
    sql`create trigger taken before update on approval_request for each row execute function taken()`,
  )
  const boss = await desk.boss()
  const { progressId } = await boss.ok(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
  expect((await untilEnded(boss, progressId)).results).toMatchObject([
    { ok: false, text: expect.stringContaining('正在执行') },
  ])
  await desk.deps.db.execute(sql`drop trigger taken on approval_request`)
  await desk.deps.db.execute(sql`drop function taken()`)
  return id
}

const freed = (id: string) =>
  desk.deps.db
    .update(approvalRequest)
    .set({ claimedUntil: leaseAt(0), nextAttemptAt: new Date(0) })
    .where(eq(approvalRequest.id, id))

test('between the yes and its carrying out: another node carries it out, once', async () => {
  const day = await desk.bench.day('clerk', '2026-04-01')
  const { id: orderId } = await day.buy('1.00')
  const id = await approvedOnly(day, orderId)
  expect(await ends(day, id, orderId)).toEqual([0, 'settled', 'approved', undefined])
  await carryOutDue(desk.deps, fail)
  expect(await reversals(day), 'as long as the dead one’s claim lasts nobody touches it').toBe(0)
  await desk.deps.db.update(approvalRequest).set({ claimedUntil: null }).where(eq(approvalRequest.id, id))
  desk.bench.clock.advance(60_000)
  await Promise.all([carryOutDue(desk.deps, fail), carryOutDue(desk.deps, fail)])
  expect(await ends(day, id, orderId)).toEqual([1, 'reversed', 'done', '已撤销，请按原支付方式退款'])
  await freed(id)
  await carryOutDue(desk.deps, fail)
  expect(await reversals(day)).toBe(1)
})

test('between the carrying out and its record: it is found done, and not done again', async () => {
  const day = await desk.bench.day('clerk', '2026-04-02')
  const { id: orderId } = await day.buy('2.00')
  const id = await desk.askReversal(day, orderId)
  const { db } = desk.deps
  await db.execute(sql`create function gone() returns trigger language plpgsql as $$ begin
    if new.state in ('done', 'refused') then raise exception 'gone'; end if; return new; end $$`)
  await db.execute(sql`create trigger gone before update on approval_request for each row execute function gone()`)
  const { results } = await desk.approve(await desk.boss(), id)
  expect(results).toMatchObject([{ ok: false, text: '正在执行，结果见「我已审批」' }])
  await db.execute(sql`drop trigger gone on approval_request`)
  // The answer under its key is lost as well: our own book alone has to say it.
  await db.update(idempotency).set({ answer: null }).where(eq(idempotency.key, id))
  expect(await ends(day, id, orderId)).toEqual([1, 'reversed', 'approved', undefined])
  const heard = async () => {
    const { orderNo } = await day.order(orderId)
    return (await desk.unread(day.client)).filter((title) => title.includes(orderNo))
  }
  expect(await heard()).toEqual([])
  await freed(id)
  await carryOutDue(desk.deps, fail)
  expect(await ends(day, id, orderId)).toEqual([1, 'reversed', 'done', '已撤销，请按原支付方式退款'])
  expect(await heard()).toEqual([expect.stringContaining('已通过并执行')])
})

test.each(['dropAfterBooking', 'dropBeforeBooking'])(
  'the answer of the 2103 is lost (%s): unknown to both until recovery knows, then told once',
  async (fault) => {
    const day = await desk.bench.day('clerk', fault === 'dropAfterBooking' ? '2026-04-03' : '2026-04-04')
    const { id: orderId } = await day.buy('3.00')
    const id = await desk.askReversal(day, orderId)
    await centre.fault({ fault, infno: '2103' })
    await desk.approve(await desk.boss(), id)
    const unknown = '医保中心的结果未知，系统正在核实'
    expect((await ends(day, id, orderId)).slice(1)).toEqual(['unknown', 'approved', unknown])
    await carryOut(desk.deps, id)
    expect((await ends(day, id, orderId))[2], 'nothing is begun beside recovery').toBe('approved')
    for (let round = 0; round < 3 && (await day.order(orderId)).state === 'unknown'; round++) {
      desk.bench.clock.advance(700_000)
      await tellTime(centre, desk.bench.clock())
      await recoverDue(desk.deps)
    }
    await freed(id)
    await carryOutDue(desk.deps, fail)
    expect(await ends(day, id, orderId)).toEqual([1, 'reversed', 'done', '已撤销，请按原支付方式退款'])
    const sent = await desk.deps.db.select().from(intent).where(eq(intent.idempotencyKey, id))
    expect(sent).toHaveLength(1)
  },
)

test('the centre says no: nothing is reversed, both read why, and it can be asked again', async () => {
  const day = await desk.bench.day('clerk', '2026-04-05')
  const { id: orderId } = await day.buy('4.00')
  const id = await desk.askReversal(day, orderId)
  await centre.fault({ fault: 'refuse', infno: '2103', text: '该结算已进入月结，不能退费' })
  await desk.approve(await desk.boss(), id)
  expect(await ends(day, id, orderId)).toEqual([
    ...[0, 'settled', 'refused'],
    expect.stringContaining('医保中心：“该结算已进入月结，不能退费”'),
  ])
  const again = await desk.askReversal(day, orderId)
  await desk.approve(await desk.boss(), again)
  expect(await ends(day, again, orderId)).toEqual([1, 'reversed', 'done', '已撤销，请按原支付方式退款'])
})

test('reversed by somebody beside her meanwhile: ends as not carried out, the centre has one reversal', async () => {
  const day = await desk.bench.day('clerk', '2026-04-06')
  const { id: orderId } = await day.buy('5.00')
  const id = await desk.askReversal(day, orderId)
  const authorizationId = await day.approve(orderId, 'reversal')
  const spot = { orderId, reason: '顾客退药', authorizationId }
  expect((await day.client.send(settlement.cancel, spot)).success).toBe(true)
  await desk.approve(await desk.boss(), id)
  expect(await ends(day, id, orderId)).toEqual([
    1,
    'reversed',
    'refused',
    expect.stringContaining('订单已是「已撤销」'),
  ])
})

test('two approvers at once, and an approval against a withdrawal: one wins, the other reads how it stands', async () => {
  const day = await desk.bench.day('clerk', '2026-04-07')
  const { id: orderId } = await day.buy('6.00')
  const id = await desk.askReversal(day, orderId)
  const bosses = await Promise.all([desk.boss(), desk.boss('area1')])
  const both = await Promise.all(
    bosses.map((boss) => boss.send(approval.do, { ids: [id], verdict: 'approve', opinion: '' })),
  )
  const won = both.findIndex(({ success }) => success)
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
  expect(both[1 - won]!.error?.message).toMatch(/^这项申请是「(执行中|已通过)」，不能再通过$/)
  await untilEnded(bosses[won]!, both[won]!.result!.progressId)
  expect(await ends(day, id, orderId)).toEqual([1, 'reversed', 'done', '已撤销，请按原支付方式退款'])
  // The one whose answer was lost asks again.
  const retry = await bosses[won]!.send(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
  expect(retry.error?.message).toBe('这项申请是「已通过」，不能再通过')
  expect(await reversals(day)).toBe(1)

  const { id: second } = await day.buy('7.00')
  const other = await desk.askReversal(day, second)
  const [yes, back] = await Promise.all([
    bosses[0]!.send(approval.do, { ids: [other], verdict: 'approve', opinion: '' }),
    day.client.send(approval.withdraw, { id: other }),
  ])
  expect([yes.success, back.success].toSorted()).toEqual([false, true])
  if (yes.success) await untilEnded(bosses[0]!, yes.result!.progressId)
  expect((await ends(day, other, second)).slice(1, 3)).toEqual(
    yes.success ? ['reversed', 'done'] : ['settled', 'withdrawn'],
  )
})

test('the authorisation of an approval serves its own call alone, and once', async () => {
  const day = await desk.bench.day('clerk', '2026-04-08')
  const { id: orderId } = await day.buy('8.00')
  const { id: elsewhere } = await day.buy('9.00')
  const id = await desk.askReversal(day, orderId)
  await desk.approve(await desk.boss(), id)
  const { authorizationId } = await desk.row(id)
  const [given] = await desk.deps.db.select().from(authorization).where(eq(authorization.id, authorizationId!))
  expect(given).toMatchObject({ byName: '吴区管', action: 'reversal', target: orderId, usedAt: expect.any(Date) })
  const stolen = { orderId: elsewhere, reason: '顾客退药', authorizationId: authorizationId! }
  const answer = await day.client.send(settlement.cancel, stolen, { 'idempotency-key': newId() })
  expect(answer.error?.message).toBe('授权已使用或已过期')
  expect((await day.client.ok(orderCalls.get, { id: elsewhere })).status).toBe('2')
})

test('a repair whose record was lost is found done', async () => {
  const day = await desk.bench.day('clerk', '2026-04-09')
  await day.centreOnly('P3205010000120260409080000001')
  const [found] = await day.run()
  await day.client.ok(approval.submit, { differences: { diffIds: [found!.id], action: 'undo' } })
  const [asked] = await desk.mine(day.client)
  const { db } = desk.deps
  await db.execute(sql`create trigger gone before update on approval_request for each row execute function gone()`)
  await desk.approve(await desk.boss(), asked!.id)
  await db.execute(sql`drop trigger gone on approval_request`)
  expect([await day.book(), (await desk.row(asked!.id)).state]).toEqual([[], 'approved'])
  await freed(asked!.id)
  await carryOutDue(desk.deps, fail)
  const [state, outcome] = await desk.stateOf(day.client, asked!.id)
  expect([state, outcome]).toEqual(['done', expect.stringContaining('授权人 吴区管')])
  const [after] = await day.differences({ id: found!.groupId })
  expect(after).toMatchObject({ handledBy: '李店员', handledAction: 'undo' })
})

test('a repair whose own 2103 got no answer waits for recovery, and is then written as done', async () => {
  const day = await desk.bench.day('clerk', '2026-04-10')
  const { id: orderId } = await day.buy('10.00')
  await desk.set({ authorizeReversal: false })
  expect((await day.cancel(orderId)).success).toBe(true)
  await desk.set({ authorizeReversal: true })
  // Our book has it as settled still: one side reversed.
  await day.patch(orderId, { state: 'settled', reversedAt: null, reversedBy: null, reversalMsgid: null })
  const [found] = await day.run()
  expect(found).toMatchObject({ class: 'oneSideReversed', actions: expect.arrayContaining(['confirmReversal']) })
  await day.client.ok(approval.submit, { differences: { diffIds: [found!.id], action: 'confirmReversal' } })
  const [asked] = await desk.mine(day.client)
  // Recovery is at work on the order when it is approved.
  const [sent] = await desk.deps.db.select().from(intent).where(eq(intent.orderId, orderId)).orderBy(intent.createdAt)
  const open = (outcome: 'unknown' | 'booked') =>
    desk.deps.db.update(intent).set({ outcome }).where(eq(intent.id, sent!.id))
  await open('unknown')
  await desk.approve(await desk.boss(), asked!.id)
  expect((await desk.stateOf(day.client, asked!.id))[0], 'nothing is done beside recovery').toBe('approved')
  await open('booked')
  await freed(asked!.id)
  await carryOutDue(desk.deps, fail)
  expect(await ends(day, asked!.id, orderId)).toEqual([1, 'reversed', 'done', expect.stringContaining('授权人 吴区管')])
})

// A store's month of confirmations (domain.md 5.7): the centre's flags in place of its book.

const askedMonth = async (month: string) => {
  const { client } = await clearings.sold('clerk', month, ['9.00'])
  await clearings.extract(client, month)
  await clearings.confirmAll(client, month)
  const monthId = (await clearings.page(client, month)).summary.only![0]!.id
  const { no } = await client.ok(approval.submit, { clearing: { id: monthId, reason: '选错月份，需重新确认' } })
  const { id } = (await desk.mine(client)).find((one) => one.no === no)!
  const state = async () => (await clearings.page(client, month)).summary.only![0]!
  return { client, id, monthId, state }
}

test('approved, the month is rolled back once, with both names in it', async () => {
  const { client, id, state } = await askedMonth('2060-03')
  const boss = await desk.boss()
  expect((await desk.todo(boss))[0]).toMatchObject({ id, kind: 'clearing', title: expect.stringContaining('2060-03') })
  await desk.approve(boss, id)
  expect(await clearings.flags('clerk', '2060-03')).toEqual(['2'])
  expect(await state()).toMatchObject({ state: '2', message: '李店员回退：选错月份，需重新确认；授权人 吴区管' })
  expect(await desk.stateOf(client, id)).toEqual(['done', '已回退，请在医保中心的期限内重新确认'])
})

test('neither the answer of the 3262 nor of the question after it comes: it is done when somebody has found out', async () => {
  const { client, id, monthId, state } = await askedMonth('2061-03')
  await centre.fault({ fault: 'dropAfterBooking', infno: '3262' })
  await centre.fault({ fault: 'dropBeforeBooking', infno: '3260' })
  await desk.approve(await desk.boss(), id)
  expect([(await state()).state, ...(await desk.stateOf(client, id))]).toEqual([
    ...['6', 'approved', '医保中心的结果未知，系统正在核实'],
  ])
  desk.bench.clock.advance(1000)
  await client.ok(clearScore.resolve, { id: monthId })
  const due = { nextAttemptAt: new Date(0) }
  await desk.deps.db.update(approvalRequest).set(due).where(eq(approvalRequest.id, id))
  await carryOutDue(desk.deps, fail)
  expect(await clearings.flags('clerk', '2061-03')).toEqual(['2'])
  expect(await desk.stateOf(client, id)).toEqual(['done', '已回退，请在医保中心的期限内重新确认'])
})

test('the same two had rolled it back at the counter for the same reason, and nobody knows: that was not this application', async () => {
  const { client } = await clearings.sold('clerk', '2062-03', ['9.00'])
  await clearings.extract(client, '2062-03')
  await clearings.confirmAll(client, '2062-03')
  const state = async () => (await clearings.page(client, '2062-03')).summary.only![0]!
  const { id: monthId } = await state()
  const reason = '选错月份，需重新确认'
  const authorizationId = await clearings.approve(monthId)
  const { db } = desk.deps
  await db.update(authorization).set({ byName: '吴区管' }).where(eq(authorization.id, authorizationId))
  await centre.fault({ fault: 'dropBeforeBooking', infno: '3262' })
  await centre.fault({ fault: 'dropBeforeBooking', infno: '3260' })
  expect((await client.send(clearScore.rollback, { id: monthId, reason, authorizationId })).success).toBe(false)
  const words = '李店员回退：选错月份，需重新确认；授权人 吴区管'
  expect(await state()).toMatchObject({ state: '6', message: words })
  desk.bench.clock.advance(1000)
  const { no } = await client.ok(approval.submit, { clearing: { id: monthId, reason } })
  const { id } = (await desk.mine(client)).find((one) => one.no === no)!
  // Of a node whose clock is behind, too, though the yes looks older than what was lost before it.
  const behind = await otherNode(desk.bench.counter.server, -120_000)
  await desk.approve(behind.here(await desk.boss()), id)
  await behind.close()
  expect(await clearings.flags('clerk', '2062-03'), 'what never arrived has been sent again').toEqual(['2'])
  expect(await state()).toMatchObject({ state: '2', message: words })
  expect(await desk.stateOf(client, id)).toEqual(['done', '已回退，请在医保中心的期限内重新确认'])
})

test.each([
  ['2063-03', 'dropBeforeBooking', 120_000, '1'],
  ['2064-03', 'dropAfterBooking', -120_000, '2'],
] as const)('%s, %s under a node whose clock is %i ms off: asked about, and not sent again', async (...named) => {
  const [month, fault, ms, flag] = named
  const { client, id, monthId, state } = await askedMonth(month)
  const node = await otherNode(desk.bench.counter.server, ms)
  await centre.fault({ fault, infno: '3262' })
  await centre.fault({ fault: 'dropBeforeBooking', infno: '3260' })
  await desk.approve(node.here(await desk.boss()), id)
  const stands = async () => [
    ...[await clearings.flags('clerk', month), (await state()).state],
    ...(await desk.stateOf(client, id)),
  ]
  const lost = [[flag], '6', 'approved', '医保中心的结果未知，系统正在核实']
  expect(await stands()).toEqual(lost)
  desk.bench.clock.advance(660_000)
  await tellTime(centre, desk.bench.clock())
  await carryOutDue(node.deps, fail)
  expect(await stands()).toEqual(lost)
  await client.ok(clearScore.resolve, { id: monthId })
  await freed(id)
  await carryOutDue(node.deps, fail)
  // What never arrived has been found out to be open, and is carried out now.
  expect(await stands()).toEqual([['2'], '2', 'done', '已回退，请在医保中心的期限内重新确认'])
  await node.close()
})

test('a roll-back lost under a version that did not note its authorisation is asked about before it is sent again', async () => {
  const month = '2065-03'
  const { client, id, monthId, state } = await askedMonth(month)
  await centre.fault({ fault: 'dropBeforeBooking', infno: '3262' })
  await centre.fault({ fault: 'dropBeforeBooking', infno: '3260' })
  await desk.approve(await desk.boss(), id)
  const { deps } = desk.bench.counter.server
  await deps.db.update(clearingMonth).set({ rollbackId: null }).where(eq(clearingMonth.id, monthId))
  desk.bench.clock.advance(660_000)
  await tellTime(centre, desk.bench.clock())
  await carryOutDue(deps, fail)
  expect(await clearings.flags('clerk', month)).toEqual(['1'])
  expect(await state()).toMatchObject({ state: '6' })
  expect(await desk.stateOf(client, id)).toEqual(['approved', '医保中心的结果未知，系统正在核实'])
  await client.ok(clearScore.resolve, { id: monthId })
  await freed(id)
  await carryOutDue(deps, fail)
  expect(await clearings.flags('clerk', month)).toEqual(['2'])
  expect(await desk.stateOf(client, id)).toEqual(['done', '已回退，请在医保中心的期限内重新确认'])
})

test('an application that a lost data key sealed ends unexecuted, once, and says so', async () => {
  const day = await desk.bench.day('clerk', '2026-04-29')
  const { id: orderId } = await day.buy('1.00')
  const id = await approvedOnly(day, orderId)
  await desk.deps.db.update(approvalRequest).set({ input: sealedByAnother() }).where(eq(approvalRequest.id, id))
  await freed(id)
  await carryOutDue(desk.deps, fail)
  const words = expect.stringMatching('^申请内容是用另一把数据密钥保存的，不能打开，没有再执行。.*请重新申请$')
  expect(await ends(day, id, orderId)).toEqual([0, 'settled', 'refused', words])
  const row = async () => (await desk.deps.db.select().from(approvalRequest).where(eq(approvalRequest.id, id)))[0]!
  const { attempts, nextAttemptAt } = await row()
  expect(nextAttemptAt).toBeNull()
  desk.bench.clock.advance(600_000)
  await carryOutDue(desk.deps, fail)
  expect((await row()).attempts).toBe(attempts)
})
