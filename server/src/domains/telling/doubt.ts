import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../call/context.ts'
import { lifeBegan } from '../../database/life.ts'
import type { Standing, Telling } from './told.ts'

const text = '数据库恢复过，这一条可能已经上传，要先向医保中心核实'

type Left = Pick<Standing, 'state' | 'message' | 'sentAt' | 'nextAt' | 'attempts'>

/** How a row stands that may have left in what a database lost, as if it had left last when that database ended. */
export const doubtful = (began: Date, now: Date) =>
  ({ state: 'unknown', message: text, sentAt: began, nextAt: now, attempts: 0 }) as const satisfies Left

/** SQL over rows that are not told: whether they may have been all the same, having stood in the database before. */
export const olderThan = (began: Date, sentAt: AnyPgColumn, since: AnyPgColumn): SQL =>
  sql`coalesce(${sentAt}, ${since}) < ${began.toISOString()}::timestamptz`

/** The same of one row; undefined = nothing of it can be there. */
export const doubtOf = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { state, sentAt }: { state: string; sentAt: Date | null },
  since: Date,
) => {
  if (state !== 'waiting' && state !== 'refused' && state !== 'deleted') return undefined
  const began = await lifeBegan(deps)
  return (sentAt ?? since) < began ? doubtful(began, deps.clock()) : undefined
}

/**
 * A claimed row of stock data as it stands: one that may have been told in what the database lost is unknown from now on,
 * so that 3507 comes before it is told (definite.ts).
 */
export const doubted = async <T extends Telling['one']>(
  deps: Deps,
  { one, mark }: Telling & { one: T },
  since: Date,
): Promise<T> => {
  const doubt = await doubtOf(deps, one, since)
  if (!doubt) return one
  const unknown = { ...doubt, pending: 'upload' } as const
  await mark(unknown, one.state)
  return { ...one, ...unknown }
}
