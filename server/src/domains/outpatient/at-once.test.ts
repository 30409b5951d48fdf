import { approvalTarget } from '@yibao/shared/approval.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { leaseAt } from '../../test/clock.ts'
import { authorization, user } from '../auth/tables.ts'
import { intent } from '../order/tables.ts'
import { reconRepair } from '../reconciliation/tables.ts'
import { type Day, stores } from '../reconciliation/test/bench.ts'
import { holdUndo as hold } from '../reconciliation/test/hold-undo.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'

// One settlement that only the centre has, repaired from two sides: by this page in two windows, or by this page and the
// reconciliation. While a 2601 is on its way nothing is booked behind it. Each asserts the centre's book, ours, and what
// is read.

const bench = useBench()
const locked = '系统正在核实这一笔'
const restore: (() => void)[] = []
afterEach(() => {
  for (const back of restore.splice(0)) back()
})
const holdUndo = (day: Day) => {
  const held = hold(day)
  restore.push(held.release)
  return held
}

/** Taken for undone ('not found'), booked at the centre all the same, and found there by its person's card. */
const found = async (day: Day) => {
  await bench.centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
  const { id } = await day.buy()
  bench.clock.advance(1000)
  const [sent] = await day.deps.db.select().from(intent).where(eq(intent.orderId, id))
  await recoverIntent(day.deps, sent!.id)
  const { readId } = (await day.counter.read(stores.clerk.person, day.client)) as { readId: string }
  const { visits } = await day.client.ok(outpatient.queryCentre, { readId, from: day.date, to: day.date })
  const { setlId, mdtrtId } = visits.find(({ verdict }) => verdict === 'centreOnly')!
  const wanted = { readId, setlId: setlId!, mdtrtId: mdtrtId!, reason: '顾客说扣了钱' }
  return { id, msgid: sent!.msgid, wanted }
}
type Wanted = Awaited<ReturnType<typeof found>>['wanted']

const undoing = async (day: Day, wanted: Wanted) => {
  const authorizationId = await day.approve(approvalTarget.centreOnly(wanted.setlId), 'centreOnly')
  return day.client.send(outpatient.reverse, { ...wanted, authorizationId })
}

/** Both books say that nothing was bought, and so does the clerk's page. */
const expectUndone = async (day: Day, { id, wanted }: { id: string; wanted: Wanted }) => {
  expect([await day.book(), (await day.order(id)).state], 'both books say the same').toEqual([[], 'presettled'])
  expect((await day.client.ok(orderCalls.get, { id })).status).toBe('1')
  const { visits } = await day.client.ok(outpatient.queryCentre, {
    ...{ readId: wanted.readId, from: day.date, to: day.date },
  })
  expect(visits).toEqual([])
  expect(await day.deps.db.select().from(reconRepair)).toEqual([])
}

test('this page’s 2601 is on its way: a second window’s 补录 is told so, and neither its own 冲正 sends another', async () => {
  const day = await bench.day('clerk', '2027-04-01')
  const one = await found(day)
  const { reached, go, sent } = holdUndo(day)
  const first = undoing(day, one.wanted)
  await reached
  const filled = await day.client.send(outpatient.backfill, one.wanted)
  const second = await undoing(day, one.wanted)
  go()
  expect((await first).result).toEqual({ text: '冲正成功' })
  await expectUndone(day, one)
  expect([filled.resultNotice?.error, second.resultNotice?.error]).toEqual([locked, locked])
  expect(sent).toEqual([one.msgid])
})

test('the reconciliation’s 2601 is on its way: this page neither books the settlement nor undoes it', async () => {
  const day = await bench.day('clerk', '2027-04-02')
  const one = await found(day)
  const { reached, go, sent } = holdUndo(day)
  const run = day.run()
  await reached
  const filled = await day.client.send(outpatient.backfill, one.wanted)
  const second = await undoing(day, one.wanted)
  go()
  expect(await run).toMatchObject([{ handledBy: '系统', handledAction: 'undo' }])
  await expectUndone(day, one)
  expect([filled.resultNotice?.error, second.resultNotice?.error]).toEqual([locked, locked])
  expect(sent).toEqual([one.msgid])
})

test('this page’s 2601 is on its way: its difference is shown as locked, and cannot be 补录 there', async () => {
  const day = await bench.day('clerk', '2027-04-03')
  const one = await found(day)
  // The system's own repair of it gets no answer: the difference stands open for a person.
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2601' })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ locked: false })
  const { reached, go } = holdUndo(day)
  const first = undoing(day, one.wanted)
  await reached
  expect(await day.differences({ id: difference!.groupId })).toMatchObject([{ id: difference!.id, locked: true }])
  const filled = await day.handle(difference!, 'backfill')
  // A newer run leaves it and its row alone.
  await day.client.ok(reconciliation.detail, { groupId: difference!.groupId })
  expect(await day.differences({ id: difference!.groupId })).toMatchObject([{ id: difference!.id, locked: true }])
  go()
  expect((await first).result).toEqual({ text: '冲正成功' })
  await expectUndone(day, one)
  expect(filled.resultNotice?.error).toBe(locked)
  expect(await day.differences({ id: difference!.groupId })).toMatchObject([{ locked: false }])
})

test('a difference that is raised while this page’s 2601 is on its way is repaired by nobody until it ends', async () => {
  const day = await bench.day('clerk', '2027-04-04')
  const one = await found(day)
  const { reached, go, sent } = holdUndo(day)
  const first = undoing(day, one.wanted)
  await reached
  const [raised] = await day.run()
  expect([raised!.class, raised!.handledAt]).toEqual(['centreOnlyKnown', undefined])
  const filled = await day.handle(raised!, 'backfill')
  go()
  expect((await first).result).toEqual({ text: '冲正成功' })
  await expectUndone(day, one)
  expect(filled.resultNotice?.error).toBe(locked)
  expect(sent).toEqual([one.msgid])
  const { groups, equal } = await day.total()
  expect(equal).toBe(groups.length)
})

test('what the other one has done meanwhile is seen: 补录 asks the centre once more when its turn comes', async () => {
  const day = await bench.day('clerk', '2027-04-05')
  const one = await found(day)
  const client = day.deps.services.centre.of('320500')
  let asked = 0
  client.send = async (body, which, waiting) => {
    const answer = await Object.getPrototypeOf(client).send.call(client, body, which, waiting)
    // Between what it is told first and its own turn, somebody undoes the settlement.
    if (which === '5203' && ++asked === 1) {
      Reflect.deleteProperty(client, 'send')
      expect((await undoing(day, one.wanted)).result).toEqual({ text: '冲正成功' })
    }
    return answer
  }
  restore.push(() => Reflect.deleteProperty(client, 'send'))
  const filled = await day.client.send(outpatient.backfill, one.wanted)
  expect(filled.resultNotice?.error).toContain('医保中心没有答复这笔结算')
  await expectUndone(day, one)
})

test('a server that died with a repair keeps nobody out for longer than a claim lasts', async () => {
  const day = await bench.day('clerk', '2027-04-06')
  const one = await found(day)
  const claimedUntil = leaseAt(bench.clock().getTime() + 150_000)
  const id = `${(await day.store()).id} ${one.msgid}`
  await day.deps.db.insert(reconRepair).values({ id, claimedUntil })
  expect((await day.client.send(outpatient.backfill, one.wanted)).resultNotice?.error).toBe(locked)
  expect((await day.order(one.id)).state).toBe('presettled')
  bench.clock.set(new Date(claimedUntil.getTime() + 1))
  expect((await day.client.ok(outpatient.backfill, one.wanted)).orderId).toBe(one.id)
  expect((await day.order(one.id)).state).toBe('settled')
  expect(await day.book()).toHaveLength(1)
})

test('the word of a second person who does not see the store undoes nothing there', async () => {
  const day = await bench.day('clerk', '2027-04-20')
  const one = await found(day)
  const { db } = day.deps
  const authorizationId = await day.approve(approvalTarget.centreOnly(one.wanted.setlId), 'centreOnly')
  const [nanjing] = await db.select().from(user).where(eq(user.userName, 'clerk2'))
  await db.update(authorization).set({ byUserId: nanjing!.id }).where(eq(authorization.id, authorizationId))
  const denied = await day.client.send(outpatient.reverse, { ...one.wanted, authorizationId })
  expect(denied.resultNotice?.error).toBe('授权人没有此操作的权限')
  expect([(await day.book()).length, (await day.order(one.id)).state]).toEqual([1, 'presettled'])
  expect((await undoing(day, one.wanted)).result).toEqual({ text: '冲正成功' })
  await expectUndone(day, one)
})
