import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { newId } from '../../base/ids.ts'
import { maskNumber } from '../../base/mask.ts'
import type { Context } from '../../call/context.ts'
import type { Clearing } from '../../centre/operations/clearing.ts'
import { asIncoming, incoming } from '../../database/incoming.ts'
import type { Month } from './month.ts'
import { keptKey, keyOf, knownAgain } from './same-row.ts'
import { clearingRow } from './tables.ts'
import { toldTime } from './told-time.ts'

/** What was said of an answer, gone with it: what is open again bears nobody's note, be it that of its twin. */
const unlessOpen = (column: AnyPgColumn, none: SQL): SQL =>
  sql`case when ${incoming(clearingRow.answer)} = 'open' then ${none} else ${column} end`

/** Rows of a month under the numbers and visits of a page: the only ones that it can tell again. */
const keptRows = ({ db }: Pick<Context, 'db'>, { id }: Month, page: readonly Clearing[]) =>
  db
    .select()
    .from(clearingRow)
    .where(
      and(
        eq(clearingRow.monthId, id),
        gt(clearingRow.run, 0),
        or(
          inArray(
            clearingRow.setlSn,
            page.map(({ setlSn }) => setlSn),
          ),
          inArray(
            clearingRow.mdtrtId,
            page.map(({ mdtrtId }) => mdtrtId),
          ),
        ),
      ),
    )
    .orderBy(clearingRow.nth, clearingRow.id)

type Kept = Awaited<ReturnType<typeof keptRows>>[number]

/** Gives each the next running number among those that are equal to it. */
const counting = (kept: readonly Kept[]) => {
  const last = new Map<string, number>()
  for (const row of kept) last.set(keptKey(row), Math.max(row.nth, last.get(keptKey(row)) ?? 0))
  return (key: string): number => {
    const n = (last.get(key) ?? 0) + 1
    last.set(key, n)
    return n
  }
}

/**
 * Keeps a page of the extraction under way: a row is the one of before that bears its mark (same-row.ts) and that this
 * extraction has not met yet, else a new one. The month is claimed, and marked in this transaction.
 */
export const keepRows = async (
  c: Pick<Context, 'db' | 'deps' | 'services'>,
  one: Month,
  page: readonly Clearing[],
): Promise<void> => {
  const now = c.deps.clock()
  const kept = await keptRows(c, one, page)
  const again = knownAgain(
    page,
    kept.filter(({ run }) => run !== one.run),
  )
  const next = counting(kept)
  // Where the centre does not tell what was answered, what we know stands.
  const told = page.some(({ answered }) => answered !== undefined)
  const values = page.map((row) => {
    const known = again.get(row)
    const key = keyOf(row)
    const held = row.answered === 'confirmed' || row.answered === 'refused' ? row.answered : ('open' as const)
    return {
      ...{ id: known?.id ?? newId(now), monthId: one.id, storeId: one.storeId, areaCode: one.areaCode },
      ...{ month: one.month, setlSn: row.setlSn, mdtrtId: row.mdtrtId, seqno: row.seqno, advance: row.advance },
      ...{ run: one.run, nth: known && keptKey(known) === key ? known.nth : next(key) },
      ...{ settledAt: toldTime(one.month, row.settledAt), total: row.total, paid: row.paid },
      ...{ cert: c.services.vault.seal(row.certNo), maskedCert: maskNumber(row.certNo) },
      answer: told ? held : (known?.answer ?? ('open' as const)),
    }
  })
  await c.db
    .insert(clearingRow)
    .values(values)
    .onConflictDoUpdate({
      target: clearingRow.id,
      set: {
        ...asIncoming(clearingRow, ['seqno', 'setlSn', 'mdtrtId', 'settledAt', 'nth', 'run']),
        ...asIncoming(clearingRow, ['cert', 'maskedCert', 'advance', 'total', 'paid', 'answer']),
        ...{ note: unlessOpen(clearingRow.note, sql`''`), answeredBy: unlessOpen(clearingRow.answeredBy, sql`''`) },
        answeredAt: unlessOpen(clearingRow.answeredAt, sql`null`),
      },
    })
}
