import { and, eq, gt, notInArray, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Context } from '../../call/context.ts'
import { asIncoming } from '../../database/incoming.ts'
import type { Database } from '../../database/open.ts'
import type { StoreRow } from '../organisation/store.ts'
import { countingNow } from '../settlement/counted.ts'
import { type Month, mark, stateByRows } from './month.ts'
import { type Own, ownRows } from './own.ts'
import { type Pair, pairUp } from './pair.ts'
import { clearingRow } from './tables.ts'

/** A settlement of ours, or its reversal. */
const ownKey = ({ orderId, refunded }: Own) => `${orderId}${refunded ? ':r' : ''}`
const keyHere = sql`${clearingRow.orderId} || case when ${clearingRow.refunded} then ':r' else '' end`

const writePairs = async (db: Database, pairs: readonly Pair[]): Promise<void> => {
  const values = pairs.map(({ id, own, result }) => ({
    ...{ id, result, order_id: own?.orderId ?? null, refunded: own?.refunded ?? false },
    ...{ own_total: own?.total ?? null, own_paid: own?.paid ?? null },
    ...{ insured_area: own?.insuredArea ?? '', out_flag: own?.outFlag ?? '' },
  }))
  await db.execute(sql`
    update ${clearingRow} as r set result = v.result, order_id = v.order_id, refunded = v.refunded, own_total = v.own_total,
      own_paid = v.own_paid, insured_area = v.insured_area, out_flag = v.out_flag
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(id text, result text, order_id text, refunded boolean,
      own_total bigint, own_paid bigint, insured_area text, out_flag text)
    where r.id = v.id`)
}

/** What only we have keeps its id from one comparison to the next: somebody may have it on his screen. */
const writeOurs = async (
  db: Database,
  { id: monthId, storeId, areaCode, month }: Month,
  left: readonly Own[],
  now: Date,
): Promise<void> => {
  const rows = left.map((own) => ({
    ...{ id: newId(now), monthId, storeId, areaCode, month, setlSn: own.setlSn, mdtrtId: own.mdtrtId },
    ...{ settledAt: new Date(own.at), run: 0, orderId: own.orderId, refunded: own.refunded, ownTotal: own.total },
    ...{ ownPaid: own.paid, insuredArea: own.insuredArea, outFlag: own.outFlag },
    ...{ result: 'oursOnly' as const, answer: 'none' as const },
  }))
  const gone = and(eq(clearingRow.monthId, monthId), eq(clearingRow.run, 0))
  const known = left.map(ownKey)
  await db.delete(clearingRow).where(and(gone, known.length ? notInArray(keyHere, known) : undefined))
  for (let from = 0; from < rows.length; from += 200)
    await db
      .insert(clearingRow)
      .values(rows.slice(from, from + 200))
      .onConflictDoUpdate({
        target: [clearingRow.monthId, clearingRow.orderId, clearingRow.refunded],
        targetWhere: sql`run = 0`,
        set: asIncoming(clearingRow, ['ownTotal', 'ownPaid', 'setlSn', 'mdtrtId', 'settledAt']),
      })
}

/** Sets a claimed month's rows of the centre beside our book of now; `more` is marked with the state that results. */
export const compareMonth = async (
  c: Context,
  shop: StoreRow,
  one: Month,
  more: Partial<Month> = {},
): Promise<void> => {
  await c.db.transaction(async (db) => {
    // Whoever turns the area's money does so before our book is read, or turns what is written here too.
    await countingNow(db, shop.areaCode)
    const ours = await ownRows({ db, services: c.services }, shop, one.month)
    const theirs = await db
      .select({
        ...{ id: clearingRow.id, setlSn: clearingRow.setlSn, mdtrtId: clearingRow.mdtrtId },
        ...{
          total: sql<string>`coalesce(${clearingRow.total}, 0)`,
          paid: sql<string>`coalesce(${clearingRow.paid}, 0)`,
        },
      })
      .from(clearingRow)
      .where(and(eq(clearingRow.monthId, one.id), gt(clearingRow.run, 0)))
      .orderBy(clearingRow.settledAt, clearingRow.nth, clearingRow.id)
    const { pairs, left } = pairUp(
      theirs.map((row) => ({ ...row, total: Number(row.total), paid: Number(row.paid) })),
      ours,
    )
    await writeOurs(db, one, left, c.deps.clock())
    if (pairs.length) await writePairs(db, pairs)
    await mark({ db }, one, { state: await stateByRows(db, one.id), ...more })
  })
}
