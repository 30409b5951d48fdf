import type { ResultOf } from '@yibao/shared/call.ts'
import type { progress as calls } from '@yibao/shared/calls/base.ts'
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { isLeft, lasting } from '../../database/held.ts'
import { reportFault } from '../../process/fault.ts'
import { stopping } from './stopping.ts'
import { progress, type Run } from './tables.ts'
import { Interrupted } from './works.ts'

export interface ProgressResult {
  target: string
  ok: boolean
  text: string
}

/** One long piece of work as its owner watches it. */
export interface Progress {
  id: string
  /** Percentage (0-99 while it runs), what is being done, and the results of targets when there are any. */
  step: (percentage: number, text: string, ...results: ProgressResult[]) => Promise<void>
  /** The end; `error` is a Chinese text, absent when it went well. */
  finish: (text: string, error?: string) => Promise<void>
  /** Says that this process works on it, until the answer is called: whoever finds it without is `endAbandoned`. */
  hold: () => Promise<() => void>
}

type ProgressDeps = Pick<Deps, 'db' | 'clock' | 'moved' | 'services' | 'config'>

/**
 * A progress by its id, for work that goes on in another request. Every change is also pushed to its owner's live
 * sessions: id, percentage and whether it has ended; the texts are asked for.
 */
export const progressById = (deps: ProgressDeps, { userId }: Pick<SessionUser, 'userId'>, id: string): Progress => {
  const { db, clock, services, config } = deps
  const here = and(eq(progress.id, id), eq(progress.userId, userId))
  const tell = (percentage: number, finished: boolean) =>
    services.live.publish(`user:${userId}`, 'progress', { progressId: id, percentage, finished })
  return {
    id,
    step: async (wanted, now, ...results) => {
      const percentage = Math.min(99, Math.max(0, Math.round(wanted)))
      await db
        .update(progress)
        .set({
          percentage,
          text: now,
          at: clock(),
          ...(results.length ? { results: sql`${progress.results} || ${JSON.stringify(results)}::jsonb` } : {}),
        })
        .where(here)
      tell(percentage, false)
      // Only now: what was done is told.
      services.works.check(id)
    },
    finish: async (now, error) => {
      await db
        .update(progress)
        .set({ percentage: 100, text: now, finished: true, error: error ?? null, at: clock() })
        .where(here)
      tell(100, true)
    },
    hold: async () => {
      const { lease } = config
      const renew = async () => {
        await db
          .update(progress)
          .set({ leaseUntil: lasting(deps, lease) })
          .where(here)
      }
      await renew()
      const timer = setInterval(
        () => renew().catch((fault: unknown) => reportFault('progress lease', fault)),
        lease / 3,
      )
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

// Some work keeps others out for a minute after its last step.
const abandoned = '服务器中断，这项工作停在中途；已完成的部分保留，请 1 分钟后再做一次'

/** Ends what a process that is gone was working on, so that nobody watches it for ever. Answers how many. */
export const endAbandoned = async (deps: ProgressDeps): Promise<number> => {
  const { db, clock, services, config } = deps
  const ended = await db
    .update(progress)
    .set({ percentage: 100, text: abandoned, finished: true, error: abandoned, at: clock() })
    .where(and(eq(progress.finished, false), isLeft(deps, progress.leaseUntil, config.lease)))
    .returning({ id: progress.id, userId: progress.userId })
  for (const { id, userId } of ended)
    services.live.publish(`user:${userId}`, 'progress', { progressId: id, percentage: 100, finished: true })
  return ended.length
}

/**
 * Starts a progress for the caller; its id goes into the answer of a call with the flag `progress`. `run`: on several
 * stores, whose end is told to whoever has not watched it, and which may be stopped: the work asks `isStopping`.
 */
export const startProgress = async (
  deps: ProgressDeps,
  me: Pick<SessionUser, 'userId'>,
  text: string,
  run?: Run,
): Promise<Progress> => {
  const id = newId(deps.clock())
  const unseen = run !== undefined && run.stores.length > 1
  // Who runs a second one beside it goes by this: nobody waits for one that never came to its work.
  const leaseUntil = run && lasting(deps, deps.config.lease)
  await deps.db.insert(progress).values({ id, userId: me.userId, text, at: deps.clock(), run, unseen, leaseUntil })
  return progressById(deps, me, id)
}

/**
 * Runs work behind the answer and finishes its progress whatever happens; a fault ends it with `errorText`, a server that
 * stops at its next step. Answers the progressId at once.
 */
export const inBackground = (
  { services }: Pick<Deps, 'services'>,
  running: Progress,
  work: (running: Progress) => Promise<string>,
  { errorText, report }: { errorText: string | ((fault: unknown) => string); report: (fault: unknown) => void },
): string => {
  const textOf = (fault: unknown) => {
    if (fault instanceof Interrupted) return abandoned
    report(fault)
    return typeof errorText === 'function' ? errorText(fault) : errorText
  }
  const whole = async () => {
    let release: (() => void) | undefined
    try {
      release = await running.hold()
      await running.finish(await work(running))
    } catch (fault) {
      const text = textOf(fault)
      await running.finish(text, text)
    } finally {
      release?.()
    }
  }
  services.works.run(running.id, () => whole().catch(report))
  return running.id
}

/** How far the caller's own work is; whoever reads its end is not told of it any more. */
export const progressOf = async (
  { db }: Pick<Deps, 'db'>,
  me: Pick<SessionUser, 'userId' | 'viewedBy'>,
  id: string,
): Promise<ResultOf<typeof calls.percentage>> => {
  const [row] = await db
    .select()
    .from(progress)
    .where(and(eq(progress.id, id), eq(progress.userId, me.userId)))
  if (!row) return refuse('not.found', { what: '进度' })
  const { percentage, text, finished, error, results, run } = row
  if (finished && row.unseen && !me.viewedBy)
    await db.update(progress).set({ unseen: false }).where(eq(progress.id, id))
  const ending = !finished && error === stopping
  return {
    ...{ percentage, text: ending ? `${stopping}：${text}` : text, finished },
    ...{ error: ending ? undefined : (error ?? undefined), results },
    ...(run && { name: run.name }),
    ...(run && !finished && { stops: true }),
  }
}
