import { can } from '@yibao/shared/permission.ts'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { areasOf } from '../../auth/grants.ts'
import { menuRole, userMenuRole } from '../../auth/tables.ts'
import { holdsArea } from '../../auth/whole-area.ts'
import { areaName } from '../../organisation/districts.ts'
import { reportDefinition } from './tables.ts'

export type Definition = typeof reportDefinition.$inferSelect

const menuCode = 'ReportManager'

/** An area as people call it; '' is every area. */
export const placeText = (areaCode: string): string => (areaCode ? areaName(areaCode) : '全部区划')

/** Who writes definitions at all: everybody else reads what is in force for him. */
const writes = ({ me }: Context): boolean =>
  can(me, { menuCode, buttonCode: 'add' }) || can(me, { menuCode, buttonCode: 'edit' })

/** Whether somebody may change what holds in a place: the whole of an area, or everything. */
export const mayKeep = async (c: Context, areaCode: string): Promise<boolean> => {
  if (!writes(c)) return false
  if (c.me.isSuperAdmin) return true
  return areaCode !== '' && holdsArea(c, areaCode)
}

/** What one asker may see of the definitions. */
export interface Sight {
  /** Areas whose definitions he may change; all of them where he may change everything. */
  keeps: 'all' | string[]
  /** Areas whose definitions may be for him, besides those of everywhere. */
  areas: 'all' | string[]
  /** His menu roles in force. */
  roles: string[]
}

/** The asker's place among the definitions, read anew each time: a role that he lost counts at once. */
export const sightOf = async (c: Context): Promise<Sight> => {
  const { me, db } = c
  const held = await db
    .select({ id: menuRole.id })
    .from(userMenuRole)
    .innerJoin(menuRole, and(eq(menuRole.id, userMenuRole.roleId), eq(menuRole.enabled, true)))
    .where(eq(userMenuRole.userId, me.userId))
  const roles = held.map(({ id }) => id)
  if (me.isSuperAdmin) return { keeps: 'all', areas: me.areaCode ? [me.areaCode] : 'all', roles }
  const owner = { id: me.userId, isSuperAdmin: false }
  const areas = me.areaCode ? [me.areaCode] : (await areasOf(db, owner)).map(({ code }) => code)
  const keeps: string[] = []
  for (const areaCode of areas) if (await mayKeep(c, areaCode)) keeps.push(areaCode)
  return { keeps, areas, roles }
}

/** SQL: the asker may change it. */
export const kept = ({ keeps }: Sight): SQL<boolean> =>
  keeps === 'all' ? sql<boolean>`true` : sql<boolean>`${inArray(reportDefinition.areaCode, [...keeps, '-'])}`

/** SQL: it is in force for one of his roles; a super administrator runs everything that is. */
export const inForceFor = (c: Context, { roles }: Sight): SQL<boolean> =>
  c.me.isSuperAdmin
    ? sql<boolean>`(${reportDefinition.state} = 'published')`
    : sql<boolean>`(${reportDefinition.state} = 'published' and ${reportDefinition.roles} && ${sql.param(roles)}::text[])`

/** SQL: what the asker sees: what he keeps, and what is in force for him. */
export const visible = (c: Context, sight: Sight): SQL | undefined =>
  and(
    sight.areas === 'all' ? undefined : inArray(reportDefinition.areaCode, ['', ...sight.areas]),
    or(kept(sight), inForceFor(c, sight)),
  )

/** A definition the asker may change. Refuses one that he cannot see, and one of somebody above. */
export const keptDefinition = async (c: Context, id: string): Promise<Definition> => {
  c.scope.take()
  const sight = await sightOf(c)
  const [found] = await c.db
    .select({ definition: reportDefinition, kept: kept(sight) })
    .from(reportDefinition)
    .where(and(eq(reportDefinition.id, id), visible(c, sight)))
  if (!found) return refuse('not.found', { what: '这张报表' })
  if (!found.kept) refuse('report.place', { place: placeText(found.definition.areaCode) })
  return found.definition
}
