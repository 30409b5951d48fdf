import { and, asc, desc, eq, exists, inArray, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { menuRole, user, userMenuRole } from '../auth/tables.ts'
import { tell, writeNotice } from '../message/announce.ts'
import type { Definition } from '../report/defined/place.ts'
import { type Claimed, leave, noteDelivery } from '../report/schedule/claim.ts'
import { keeperOf } from '../report/schedule/keeper.ts'
import { reportDelivery, reportRun, reportSchedule } from '../report/schedule/tables.ts'
import { calledOf, managerLink } from './called.ts'

type Plan = typeof reportSchedule.$inferSelect
export type Waiting = typeof reportDelivery.$inferSelect

/** Whom a run has not ended for: who was tried seldom first. */
export const waitingOf = (db: Database, { id }: Claimed): Promise<Waiting[]> =>
  db
    .select()
    .from(reportDelivery)
    .where(and(eq(reportDelivery.runId, id), eq(reportDelivery.outcome, 'waiting')))
    .orderBy(asc(reportDelivery.attempts), asc(reportDelivery.name), asc(reportDelivery.userId))

const endRun = async (db: Database, run: Claimed, reason: string, at: Date): Promise<boolean> => {
  if (!(await leave(db, run, { state: 'refused', note: reason, endedAt: at }))) return false
  for (const { userId } of await waitingOf(db, run))
    await noteDelivery(db, run, userId, { outcome: 'skipped', reason, at })
  return true
}

/** Ends a run before its end: nobody who is still waited for gets it. */
export const cut = async (deps: Deps, run: Claimed, reason: string): Promise<void> => {
  const at = deps.clock()
  await deps.db.transaction(async (db) => endRun(db, run, reason, at))
}

/** Who got the report last, and whoever was chosen by name: those who would go on waiting for it. */
const readersOf = async (db: Database, { definitionId, people }: Plan): Promise<string[]> => {
  const [last] = await db
    .select({ id: reportRun.id })
    .from(reportRun)
    .where(and(eq(reportRun.definitionId, definitionId), eq(reportRun.state, 'done')))
    .orderBy(desc(reportRun.dueAt), desc(reportRun.id))
    .limit(1)
  const got = await db
    .select({ userId: reportDelivery.userId })
    .from(reportDelivery)
    .where(and(eq(reportDelivery.runId, last?.id ?? ''), inArray(reportDelivery.outcome, ['sent', 'empty'])))
  const ids = [...got, ...people].map(({ userId }) => userId)
  const working = await db
    .select({ id: user.id })
    .from(user)
    .where(and(inArray(user.id, [...ids, '']), eq(user.stopped, false)))
  return working.map(({ id }) => id)
}

/** Everybody who may send it by a plan of his own: among those whose roles let them send reports at all. */
const keepersOf = async (deps: Deps, definition: Definition): Promise<string[]> => {
  const { db } = deps
  const button = JSON.stringify([{ menuCode: 'ReportManager', buttonCode: 'push' }])
  const sends = exists(
    db
      .select({ id: menuRole.id })
      .from(userMenuRole)
      .innerJoin(menuRole, and(eq(menuRole.id, userMenuRole.roleId), eq(menuRole.enabled, true)))
      .where(and(eq(userMenuRole.userId, user.id), sql`${menuRole.buttons} @> ${button}::jsonb`)),
  )
  const some = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.isAdminUser, true), eq(user.stopped, false), or(eq(user.isSuperAdmin, true), sends)))
    .orderBy(user.id)
  const found: string[] = []
  for (const { id } of some) if (await keeperOf(deps, id, definition)) found.push(id)
  return found
}

/**
 * Whether a plan can be of no use any more: its maker's account was stopped, or the run before this one was refused as well. What
 * else keeps him from it may pass within the hour (a role that is put right, a company that is stopped for a while).
 */
const isOver = async (db: Database, run: Claimed, { plannerId, definitionId }: Plan): Promise<boolean> => {
  const [maker] = await db.select({ stopped: user.stopped }).from(user).where(eq(user.id, plannerId))
  if (!maker || maker.stopped) return true
  const [before] = await db
    .select({ state: reportRun.state })
    .from(reportRun)
    .where(and(eq(reportRun.definitionId, definitionId), ne(reportRun.id, run.id)))
    .orderBy(desc(reportRun.dueAt), desc(reportRun.id))
    .limit(1)
  return before?.state === 'refused'
}

const stopPlan = async (tx: Database, { definitionId, revision }: Plan): Promise<boolean> => {
  const [ended] = await tx
    .update(reportSchedule)
    .set({ on: false, revision: revision + 1 })
    // Neither saved by somebody else since, nor stopped.
    .where(
      and(
        eq(reportSchedule.definitionId, definitionId),
        eq(reportSchedule.revision, revision),
        eq(reportSchedule.on, true),
      ),
    )
    .returning({ id: reportSchedule.definitionId })
  return ended !== undefined
}

/**
 * Ends a run whose plan's maker may not send it, and the plan with it where that lasts: it would be refused every time, and
 * nobody who waits for the report looks there. Those who got it and those who may plan it anew are told, once of each.
 */
export const refuseRun = async (
  deps: Deps,
  run: Claimed,
  { plan, definition }: { plan: Plan; definition: Definition },
): Promise<void> => {
  const { db, clock } = deps
  const { definitionId, revision, planner } = plan
  const users = [...new Set([...(await readersOf(db, plan)), ...(await keepersOf(deps, definition))])]
  const over = await isOver(db, run, plan)
  const why = `「${planner}」的账号已停用或现在不能管理这张报表`
  const next = over ? '定时已关闭。请重新设置定时' : '他能再管理时下一期照常发送，否则请重新设置定时'
  const at = clock()
  const notice = await db.transaction(async (tx) => {
    if (!(await endRun(tx, run, `制定人${why}，没有发送，${next}`, at))) return undefined
    if (over && !(await stopPlan(tx, plan))) return undefined
    if (!users.length) return undefined
    const called = await calledOf(tx, definition)
    return writeNotice(
      { db: tx, clock },
      {
        key: `report-plan:${definitionId}:${revision}${over ? '' : ':once'}`,
        title: [...`${over ? '报表不再定时发送' : '报表这一期没有发出'}：${called}`].slice(0, 60).join(''),
        content: `「${called}」的定时由「${planner}」设置，${why}，这一期没有发出。${over ? '定时已关闭：仍要收到它，' : '他能再管理时下一期照常发送；不再由他管理的，'}请由能管理这张报表的人在「报表管理」重新设置定时，在此之前可以自己运行报表。`,
        ...{ type: 'report', level: 'warning', users },
        link: managerLink(definition),
      },
    )
  })
  if (notice) tell(deps, notice)
}
