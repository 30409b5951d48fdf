import { scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { order, soldCodes } from '../order/tables.ts'
import type { Line } from '../order/types.ts'
import { store } from '../organisation/tables.ts'
import { brokenCodes, openedOf } from './opened.ts'
import { partsOf } from './pieces.ts'
import { salePiece } from './tables.ts'

const one = 10_000n
/** A part of a pack is told with four decimals: 24 times a 24th is 1.0008, 60 times a 60th 1.002. */
const rounding = 100n

/** Part of a pack, or all of it, as an order that stands has sold it. */
interface Part {
  no: number
  code: string
  name: string
  quantity: string
}

/** Whose packs are asked for: `companyId` = of one company; `but` = of no line of this order, or not of this line of it. */
interface Of {
  companyId?: string
  but?: { orderId: string; no?: number } | undefined
}

/** Most orders that are looked at: a code stands in one, unless somebody sold a pack many times. */
const most = 200

/**
 * The packs of an order's settlement as they are told, each with what 补录 made of its code; null before they are written.
 * What the centre was told to delete is none.
 */
const told = sql<Part[] | null>`(
  select case when count(*) > 0 then coalesce(jsonb_agg(jsonb_build_object(
      'no', told.no, 'code', told.trace_code, 'name', told.name, 'quantity', told.quantity))
    filter (where told.state <> 'deleted'), '[]') end
  from ${salePiece} as told
  where told.order_id = ${order.id} and told.kind = 'sale' and told.setl_id = ${order.setlId}
    and told.round = (select max(round) from ${salePiece} as newest where newest.order_id = ${order.id}))`

/** One probe each of two indexes over codes, of what was settled and of what was completed, however many orders there are. */
export const soldQuery = (db: Database, codes: readonly string[], { companyId, but }: Of) => {
  const asked = sql`${sql.param([...codes])}::text[]`
  const found = sql`(
    select ${order.id} from ${order}
    where ${soldCodes} and jsonb_path_query_array(lines, '$[*].traceCodes[*]') ?| ${asked}
    union
    select ${salePiece.orderId} from ${salePiece}
    where ${salePiece.traceCode} <> '' and ${salePiece.traceCode} = any(${asked}) and ${salePiece.kind} = 'sale')`
  return db
    .select({ one: order, storeName: store.name, told })
    .from(order)
    .innerJoin(store, eq(store.id, order.storeId))
    .where(
      and(
        sql`${order.id} in ${found}`,
        inArray(order.state, ['settling', 'settled', 'reversing', 'unknown']),
        companyId === undefined ? undefined : eq(order.companyId, companyId),
        but && but.no === undefined ? notInArray(order.id, [but.orderId]) : undefined,
      ),
    )
    .orderBy(desc(order.createdAt), desc(order.id))
    .limit(most)
}

/** Each code once, in the first line that has it: one that stands in two lines is one pack. */
export const partsOfLines = (
  lines: readonly Pick<Line, 'no' | 'name' | 'quantity' | 'traceCodes'>[],
  opened: ReadonlySet<string> = new Set(),
): Part[] => {
  const seen = new Set<string>()
  return lines.flatMap(({ no, name, quantity, traceCodes }) => {
    const codes = (traceCodes ?? []).filter((code) => !seen.has(code))
    for (const code of codes) seen.add(code)
    return partsOf(quantity, codes, opened).flatMap((part) =>
      part.traceCode ? [{ no, name, code: part.traceCode, quantity: part.quantity }] : [],
    )
  })
}

/** How much of a pack is sold, in ten-thousandths, and the newest order that sold some of it. */
interface Sold {
  quantity: bigint
  name: string
  no: number
  order: Awaited<ReturnType<typeof soldQuery>>[number]['one']
  storeName: string
}

/**
 * What orders have sold of packs, or may have: settled, or with a result that is still open, whether their sale is written yet
 * or not. What was reversed or undone is free again, and so is what was scanned wrongly and replaced by 补录.
 */
export const soldOf = async (db: Database, codes: readonly string[], of: Of): Promise<Map<string, Sold>> => {
  const sold = new Map<string, Sold>()
  if (!codes.length) return sold
  const asked = new Set(codes)
  const { but } = of
  const rows = await soldQuery(db, codes, of)
  // As they will be written.
  const opened = await openedOf(
    db,
    rows.flatMap(({ one: row, told: packs }) => (packs ? [] : brokenCodes(row))),
  )
  for (const { one: row, storeName, told: packs } of rows)
    for (const { no, code, name, quantity } of packs ?? partsOfLines(row.lines, opened)) {
      if (!asked.has(code) || (but?.orderId === row.id && but.no === no)) continue
      const known = sold.get(code)
      const sum = scaled(quantity, 4) + (known?.quantity ?? 0n)
      sold.set(code, { ...(known ?? { name, no, order: row, storeName }), quantity: sum })
    }
  return sold
}

/** Whether nothing of a pack is left. */
export const isWhole = ({ quantity }: Pick<Sold, 'quantity'>): boolean => quantity >= one - rounding

/** Packs of which a part is sold, and not all. */
export const openedIn = (sold: ReadonlyMap<string, Sold>): Set<string> =>
  new Set([...sold].flatMap(([code, { quantity }]) => ((quantity + rounding) % one <= 2n * rounding ? [] : [code])))

/** Of some parts those of which there is not as much left in their pack, with what of it is sold. */
export const overSold = <P extends Pick<Part, 'code' | 'quantity'>>(
  parts: readonly P[],
  sold: ReadonlyMap<string, Sold>,
): (P & { sold: Sold })[] =>
  parts.flatMap((part) => {
    const found = sold.get(part.code)
    return found && found.quantity + scaled(part.quantity, 4) > one + rounding ? [{ ...part, sold: found }] : []
  })

/** 售出 of a whole pack; of a broken one what of it is sold and that no more of it is left than that. */
export const soldText = ({ quantity }: Pick<Sold, 'quantity'>, more: string): string =>
  isWhole({ quantity })
    ? '售出'
    : `拆零售出 ${trimZeros(unscaled(quantity, 4))}，加上本次 ${trimZeros(more)} 超过一整包装`
