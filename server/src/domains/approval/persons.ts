import { can } from '@yibao/shared/permission.ts'
import { and, eq, exists, inArray, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { mayDo } from '../auth/authorize.ts'
import { dataRole, menuRole, user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import type { Stored } from './kinds/kind.ts'

export const approveButton = { menuCode: 'Approval', buttonCode: 'approve' } as const

/**
 * Everybody who could judge an application now: he holds the button of 审批 and the right to what is asked, the store is
 * his, and he is not the one who asks. Few persons hold the button, so each is looked at.
 */
export const judgesOf = async (
  db: Database,
  { kind, storeId, areaCode, applicantId }: Pick<Stored, 'kind' | 'storeId' | 'areaCode' | 'applicantId'>,
): Promise<{ id: string; name: string }[]> => {
  const holds = db
    .select({ id: menuRole.id })
    .from(userMenuRole)
    .innerJoin(menuRole, and(eq(menuRole.id, userMenuRole.roleId), eq(menuRole.enabled, true)))
    .where(and(eq(userMenuRole.userId, user.id), sql`${menuRole.buttons} @> ${JSON.stringify([approveButton])}::jsonb`))
  const persons = await db
    .select({ one: user, closed: store.closed })
    .from(user)
    .leftJoin(store, eq(store.id, user.storeId))
    .where(and(eq(user.stopped, false), ne(user.id, applicantId), or(eq(user.isSuperAdmin, true), exists(holds))))
    .limit(2000)
  const ids = persons.map(({ one }) => one.id)
  if (!ids.length) return []
  const roles = await db
    .select({ userId: userMenuRole.userId, menus: menuRole.menus, buttons: menuRole.buttons })
    .from(userMenuRole)
    .innerJoin(menuRole, and(eq(menuRole.id, userMenuRole.roleId), eq(menuRole.enabled, true)))
    .where(inArray(userMenuRole.userId, ids))
  const data = await db
    .select({ userId: userDataRole.userId, areas: dataRole.areas, stores: dataRole.stores })
    .from(userDataRole)
    .innerJoin(dataRole, and(eq(dataRole.id, userDataRole.roleId), eq(dataRole.enabled, true)))
    .where(inArray(userDataRole.userId, ids))
  return persons
    .filter(({ one, closed }) => {
      if (closed) return false
      const mine = roles.filter(({ userId }) => userId === one.id)
      const { isSuperAdmin, isAdminUser } = one
      const rights = { menus: mine.flatMap(({ menus }) => menus), buttons: mine.flatMap(({ buttons }) => buttons) }
      const me = { isSuperAdmin, isAdminUser, ...rights }
      if (!can(me, approveButton) || !mayDo(me, kind)) return false
      if (one.storeId) return one.storeId === storeId
      const sees = data.some((d) => d.userId === one.id && (d.areas.includes(areaCode) || d.stores.includes(storeId)))
      return isSuperAdmin || sees
    })
    .map(({ one }) => ({ id: one.id, name: one.name || one.surName || one.userName }))
}
