import { lackOf, type MenuGrants } from '@yibao/shared/menu-tree.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { menuRole, user, userMenuRole } from '../auth/tables.ts'
import { visibleUsers } from './reach.ts'

export type Person = typeof user.$inferSelect

/** An account the caller sees; refuses any other like one that does not exist. */
export const personOf = async (c: Context, userId: string): Promise<Person> => {
  const [row] = await c.db
    .select()
    .from(user)
    .where(and(eq(user.id, userId), await visibleUsers(c)))
  if (!row) return refuse('not.found', { what: '用户' })
  c.on(row.userName, row.storeId)
  return row
}

interface HeldRole extends MenuGrants {
  userId: string
  roleId: string
  name: string
}

/** The menu roles these users hold, stopped ones too. */
export const heldMenuRoles = (db: Database, userIds: readonly string[]): Promise<HeldRole[]> =>
  db
    .select({
      userId: userMenuRole.userId,
      roleId: menuRole.id,
      name: menuRole.name,
      menus: menuRole.menus,
      buttons: menuRole.buttons,
    })
    .from(userMenuRole)
    .innerJoin(menuRole, eq(menuRole.id, userMenuRole.roleId))
    .where(inArray(userMenuRole.userId, [...userIds, '']))
    .orderBy(menuRole.name)

/** Rights named in one refusal, the first three. */
export const few = (texts: readonly string[]): string =>
  texts.slice(0, 3).join('') + (texts.length > 3 ? `等 ${texts.length} 项` : '')

/** What the caller lacks of these roles' rights. A stopped role counts: it may be started again. */
export const lacksOf = ({ me }: Pick<Context, 'me'>, roles: readonly MenuGrants[]): string[] => [
  ...new Set(roles.flatMap((role) => lackOf(me, role))),
]

/**
 * An account the caller may change. Refuses himself, a super administrator, and whoever may do something that the
 * caller may not: with a new password he would be that person.
 */
export const changeable = async (c: Context, userId: string, action: string): Promise<Person> => {
  const { me, db } = c
  if (userId === me.userId) refuse('user.self', { action })
  const [any] = await db.select({ isSuperAdmin: user.isSuperAdmin }).from(user).where(eq(user.id, userId))
  if (any?.isSuperAdmin && !me.isSuperAdmin) refuse('user.super', { action })
  const person = await personOf(c, userId)
  const lacks = lacksOf(c, await heldMenuRoles(db, [person.id]))
  if (lacks.length) refuse('user.more', { action, name: person.name || person.userName, lacks: few(lacks) })
  return person
}
