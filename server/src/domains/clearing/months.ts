import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { clearScore as calls } from '@yibao/shared/calls/clear-score.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { pageBounds } from '../../database/page.ts'
import { settingsOf } from '../organisation/settings.ts'
import { store } from '../organisation/tables.ts'
import { type Found, monthOf } from './month.ts'
import { clearingRows, placeOf, wantedMonth } from './rows.ts'
import { clearingMonth, clearingRow } from './tables.ts'

type Filters = InputOf<typeof calls.months>
type Wire = ResultOf<typeof calls.resolve>
type Summary = ResultOf<typeof calls.paged>['summary']

const of = (which: SQL) => sql<number>`count(*) filter (where ${which})::int`
const result = (name: string) => of(sql`${clearingRow.result} = ${name}`)
const answer = (name: string) => of(sql`${clearingRow.answer} = ${name}`)
const sums = {
  rows: of(sql`${clearingRow.run} > 0`),
  ...{ equal: result('equal'), differs: result('differs') },
  ...{ centreOnly: result('centreOnly'), oursOnly: result('oursOnly') },
  ...{ open: answer('open'), confirmed: answer('confirmed'), refused: answer('refused'), unknown: answer('unknown') },
  paid: sql<string>`coalesce(sum(${clearingRow.paid}), 0)::text`,
  confirmedPaid: sql<string>`coalesce(sum(${clearingRow.paid}) filter (where ${clearingRow.answer} = 'confirmed'), 0)::text`,
}
type Sums = Omit<Summary, 'months' | 'left' | 'only'>

const wireSums = ({ paid, confirmedPaid, ...counts }: { [K in keyof Sums]: Sums[K] }): Sums => ({
  ...counts,
  ...{ paid: yuan(Number(paid)), confirmedPaid: yuan(Number(confirmedPaid)) },
})
const none: Sums = {
  ...{ rows: 0, equal: 0, differs: 0, centreOnly: 0, oursOnly: 0, open: 0, confirmed: 0, refused: 0, unknown: 0 },
  ...{ paid: '0.00', confirmedPaid: '0.00' },
}

const wireMonths = async (c: Context, found: readonly Found[]): Promise<Wire[]> => {
  const ids = found.map(({ one }) => one.id)
  const counted = ids.length
    ? await c.db
        .select({ monthId: clearingRow.monthId, ...sums })
        .from(clearingRow)
        .where(inArray(clearingRow.monthId, ids))
        .groupBy(clearingRow.monthId)
    : []
  const byId = new Map(counted.map(({ monthId, ...row }) => [monthId, wireSums(row)]))
  return Promise.all(
    found.map(async ({ one, shop }) => ({
      ...{ id: one.id, month: one.month, storeId: shop.id, storeName: shop.name, state: one.state },
      ...(byId.get(one.id) ?? none),
      ...{ extractedAt: one.extractedAt ? formatTime(one.extractedAt) : undefined, operatorName: one.operatorName },
      message: one.message || undefined,
      needsApproval: (await settingsOf(c.db, one.areaCode)).authorizeUndo,
    })),
  )
}

/** Nothing more is to be done. */
const ended = ['0', '4'] as const

const monthsIn = (c: Context, f: Filters) =>
  and(
    c.scope.where(clearingMonth.storeId, f.storeId),
    eq(clearingMonth.month, wantedMonth(f, c.now)),
    f.state ? eq(clearingMonth.state, f.state) : undefined,
  )

const readMonths = (c: Context, f: Filters) =>
  c.db
    .select({ one: clearingMonth, shop: store })
    .from(clearingMonth)
    .innerJoin(store, eq(store.id, clearingMonth.storeId))
    .where(monthsIn(c, f))
    // What waits for a person first.
    .orderBy(sql`position(${clearingMonth.state} in '5613240')`, store.pinyin, store.id)

/** ClearScore/Months. */
export const monthsPage = async (c: Context, f: Filters): Promise<ResultOf<typeof calls.months>> => {
  const { limit, offset } = pageBounds(f)
  const found = await readMonths(c, f).limit(limit).offset(offset)
  const [n] = await c.db.select({ n: sql<number>`count(*)::int` }).from(clearingMonth).where(monthsIn(c, f))
  return { items: await wireMonths(c, found), total: n?.n ?? 0, totalIsBound: false }
}

/** A month as it is now. */
export const shownMonth = async (c: Context, id: string): Promise<Wire> =>
  (await wireMonths(c, [await monthOf(c, id)]))[0]!

/** ClearScore/Paged with what its month and stores hold together. */
export const pagedRows = async (c: Context, f: InputOf<typeof calls.paged>): Promise<ResultOf<typeof calls.paged>> => {
  const place = { month: f.month, storeId: f.storeId }
  const page = await clearingRows.page(c, f)
  const [counted] = await c.db.select(sums).from(clearingRow).where(placeOf(c, place))
  const [stores] = await c.db
    .select({
      months: sql<number>`count(*)::int`,
      left: of(notInArray(clearingMonth.state, [...ended])),
    })
    .from(clearingMonth)
    .where(monthsIn(c, place))
  const { months = 0, left = 0 } = stores ?? {}
  const only = months === 1 ? await wireMonths(c, await readMonths(c, place)) : undefined
  return { ...page, summary: { ...wireSums(counted!), months, left, only } }
}
