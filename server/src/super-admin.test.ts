import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { auth } from '@yibao/shared/calls/auth.ts'
import { ybConfig } from '@yibao/shared/calls/base.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { user } from './domains/auth/tables.ts'
import { giveSuperAdmin, NotGiven } from './super-admin.ts'
import { encode } from './test/encode.ts'
import { startTestServer, testClock } from './test/kit.ts'

const clock = testClock()
const server = opened(() => startTestServer({ clock }))

const login = (userName: string, password: string) => {
  clock.advance(1000)
  return server.nobody.send(auth.login, { userName, passWord: encode(password, clock()) })
}

test('a super administrator who is locked out comes in again, and his old sessions are over', async () => {
  const { db } = server.deps
  const before = await server.as('admin')
  for (let i = 0; i < 6; i++) await login('admin', 'wrong')
  await db.update(user).set({ stopped: true }).where(eq(user.userName, 'admin'))
  const { made, password } = await giveSuperAdmin(db, 'Admin', clock())
  expect(made).toBe(false)
  expect((await before.send(ybConfig.pullMedicalAreaCodes)).status).toBe(401)
  const again = await login('admin', password)
  expect(again.result?.token).toBeTruthy()
  const closed = await server.withToken(again.result!.token).send(ybConfig.pullMedicalAreaCodes)
  expect(closed.success, 'only the change of the password is open').toBe(false)
})

test('a second super administrator is made; whoever is none is left alone; both are in the log without the password', async () => {
  const { db } = server.deps
  const { made, password } = await giveSuperAdmin(db, '管理员二', clock())
  expect(made).toBe(true)
  expect((await login('管理员二', password)).result?.isSuperAdmin).toBe(true)
  await expect(giveSuperAdmin(db, 'clerk', clock())).rejects.toThrow(NotGiven)
  const { items } = await (await server.as('admin')).ok(operationLog.paged, { pageSize: 50 })
  expect(items.map(({ action }) => action)).toContain('新增超级管理员')
  expect(JSON.stringify(items)).not.toContain(password)
})

test('without a name it says how it is called', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'super-admin.ts')], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('用法：node server/src/super-admin.ts')])
})
