import type { InputOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { fen } from '@yibao/shared/money.ts'
import { omit } from '@yibao/shared/omit.ts'
import { addDays, startOfDay } from '@yibao/shared/time.ts'
import {
  type AnyColumn,
  and,
  eq,
  gte,
  ilike,
  inArray,
  lt,
  lte,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { maskName } from '../../base/mask.ts'
import type { Context } from '../../call/context.ts'
import { conditionOf, type Filters as FilterTable } from '../../database/filters.ts'
import { like } from '../../database/like.ts'
import { readPersonHash } from '../card/read.ts'
import { store } from '../organisation/tables.ts'
import { counted } from './counts.ts'
import { reversalList } from './infnos.ts'
import { requireBounded, storesNamed } from './list-bounds.ts'
import { statesOf } from './states.ts'
import { intent, order } from './tables.ts'

/** `psnHash`: whose orders, where a card was read for them. */
export type Filters = InputOf<typeof orderCalls.abnormalPaged> & { psnHash?: string }

// Of the next day: a moment is kept to the millisecond, and the last second of a day is longer than none.
const endOf = (day: string) => startOfDay(addDays(day, 1))

const reversedAs = (status: string | undefined): SQL | undefined =>
  status === '3' || status === '5' ? eq(order.reversedBy, status === '5' ? '2601' : '2103') : undefined

const flagged = (status: string | undefined): SQL | undefined => {
  if (status === '6') return sql`${order.flags} <> '[]'::jsonb`
  return status === '2' ? sql`${order.flags} = '[]'::jsonb` : undefined
}

const inAir = sql`${order.state} in ('settling','reversing','unknown')`
/** A column of an order's newest message. */
export const ofLastSent = <T>(column: AnyColumn): SQL<T | null> =>
  sql<T | null>`(select ${column} from ${intent} where ${intent.orderId} = ${order.id}
  order by ${intent.createdAt} desc, ${intent.id} desc limit 1)`

const lastAttempts = ofLastSent<number>(intent.attempts)
const lastSent = ofLastSent<string>(intent.infno)
const reversalSent = sql`coalesce(${lastSent}, '') in ${sql.raw(reversalList)}`

/** The rows whose `abnormalOf` names this kind. */
export const ofKind = (kind: string): SQL => {
  if (kind === 'reversalUnknown') return sql`(${inAir} and ${reversalSent})`
  if (kind === 'unknown') return sql`(${inAir} and not ${reversalSent})`
  return sql`(not ${inAir} and ${order.flags}->>0 = ${kind})`
}

interface Asked {
  c: Context
  f: Filters
}

/** Orders that bear a number: our own, the ERP's, or the centre's of the settlement or of its reversal. */
export const numbered = (value: Placeholder | string): SQL =>
  or(eq(order.orderNo, value), eq(order.erpBill, value), eq(order.setlId, value), eq(order.reversalSetlId, value))!

/** What each filter of the list asks; in order of appearance in the statement. */
export const filters: FilterTable<Asked> = {
  // An administrator's stores are all in his area: naming it as well lets the newest rows be read from one index.
  area: { value: ({ c: { me } }) => (me.storeId ? undefined : me.areaCode), where: (v) => eq(order.areaCode, v) },
  areaCode: { value: ({ f }) => f.areaCode, where: (v) => eq(order.areaCode, v) },
  // An order's own company is in none of the indexes; those of its stores are what the scope goes by, too.
  companyId: { value: ({ f }) => f.companyId, where: (v) => storesNamed(eq(store.companyId, v)) },
  storeId: { value: ({ c, f }) => f.storeId && c.scope.check(f.storeId), where: (v) => eq(order.storeId, v) },
  from: { value: ({ f }) => f.from && startOfDay(f.from).toISOString(), where: (v) => gte(order.createdAt, v) },
  to: { value: ({ f }) => f.to && endOf(f.to).toISOString(), where: (v) => lt(order.createdAt, v) },
  // What a report counted on a day: the centre's moment, and never what 2601 undid.
  settledFrom: {
    value: ({ f }) => f.settledFrom && startOfDay(f.settledFrom).toISOString(),
    where: (v) => and(gte(order.settledAt, v), counted(false)),
  },
  settledTo: {
    value: ({ f }) => f.settledTo && endOf(f.settledTo).toISOString(),
    where: (v) => and(lt(order.settledAt, v), counted(false)),
  },
  reversedFrom: {
    value: ({ f }) => f.reversedFrom && startOfDay(f.reversedFrom).toISOString(),
    where: (v) => and(gte(order.reversedAt, v), counted(true)),
  },
  reversedTo: {
    value: ({ f }) => f.reversedTo && endOf(f.reversedTo).toISOString(),
    where: (v) => and(lt(order.reversedAt, v), counted(true)),
  },
  keyword: {
    value: ({ f }) => f.keyword,
    where: numbered,
  },
  maskedName: {
    // Its first character, which may be two units of a string: 𠮷.
    value: ({ f: { name } }) => name && (name.includes('*') ? name : `${[...maskName(name)][0]}%`),
    where: (v) => ilike(order.maskedName, v),
  },
  name: {
    value: ({ f: { name } }) => (name?.includes('*') ? undefined : name),
    where: (v) => sql`${order.person}->>'name' = ${v}`,
  },
  psnHash: { value: ({ f }) => f.psnHash, where: (v) => eq(order.psnHash, v) },
  insutype: { value: ({ f }) => f.insutype, where: (v) => eq(order.insutype, v) },
  medicalType: { value: ({ f }) => f.medicalType, where: (v) => eq(order.medicalType, v) },
  status: {
    choice: ({ f }) => f.status,
    where: (status) => and(inArray(order.state, statesOf(status)), reversedAs(status), flagged(status)),
  },
  // Settled, whatever a person still has to look at, and taken back: what there is a document of.
  slip: {
    choice: ({ f }) => (f.slip ? 'yes' : undefined),
    where: () => or(eq(order.state, 'settled'), and(eq(order.state, 'reversed'), counted(true))),
  },
  kind: { choice: ({ f }) => f.kind, where: ofKind },
  minAttempts: { value: ({ f }) => f.minAttempts, where: (v) => sql`coalesce(${lastAttempts}, 0) >= ${v}::int` },
  source: { value: ({ f }) => f.source, where: (v) => eq(order.source, v) },
  outFlag: { value: ({ f }) => f.outFlag, where: (v) => eq(order.outFlag, v) },
  insuredArea: { value: ({ f }) => f.insuredArea, where: (v) => sql`${order.person}->>'insuredArea' = ${v}` },
  operatorName: {
    value: ({ f }) => f.operatorName && like(f.operatorName),
    where: (v) => ilike(order.operatorName, v),
  },
  minTotal: { value: ({ f }) => f.minTotal && fen(f.minTotal), where: (v) => gte(order.total, v) },
  maxTotal: { value: ({ f }) => f.maxTotal && fen(f.maxTotal), where: (v) => lte(order.total, v) },
}

/** What each list shows whatever is asked of it. */
export type List = 'paged' | 'abnormal'

export const lists: Record<List, SQL> = {
  paged: ne(order.state, 'drafted'),
  abnormal: sql`(${inAir} or ${order.flags} <> '[]'::jsonb)`,
}

/** The filters with whom a reading is of; refuses one that is over. */
export const withPerson = async (c: Context, f: Filters): Promise<Filters> =>
  f.readId ? { ...f, psnHash: await readPersonHash(c, f.readId) } : f

/** What a list shows of the scope, for a statement that is built each time (export). The abnormal ones are few: no bound. */
export const orderCondition = async (c: Context, asked: Filters, list: List): Promise<SQL | undefined> => {
  if (list === 'paged') await requireBounded(c, asked)
  const f = await withPerson(c, asked)
  return and(c.scope.where(order.storeId), conditionOf(filters, { c, f }), lists[list])
}

/** What Order/Paged asks of an order but its area, so that a list of some days goes by the days of its stores. */
export const askedOfOrder = (c: Context, f: Filters): SQL | undefined => conditionOf(omit(filters, 'area'), { c, f })
