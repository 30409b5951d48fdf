import { formatDay, startOfDay } from '@yibao/shared/time.ts'
import { and, asc, eq, exists, gt, inArray, lt, notExists, or } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { agreedTime } from '../../../database/sweeping.ts'
import { store } from '../../organisation/tables.ts'
import { catalogueSource } from '../entry-tables.ts'
import { menuDiffRun } from '../tables.ts'
import { compareStore, suggestions } from './compare.ts'

/** Stores of a round: the next one is a minute later. */
const most = 20

/**
 * Open stores that were compared once, and not since their day began or since their area's catalogue came in: codes, caps
 * and classes end and begin by themselves. What is still coming in is waited for. Those of one company stand together.
 */
const dueStores = ({ db }: Deps, today: string) => {
  const { areaCode, state, updatedAt } = catalogueSource
  const sources = db.select({ kind: catalogueSource.kind }).from(catalogueSource)
  const here = eq(areaCode, store.areaCode)
  const loading = sources.where(and(here, inArray(state, ['waiting', 'running'])))
  const since = db.select({ kind: catalogueSource.kind }).from(catalogueSource)
  const loaded = since.where(and(here, gt(updatedAt, menuDiffRun.at)))
  return db
    .select({ shop: store, at: menuDiffRun.at })
    .from(menuDiffRun)
    .innerJoin(store, eq(store.id, menuDiffRun.storeId))
    .where(and(eq(store.closed, false), or(lt(menuDiffRun.at, startOfDay(today)), exists(loaded)), notExists(loading)))
    .orderBy(asc(store.areaCode), asc(store.companyId), asc(store.id))
    .limit(most)
}

/**
 * Compares stores with the catalogue once a day and behind each download, some of them in a round; of several nodes one
 * compares a store. Answers how many.
 */
export const compareDue = async (deps: Deps, report: (fault: unknown) => void): Promise<number> => {
  const now = await agreedTime(deps)
  if (!now) return 0
  const suggest = suggestions(deps)
  let compared = 0
  for (const { shop, at } of await dueStores(deps, formatDay(now))) {
    if (deps.services.node.leaving) break
    const run = eq(menuDiffRun.storeId, shop.id)
    const mine = deps.clock()
    const taken = await deps.db
      .update(menuDiffRun)
      .set({ at: mine })
      .where(and(run, eq(menuDiffRun.at, at)))
      .returning({ storeId: menuDiffRun.storeId })
    if (!taken.length) continue
    try {
      await compareStore(deps, shop, suggest)
      compared += 1
    } catch (fault) {
      report(fault)
      await deps.db
        .update(menuDiffRun)
        .set({ at })
        .where(and(run, eq(menuDiffRun.at, mine)))
    }
  }
  return compared
}
