import type { InputOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { addDays, daysOfMonth, formatDay, startOfDay } from '@yibao/shared/time.ts'
import { and, asc, between, eq, exists, gte, inArray, lt, or } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { besideText } from '../../auth/other-areas.ts'
import { counted, countsAt } from '../../order/counts.ts'
import { order } from '../../order/tables.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { store } from '../../organisation/tables.ts'
import { eachStore } from '../../system/each-store.ts'
import { type Ask, hearing, noAnswer } from '../centre/ask-totals.ts'
import { type DayMeans, reconcileDay } from '../day/store-day.ts'
import { daysUntil, monthDays, openDaysText } from '../groups/days.ts'
import { reconGroup } from '../tables.ts'
import { isOver, totalOfMonth } from './total.ts'

type Calls = typeof monthBooks

/** yyyy-MM-dd, both included. */
interface Days {
  first: string
  last: string
}

/** Given up since, but it sold on these days: it is compared and claimed like the others. */
const hadDays = (c: Context, { first, last }: Days) => {
  const grouped = and(eq(reconGroup.storeId, store.id), between(reconGroup.day, first, last))
  const [from, until] = [startOfDay(first), startOfDay(addDays(last, 1))]
  const within = (refunded: boolean) =>
    and(counted(refunded), gte(countsAt(refunded), from), lt(countsAt(refunded), until))
  const booked = and(eq(order.storeId, store.id), or(within(false), within(true)))
  return or(
    exists(c.db.select({ id: reconGroup.id }).from(reconGroup).where(grouped)),
    exists(c.db.select({ id: order.id }).from(order).where(booked)),
  )
}

/** The stores of a month's run: those asked for, the operator's own, or all that an administrator works with. */
export const storesOf = (c: Context, month: string, storeIds: readonly string[] | undefined): Promise<StoreRow[]> =>
  storesOfDays(c, daysOfMonth(month), storeIds)

/** The same of some days' run: a closed store, which nobody signs in for, is asked about those that it sold on. */
export const storesOfDays = async (
  c: Context,
  days: Days,
  storeIds: readonly string[] | undefined,
): Promise<StoreRow[]> => {
  const wanted = storeIds?.length ? storeIds : c.me.storeId ? [c.me.storeId] : undefined
  const rows = await c.db
    .select()
    .from(store)
    .where(
      and(
        c.scope.where(store.id),
        wanted
          ? inArray(
              store.id,
              wanted.map((id) => c.scope.check(id)),
            )
          : and(
              or(eq(store.closed, false), hadDays(c, days)),
              c.me.areaCode ? eq(store.areaCode, c.me.areaCode) : undefined,
            ),
      ),
    )
    .orderBy(asc(store.pinyin), asc(store.id))
  return rows.length ? rows : refuse('not.found', { what: '门店' })
}

/** The stores that a run can do, of those it was asked for; refuses when it is none. */
type Narrow = (stores: StoreRow[]) => StoreRow[]

const balanced = (stores: number) => `${stores} 家门店全部对平`

/** Reconciliation/MonthTotal: 3201 over the month, store by store. `ask` and `only`: by other means, of some stores. */
export const runTotals = async (
  c: Context,
  { month, storeId }: InputOf<Calls['monthTotal']>,
  { ask, only = (all) => all }: { ask?: Ask; only?: Narrow } = {},
) => {
  if (!isOver(month, c.now)) return refuse('recon.state', { text: '这个月还没有结束，下个月起才能月对账' })
  const stores = only(await storesOf(c, month, storeId === undefined ? undefined : [storeId]))
  const beside = await besideText(c, storeId)
  return eachStore(
    c,
    stores,
    { name: '月对总账', of: ask ? `${month} 1320` : month, done: balanced, beside },
    async (storeRow) => {
      const heard = hearing(ask)
      const outcome = await totalOfMonth(c.deps, storeRow, { month, by: c.me.name, ask: heard.ask })
      if ('open' in outcome) return { ok: false, text: `${outcome.open} 还没有对平，请先「逐日核对」` }
      const silent = heard.silent()
      if (silent) return { ok: false, silent, text: '医保中心没有答复，请等中心恢复后再做「月对总账」' }
      const { asked, unequal, failed, marked, unasked } = outcome
      const parts = [unequal && `${unequal} 组不平`, failed && `${failed} 组未完成`, unasked && '其他险种没有问完']
      const rest = parts.filter(Boolean)
      const apart = marked ? `，${marked} 组已标记处理，没有再对` : ''
      if (!rest.length) return { ok: true, silent, text: `${asked} 组全部对平${apart}` }
      const next = unequal
        ? '逐日核对时选「已对平的日子也重新核对」，找出是哪一天；每一天都一致的，在列表「标记处理」'
        : failed
          ? '原因见列表的「中心说明」，处理后重新对总账'
          : '医保中心没有答复，请稍后重新对总账'
      return { ok: false, silent, text: `${asked} 组，${rest.join('，')}${apart}。${next}` }
    },
  )
}

/** Reconciliation/MonthCheck: 对总账 and 对明细 of a month's open days, store by store. */
export const checkDays = async (
  c: Context,
  { month, storeId, storeIds = storeId ? [storeId] : undefined, force = false }: InputOf<Calls['monthCheck']>,
  { means, only = (all) => all }: { means?: DayMeans; only?: Narrow } = {},
) => {
  const stores = only(await storesOf(c, month, storeIds))
  const what = { name: '逐日核对', of: `${month}${force ? ' force' : ''}${means ? ' 1320' : ''}`, done: balanced }
  return eachStore(c, stores, { ...what, beside: await besideText(c, storeIds?.[0]) }, async (storeRow, step) => {
    const known = await monthDays(c.db, { storeIds: [storeRow.id], month, now: c.deps.clock() })
    // A day nobody sold and nobody asked about may be the one the centre has a row of.
    const days = force
      ? daysUntil(month, addDays(formatDay(c.deps.clock()), -1))
      : [...new Set(known.filter(({ unfinished }) => unfinished).map(({ day }) => day))]
    let unequal = 0
    let why = ''
    let silent: boolean | undefined
    for (const day of days) {
      await step(day)
      const end = await reconcileDay(c.deps, storeRow, { day, by: c.me.name, force }, means)
      silent = end.silent ?? silent
      if (end.unequal) unequal += 1
      if (silent && day !== days.at(-1)) {
        const found = unequal ? `之前 ${unequal} 天不平，差异已列在日对账明细。` : ''
        return { ok: false, silent, text: `${found}${day} ${noAnswer}` }
      }
      if (end.refused) why ||= `；${day} 没有对出明细：${end.refused}`
    }
    const after = await monthDays(c.db, { storeIds: [storeRow.id], month, now: c.deps.clock() })
    const left = new Set(after.filter(({ unfinished }) => unfinished).map(({ day }) => day)).size
    if (!left)
      return { ok: true, silent, text: days.length ? `核对 ${days.length} 天，全部对平` : '没有需要核对的日子' }
    const next = unequal
      ? '差异已列出，在列表点这家门店的那一行，按日查看并处理'
      : '中心没有给出结果，原因见日对账的「中心说明」，处理后重新核对'
    return {
      ok: false,
      silent,
      text: `核对 ${days.length} 天，${left} 天未对平（${openDaysText(after)}），${next}${why}`,
    }
  })
}
