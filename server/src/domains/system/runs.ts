import { and, asc, eq, not, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { isLeft } from '../../database/held.ts'
import { type Progress, startProgress } from './progress.ts'
import { progress, type Run } from './tables.ts'
import { inTurn } from './turn.ts'

/** A run that this call began, or the caller's own that was under way. */
type Begun = { running: Progress } | { already: string }

/**
 * The same work on several stores, some of them the same, that is under way: the id of the caller's own when it is on no
 * others, so that whoever lost sight of it presses once more. Another one is refused: nobody asks a centre twice at once.
 */
const underWay = async (c: Context, { name, of = '', stores }: Run): Promise<Begun | undefined> => {
  const { db, config } = c.deps
  const [other] = await db
    .select()
    .from(progress)
    .where(
      and(
        eq(progress.finished, false),
        not(isLeft(c.deps, progress.leaseUntil, config.lease)),
        sql`${progress.run} ->> 'name' = ${name} and coalesce(${progress.run} ->> 'of', '') = ${of}`,
        // One store by itself is its own people's matter.
        sql`jsonb_array_length(${progress.run} -> 'stores') > 1`,
        sql`${progress.run} -> 'stores' ?| ${sql.param(stores)}::text[]`,
      ),
    )
    .orderBy(asc(progress.at), asc(progress.id))
    .limit(1)
  if (!other?.run) return undefined
  const same = other.run.stores.length === stores.length && stores.every((id) => other.run?.stores.includes(id))
  if (same && other.userId === c.me.userId) return { already: other.id }
  return refuse('run.underWay', { name, by: other.run.by, text: other.text })
}

/** Begins work on stores behind a progress, unless the same is under way (`underWay`). */
export const beginRun = async (c: Context, text: string, of: Omit<Run, 'by'>): Promise<Begun> => {
  const run = { ...of, by: c.me.name }
  const begin = async () => ({ running: await startProgress(c.deps, c.me, text, run) })
  if (run.stores.length < 2) return begin()
  return inTurn<Begun>(c.deps, { call: 'run', key: `${run.name} ${run.of ?? ''}` }, () => underWay(c, run), begin)
}
