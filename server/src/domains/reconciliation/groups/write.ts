import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, inArray, lt, ne, or } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { lasting } from '../../../database/held.ts'
import { bookRows, rowsInTotals, type Sums, sumsOf } from '../../book/rows.ts'
import { type GroupKey, keyText } from '../../order/group.ts'
import type { AreaSettings } from '../../organisation/settings.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { reconGroup } from '../tables.ts'
import { type GroupRow, groupKeys } from './groups.ts'
import { groupIdOf } from './keys.ts'

/** A run that its server did not survive stops being under way after this, ms. */
const abandonedAfter = 300_000

/** Takes a group for this run: two runs of one group would void each other's findings. */
const claim = async (
  deps: Deps,
  id: string,
  { sums, changed, force }: { sums: Sums; changed: boolean; force: boolean },
): Promise<GroupRow> => {
  const free = or(ne(reconGroup.state, '1'), lt(reconGroup.at, lasting(deps, -abandonedAfter)))
  const old = force ? { centreResult: null, centreText: null, fileId: null } : {}
  const [taken] = await deps.db
    .update(reconGroup)
    .set({ ...sums, ...old, ...(changed && { changedAt: deps.clock() }), state: '1', at: lasting(deps, 0) })
    .where(and(eq(reconGroup.id, id), free))
    .returning()
  return taken ?? refuse('recon.state', { text: '这一天正在对账，请等待结果' })
}

/** Whatever ended a run: none of its groups stays under way. */
export const release = async ({ db }: Deps, ids: string[]): Promise<void> => {
  if (!ids.length) return
  await db
    .update(reconGroup)
    .set({ state: '5', centreText: '对账中断，请重新对总账' })
    .where(and(inArray(reconGroup.id, ids), eq(reconGroup.state, '1')))
}

/** Whether a group was last asked about before its day was over, which it now is: what came later is not in the result. */
const isEarly = ({ day, at }: GroupRow, now: Date): boolean => {
  const over = startOfDay(addDays(day, 1))
  return at !== null && at < over && now >= over
}

interface Written {
  ids: string[]
  /** Claimed for this run, in state 对账中. */
  claimed: GroupRow[]
}

/**
 * Writes a day's groups with our present sums; a balanced one keeps its result while nothing changed, unless forced or
 * found before the day was over.
 */
export const writeGroups = async (
  deps: Deps,
  storeRow: StoreRow,
  settings: AreaSettings,
  { day, force = false, only }: { day: string; force?: boolean; only?: Pick<GroupKey, 'clrOptins' | 'clrType'> },
): Promise<Written> => {
  const rows = await bookRows(deps.db, storeRow.id, day)
  const written: Written = { ids: [], claimed: [] }
  try {
    for (const key of await groupKeys(deps.db, storeRow, day, rows)) {
      if (only && (key.clrOptins !== only.clrOptins || key.clrType !== only.clrType)) continue
      const own = rowsInTotals(rows, settings).filter((row) => keyText(row) === keyText(key))
      const sums = sumsOf(own, settings)
      const id = groupIdOf(storeRow.id, day, key)
      const values = { id, storeId: storeRow.id, areaCode: storeRow.areaCode, day, ...key, ...sums }
      const changedAt = own.length ? deps.clock() : null
      await deps.db
        .insert(reconGroup)
        .values({ ...values, changedAt })
        .onConflictDoNothing()
      const [known] = await deps.db.select().from(reconGroup).where(eq(reconGroup.id, id))
      const unchanged = (Object.keys(sums) as (keyof Sums)[]).every((name) => known![name] === sums[name])
      written.ids.push(id)
      const anew = force || isEarly(known!, deps.clock())
      if (known!.state !== '2' || !unchanged || anew)
        written.claimed.push(await claim(deps, id, { sums, changed: !unchanged, force: anew }))
    }
    return written
  } catch (error) {
    await release(
      deps,
      written.claimed.map(({ id }) => id),
    )
    throw error
  }
}
