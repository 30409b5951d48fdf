import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import type { CopyTransaction } from '../../../database/copy.ts'
import { isLeft, lasting } from '../../../database/held.ts'
import { reportFault } from '../../../process/fault.ts'
import { catalogueSource } from '../entry-tables.ts'
import type { AnyKind } from '../kinds.ts'

export type Source = Omit<typeof catalogueSource.$inferSelect, 'kind'> & { kind: AnyKind }

/** Thrown when another process has taken the work over: this one just ends. */
export class TakenOver extends Error {}

const leaseEnd = (deps: Deps) => lasting(deps, deps.config.lease)

const left = (deps: Deps) => isLeft(deps, catalogueSource.leaseUntil, deps.config.lease)

/** Takes the next file of a download that nobody works on; undefined when none is left. */
export const claimNext = async (deps: Deps, areaCode: string, progressId: string): Promise<Source | undefined> => {
  const { db, config } = deps
  const free = or(eq(catalogueSource.state, 'waiting'), and(eq(catalogueSource.state, 'running'), left(deps)))
  const mine = and(eq(catalogueSource.areaCode, areaCode), eq(catalogueSource.progressId, progressId), free)
  const [next] = await db.select().from(catalogueSource).where(mine).orderBy(asc(catalogueSource.kind)).limit(1)
  if (!next) return undefined
  const [taken] = await db
    .update(catalogueSource)
    .set({ state: 'running', runner: config.node, leaseUntil: leaseEnd(deps), error: '' })
    .where(and(mine, eq(catalogueSource.kind, next.kind)))
    .returning()
  return taken ? (taken as Source) : claimNext(deps, areaCode, progressId)
}

const mineOnly = ({ config }: Deps, source: Source) =>
  and(
    eq(catalogueSource.areaCode, source.areaCode),
    eq(catalogueSource.kind, source.kind),
    eq(catalogueSource.runner, config.node),
    eq(catalogueSource.state, 'running'),
  )

/** Writes how the work stands; throws TakenOver when it is another's now. Gives the row as it is then. */
export const note = async (deps: Deps, source: Source, values: Partial<Source>): Promise<Source> => {
  const [row] = await deps.db
    .update(catalogueSource)
    .set({ ...values, leaseUntil: leaseEnd(deps) })
    .where(mineOnly(deps, source))
    .returning()
  if (!row) throw new TakenOver()
  return row as Source
}

/** Keeps the lease of a whole download while the centre makes its file or rows go in; the answer stops it. */
export const holdLease = (deps: Deps, { areaCode, progressId }: Source): (() => void) => {
  const renew = () => {
    deps.db
      .update(catalogueSource)
      .set({ leaseUntil: leaseEnd(deps) })
      .where(
        and(
          eq(catalogueSource.areaCode, areaCode),
          eq(catalogueSource.progressId, progressId ?? ''),
          inArray(catalogueSource.state, ['waiting', 'running']),
        ),
      )
      .catch((fault: unknown) => reportFault('catalogue lease', fault))
  }
  const timer = setInterval(renew, deps.config.lease / 3)
  timer.unref()
  return () => clearInterval(timer)
}

/** Moves the count of a file on inside the transaction of its rows; false when another process has moved it. */
export const moveOn = async (
  deps: Deps,
  tx: CopyTransaction,
  source: Source,
  next: Pick<Source, 'fileDone' | 'nextVersion'> & { left: number | null },
): Promise<boolean> => {
  const moved = await tx.query(
    `update catalogue_source set file_done = $1, next_version = $2, rows_left = $3
     where area_code = $4 and kind = $5 and runner = $6 and state = 'running' and file_done = $7 returning kind`,
    [
      ...[next.fileDone, next.nextVersion, next.left],
      ...[source.areaCode, source.kind, deps.config.node, source.fileDone],
    ],
  )
  return moved.length === 1
}

/** Downloads whose process has ended: area, progress and owner of each. */
export const orphaned = async (deps: Deps) =>
  deps.db
    .selectDistinct({
      areaCode: catalogueSource.areaCode,
      progressId: sql<string>`${catalogueSource.progressId}`,
      userId: sql<string>`${catalogueSource.userId}`,
    })
    .from(catalogueSource)
    .where(and(inArray(catalogueSource.state, ['waiting', 'running']), left(deps)))
