import { scheduleBounds } from '@yibao/shared/entities/report-schedule.ts'
import { periodText } from '@yibao/shared/reporting/rhythm.ts'
import { and, asc, eq } from 'drizzle-orm'
import { Refusal } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { tell, writeNotice } from '../message/announce.ts'
import type { Definition } from '../report/defined/place.ts'
import { reportDefinition } from '../report/defined/tables.ts'
import { type Claimed, claim, isDue, leave, noteDelivery, pause, renew } from '../report/schedule/claim.ts'
import { beginDue } from '../report/schedule/due.ts'
import { keeperOf } from '../report/schedule/keeper.ts'
import { audienceOf, reasonOf } from '../report/schedule/people.ts'
import { reportDelivery, reportRun, reportSchedule } from '../report/schedule/tables.ts'
import { calledOf, managerLink } from './called.ts'
import { cut, refuseRun, type Waiting, waitingOf } from './cut.ts'
import { type Delivered, deliver, ended, endOf } from './deliver.ts'

/** How often one recipient is tried. */
const mostAttempts = 3
/** ms of one run's recipients behind each other, then whatever else is due has its turn: one that takes too long (25 s) ends it. */
const turn = 20_000

type Plan = typeof reportSchedule.$inferSelect

/** Refusals that say the recipient may not have it: his rights are not the keeper's fault. */
const notHis = new Set(['permission.denied', 'report.role', 'not.found'])

/** Of those that wait, the ones to be tried now: who has been told to wait for another try is behind whoever had fewer. */
const nextOf = (waiting: Waiting[]): Waiting[] =>
  waiting.filter(({ attempts, reason }) => !reason || attempts === waiting[0]!.attempts)

/**
 * Writes down whom it is for, as the keeper who made the plan may choose them now, and ends it for whom it no longer is.
 * Answers what is to be said of all of it; undefined where he may send it no more.
 */
const address = async (deps: Deps, run: Claimed, definition: Definition, plan: Plan): Promise<string | undefined> => {
  const keeper = await keeperOf(deps, plan.plannerId, definition)
  if (!keeper) return undefined
  const { id: runId } = run
  const before = await deps.db.select().from(reportDelivery).where(eq(reportDelivery.runId, runId))
  const inRun = before.map(({ userId }) => userId)
  const all = await audienceOf(keeper, definition, plan, inRun)
  const audience = all.slice(0, scheduleBounds.recipients)
  const at = deps.clock()
  if (audience.length)
    await deps.db
      .insert(reportDelivery)
      .values(audience.map(({ userId, name }) => ({ runId, userId, name })))
      .onConflictDoNothing()
  const open = await waitingOf(deps.db, run)
  const gone = [...plan.people, ...open].filter(({ userId }) => !audience.some((one) => one.userId === userId))
  for (const { userId, name } of gone) {
    const reason = await reasonOf(keeper, definition, plan, userId)
    const told = { outcome: 'skipped', reason, at } as const
    await deps.db
      .insert(reportDelivery)
      .values({ runId, userId, name, ...told })
      .onConflictDoNothing()
    await noteDelivery(deps.db, run, userId, told)
  }
  const { recipients } = scheduleBounds
  return all.length > recipients ? `收件人超过 ${recipients} 人，只发给前 ${recipients} 人` : ''
}

/** One recipient; a fault is counted, and after a few of them told instead of tried again. */
const attempt = async (
  deps: Deps,
  run: Claimed,
  definition: Definition,
  { userId, attempts }: Waiting,
  report: (fault: unknown) => void,
): Promise<Delivered | undefined> => {
  const end = (outcome: 'skipped' | 'failed', reason: string): Delivered => ({ outcome, reason })
  if (attempts >= mostAttempts) return end('failed', '多次没有完成，已停止')
  await noteDelivery(deps.db, run, userId, { attempts: attempts + 1 })
  try {
    return await deliver(deps, run, definition, userId)
  } catch (fault) {
    const refusal = fault instanceof Refusal ? fault : undefined
    // Stopped in the middle of it: he sees it no more for that, and not because it is not his.
    const over = refusal && (await endOf(deps.db, run.definitionId))
    if (over) return end('skipped', over)
    if (refusal && notHis.has(refusal.key)) return end('skipped', refusal.message)
    // What takes too long now may be quicker a little later.
    if (refusal && refusal.key !== 'report.slow') return end('failed', refusal.message)
    if (!refusal) report(fault)
    const reason = refusal?.message ?? '系统暂时不能统计'
    if (attempts + 1 >= mostAttempts) return end('failed', `${reason}，试过 ${mostAttempts} 次`)
    await noteDelivery(deps.db, run, userId, { reason: `${reason}，稍后重试` })
    return undefined
  }
}

/** Ends a run whose outcomes are known; those that nobody could send are told to whoever made the plan. */
const finish = async (deps: Deps, run: Claimed, { plan, definition }: Found, note: string): Promise<void> => {
  const { db, clock } = deps
  const lines = await db.select().from(reportDelivery).where(eq(reportDelivery.runId, run.id))
  const failed = lines.filter(({ outcome }) => outcome === 'failed')
  const trouble = [note, failed.length && `${failed.length} 人没有发出`].filter(Boolean).join('，')
  const notice = await db.transaction(async (tx) => {
    const at = { db: tx, clock }
    if (!(await leave(at.db, run, { state: 'done', note: trouble, endedAt: clock() }))) return undefined
    if (!trouble) return undefined
    const called = await calledOf(tx, definition)
    const few = failed.slice(0, 5).map(({ name, reason }) => `${name}（${reason}）`)
    return writeNotice(at, {
      key: `report-run:${run.id}`,
      title: [...`报表没有全部发出：${called}`].slice(0, 60).join(''),
      content: `「${called}」${periodText(run)}：${trouble}。${few.length ? `${few.join('、')}。` : ''}请在报表管理的「发送记录」中查看，需要时自己运行报表后转交。`,
      ...{ type: 'report', level: 'warning', users: [plan.plannerId] },
      link: managerLink(definition),
    })
  })
  if (notice) tell(deps, notice)
}

interface Found {
  plan: Plan
  definition: Definition
}

/** Leaves a run whose turn is over to be gone on with behind those that are due by now. */
const giveWay = async ({ db, clock }: Deps, run: Claimed): Promise<true> => {
  await leave(db, run, { nextAttemptAt: clock() })
  return true
}

/**
 * Carries a run out, one recipient after another, or goes on with it where another node, another try or its last turn
 * stopped. True when its turn was over before it was done with those who were to be tried.
 */
export const carryOut = async (deps: Deps, id: string, report: (fault: unknown) => void): Promise<boolean> => {
  const run = await claim(deps, id)
  if (!run) return false
  const until = performance.now() + turn
  const [found] = await deps.db
    .select({ plan: reportSchedule, definition: reportDefinition })
    .from(reportSchedule)
    .innerJoin(reportDefinition, eq(reportDefinition.id, reportSchedule.definitionId))
    .where(eq(reportSchedule.definitionId, run.definitionId))
  const end = await endOf(deps.db, run.definitionId)
  if (!found || end) {
    await cut(deps, run, end ?? ended.plan)
    return false
  }
  const { plan, definition } = found
  const note = await address(deps, run, definition, plan)
  if (note === undefined) {
    await refuseRun(deps, run, found)
    return false
  }
  for (const one of nextOf(await waitingOf(deps.db, run))) {
    if (performance.now() > until) return giveWay(deps, run)
    // What is left goes on with another node, or when this one is back.
    if (deps.services.node.leaving) {
      await leave(deps.db, run, {})
      return false
    }
    if (!(await renew(deps, run))) return false
    const now = await endOf(deps.db, run.definitionId)
    if (now) {
      await cut(deps, run, now)
      return false
    }
    const done = await attempt(deps, run, definition, one, report)
    if (done?.outcome === 'skipped' || done?.outcome === 'failed')
      await noteDelivery(deps.db, run, one.userId, { ...done, at: deps.clock() })
  }
  const left = await waitingOf(deps.db, run)
  if (left.length) await leave(deps.db, run, { nextAttemptAt: new Date(deps.clock().getTime() + pause) })
  else await finish(deps, run, found, note)
  return false
}

/**
 * Runs whose time has come, one after another: of one that takes long each has its turn behind the others, those whose time
 * comes meanwhile included.
 */
export const carryOutDue = async (deps: Deps, report: (fault: unknown) => void): Promise<void> => {
  for (let more = true; more; ) {
    const open = await deps.db
      .select({ id: reportRun.id })
      .from(reportRun)
      .where(and(eq(reportRun.state, 'open'), isDue(deps)))
      .orderBy(asc(reportRun.nextAttemptAt), asc(reportRun.id))
      .limit(100)
    more = false
    for (const { id } of open) {
      if (deps.services.node.leaving) return
      const gaveWay = await carryOut(deps, id, report).catch(report)
      more ||= gaveWay === true
    }
    if (more) await beginDue(deps, report)
  }
}
