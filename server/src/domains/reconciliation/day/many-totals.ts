import { inArray } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { eachStore } from '../../system/each-store.ts'
import { type Ask, hearing, noAnswer } from '../centre/ask-totals.ts'
import { reconGroup } from '../tables.ts'
import { totalOfStore } from './total.ts'

/**
 * 对总账 of some days of some stores behind one progress, a line of results for each store. A store-day that somebody else
 * is comparing refuses by itself (groups/write.ts) and is that store's line. `ask`: by other means than 3201.
 */
export const totalsOfStores = (
  c: Context,
  stores: readonly StoreRow[],
  { days, force, ask, beside }: { days: readonly string[]; force?: boolean | undefined; ask?: Ask; beside?: string },
) => {
  const of = `${days[0]} ${days.length}${force ? ' force' : ''}${ask ? ' 1320' : ''}`
  const done = (count: number) => `${count} 家门店全部对平`
  return eachStore(c, stores, { name: '对总账', of, done, beside }, async (storeRow, step) => {
    const ids: string[] = []
    let silent: boolean | undefined
    for (const [i, day] of days.entries()) {
      await step(day)
      const heard = hearing(ask)
      ids.push(...(await totalOfStore(c.deps, storeRow, { day, by: c.me.name, force, ask: heard.ask })))
      silent = heard.silent() ?? silent
      if (silent && i < days.length - 1) return { ok: false, silent, text: `${day} ${noAnswer}` }
    }
    const groups = await c.db.select().from(reconGroup).where(inArray(reconGroup.id, ids)).orderBy(reconGroup.id)
    const count = (...states: string[]) => groups.filter(({ state }) => states.includes(state)).length
    const [equal, failed] = [count('2', '4'), groups.filter(({ state }) => state === '5')]
    const why = failed[0]?.centreText
    const rest = failed.length ? `，${failed.length} 组未完成${why ? `：${why}` : ''}` : ''
    return {
      silent,
      ok: equal === groups.length,
      text: `${groups.length} 组 · ${equal} 平 · ${count('3')} 不平${rest}`,
    }
  })
}
