import type { ApprovalAction } from '@yibao/shared/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { Context } from '../../call/context.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { demoPassword } from '../../seed/people.ts'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { company } from '../organisation/tables.ts'
import { useAuthorization } from './authorize.ts'
import { user, userMenuRole } from './tables.ts'

const clock = testClock()
const guanqian = storeIdOf('P32050100001')
let clerk: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  clerk = await server.as('clerk')
})

const ask = (userName: string, more: { action?: string; password?: string } = {}) => {
  clock.advance(1)
  const passWord = encode(more.password ?? demoPassword, clock())
  return clerk.send(auth.authorize, {
    userName,
    passWord,
    action: (more.action ?? 'reversal') as ApprovalAction,
    target: 'order-1',
  })
}

const contextOf = async ({ token }: Client) =>
  new Context({
    deps: server.deps,
    user: await server.deps.services.access.userOf(token),
    requestId: '1',
    ip: '',
    idempotencyKey: undefined,
    asking: { device: () => Promise.reject(new Error()), decision: () => Promise.reject(new Error()) },
  })

const spend = async (authorizationId: string | undefined, more = {}, client = clerk) =>
  useAuthorization(await contextOf(client), {
    action: 'reversal',
    target: 'order-1',
    authorizationId,
    stores: [guanqian],
    ...more,
  })

test('a second person approves one action, once', async () => {
  const { result } = await ask('pharmacist')
  expect(result).toMatchObject({ authorizedBy: '王药师', expiresAt: '2026-11-21 09:02:00' })
  await expect(spend(result?.authorizationId)).resolves.toBe('王药师')
  await expect(spend(result?.authorizationId)).rejects.toThrow('授权已使用或已过期')
})

test('it serves no other action, target or person, and only 120 s', async () => {
  const id = (await ask('pharmacist')).result?.authorizationId
  await expect(spend(id, { action: 'difference' })).rejects.toThrow('授权已使用')
  await expect(spend(id, { target: 'order-2' })).rejects.toThrow('授权已使用')
  await expect(spend(id, {}, await server.as('pharmacist'))).rejects.toThrow('授权已使用')
  await expect(spend(undefined)).rejects.toThrow('此操作需要授权')
  clock.advance(120_000)
  await expect(spend(id)).rejects.toThrow('授权已使用或已过期')
})

test.each([
  ['clerk', '授权人不能是操作员本人', {}],
  ['viewer', '授权人没有此操作的权限', {}],
  ['clerk2', '授权人没有此操作的权限', {}],
  ['pharmacist', '输入有误：操作不在可选范围内', { action: 'constructor' }],
  ['pharmacist', '用户名或密码不正确', { password: 'wrong' }],
])('%s: %s', async (userName, text, more) => {
  expect((await ask(userName, more)).error?.message).toBe(text)
})

test('whoever approves sees the store it is about, also for an administrator who works in many', async () => {
  const nanjing = storeIdOf('P32010200001')
  const super1 = await server.as('admin', { areaCode: '320100' })
  const askFor = async (userName: string) => {
    clock.advance(1)
    const passWord = encode(demoPassword, clock())
    const asked = { userName, passWord, action: 'reversal' as ApprovalAction, target: 'order-1' }
    return (await super1.send(auth.authorize, asked)).result?.authorizationId
  }
  await expect(spend(await askFor('area1'), { stores: [nanjing] }, super1)).rejects.toThrow('授权人没有此操作的权限')
  await expect(spend(await askFor('area1'), { stores: [guanqian, nanjing] }, super1)).rejects.toThrow(
    '没有此操作的权限',
  )
  await expect(spend(await askFor('area1'), {}, super1), 'his own area').resolves.toBeTruthy()
  await expect(spend(await askFor('area'), { stores: [guanqian, nanjing] }, super1), 'both').resolves.toBe('吴区管')
})

test('the word of somebody who was stopped since counts no more', async () => {
  const id = (await ask('pharmacist')).result?.authorizationId
  const stop = (stopped: boolean) => server.deps.db.update(user).set({ stopped }).where(eq(user.userName, 'pharmacist'))
  await stop(true)
  await expect(spend(id)).rejects.toThrow('授权人没有此操作的权限')
  await stop(false)
})

test('nor does that of somebody whose right was taken away since, or whose company was stopped', async () => {
  const { db } = server.deps
  const [person] = await db.select().from(user).where(eq(user.userName, 'pharmacist'))
  const held = await db.select().from(userMenuRole).where(eq(userMenuRole.userId, person!.id))
  const id = (await ask('pharmacist')).result?.authorizationId
  await db.delete(userMenuRole).where(eq(userMenuRole.userId, person!.id))
  await expect(spend(id)).rejects.toThrow('授权人没有此操作的权限')
  await db.insert(userMenuRole).values(held)
  const other = (await ask('pharmacist')).result?.authorizationId
  const stop = (stopped: boolean) => db.update(company).set({ stopped }).where(eq(company.id, person!.companyId!))
  await stop(true)
  await expect(spend(other)).rejects.toThrow('授权人没有此操作的权限')
  await stop(false)
})

test('an administrator of the area may approve', async () => {
  expect((await ask('area')).result?.authorizedBy).toBe('吴区管')
})
