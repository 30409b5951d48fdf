import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { type Clearing, clearingPageRows, clearingRows } from '../../centre/operations/clearing.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import type { Database } from '../../database/open.ts'
import { newId } from '../../ids.ts'
import { maskNumber } from '../../mask.ts'
import type { StoreRow } from '../attendance/sign.ts'
import type { Told } from '../reconciliation/month/run.ts'
import { compareMonth } from './compare.ts'
import { clearingOf, type Month, mark, openMonth, requireState, run, withMonth } from './month.ts'
import { clearingRow } from './tables.ts'
import { toldTime } from './told-time.ts'

/** One page of 3260 from a row on; refuses without an answer. */
export const askPage = async (c: Context, shop: StoreRow, month: string, start: number): Promise<Clearing[]> => {
  const answer = await run(c, shop, clearingRows, { month, start })
  return answer.kind === 'booked' ? answer.value : refuseOutcome(answer)
}

/** A row without a time: 3261 has to name it, and no other one is the centre's. */
const requireDated = (page: readonly Clearing[]): void => {
  const undated = page.find(({ settledAt }) => !settledAt)
  if (undated) refuse('clearing.undated', { seqno: undated.seqno || '--', setlSn: undated.setlSn })
}

const excluded = (name: string) => sql.raw(`excluded.${name}`)

/** A page is kept with the place where the next one begins: whoever dies between two pages loses none. */
const keepPage = async (c: Context, one: Month, page: readonly Clearing[]): Promise<boolean> =>
  c.db.transaction(async (tx) => {
    const db = tx as unknown as Database
    const mine = await mark({ db }, one, { nextRow: one.nextRow + page.length })
    if (!mine || !page.length) return mine !== undefined
    const now = c.deps.clock()
    // What only we had may be what the centre has now.
    const numbers = page.map(({ setlSn }) => setlSn)
    await db
      .delete(clearingRow)
      .where(and(eq(clearingRow.monthId, one.id), eq(clearingRow.run, 0), inArray(clearingRow.setlSn, numbers)))
    const values = page.map((row) => ({
      ...{ id: newId(now), monthId: one.id, storeId: one.storeId, areaCode: one.areaCode, month: one.month },
      ...{ setlSn: row.setlSn, mdtrtId: row.mdtrtId, seqno: row.seqno, advance: row.advance, run: one.run },
      settledAt: toldTime(one.month, row.settledAt),
      ...{
        cert: c.services.vault.seal(row.certNo),
        maskedCert: maskNumber(row.certNo),
        total: row.total,
        paid: row.paid,
      },
      answer: row.answered === 'confirmed' || row.answered === 'refused' ? row.answered : ('open' as const),
    }))
    // Where the centre does not tell what was answered, what we know stands.
    const told = page.some(({ answered }) => answered !== undefined)
    await db
      .insert(clearingRow)
      .values([...new Map(values.map((row) => [row.setlSn, row])).values()])
      .onConflictDoUpdate({
        target: [clearingRow.monthId, clearingRow.setlSn],
        set: {
          ...{ seqno: excluded('seqno'), mdtrtId: excluded('mdtrt_id'), settledAt: excluded('settled_at') },
          ...{ cert: excluded('cert'), maskedCert: excluded('masked_cert'), advance: excluded('advance') },
          ...{ total: excluded('total'), paid: excluded('paid'), run: excluded('run') },
          ...(told && { answer: excluded('answer') }),
        },
      })
    return true
  })

const begin = (c: Context, { id }: Month, shop: StoreRow): Promise<void> =>
  withMonth(c, id, async (one) => {
    requireState({ one, shop }, ['0', '1', '2', '3', '4'], '提取', '请先按「核实结果」')
    // Half extracted: it goes on where it stopped.
    if (one.state === '1' && one.run > 0) return
    await mark(c, one, { state: '1', run: one.run + 1, nextRow: 1, operatorName: c.me.name, message: '' })
  })

/** The next page; true when it was the last one, and the month is compared. */
const nextPage = (c: Context, shop: StoreRow, { id }: Month): Promise<{ at: number; over: boolean }> =>
  withMonth(c, id, async (one) => {
    // Somebody else has come to its end meanwhile.
    if (one.state !== '1') return { at: one.nextRow, over: true }
    const page = await askPage(c, shop, one.month, one.nextRow)
    requireDated(page)
    const at = one.nextRow + page.length
    if (!(await keepPage(c, one, page)) || page.length >= clearingPageRows) return { at, over: false }
    // What the centre no longer lists is gone, unless it was answered: that stands with its answer.
    await c.db
      .delete(clearingRow)
      .where(and(eq(clearingRow.monthId, id), ne(clearingRow.run, one.run), eq(clearingRow.answer, 'open')))
    await compareMonth(c, shop, one, { extractedAt: c.deps.clock() })
    return { at, over: true }
  })

/** 3260 of one store's month from where it stands, page by page, each kept before the next one is asked for. */
export const extractStore = async (
  c: Context,
  shop: StoreRow,
  month: string,
  step: (text: string) => Promise<void>,
): Promise<Told> => {
  clearingOf(c, shop)
  const one = await openMonth(c, shop, month)
  await begin(c, one, shop)
  for (;;) {
    const { at, over } = await nextPage(c, shop, one)
    if (over) return { ok: true, text: at === 1 ? '没有异地清分明细' : `已提取 ${at - 1} 笔` }
    await step(`已提取 ${at - 1} 笔`)
  }
}
