import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { authorization, user } from '../auth/tables.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { Clearings } from './test/clearings.ts'

// A no to the sender, and words that only look like "there is nothing to take back": what the centre holds stands, and ours
// says so.

const bench = useBench()
const clearings = new Clearings(() => bench)
const reason = '确认的金额有误'
let year = 2092

const extracted = async (prices: string[]) => {
  const month = `${++year}-03`
  await clearings.set({ inFlightMax: 0, authorizeUndo: false })
  const { client } = await clearings.sold('clerk', month, prices)
  await clearings.extract(client, month)
  const only = async () => (await clearings.page(client, month)).summary.only![0]!
  return { month, client, only, flags: () => clearings.flags('clerk', month) }
}

test.each([
  ['is not signed in any more', '没有签到不能回退'],
  ['has no right to it', '本机构没有回退权限'],
  ['has no right to it, in other words', '该操作员没有权限回退'],
])('a 3262 of somebody who %s takes nothing back, and is asked for again', async (_, text) => {
  const { month, client, only, flags } = await extracted(['9.00'])
  await clearings.confirmAll(client, month)
  const { id } = await only()
  await bench.centre.fault({ fault: 'refuse', infno: '3262', text })
  expect((await client.send(clearScore.rollback, { id, reason })).success).toBe(false)
  expect(await only()).toMatchObject({ state: '4', confirmed: 1, message: `医保中心：“${text}”` })
  expect(await flags()).toEqual(['1'])
  expect(await client.ok(clearScore.rollback, { id, reason })).toMatchObject({ state: '2', open: 1 })
  expect(await flags()).toEqual(['2'])
})

test('a 3261 of somebody who is not signed in any more: nothing is there, all is open, and the next one signs in', async () => {
  const { month, client, only, flags } = await extracted(['9.00'])
  await bench.centre.fault({ fault: 'refuse', infno: '3261', text: '签到编号已失效' })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toContain('医保中心暂时不能访问')
  expect(await only()).toMatchObject({ state: '2', open: 1, unknown: 0 })
  expect(await flags()).toEqual(['2'])
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect(await flags()).toEqual(['1'])
})

test('rolled back, what was refused is open as well as what was confirmed', async () => {
  const { month, client, only, flags } = await extracted(['1.00', '2.00'])
  const [row] = (await clearings.page(client, month)).items
  await clearings.ended(
    client,
    await client.ok(clearScore.refuse, { month, rowIds: [row!.id], note: '本店没有这些结算' }),
  )
  await clearings.confirmAll(client, month)
  const { id, ...before } = await only()
  expect(before).toMatchObject({ state: '4', confirmed: 1, refused: 1 })
  expect((await flags()).toSorted()).toEqual(['0', '1'])
  expect(await client.ok(clearScore.rollback, { id, reason })).toMatchObject({ state: '2', open: 2, refused: 0 })
  expect(await flags()).toEqual(['2', '2'])
})

test('rolled back is the month that was asked for: another one of the store stands, at the centre and here', async () => {
  const stays = await extracted(['1.00'])
  await clearings.confirmAll(stays.client, stays.month)
  const { month, client, only, flags } = await extracted(['2.00'])
  await clearings.confirmAll(client, month)
  expect(await client.ok(clearScore.rollback, { id: (await only()).id, reason })).toMatchObject({ state: '2', open: 1 })
  expect(await flags()).toEqual(['2'])
  const { summary } = await clearings.page(client, stays.month)
  expect(summary.only).toMatchObject([{ state: '4', confirmed: 1, open: 0 }])
  expect(await stays.flags()).toEqual(['1'])
})

test('the word of somebody who does not see the store takes nothing back', async () => {
  const { month, client, only, flags } = await extracted(['3.00'])
  await clearings.confirmAll(client, month)
  const { id } = await only()
  await clearings.authorized(true)
  const authorizationId = await clearings.approve(id)
  const { db } = bench.counter.server.deps
  const [elsewhere] = await db.select().from(user).where(eq(user.userName, 'clerk2'))
  await db.update(authorization).set({ byUserId: elsewhere!.id }).where(eq(authorization.id, authorizationId))
  const answer = await client.send(clearScore.rollback, { id, reason, authorizationId })
  expect(answer.resultNotice?.error).toBe('授权人没有此操作的权限')
  expect(await only()).toMatchObject({ state: '4', confirmed: 1 })
  expect(await flags()).toEqual(['1'])
})
