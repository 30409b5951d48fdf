import { dictionary } from '@yibao/shared/calls/base.ts'
import { cache } from '@yibao/shared/calls/cache.ts'
import { RIGHTS_HEADER } from '@yibao/shared/rights.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Client, databases, startTestServer } from '../../test/kit.ts'
import { menuRole, user, userMenuRole } from './tables.ts'

describe.each(databases)('what menu roles grant on %s', (database) => {
  let clerk: Client
  let own: { roleId: string; userId: string }
  const server = opened(() => startTestServer({ database }))
  beforeAll(async () => {
    clerk = await server.as('clerk')
    const [found] = await server.deps.db
      .select({ roleId: userMenuRole.roleId, userId: user.id })
      .from(userMenuRole)
      .innerJoin(user, eq(user.id, userMenuRole.userId))
      .where(eq(user.userName, 'clerk'))
    own = found!
  })

  const granted = async () => {
    const me = await server.deps.services.access.userOf(clerk.token)
    return { menus: me!.menus, buttons: me!.buttons }
  }
  const change = (values: Partial<typeof menuRole.$inferInsert>) =>
    server.deps.db.update(menuRole).set(values).where(eq(menuRole.id, own.roleId))

  test('is not read again while nothing has changed', async () => {
    expect((await granted()).menus).toBe((await granted()).menus)
  })

  test('what is remembered stands among the caches; cleared there, it is read again', async () => {
    const admin = await server.as('admin')
    const { menus } = await granted()
    const { items } = await admin.ok(cache.paged, { prefix: 'role:' })
    const mine = items.at(-1)!
    expect(mine).toMatchObject({ kind: 'role', title: '菜单角色授予的页面和按钮' })
    expect(mine.entries).toBeGreaterThan(0)
    expect(mine.hits).toBeGreaterThan(0)
    expect((await admin.ok(cache.get, { key: mine.key })).value).toContain('SwipingCard')
    expect((await admin.ok(cache.clear, { kind: 'role' })).removed).toBeGreaterThan(0)
    const again = (await granted()).menus
    expect(again).toEqual(menus)
    expect(again, 'another reading').not.toBe(menus)
  })

  test('whoever changes a role, it counts from the next request on', async () => {
    const before = await granted()
    await change({ menus: ['SwipingCard'], buttons: [] })
    expect(await granted()).toEqual({ menus: ['SwipingCard'], buttons: [] })
    await change({ enabled: false })
    expect((await granted()).menus).toEqual([])
    await change({ enabled: true, menus: [...before.menus], buttons: [...before.buttons] })
    expect(await granted()).toEqual(before)
  })

  test('every answer says under which rights it was given', async () => {
    const mark = async () => (await clerk.send(dictionary.map, { codeTypes: ['med_type'] })).headers[RIGHTS_HEADER]
    const [before, again] = [await mark(), await mark()]
    expect(again).toBe(before)
    await change({ menus: ['SwipingCard'] })
    const after = await mark()
    expect(after).toMatch(/^[\w-]{12}$/)
    expect(after).not.toBe(before)
    expect(
      (await server.nobody.send(dictionary.map, { codeTypes: ['med_type'] })).headers[RIGHTS_HEADER],
    ).toBeUndefined()
  })

  test('a role given or taken away counts as well', async () => {
    const before = await granted()
    await server.deps.db
      .insert(menuRole)
      .values({ id: 'more', code: 'more', name: '另加', menus: ['OperationLog'], buttons: [] })
    await server.deps.db.insert(userMenuRole).values({ userId: own.userId, roleId: 'more' })
    expect((await granted()).menus).toEqual(expect.arrayContaining([...before.menus, 'OperationLog']))
    await server.deps.db.delete(userMenuRole).where(eq(userMenuRole.roleId, 'more'))
    expect(await granted()).toEqual(before)
  })
})
