import { and, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import type { ListedRx } from '../../centre/operations/prescription.ts'
import type { StoreRow } from '../attendance/sign.ts'
import { liveCirculated, livePaper, prescription } from './tables.ts'

// One prescription may come on paper and from the centre. Kept as two, it could be settled twice.

/** What the store has from the centre is not typed once more. */
export const requireNotDownloaded = async ({ db }: Context, shop: StoreRow, number: string): Promise<void> => {
  const [kept] = await db
    .select({ id: prescription.id })
    .from(prescription)
    .where(and(eq(prescription.storeId, shop.id), eq(prescription.number, number), liveCirculated))
    .limit(1)
  if (kept) refuse('rx.downloadedHere', { number }, { fields: { number: '已从医保中心下载' } })
}

type Named = Pick<ListedRx, 'number' | 'hospital' | 'issuedAt'>

/**
 * Which of those that a centre lists somebody typed from their paper: in a store of the company under the hospital's name,
 * or in this one on the day of issue, whatever he called the hospital.
 */
export const typedHere = async (
  { db }: Pick<Context, 'db'>,
  { id, companyId }: StoreRow,
  listed: readonly Named[],
): Promise<Set<string>> => {
  if (!listed.length) return new Set()
  const of = <K extends keyof Named>(key: K) => [...new Set(listed.map((one) => one[key]))]
  const days = of('issuedAt').map((at) => at.slice(0, 10))
  const inCompany = and(eq(prescription.companyId, companyId), inArray(prescription.hospital, of('hospital')))
  const thatDay = and(eq(prescription.storeId, id), inArray(prescription.prescribedOn, days))
  const rows = await db
    .select({ number: prescription.number })
    .from(prescription)
    .where(and(inArray(prescription.number, of('number')), livePaper, or(inCompany, thatDay)))
  return new Set(rows.map(({ number }) => number))
}

/** What somebody typed from its paper is not downloaded as well: he withdraws the paper first, if it is not used. */
export const requireNotTyped = async (c: Context, shop: StoreRow, one: Named): Promise<void> => {
  const typed = await typedHere(c, shop, [one])
  if (typed.has(one.number)) refuse('rx.typedHere', { number: one.number })
}
