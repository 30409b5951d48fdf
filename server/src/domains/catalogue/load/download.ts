import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { lasting } from '../../../database/held.ts'
import { reportFault } from '../../../process/fault.ts'
import { askingStore } from '../../organisation/asking-store.ts'
import { areaName } from '../../organisation/districts.ts'
import { startProgress } from '../../system/progress.ts'
import { catalogueSource } from '../entry-tables.ts'
import { type AnyKind, titleOfKind } from '../kinds.ts'
import { endDownload } from './run.ts'

interface Asked {
  kinds: readonly AnyKind[]
  /** Everything again from version 0, not only what is newer. */
  full?: boolean
  /** Rows to take in of each file; a later download goes on behind them. */
  size?: number
}

/** Begins a download of an area behind a progress; one that is under way is not begun again. */
export const startDownload = async (c: Context, areaCode: string, { kinds, full, size }: Asked): Promise<string> => {
  c.on(`${areaName(areaCode)} ${kinds.map(titleOfKind).join('、')}`)
  await askingStore(c.deps, areaCode)
  const running = await startProgress(c.deps, c.me, `共 ${kinds.length} 类目录`)
  const leaseUntil = lasting(c.deps, c.deps.config.lease)
  const begin = {
    ...{ state: 'waiting' as const, error: '', progressId: running.id, userId: c.me.userId, runner: null, leaseUntil },
    left: size ?? null,
    ...(full ? { version: '0', nextVersion: '0', fileNo: '', fileRows: 0, fileDone: 0 } : {}),
  }
  await c.db.transaction(async (tx) => {
    await tx
      .insert(catalogueSource)
      .values(kinds.map((kind) => ({ areaCode, kind })))
      .onConflictDoNothing()
    const mine = and(eq(catalogueSource.areaCode, areaCode), inArray(catalogueSource.kind, [...kinds]))
    const begun = await tx
      .update(catalogueSource)
      .set(begin)
      .where(and(mine, or(sql`${catalogueSource.state} in ('idle', 'failed')`)))
      .returning({ kind: catalogueSource.kind })
    if (begun.length < kinds.length) refuse('catalogue.running')
  })
  endDownload(c.deps, areaCode, running).catch((fault: unknown) => reportFault('catalogue download', fault))
  return running.id
}
