import type { InputOf } from '@yibao/shared/call.ts'
import type { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { eachStore } from '../../system/each-store.ts'
import { noAnswer } from '../centre/ask-totals.ts'
import { reconcileDay } from '../day/store-day.ts'
import { storesOfDays } from '../month/run.ts'
import { reconGroup } from '../tables.ts'
import { byFigures } from './detail.ts'
import { onlyFigures } from './places.ts'

/** How the groups of a store's days stand now. */
const standing = async ({ db }: Context, storeId: string, days: readonly string[]) => {
  const groups = await db
    .select({ state: reconGroup.state })
    .from(reconGroup)
    .where(and(eq(reconGroup.storeId, storeId), inArray(reconGroup.day, [...days])))
  const count = (...states: string[]) => groups.filter(({ state }) => states.includes(state)).length
  return { all: groups.length, equal: count('2', '4'), unequal: count('3'), failed: count('5') }
}

/**
 * Reconciliation/JsV2PullMarked: the days of the marked groups, store by store behind one progress: their sums (1320), then
 * the rows of what is unequal (1321). A day is asked about whole, as its groups share their settlements.
 */
export const pullMarked = async (c: Context, { days }: InputOf<(typeof figureBooks)['pullMarked']>) => {
  const every = [...new Set(days.map(({ day }) => day))].sort()
  const [first, last] = [every[0], every.at(-1)]
  if (!first || !last) return refuse('recon.state', { text: '没有选中的组，请先勾选' })
  if (last > formatDay(c.now)) return refuse('recon.state', { text: `${last} 还没有到，不能对账` })
  c.on(first === last ? first : `${first} 至 ${last}`)
  const daysOf = (storeId: string) =>
    every.filter((day) => days.some((one) => one.storeId === storeId && one.day === day))
  const storeIds = [...new Set(days.map(({ storeId }) => storeId))]
  const stores = onlyFigures(c)(await storesOfDays(c, { first, last }, storeIds))
  const done = (count: number) => `${count} 家门店全部对平`
  const run = { name: '批量对账', of: `${every.join(' ')} 1320`, done }
  return eachStore(c, stores, run, async (storeRow, step) => {
    const asked = daysOf(storeRow.id)
    let why = ''
    let silent: boolean | undefined
    for (const day of asked) {
      await step(day)
      const end = await reconcileDay(c.deps, storeRow, { day, by: c.me.name }, byFigures)
      silent = end.silent ?? silent
      if (silent && day !== asked.at(-1)) return { ok: false, silent, text: `${day} ${noAnswer}` }
      if (end.refused) why ||= `；${day} 没有对出明细：${end.refused}`
    }
    const { all, equal, unequal, failed } = await standing(c, storeRow.id, asked)
    const rest = failed ? `，${failed} 组未完成，原因见「中心说明」` : ''
    return { ok: equal === all, silent, text: `${all} 组 · ${equal} 平 · ${unequal} 不平${rest}${why}` }
  })
}
