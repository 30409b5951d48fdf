import { approvalTarget } from '@yibao/shared/approval.ts'
import { approval } from '@yibao/shared/calls/approval.ts'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { newId } from '../../base/ids.ts'
import { idempotency } from '../../call/tables.ts'
import { seedId } from '../../seed/organisation.ts'
import { dataRoles } from '../../seed/roles.ts'
import type { Client } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { authorization, dataRole, menuRole, user } from '../auth/tables.ts'
import type { Day } from '../reconciliation/test/bench.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { carryOutDue } from './carry-out.ts'
import { approvalRequest } from './tables.ts'
import { openDesk } from './test/desk.ts'

// What changes between the question and the answer, between the answer's reading and its writing, and between the answer
// and what is done for it: in each the centre's book, our book and what is read.

const centre = opened(startCentre)
const desk = opened(() => openDesk(centre))
afterEach(async () => {
  vi.restoreAllMocks()
  for (const turn of [menuRoleOn, dataRoleOn, accountOn]) await turn(true)
})

const [area, admin] = [seedId(2, 2), seedId(2, 1)]
const db = () => desk.deps.db
const set = (id: string, values: Partial<typeof approvalRequest.$inferInsert>) =>
  db().update(approvalRequest).set(values).where(eq(approvalRequest.id, id))
const yes = (client: Client, id: string) => client.send(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
const reversals = async (day: Day) => (await day.book()).filter(({ infno }) => infno === '2103').length

const asked = async (date: string) => {
  const day = await desk.bench.day('clerk', date)
  const { id: orderId } = await day.buy('1.00')
  const id = await desk.askReversal(day, orderId)
  const stands = async () => [await reversals(day), (await day.order(orderId)).state]
  return { day, orderId, id, stands }
}

const menuRoleOn = (enabled: boolean) => db().update(menuRole).set({ enabled }).where(eq(menuRole.code, 'area'))
const dataRoleOn = (enabled: boolean) =>
  db().update(dataRole).set({ enabled }).where(eq(dataRole.id, dataRoles.both.id))
const accountOn = (on: boolean) => db().update(user).set({ stopped: !on }).where(eq(user.id, area))

test.each([
  ['2026-03-01', 'his menu role was disabled', menuRoleOn, 403, '没有「审批」的权限'],
  ['2026-03-02', 'his data role was disabled', dataRoleOn, 404, '没有找到这项审批申请'],
] as const)(
  '%s, since it was asked %s: his yes counts nothing, and he is not offered as a judge',
  async (date, _, turn, status, words) => {
    const { day, id, stands } = await asked(date)
    const before = await desk.boss()
    expect((await desk.todo(before)).map((one) => one.id)).toContain(id)
    const other = await desk.bench.counter.server.as('admin', { areaCode: '320500' })
    const names = async () => (await other.ok(approval.persons, { id })).map(({ name }) => name)
    expect(await names()).toContain('吴区管')
    await turn(false)
    const answer = await yes(before, id)
    expect([answer.statusCode, answer.error?.message]).toEqual([status, expect.stringContaining(words)])
    expect(await names()).not.toContain('吴区管')
    await turn(true)
    expect(await stands()).toEqual([0, 'settled'])
    expect(await desk.stateOf(day.client, id)).toEqual(['waiting', undefined])
    await day.client.ok(approval.withdraw, { id })
  },
)

test('nobody hands his own application to himself by another’s hand, and another area’s administrator takes none', async () => {
  const day = await desk.bench.day('clerk', '2026-03-03')
  const { id: orderId } = await day.buy('1.00')
  const boss = await desk.boss()
  await boss.ok(approval.submit, { reversal: { orderId, reason: '重复结算' } })
  const { id } = (await desk.mine(boss))[0]!
  const beside = await desk.boss('area1')
  expect((await beside.ok(approval.persons, { id })).map(({ name }) => name)).toEqual(['周管理'])
  expect((await beside.send(approval.transfer, { id, userId: area })).error?.message).toBe('这个人现在不能审批这项申请')
  const elsewhere = await desk.bench.counter.server.as('area', { areaCode: '320100' })
  for (const answer of [
    await yes(elsewhere, id),
    await elsewhere.send(approval.transfer, { id, userId: admin }),
    await elsewhere.send(approval.get, { id }),
  ])
    expect(answer.statusCode).toBe(404)
  expect((await yes(boss, id)).error?.message).toBe('不能审批自己提交的申请')
  expect([await reversals(day), (await day.order(orderId)).state]).toEqual([0, 'settled'])
  await boss.ok(approval.withdraw, { id })
})

/** Does something else when the next write is about to begin: after everything was read and allowed. */
const justBefore = (work: () => Promise<unknown>) => {
  const real = db().transaction.bind(db())
  vi.spyOn(db(), 'transaction').mockImplementationOnce(async (...args) => {
    await work()
    return real(...args)
  })
}

test.each([
  ['2026-03-04', 'withdrawn', '这项申请是「已撤回」，不能再通过', ['withdrawn', '申请人撤回，没有执行']],
  ['2026-03-05', 'rejected', '这项申请是「已驳回」，不能再通过', ['rejected', '已驳回，没有执行']],
  ['2026-03-06', 'transferred', '这项申请已转交给周管理', ['waiting', undefined]],
  ['2026-03-07', 'expired', '这项申请是「已过期」，不能再通过', ['expired', undefined]],
] as const)(
  '%s: %s between the reading and the writing of a yes: nothing is done, and he reads how it stands',
  async (date, what, words, ends) => {
    const { day, id, stands } = await asked(date)
    const [boss, beside] = [await desk.boss(), await desk.boss('area1')]
    const meanwhile = {
      withdrawn: () => day.client.ok(approval.withdraw, { id }),
      rejected: () => beside.ok(approval.do, { ids: [id], verdict: 'reject', opinion: '小票不全' }),
      transferred: () => beside.ok(approval.transfer, { id, userId: admin }),
      expired: () => set(id, { expiresAt: desk.bench.clock() }),
    }
    justBefore(meanwhile[what])
    expect((await yes(boss, id)).error?.message).toBe(words)
    expect(await stands()).toEqual([0, 'settled'])
    expect(await desk.stateOf(day.client, id)).toEqual(ends)
    await carryOutDue(desk.deps, (fault) => {
      throw fault
    })
    expect(await stands()).toEqual([0, 'settled'])
    if (what === 'transferred') await day.client.ok(approval.withdraw, { id })
  },
)

test('approved between the reading and the writing of a withdrawal: it is done once, and she reads that it cannot be taken back', async () => {
  const { day, id, stands } = await asked('2026-03-08')
  const boss = await desk.boss()
  justBefore(() => desk.approve(boss, id))
  const back = await day.client.send(approval.withdraw, { id })
  expect(back.error?.message).toBe('这项申请是「已通过」，不能再撤回')
  expect(await stands()).toEqual([1, 'reversed'])
  expect(await desk.stateOf(day.client, id)).toEqual(['done', '已撤销，请按原支付方式退款'])
})

test.each([
  ['2026-03-09', 'was stopped', accountOn],
  ['2026-03-10', 'sees the store no longer', dataRoleOn],
] as const)(
  '%s: who said yes %s before a node came to carry it out: nothing is done, and she reads so',
  async (date, _, turn) => {
    const { day, id, stands } = await asked(date)
    // As a node leaves it that dies right behind the yes.
    const judged = { judgedById: area, judgedByName: '吴区管', judgedAt: desk.bench.clock() }
    await set(id, { state: 'approved', ...judged, nextAttemptAt: new Date(0) })
    await turn(false)
    await carryOutDue(desk.deps, (fault) => {
      throw fault
    })
    await turn(true)
    expect(await stands()).toEqual([0, 'settled'])
    const [state, outcome] = await desk.stateOf(day.client, id)
    expect([state, outcome]).toEqual(['refused', expect.stringContaining('授权人')])
    expect((await desk.unread(day.client))[0]).toContain('已通过，但没有执行')
  },
)

const fail = (fault: unknown) => {
  throw fault
}

test('a node died with the kept call begun and nothing sent: the next one does it at once, though its key is taken', async () => {
  const { day, id, stands } = await asked('2026-03-11')
  const judged = { judgedById: area, judgedByName: '吴区管', judgedAt: desk.bench.clock() }
  await set(id, { state: 'approved', ...judged, nextAttemptAt: new Date(0) })
  const { applicantId: userId } = await desk.row(id)
  const begun = { userId, call: 'settlement.cancel', key: id, bodyHash: 'of its own', startedAt: desk.bench.clock() }
  await db().insert(idempotency).values(begun)
  await carryOutDue(desk.deps, fail)
  expect(await stands()).toEqual([1, 'reversed'])
  expect(await desk.stateOf(day.client, id)).toEqual(['done', '已撤销，请按原支付方式退款'])
})

test('repaired at the counter meanwhile, by the same two persons: the application has done nothing, and says so', async () => {
  const day = await desk.bench.day('clerk', '2026-03-12')
  await day.centreOnly('P3205010000120260312080000001')
  const [found] = await day.run()
  await day.client.ok(approval.submit, { differences: { diffIds: [found!.id], action: 'undo' } })
  const { id } = (await desk.mine(day.client))[0]!
  const authorizationId = await day.approve(`undo:${found!.id}`)
  await db().update(authorization).set({ byName: '吴区管' }).where(eq(authorization.id, authorizationId))
  const done = await day.handle(found!, 'undo', { authorizationId })
  expect(done.result).toMatchObject({ handledBy: '李店员', handledNote: expect.stringContaining('授权人 吴区管') })
  await desk.approve(await desk.boss(), id)
  expect(await desk.stateOf(day.client, id)).toEqual(['refused', '这一笔已由其他人处理'])
  expect((await desk.unread(day.client))[0]).toContain('已通过，但没有执行')
  expect(await day.book()).toEqual([])
})

test('what breaks off again and again keeps nothing behind it waiting', async () => {
  const { id, stands } = await asked('2026-03-13')
  const judged = { judgedById: area, judgedByName: '吴区管', judgedAt: desk.bench.clock() }
  await set(id, { state: 'approved', ...judged, nextAttemptAt: new Date(1) })
  const good = await desk.row(id)
  const input = desk.deps.services.vault.seal('no input')
  const broken = Array.from({ length: 50 }, (_, n) => ({
    ...{ ...good, id: newId(desk.bench.clock()), target: `reversal:broken${n}`, input },
    nextAttemptAt: new Date(0),
  }))
  await db().insert(approvalRequest).values(broken)
  const faults: unknown[] = []
  for (const _ of ['the fifty in front', 'who comes behind them'])
    await carryOutDue(desk.deps, (fault) => void faults.push(fault))
  expect([faults.length, await stands()]).toEqual([50, [1, 'reversed']])
  const ids = broken.map((one) => one.id)
  await db().delete(approvalRequest).where(inArray(approvalRequest.id, ids))
})

test.skipIf(usual !== 'postgres')(
  'the same differences asked for twice at once, the other way round: one is told that they wait',
  async () => {
    const day = await desk.bench.day('clerk', '2026-03-14')
    for (const tail of ['1', '2', '3']) await day.centreOnly(`P320501000012026031408000000${tail}`)
    const diffIds = (await day.run()).map((one) => one.id).sort()
    const target = approvalTarget.difference('undo', diffIds[1]!)
    const [like] = await db().select().from(approvalRequest).limit(1)
    // Whoever comes to the one in the middle waits, until this application is seen to be none.
    const commit = await held(db(), async (tx) => {
      const values = { ...like!, id: newId(new Date()), kind: 'difference' as const, target, state: 'waiting' as const }
      await tx.insert(approvalRequest).values(values)
      await tx.delete(approvalRequest).where(eq(approvalRequest.id, values.id))
    })
    const submit = (ids: string[]) =>
      day.client.send(approval.submit, { differences: { diffIds: ids, action: 'undo' } })
    const answers = [submit(diffIds), submit(diffIds.toReversed())]
    await untilWaiting(db(), 2)
    await commit()
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  },
)
