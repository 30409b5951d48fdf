import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { liquidation as calls } from '@yibao/shared/calls/liquidation.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addMonths, daysOfMonth, formatDay, formatTime, optionalTime } from '@yibao/shared/time.ts'
import { and, between, eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { labelOf } from '../organisation/labels.ts'
import { store } from '../organisation/tables.ts'
import { amountsOf, claimOf, gapText, wireAmounts } from './amounts.ts'
import { type Application, callsOf, type Found } from './claim.ts'
import { heldBeside, heldGroups, heldSums } from './held.ts'
import { addSums, belongs, type ClaimSums, claimGroups, lessSums, noSums, type StoreMonth, sameSums } from './sums.ts'
import { liquidation } from './tables.ts'

type Filters = InputOf<typeof calls.paged>
type Row = ResultOf<typeof calls.paged>['items'][number]

/** Months asked for: the one before and this one unless said, since a month is claimed in the next. */
export const monthsOf = ({ from, to }: { from?: string; to?: string }, now: Date): { from: string; to: string } => {
  const last = to ?? formatDay(now).slice(0, 7)
  return { from: from ?? addMonths(last, -1), to: last }
}

/** Names that the list may be sorted by; the values come with the rest of the row. */
type Sorted = { [K in 'month' | 'storeName' | 'state' | 'total' | 'fund' | 'appliedAt']?: never }

/** The applications that a list is narrowed to, among those the asker may see. */
export const applicationsOf = (c: Context, f: Omit<Filters, 'page' | 'pageSize' | 'sort' | 'order'>) => {
  const { from, to } = monthsOf(f, c.now)
  return and(
    c.scope.where(liquidation.storeId, f.storeId),
    between(liquidation.month, from, to),
    f.clrType ? eq(liquidation.clrType, f.clrType) : undefined,
    f.clrWay ? eq(liquidation.clrWay, f.clrWay) : undefined,
    f.clrOptins ? eq(liquidation.clrOptins, f.clrOptins) : undefined,
    f.state ? eq(liquidation.state, f.state) : undefined,
  )
}

const stored = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ one: liquidation, shop: store, ...cursor })
      .from(liquidation)
      .innerJoin(store, eq(store.id, liquidation.storeId))
      .$dynamic(),
  where: applicationsOf,
  sortable: {
    month: liquidation.month,
    storeName: store.pinyin,
    state: liquidation.state,
    total: liquidation.claimTotal,
    fund: liquidation.claimFund,
    appliedAt: liquidation.appliedAt,
  },
  key: liquidation.id,
  keyOf: ({ one }) => one.id,
  wire: ({ one, shop }): Found & Sorted => ({ one, shop }),
})

const placesOf = (month: string, some: readonly Application[]): StoreMonth => ({
  month,
  storeIds: [...new Set(some.map((one) => one.storeId))],
  areas: [...new Set(some.map((one) => one.areaCode))],
})

/**
 * What our books hold now of some applications, by their ids; of a revoked one nothing is asked. What another application
 * claims for good is that one's, and asked about only where the sums differ.
 */
export const presentSums = async (c: Context, some: readonly Application[]): Promise<Map<string, ClaimSums>> => {
  const asked = some.filter(({ state }) => state !== '2')
  const sums = new Map<string, ClaimSums>()
  for (const month of new Set(asked.map((one) => one.month))) {
    const own = asked.filter((one) => one.month === month)
    const groups = await claimGroups(c.deps, placesOf(month, own))
    for (const one of own) {
      const its = groups.filter((group) => group.storeId === one.storeId && belongs(group, one))
      sums.set(one.id, its.reduce<ClaimSums>(addSums, noSums()))
    }
    const moved = own.filter((one) => !sameSums(one, sums.get(one.id)!))
    const held = await heldGroups(c.deps, placesOf(month, moved))
    for (const one of moved) sums.set(one.id, lessSums(sums.get(one.id)!, heldSums(heldBeside(held, one))))
  }
  return sums
}

/** How an application stands to our books of now and to its centre, and by how much. */
const standing = (one: Application, now: ClaimSums | undefined): Pick<Row, 'books' | 'differs'> => {
  const claim = claimOf(one)
  const gap = now && gapText(claim, amountsOf(now, one))
  if (now && !sameSums(one, now)) return { books: 'moved', differs: gap || '金额相同，结算笔数有变动' }
  if (one.centreTotal !== null && one.centreFund !== null) {
    const theirs = { ...claim, total: one.centreTotal, fund: one.centreFund }
    const other = gapText(claim, theirs)
    if (other) return { books: 'centre', differs: `本地减中心：${other}` }
  }
  return gap ? { books: 'edited', differs: gap } : { books: 'same' }
}

/** An application for the wire. `now` = our books of its month, absent for a revoked one. */
export const wireRow = (c: Context, { one, shop }: Found, now: ClaimSums | undefined): Row => {
  const { first, last } = daysOfMonth(one.month)
  const { edition } = c.services.centre.of(one.areaCode).profile
  const { summed, find } = callsOf(c, one.areaCode)
  const { id, month, storeId, clrOptins, state, agreed, operatorName } = one
  return {
    ...{ id, month, storeId, storeName: shop.name, clrOptins, state, agreed, operatorName },
    ...{ clrType: one.clrType || undefined, clrWay: one.clrWay || undefined, insutype: one.insutype || undefined },
    ...wireAmounts(claimOf(one)),
    ...standing(one, now),
    ...{ beginDay: first, endDay: last, eventId: one.eventId || undefined, createdAt: formatTime(one.createdAt) },
    ...{
      appliedAt: optionalTime(one.appliedAt),
      appliedBy: one.appliedBy || undefined,
      queriedAt: optionalTime(one.queriedAt),
    },
    ...{ deducted: yuan(one.deducted), reserved: yuan(one.reserved), granted: yuan(one.granted) },
    ...{ paid: yuan(one.paid), paidMonth: one.paidMonth || undefined, message: one.message || undefined },
    centreState: one.centreCode ? labelOf(edition, 'clr_stas', one.centreCode, c.caches) : undefined,
    ...{ editReason: one.editReason || undefined, unsummed: !summed, findable: find !== undefined },
  }
}

const wireRows = async (c: Context, found: readonly Found[]): Promise<Row[]> => {
  const now = await presentSums(
    c,
    found.map(({ one }) => one),
  )
  return found.map((each) => wireRow(c, each, now.get(each.one.id)))
}

/** Liquidation/Paged, the newest month first. */
export const applicationRows = {
  page: async (c: Context, f: Filters): Promise<ResultOf<typeof calls.paged>> => {
    const { items, ...rest } = await stored.page(c, f)
    return { ...rest, items: await wireRows(c, items) }
  },
  count: stored.count,
  stream: async function* (c: Context, f: Filters): AsyncGenerator<Row[]> {
    for await (const found of stored.stream(c, f)) yield await wireRows(c, found)
  },
}

/** An application as it is now. */
export const shownRow = async (c: Context, found: Found): Promise<Row> => {
  const now = await presentSums(c, [found.one])
  return wireRow(c, found, now.get(found.one.id))
}
