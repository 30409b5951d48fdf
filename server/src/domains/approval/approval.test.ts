import { approval } from '@yibao/shared/calls/approval.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { seedId } from '../../seed/organisation.ts'
import { dataRole, menuRole, user, userDataRole } from '../auth/tables.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { tellTime } from '../settlement/test/counter.ts'
import { expireWaiting } from './expire.ts'
import { approvalRequest } from './tables.ts'
import { openDesk } from './test/desk.ts'

const centre = opened(startCentre)
const desk = opened(() => openDesk(centre))

const hour = 3_600_000

test('a clerk asks, an administrator says yes: reversed once, in her name, with his', async () => {
  const day = await desk.bench.day('clerk', '2026-05-01')
  const { id: orderId } = await day.buy('12.34')
  const boss = await desk.boss()
  const id = await desk.askReversal(day, orderId)
  expect((await day.order(orderId)).state, 'nothing happens before somebody says yes').toBe('settled')
  expect(await desk.unread(boss)).toEqual([expect.stringContaining('待审批：撤销结算')])
  expect(await desk.unread(day.client)).toEqual([])
  desk.bench.clock.advance(2 * hour)
  expect(await desk.todo(boss)).toMatchObject([
    { id, kind: 'reversal', applicantName: '李店员', money: '12.34', state: 'waiting', node: '审批', waitingHours: 2 },
  ])
  const shown = await boss.ok(approval.get, { id })
  expect(shown).toMatchObject({ reason: '顾客退药', canJudge: true, canWithdraw: false, subject: { id: orderId } })
  expect(shown.facts).toContainEqual({ title: '退现金', value: expect.any(String) })
  const sealed = await desk.row(id)
  expect(sealed.input, 'the kept input is sealed').not.toContain(orderId)
  await tellTime(centre, desk.bench.clock())
  expect((await desk.approve(boss, id)).results).toMatchObject([{ ok: true }])
  expect((await day.order(orderId)).state).toBe('reversed')
  expect((await day.book()).filter(({ infno }) => infno === '2103')).toHaveLength(1)
  expect(await desk.stateOf(day.client, id)).toEqual(['done', '已撤销，请按原支付方式退款'])
  expect(await desk.unread(day.client)).toEqual([expect.stringContaining('已通过并执行：撤销结算')])
  expect(await desk.unread(boss), 'it waits for him no longer').toEqual([])
  // Who sees every store is told of what waits for him, and not of what others are told.
  expect(await desk.unread(await desk.bench.counter.server.as('admin'))).toEqual([])
  expect(await desk.unread(await desk.bench.counter.server.as('pharmacist'))).toEqual([])
  const { events } = await boss.ok(approval.get, { id })
  expect(events.map(({ move, by }) => [move, by])).toEqual([
    ['提交审批', '李店员'],
    ['审批通过', '吴区管'],
    ['执行成功', '系统'],
  ])
  const [line] = await desk.deps.db.select().from(operationLog).where(eq(operationLog.call, 'settlement.cancel'))
  expect(line).toMatchObject({ userName: 'clerk', ok: true, record: { orderId, approvedBy: '吴区管' } })
  expect((await boss.ok(approval.paged, { tab: 'judged' })).items).toMatchObject([{ id, state: 'done' }])
  expect(await desk.todo(boss)).toEqual([])
})

test('who may not do it himself neither asks nor judges; nobody judges his own', async () => {
  const day = await desk.bench.day('clerk', '2026-05-02')
  const { id: orderId } = await day.buy('1.00')
  const reversal = { orderId, reason: '顾客退药' }
  const { server } = desk.bench.counter
  const refused = async (name: string, options = {}) =>
    (await (await server.as(name, options)).send(approval.submit, { reversal })).error?.message
  expect(await refused('viewer')).toContain('没有「撤销结算」的权限')
  expect(await refused('clerk2')).toContain('没有找到订单')
  const id = await desk.askReversal(day, orderId)
  const again = await day.client.send(approval.submit, { reversal })
  expect(again.error?.message).toMatch(/^「张\* · .*」已提交审批，正在等待$/)
  const judge = async (client: typeof day.client) =>
    (await client.send(approval.do, { ids: [id], verdict: 'approve', opinion: '' })).error?.message
  expect(await judge(day.client)).toContain('没有「审批」的权限')
  // An administrator who asks is asked by the same rule.
  const boss = await desk.boss()
  const { id: second } = await day.buy('2.00')
  await boss.ok(approval.submit, { reversal: { orderId: second, reason: '重复结算' } })
  const [own] = await desk.mine(boss)
  const self = await boss.send(approval.do, { ids: [own!.id], verdict: 'approve', opinion: '' })
  expect(self.error?.message).toBe('不能审批自己提交的申请')
  expect((await desk.todo(boss)).map((one) => one.id)).toEqual([id])
  // Another area's administrator, and one of this area that lost it meanwhile.
  expect(await judge(await server.as('area', { areaCode: '320100' }))).toContain('没有找到这项审批申请')
  const roles = await desk.deps.db
    .select()
    .from(userDataRole)
    .where(eq(userDataRole.userId, seedId(2, 2)))
  await desk.deps.db.delete(userDataRole).where(eq(userDataRole.userId, seedId(2, 2)))
  expect(await judge(await desk.boss())).toContain('没有找到这项审批申请')
  await desk.deps.db.insert(userDataRole).values(roles)
  const [area] = await desk.deps.db.select().from(menuRole).where(eq(menuRole.code, 'area'))
  const without = area!.buttons.filter(({ buttonCode }) => buttonCode !== 'reverse')
  await desk.deps.db.update(menuRole).set({ buttons: without }).where(eq(menuRole.code, 'area'))
  expect(await judge(await desk.boss())).toBe('没有「撤销结算」的权限，不能审批')
  expect(await desk.todo(await desk.boss())).toEqual([])
  await desk.deps.db.update(menuRole).set({ buttons: area!.buttons }).where(eq(menuRole.code, 'area'))
  expect((await day.order(orderId)).state).toBe('settled')
  await day.client.ok(approval.withdraw, { id })
  await boss.ok(approval.withdraw, { id: own!.id })
})

test('a no needs a word; it is told, and what was asked may be asked again', async () => {
  const day = await desk.bench.day('clerk', '2026-05-03')
  const { id: orderId } = await day.buy('3.00')
  const id = await desk.askReversal(day, orderId)
  const boss = await desk.boss()
  const silent = await boss.send(approval.do, { ids: [id], verdict: 'reject', opinion: ' ' })
  expect(silent.error?.fields).toEqual({ opinion: '驳回须填写审批意见，至少 2 个字' })
  const { progressId } = await boss.ok(approval.do, { ids: [id], verdict: 'reject', opinion: '小票不全 䶮' })
  expect(progressId).toBeTruthy()
  expect(await desk.stateOf(day.client, id)).toEqual(['rejected', '已驳回，没有执行'])
  expect((await desk.unread(day.client))[0]).toContain('已驳回：撤销结算')
  const late = await boss.send(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
  expect(late.error?.message).toBe('这项申请是「已驳回」，不能再通过')
  expect((await day.order(orderId)).state).toBe('settled')
  const next = await desk.askReversal(day, orderId)
  expect(next).not.toBe(id)
  await day.client.ok(approval.withdraw, { id: next })
  expect(await desk.stateOf(day.client, next)).toEqual(['withdrawn', '申请人撤回，没有执行'])
  expect((await boss.send(approval.do, { ids: [next], verdict: 'approve', opinion: '' })).error?.message).toContain(
    '已撤回',
  )
  expect((await (await desk.boss('area1')).send(approval.withdraw, { id: next })).statusCode).toBe(404)
})

test('transferred, it waits for one person alone; he must be able to judge it', async () => {
  const day = await desk.bench.day('clerk', '2026-05-04')
  const { id: orderId } = await day.buy('4.00')
  const id = await desk.askReversal(day, orderId)
  const [boss, other] = [await desk.boss(), await desk.boss('area1')]
  const persons = await boss.ok(approval.persons, { id })
  expect(persons.map(({ name }) => name).sort()).toEqual(['周管理', '郑区管'])
  const clerk = await boss.send(approval.transfer, { id, userId: seedId(2, 4) })
  expect(clerk.error?.message).toBe('这个人现在不能审批这项申请')
  const himself = await boss.send(approval.transfer, { id, userId: seedId(2, 2) })
  expect(himself.error?.message).toBe('这个人现在不能审批这项申请')
  await boss.ok(approval.transfer, { id, userId: seedId(2, 3), opinion: '您熟悉这家店'.replace('您', '你') })
  expect(await desk.todo(boss)).toEqual([])
  expect(await desk.unread(boss)).toEqual([])
  expect(await desk.todo(other)).toMatchObject([{ id, node: '郑区管审批' }])
  const [notice] = (await other.ok(message.paged, { tab: 'unread', type: 'approval' })).items
  expect(notice?.title).toContain('待审批：撤销结算')
  const { link } = await other.ok(message.get, { id: notice!.id })
  expect(link).toEqual({ title: '打开审批', path: '/report-management/approval?f.tab=todo' })
  const mine = await boss.send(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
  expect(mine.error?.message).toBe('这项申请已转交给郑区管')
  await desk.approve(other, id)
  expect((await day.order(orderId)).state).toBe('reversed')
})

test('what nobody judges ends after the area’s hours, and is told', async () => {
  const day = await desk.bench.day('clerk', '2026-05-05')
  await desk.set({ approvalHours: 2 })
  const { id: orderId } = await day.buy('5.00')
  const id = await desk.askReversal(day, orderId)
  await desk.set({ approvalHours: 72 })
  desk.bench.clock.advance(2 * hour - 1000)
  expect(await expireWaiting(desk.deps)).toBe(0)
  desk.bench.clock.advance(1000)
  const boss = await desk.boss()
  expect(await desk.todo(boss)).toEqual([])
  // Before the job has come by, it is over all the same.
  const late = await boss.send(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
  expect(late.error?.message).toBe('这项申请是「已过期」，不能再通过')
  expect(await expireWaiting(desk.deps)).toBe(1)
  expect(await expireWaiting(desk.deps)).toBe(0)
  expect(await desk.stateOf(day.client, id)).toEqual(['expired', '超过有效期没有人审批，没有执行'])
  expect((await desk.unread(day.client))[0]).toContain('已过期：撤销结算')
  expect((await day.order(orderId)).state).toBe('settled')
})

test('several differences are as many applications, judged together; one that was handled meanwhile is not done twice', async () => {
  const day = await desk.bench.day('clerk', '2026-05-06')
  for (const tail of ['1', '2', '3']) await day.centreOnly(`P320501000012026050608000000${tail}`)
  const diffIds = (await day.run()).map(({ id }) => id)
  expect(await day.client.ok(approval.submit, { differences: { diffIds, action: 'undo' } })).toMatchObject({ count: 3 })
  const boss = await desk.boss()
  const waiting = await desk.todo(boss)
  expect(waiting).toHaveLength(3)
  expect(new Set(waiting.map(({ kind }) => kind))).toEqual(new Set(['difference']))
  const target = `undo:${diffIds[0]}`
  expect((await day.handle({ id: diffIds[0]! }, 'undo', { authorizationId: await day.approve(target) })).success).toBe(
    true,
  )
  const { results } = await desk.approve(boss, ...waiting.map(({ id }) => id))
  expect(results.filter(({ ok }) => ok)).toHaveLength(2)
  expect(results.find(({ ok }) => !ok)?.text).toBe('这一笔已由其他人处理')
  expect(await day.book()).toEqual([])
  const states = (await desk.mine(day.client)).slice(0, 3).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['done', 'done', 'refused'])
  const repaired = (await day.differences({ id: (await day.total()).groups[0]!.id })).map((one) => one.handledNote)
  expect(repaired.length === 0 || repaired.every((one) => one?.includes('授权人')), 'the judge is in the record').toBe(
    true,
  )
})

test('where nobody needs to be asked, or nobody could say yes, nothing is kept', async () => {
  const day = await desk.bench.day('clerk', '2026-05-07')
  const { id: orderId } = await day.buy('7.00')
  await desk.set({ authorizeReversal: false })
  const answer = await day.client.send(approval.submit, { reversal: { orderId, reason: '顾客退药' } })
  expect(answer.error?.message).toBe('本地区的这项操作不需要授权')
  await desk.set({ authorizeReversal: true })
  const { db } = desk.deps
  const judges = await db.update(user).set({ stopped: true }).where(eq(user.isAdminUser, true)).returning()
  const alone = await day.client.send(approval.submit, { reversal: { orderId, reason: '顾客退药' } })
  expect(alone.error?.message).toMatch(/^没有人可以审批「张/)
  for (const { id } of judges) await db.update(user).set({ stopped: false }).where(eq(user.id, id))
  const both = { reversal: { orderId, reason: '顾客退药' }, differences: { diffIds: ['x'], action: 'undo' as const } }
  expect((await day.client.send(approval.submit, both)).error?.message).toBe('输入有误：一次提交一种操作')
  expect(await desk.deps.db.select().from(approvalRequest).where(eq(approvalRequest.state, 'waiting'))).toEqual([])
})

test('the applicant’s own rights count when it is carried out', async () => {
  const day = await desk.bench.day('clerk', '2026-05-08')
  const boss = await desk.boss()
  const [first, second] = [(await day.buy('8.00')).id, (await day.buy('9.00')).id]
  const a = await desk.askReversal(day, first)
  const b = await desk.askReversal(day, second)
  const { db } = desk.deps
  const [clerk] = await db.select().from(menuRole).where(eq(menuRole.code, 'clerk'))
  const without = clerk!.buttons.filter(({ buttonCode }) => buttonCode !== 'reverse')
  await db.update(menuRole).set({ buttons: without }).where(eq(menuRole.code, 'clerk'))
  await desk.approve(boss, a)
  await db.update(menuRole).set({ buttons: clerk!.buttons }).where(eq(menuRole.code, 'clerk'))
  expect(await desk.stateOf(boss, a)).toEqual(['refused', expect.stringContaining('没有「撤销结算」的权限')])
  await db.update(user).set({ stopped: true }).where(eq(user.userName, 'clerk'))
  await desk.approve(boss, b)
  await db.update(user).set({ stopped: false }).where(eq(user.userName, 'clerk'))
  expect(await desk.stateOf(boss, b)).toEqual(['refused', '申请人的账号或门店已停用，没有执行'])
  expect([(await day.order(first)).state, (await day.order(second)).state]).toEqual(['settled', 'settled'])
  // Neither stands in the way of asking again, or of somebody beside her.
  await desk.set({ authorizeReversal: false })
  expect((await day.client.send(settlement.cancel, { orderId: first, reason: '顾客退药' })).success).toBe(true)
  await desk.set({ authorizeReversal: true })
  expect((await db.select().from(dataRole)).length).toBeGreaterThan(0)
})
