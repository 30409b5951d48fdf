import { scheduleBounds } from '@yibao/shared/entities/report-schedule.ts'
import { and, desc, eq, exists, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { like } from '../../../database/like.ts'
import type { Database } from '../../../database/open.ts'
import { dataRole, menuRole, user, userDataRole, userMenuRole } from '../../auth/tables.ts'
import { store } from '../../organisation/tables.ts'
import { visibleUsers } from '../../permission/reach.ts'
import type { Definition } from '../defined/place.ts'
import type { reportSchedule } from './tables.ts'

type Plan = Pick<typeof reportSchedule.$inferSelect, 'roles' | 'people'>
type Report = Pick<Definition, 'areaCode' | 'roles'>

export interface Recipient {
  userId: string
  name: string
  place: string
}

/** SQL: holds one of these roles, which is in force. */
const holds = (db: Database, roles: readonly string[]): SQL =>
  exists(
    db
      .select({ id: menuRole.id })
      .from(userMenuRole)
      .innerJoin(menuRole, and(eq(menuRole.id, userMenuRole.roleId), eq(menuRole.enabled, true)))
      .where(and(eq(userMenuRole.userId, user.id), inArray(menuRole.id, [...roles, '']))),
  )

/** SQL: works in an area; everybody does in that of everywhere. */
const worksIn = async (db: Database, areaCode: string): Promise<SQL | undefined> => {
  if (!areaCode) return undefined
  const there = await db.select({ id: store.id }).from(store).where(eq(store.areaCode, areaCode))
  const ids = sql.param(there.map(({ id }) => id))
  const opened = db
    .select({ id: dataRole.id })
    .from(userDataRole)
    .innerJoin(dataRole, and(eq(dataRole.id, userDataRole.roleId), eq(dataRole.enabled, true)))
    .where(
      and(
        eq(userDataRole.userId, user.id),
        sql`(${dataRole.areas} ? ${areaCode} or ${dataRole.stores} ?| ${ids}::text[])`,
      ),
    )
  return or(
    eq(store.areaCode, areaCode),
    and(sql`${user.storeId} is null`, or(eq(user.isSuperAdmin, true), exists(opened))),
  )
}

/** People a keeper may send a report to: he sees them, they work, and what is in force is for them. */
const mayReceive = async (c: Context, { areaCode, roles }: Report): Promise<SQL | undefined> =>
  and(
    await visibleUsers(c),
    eq(user.stopped, false),
    or(sql`${user.storeId} is null`, eq(store.closed, false)),
    await worksIn(c.db, areaCode),
    or(eq(user.isSuperAdmin, true), holds(c.db, roles)),
  )

const select = (
  db: Database,
  where: SQL | undefined,
  limit: number,
  first: readonly string[] = [],
): Promise<Recipient[]> =>
  db
    .select({
      userId: user.id,
      name: sql<string>`coalesce(nullif(${user.name}, ''), nullif(${user.surName}, ''), ${user.userName})`,
      place: sql<string>`coalesce(${store.name}, case when ${user.isSuperAdmin} then '系统管理员' else '管理员' end)`,
    })
    .from(user)
    .leftJoin(store, eq(store.id, user.storeId))
    .where(where)
    .orderBy(desc(inArray(user.id, [...first, ''])), sql`pinyin_key(${user.name})`, user.id)
    .limit(limit)

/** People who may be chosen, by a part of name or account. */
export const foundPeople = async (c: Context, report: Report, keyword: string): Promise<Recipient[]> => {
  const words = keyword.trim()
  const named = words
    ? or(ilike(user.name, like(words)), ilike(user.userName, like(words)), ilike(store.name, like(words)))
    : undefined
  return select(c.db, and(await mayReceive(c, report), named), scheduleBounds.found)
}

/** How many hold each of the roles in force, of those the keeper sees. */
export const headsOf = async (c: Context, report: Report): Promise<{ id: string; name: string; people: number }[]> => {
  const people = await c.db
    .select({ roleId: userMenuRole.roleId, n: sql<number>`count(*)::int` })
    .from(user)
    .leftJoin(store, eq(store.id, user.storeId))
    .innerJoin(userMenuRole, eq(userMenuRole.userId, user.id))
    .where(and(await mayReceive(c, report), inArray(userMenuRole.roleId, [...report.roles, ''])))
    .groupBy(userMenuRole.roleId)
  const names = await c.db
    .select({ id: menuRole.id, name: menuRole.name })
    .from(menuRole)
    .where(and(inArray(menuRole.id, [...report.roles, '']), eq(menuRole.enabled, true)))
    .orderBy(menuRole.name)
  return names.map((role) => ({ ...role, people: people.find(({ roleId }) => roleId === role.id)?.n ?? 0 }))
}

/** SQL: chosen by name, or holds one of a plan's roles for which the report is in force. */
const wantedBy = (db: Database, { roles: inForce }: Report, { roles, people }: Plan): SQL => {
  const open = roles.filter((id) => inForce.includes(id))
  return sql`(${inArray(user.id, [...people.map(({ userId }) => userId), ''])} or ${holds(db, open)})`
}

/**
 * Everybody a plan is for now, one more than may be where there are too many: those who are in its run already come first,
 * then those chosen by name.
 */
export const audienceOf = async (
  c: Context,
  report: Report,
  plan: Plan,
  inRun: readonly string[] = [],
): Promise<Recipient[]> => {
  const first = inRun.length ? inRun : plan.people.map(({ userId }) => userId)
  const where = and(await mayReceive(c, report), wantedBy(c.db, report, plan))
  return select(c.db, where, scheduleBounds.recipients + 1, first)
}

/** Why somebody who was chosen, or waits in a run, is not among a plan's audience. */
export const reasonOf = async (c: Context, report: Report, plan: Plan, userId: string): Promise<string> => {
  const { db } = c
  const [found] = await db
    .select({
      stopped: user.stopped,
      closed: store.closed,
      held: holds(db, report.roles),
      wanted: wantedBy(db, report, plan),
    })
    .from(user)
    .leftJoin(store, eq(store.id, user.storeId))
    .where(eq(user.id, userId))
  if (!found || found.stopped) return '账号已停用'
  if (found.closed) return '所在门店已停业'
  if (!found.held) return '不再拥有能运行这张报表的角色'
  if (!found.wanted) return '定时已改，不再发给他'
  const [may] = await select(db, and(await mayReceive(c, report), eq(user.id, userId)), 1)
  const { recipients } = scheduleBounds
  return may ? `收件人超过 ${recipients} 人，没有轮到` : '没有报表所在区划的门店，或不再由制定人管理'
}
