import { order as orders } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId } from '../../seed/organisation.ts'
import { clerkRole, dataRoles } from '../../seed/roles.ts'
import { user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { order } from '../order/tables.ts'
import { openCounter, otc } from './test/counter.ts'

// One settles, another takes it back at the next till: it is he who gives the cash out.

const counter = opened(() => openCounter())
const name = '欧𠮷'

const nextTill = async () => {
  const { db } = counter.server.deps
  const [clerk] = await db.select().from(user).where(eq(user.userName, 'clerk'))
  const id = seedId(2, 301)
  await db.insert(user).values({ ...clerk!, id, userName: 'next', name, surName: name })
  await db.insert(userMenuRole).values({ userId: id, roleId: clerkRole.id })
  await db.insert(userDataRole).values({ userId: id, roleId: dataRoles.guanqian.id })
  return counter.server.as('next')
}

test('a reversal is whose who made it: on its slip, in the reports, and in the sums of either', async () => {
  const next = await nextTill()
  await next.ok(signIn.do)
  const priced = await counter.preSettle(await counter.read('32050000000000000001'), { lines: otc('1.00') })
  expect((await counter.settle(priced)).success).toBe(true)
  const { id: orderId } = priced
  await counter.centre.fault({ fault: 'refuse', infno: '2103', text: '系统维护' })
  expect((await next.send(settlement.cancel, { orderId, reason: '顾客退药' })).success).toBe(false)
  const rowOf = async () => (await counter.server.deps.db.select().from(order).where(eq(order.id, orderId)))[0]!
  expect(await rowOf()).toMatchObject({ state: 'settled', reversedById: null, reversedByName: null })
  await next.ok(settlement.cancel, { orderId, reason: '顾客退药' })
  const { operatorName } = await next.ok(orders.get, { id: orderId })
  expect([operatorName, (await rowOf()).reversedByName]).toEqual(['李店员', name])
  const made = await next.ok(slip.make, { orderId, kind: 'reversal' })
  expect((await next.ok(slip.receipt, { slipId: made.slipId })).blocks).toContain(name)
  const boss = await counter.server.as('area', { areaCode: '320500' })
  const { items } = await boss.ok(settlementReport.query, {})
  const his = items.filter((one) => one.orderId === orderId).map((one) => [one.refunded, one.operatorName])
  expect(his.sort()).toEqual([
    ['0', '李店员'],
    ['1', name],
  ])
  const of = async (operatorId: string) => (await boss.ok(settlementReport.query, { operatorId })).items
  const { operatorId } = await rowOf()
  expect((await of(operatorId)).filter((one) => one.orderId === orderId).map(({ refunded }) => refunded)).toEqual(['0'])
  expect((await of(seedId(2, 301))).map(({ refunded }) => refunded)).toEqual(['1'])
})
