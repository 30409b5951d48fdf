import { scaled } from '@yibao/shared/money.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import type { Line } from '../order/types.ts'
import type { OrderRow } from '../order/view.ts'
import { salePiece } from './tables.ts'

/** What 销售明细 has of a line by now, all its pieces together; a day where they agree. */
export interface AsSold {
  no: number
  quantity: string
  codes: string[]
  lot: string
  madeOn: string | null
  expiresOn: string | null
}

const common = (column: SQL) => sql`case when min(${column}) = max(${column}) then min(${column}) end`

/**
 * SQL that gives an `AsSold`, as JSON, of each line (or of the line `no`) of a settlement that was written; the newest writing
 * where it was written again.
 */
export const soldLines = ({ orderId, setlId, no }: { orderId: SQL; setlId: SQL; no?: SQL }): SQL => sql`
  select jsonb_build_object(
    'no', piece.no, 'quantity', sum(piece.quantity::numeric)::text,
    'codes', coalesce(jsonb_agg(piece.trace_code order by piece.part) filter (where piece.trace_code <> ''), '[]'),
    'lot', coalesce(string_agg(distinct piece.lot, '、') filter (where piece.lot <> ''), ''),
    'madeOn', ${common(sql`piece.made_on`)}, 'expiresOn', ${common(sql`piece.expires_on`)}) as sold
  from ${salePiece} as piece
  where piece.order_id = ${orderId} and piece.setl_id = ${setlId} and piece.kind = 'sale'
    ${no ? sql`and piece.no = ${no}` : sql``}
    and piece.round = (select max(newest.round) from ${salePiece} as newest
      where newest.order_id = piece.order_id and newest.setl_id = piece.setl_id and newest.kind = 'sale')
  group by piece.no`

/** By line number; nothing of what is not written yet, or was sold before there were pieces. */
export const asSold = async (
  db: Database,
  { id, setlId, saleMark }: Pick<OrderRow, 'id' | 'setlId' | 'saleMark'>,
): Promise<ReadonlyMap<number, AsSold>> => {
  if (!setlId || saleMark === '' || saleMark === 'before') return new Map()
  const found = rowsFrom<{ sold: AsSold }>(await db.execute(soldLines({ orderId: sql`${id}`, setlId: sql`${setlId}` })))
  return new Map(found.map(({ sold }) => [sold.no, sold]))
}

type Packs = Pick<Line, 'quantity' | 'traceCodes' | 'lot' | 'madeOn' | 'expiresOn'>

/** A line with the codes, lot and days that 补录 has left it; as it was settled where nothing, or not all of it, is written. */
export const lineAsSold = <L extends Packs>(line: L, sold: AsSold | null | undefined): L => {
  if (!sold || scaled(sold.quantity, 4) !== scaled(line.quantity, 4)) return line
  const { codes, lot, madeOn, expiresOn } = sold
  return {
    ...line,
    traceCodes: codes,
    ...{ lot: lot || undefined, madeOn: madeOn || undefined, expiresOn: expiresOn || undefined },
  }
}
