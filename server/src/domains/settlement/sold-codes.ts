import type { ResultOf } from '@yibao/shared/call.ts'
import type { settlement as calls } from '@yibao/shared/calls/settlement.ts'
import { scaled } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { order, soldCodes } from '../order/tables.ts'
import type { Line } from '../order/types.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { partsOf } from '../sale/pieces.ts'
import { salePiece } from '../sale/tables.ts'

type Shop = Pick<StoreRow, 'id' | 'companyId'>
type Sold = ResultOf<typeof calls.soldCodes>[number]

/** A pack with a code, as an order sold it. */
interface Pack {
  code: string
  name: string
  quantity: string
}

/** The packs of a line that have a code, as they will be told. */
const packsOf = ({ traceCodes, quantity, name }: Pick<Line, 'traceCodes' | 'quantity' | 'name'>): Pack[] =>
  partsOf(quantity, traceCodes ?? []).flatMap((part) =>
    part.traceCode ? [{ code: part.traceCode, name, quantity: part.quantity }] : [],
  )

/** A broken pack is sold again with its rest. */
const isWhole = ({ quantity }: Pack): boolean => scaled(quantity, 4) >= 10_000n

/** Most orders that are looked at: a code stands in one, unless somebody sold a pack many times. */
const most = 50

/** The packs of an order's settlement as they are told, each with what 补录 made of its code; null before they are written. */
const told = sql<Pack[] | null>`(
  select jsonb_agg(jsonb_build_object('code', told.trace_code, 'name', told.name, 'quantity', told.quantity))
  from ${salePiece} as told
  where told.order_id = ${order.id} and told.kind = 'sale' and told.setl_id = ${order.setlId}
    and told.round = (select max(round) from ${salePiece} as newest where newest.order_id = ${order.id}))`

/** One probe each of two indexes over codes, of what was settled and of what was completed, however many orders there are. */
export const soldQuery = (c: Pick<Context, 'db'>, companyId: string, codes: readonly string[], but: string) => {
  const asked = sql`${sql.param(codes)}::text[]`
  const found = sql`(
    select ${order.id} from ${order}
    where ${soldCodes} and jsonb_path_query_array(lines, '$[*].traceCodes[*]') ?| ${asked}
    union
    select ${salePiece.orderId} from ${salePiece}
    where ${salePiece.traceCode} <> '' and ${salePiece.traceCode} = any(${asked}) and ${salePiece.kind} = 'sale')`
  return c.db
    .select({ one: order, storeName: store.name, told })
    .from(order)
    .innerJoin(store, eq(store.id, order.storeId))
    .where(
      and(
        sql`${order.id} in ${found}`,
        inArray(order.state, ['settling', 'settled', 'reversing', 'unknown']),
        eq(order.companyId, companyId),
        notInArray(order.id, [but]),
      ),
    )
    .limit(most)
}

/**
 * Codes that another order of the company has sold, or may have: settled, or with a result that is still open. What was
 * reversed or undone is free again, and so is what was scanned wrongly and replaced by 补录. `but` is the order whose lines
 * are asked for, or which they replace.
 */
const soldIn = async (db: Database, shop: Shop, codes: readonly string[], but: string): Promise<Sold[]> => {
  if (!codes.length) return []
  const rows = await soldQuery({ db }, shop.companyId, codes, but)
  const asked = new Set(codes)
  const sold = new Map<string, Sold>()
  for (const { one, storeName, told: packs } of rows)
    for (const { code, name } of (packs ?? one.lines.flatMap(packsOf)).filter(isWhole))
      if (asked.has(code))
        sold.set(code, {
          ...{ code, orderNo: one.orderNo, name, at: formatTime(one.settledAt ?? one.updatedAt) },
          storeName: one.storeId === shop.id ? '本店' : storeName,
        })
  return [...sold.values()]
}

/** The same of the asker's company. */
export const soldBefore = async (c: Context, codes: readonly string[], but = ''): Promise<Sold[]> =>
  soldIn(c.db, await storeOf(c.deps, c.storeId), codes, but)

/** The codes of the whole packs of a basket. */
export const codesOf = (lines: readonly Line[]): string[] =>
  lines
    .flatMap(packsOf)
    .filter(isWhole)
    .map(({ code }) => code)

/** What stays with an order whose packs were sold before, as far as our own books know. */
export const soldWarnings = async (db: Database, shop: Shop, lines: readonly Line[], but: string): Promise<string[]> =>
  (await soldIn(db, shop, codesOf(lines), but)).map(
    ({ code, name, orderNo }) => `${name}的追溯码 …${code.slice(-6)} 已在订单 ${orderNo} 售出`,
  )
