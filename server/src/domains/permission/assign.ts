import { eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { dataRole, menuRole, userDataRole, userMenuRole } from '../auth/tables.ts'
import { few, lacksOf } from './person.ts'
import { isWider, type Reach } from './reach.ts'
import { type RoleReach, seesMenuRole } from './role-owners.ts'

interface Wanted<R extends Reach = Reach> {
  reach: R
  ids: readonly string[]
  /** Roles the user holds already. */
  kept?: readonly string[]
}

const found = <R extends { id: string }>(rows: R[], ids: readonly string[]): R[] =>
  new Set(ids).size === rows.length ? rows : refuse('not.found', { what: '角色' })

const refuseStopped = (role: { enabled: boolean; name: string }) => {
  if (!role.enabled) refuse('role.stopped', { name: role.name })
}

interface WantedMenuRoles extends Wanted<RoleReach> {
  /** Companies whose people the user is of: a company's role is given to nobody else. */
  companies: () => Promise<ReadonlySet<string>>
}

/**
 * Menu roles that the caller may give, held against removal until the transaction ends. Nobody grants what he has not;
 * roles in `kept` are there already and only stay.
 */
export const menuRolesToGive = async (
  c: Pick<Context, 'me'>,
  tx: Database,
  { reach, ids, companies, kept = [] }: WantedMenuRoles,
) => {
  const rows = await tx
    .select()
    .from(menuRole)
    .where(inArray(menuRole.id, [...ids, '']))
    .for('share')
  for (const role of found(rows, ids)) {
    if (kept.includes(role.id)) continue
    if (!seesMenuRole(reach, role)) refuse('not.found', { what: '角色' })
    refuseStopped(role)
    const lacks = lacksOf(c, [role])
    if (lacks.length) refuse('role.lacks', { lacks: few(lacks) })
    if (role.companyId !== null && !(await companies()).has(role.companyId)) refuse('role.company', { name: role.name })
  }
  return rows
}

/** Data roles that the caller may give: none that opens an area or a store outside his reach. */
export const dataRolesToGive = async (tx: Database, { reach, ids, kept = [] }: Wanted) => {
  const rows = await tx
    .select()
    .from(dataRole)
    .where(inArray(dataRole.id, [...ids, '']))
    .for('share')
  for (const role of found(rows, ids)) {
    if (isWider(reach, role)) refuse('role.wider', { name: role.name })
    if (!kept.includes(role.id)) refuseStopped(role)
  }
  return rows
}

/** Makes these the user's roles of one kind, in one transaction with whatever checked them. */
export const link = async (tx: Database, type: 'menu' | 'data', userId: string, ids: readonly string[]) => {
  const table = type === 'menu' ? userMenuRole : userDataRole
  await tx.delete(table).where(eq(table.userId, userId))
  if (ids.length) await tx.insert(table).values([...new Set(ids)].map((roleId) => ({ userId, roleId })))
}
