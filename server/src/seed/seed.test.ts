import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { migrate } from '../database/migrate.ts'
import { openPglite } from '../database/open.ts'
import { user } from '../domains/auth/tables.ts'
import { dictionaryItem } from '../domains/dictionary/tables.ts'
import { area } from '../domains/organisation/tables.ts'
import { checkPassword } from '../secrets/secret.ts'
import { hasNobody, seed } from './index.ts'

const database = opened(openPglite)
beforeAll(async () => {
  await migrate(database)
})

test('a production database gets roles, dictionaries and one administrator, and no demo account', async () => {
  const { db } = database
  expect(await seed(db, { demo: false }), 'filled').toBe(true)
  expect(await hasNobody(db), 'its first start was given no password').toBe(true)
  for (const [adminPassword, why] of Object.entries({ abc: '8 到 64 位', 'admin#2026': '不能包含用户名' }))
    await expect(seed(db, { demo: false, adminPassword })).rejects.toThrow(new RegExp(`ADMIN_PASSWORD.*${why}`))
  expect(await hasNobody(db), 'nor a password that is one').toBe(true)
  expect(await seed(db, { demo: false, adminPassword: 'a-long-one' })).toBe(false)
  expect(await hasNobody(db)).toBe(false)
  expect(await seed(db, { demo: false, adminPassword: 'another-one' })).toBe(false)
  const users = await db.select().from(user)
  expect(users.map(({ userName, isSuperAdmin }) => [userName, isSuperAdmin])).toEqual([['admin', true]])
  expect(await checkPassword('a-long-one', users[0]!.passwordHash)).toBe(true)
  expect(await db.select().from(area)).toEqual([])
  expect((await db.select().from(dictionaryItem)).length).toBeGreaterThan(2000)
  expect(await seed(db, { demo: true }), 'filled once').toBe(false)
  expect(await db.select().from(user)).toHaveLength(1)
})
