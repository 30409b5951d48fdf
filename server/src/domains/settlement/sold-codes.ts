import type { ResultOf } from '@yibao/shared/call.ts'
import type { settlement as calls } from '@yibao/shared/calls/counter.ts'
import { scaled } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { storeOf } from '../attendance/sign.ts'
import { order, soldCodes } from '../order/tables.ts'
import type { Line } from '../order/types.ts'
import { store } from '../organisation/tables.ts'

type Sold = ResultOf<typeof calls.soldCodes>[number]

/** Codes of the whole packs of a line: the last one of a broken quantity is sold again with the rest of its pack. */
const wholeCodes = ({ traceCodes, quantity }: Pick<Line, 'traceCodes' | 'quantity'>): string[] =>
  (traceCodes ?? []).slice(0, Number(scaled(quantity, 4) / 10_000n))

/** Most orders that are looked at: a code stands in one, unless somebody sold a pack many times. */
const most = 50

/** One probe of an index over codes, however many orders there are. */
export const soldQuery = (c: Pick<Context, 'db'>, companyId: string, codes: readonly string[], but: string) =>
  c.db
    .select({ one: order, storeName: store.name })
    .from(order)
    .innerJoin(store, eq(store.id, order.storeId))
    .where(
      and(
        soldCodes,
        sql`jsonb_path_query_array(lines, '$[*].traceCodes[*]') ?| ${sql.param(codes)}::text[]`,
        eq(order.companyId, companyId),
        notInArray(order.id, [but]),
      ),
    )
    .limit(most)

/**
 * Codes that another order of the company has sold, or may have: settled, or with a result that is still open. What was
 * reversed or undone is free again. `but` is the order whose lines are asked for, or which they replace.
 */
export const soldBefore = async (c: Context, codes: readonly string[], but = ''): Promise<Sold[]> => {
  if (!codes.length) return []
  const shop = await storeOf(c.deps, c.storeId)
  const rows = await soldQuery(c, shop.companyId, codes, but)
  const asked = new Set(codes)
  const sold = new Map<string, Sold>()
  for (const { one, storeName } of rows)
    for (const line of one.lines)
      for (const code of wholeCodes(line))
        if (asked.has(code))
          sold.set(code, {
            ...{ code, orderNo: one.orderNo, name: line.name, at: formatTime(one.settledAt ?? one.updatedAt) },
            storeName: one.storeId === shop.id ? '本店' : storeName,
          })
  return [...sold.values()]
}

/** What stays with an order whose packs were sold before, as far as our own books know. */
export const soldWarnings = async (c: Context, lines: readonly Line[], but: string): Promise<string[]> =>
  (await soldBefore(c, lines.flatMap(wholeCodes), but)).map(
    ({ code, name, orderNo }) => `${name}的追溯码 …${code.slice(-6)} 已在订单 ${orderNo} 售出`,
  )
