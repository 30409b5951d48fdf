import { eq, sql } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { Refusal } from '../../refuse.ts'
import { working } from '../attendance/working.ts'
import { systemLayer, withOverrides } from '../organisation/settings.ts'
import { area, store } from '../organisation/tables.ts'
import { withPieces } from './claim.ts'
import { salePiece } from './tables.ts'
import type { Told } from './told.ts'
import { uploadPiece } from './upload-piece.ts'

/** Pieces of a store in a round: told one after the other, beside its settlements and not in front of them. */
const perStore = 20
/** Stores that one node tells of at the same time. */
const storesAtOnce = 4
/** ms after which a store's turn begins no further message: others wait behind one whose centre takes its time. */
const turnMs = 60_000
/** ms that a store is left alone after its centre did not answer. */
const rest = 120_000

/** Open stores where somebody is signed in today and whose area tells by itself, with how long after a sale, ms. */
export const tellingStores = async (deps: Deps): Promise<{ id: string; delay: number }[]> => {
  const rows = await deps.db
    .select({ id: store.id, system: systemLayer, area: area.settings, own: store.settings })
    .from(store)
    .innerJoin(area, eq(area.code, store.areaCode))
    .where(working(deps))
  return rows.flatMap(({ id, system, area: ofArea, own }) => {
    const { saleUpload, saleUploadDelay } = withOverrides(system, ofArea, own)
    return saleUpload ? [{ id, delay: saleUploadDelay }] : []
  })
}

/** The pieces that are due in some stores, each store's oldest first: one probe of a small index for each store. */
export const dueQuery = (stores: readonly { id: string; delay: number }[], now: Date) => {
  const ids = stores.map(({ id }) => id)
  const until = stores.map(({ delay }) => new Date(now.getTime() - delay).toISOString())
  return sql`
    select due.id, asked.store_id as "storeId"
    from unnest(${sql.param(ids)}::text[], ${sql.param(until)}::timestamptz[]) as asked(store_id, until)
    cross join lateral (
      select ${salePiece.id} as id from ${salePiece}
      where ${salePiece.storeId} = asked.store_id and ${salePiece.nextAt} is not null
        and ${salePiece.nextAt} <= ${now.toISOString()}::timestamptz and ${salePiece.soldAt} <= asked.until
      order by ${salePiece.nextAt}, ${salePiece.id} desc limit ${perStore}
    ) as due`
}

/** One store's turn: it ends with the first message that its centre does not answer, or when it has lasted. */
const tellStore = async (
  deps: Deps,
  ids: readonly string[],
  report: (fault: unknown) => void,
): Promise<{ told: number; silent: boolean }> => {
  let told = 0
  const until = deps.clock().getTime() + turnMs
  for (const id of ids) {
    if (deps.clock().getTime() >= until) break
    const outcome = await withPieces(deps, [id], async ([one]): Promise<Told | undefined> => {
      // Another node, or a person, has it, or had it since it was looked for.
      if (!one?.nextAt || one.nextAt > deps.clock()) return undefined
      return uploadPiece(deps, one)
    }).catch((fault: unknown): Told => {
      if (!(fault instanceof Refusal)) report(fault)
      return { kind: 'down', text: '' }
    })
    if (outcome) told++
    if (outcome?.kind === 'unknown' || outcome?.kind === 'down') return { told, silent: true }
  }
  return { told, silent: false }
}

/**
 * Tells the centres what is due, some pieces of each store (3505, 3506). A refusal is a person's matter and is not
 * repeated; what is unknown is made definite when its message can no longer arrive (definite.ts). Several nodes do it
 * together: each piece is claimed. `resting` remembers which stores' centres did not answer, and leaves them alone for a
 * while. Answers how many were told or tried.
 */
export const uploadDue = async (
  deps: Deps,
  report: (fault: unknown) => void,
  resting: Map<string, number> = new Map(),
): Promise<number> => {
  const now = deps.clock().getTime()
  const stores = (await tellingStores(deps)).filter(({ id }) => (resting.get(id) ?? 0) <= now)
  if (!stores.length) return 0
  const found = (await deps.db.execute(dueQuery(stores, deps.clock()))) as unknown as {
    rows: { id: string; storeId: string }[]
  }
  const turns = stores
    .map(({ id: storeId }) => ({
      storeId,
      ids: found.rows.flatMap((one) => (one.storeId === storeId ? [one.id] : [])),
    }))
    .filter(({ ids }) => ids.length)
  let all = 0
  const worker = async () => {
    for (let turn = turns.shift(); turn; turn = turns.shift()) {
      const { told, silent } = await tellStore(deps, turn.ids, report)
      all += told
      if (silent) resting.set(turn.storeId, now + rest)
      else resting.delete(turn.storeId)
    }
  }
  await Promise.all(Array.from({ length: storesAtOnce }, worker))
  return all
}
