import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { ListedRx } from '../../centre/operations/prescription.ts'
import { lockNames } from '../../database/locks.ts'
import type { Database } from '../../database/open.ts'
import { order } from '../order/tables.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { holder } from './rows.ts'
import { liveCirculated, livePaper, prescription } from './tables.ts'

// One prescription may come on paper and from the centre. Kept as two, it could be settled twice.

/** Whoever writes one down in a company waits, until the end of his transaction, for who writes down the same number. */
export const lockNumber = (tx: Database, { companyId }: Pick<StoreRow, 'companyId'>, number: string) =>
  lockNames(tx, [`prescription ${companyId} ${number}`])

/** What a store of the company has from the centre is not typed once more. Asked behind `lockNumber`. */
export const requireNotDownloaded = async (db: Database, { companyId }: StoreRow, number: string): Promise<void> => {
  const stores = db.select({ id: store.id }).from(store).where(eq(store.companyId, companyId))
  const [kept] = await db
    .select({ id: prescription.id })
    .from(prescription)
    .where(and(inArray(prescription.storeId, stores), eq(prescription.number, number), liveCirculated))
    .limit(1)
  if (kept) refuse('rx.downloadedHere', { number }, { fields: { number: '已从医保中心下载' } })
}

/** Somebody's paper of one that a centre lists. */
interface Typed {
  number: string
  storeId: string
  storeName: string
  /** A settlement has it. */
  used: boolean
}

type Named = Pick<ListedRx, 'number' | 'hospital' | 'issuedAt'>

/**
 * Which of those that a centre lists somebody typed from their paper: in a store of the company under the hospital's name,
 * or in this one on the day of issue, whatever he called the hospital.
 */
export const typedOf = async (
  db: Database,
  { id, companyId }: StoreRow,
  listed: readonly Named[],
): Promise<Map<string, Typed>> => {
  if (!listed.length) return new Map()
  const of = <K extends keyof Named>(key: K) => [...new Set(listed.map((one) => one[key]))]
  const days = of('issuedAt').map((at) => at.slice(0, 10))
  const inCompany = and(eq(prescription.companyId, companyId), inArray(prescription.hospital, of('hospital')))
  const thatDay = and(eq(prescription.storeId, id), inArray(prescription.prescribedOn, days))
  const rows = await db
    .select({
      number: prescription.number,
      storeId: prescription.storeId,
      storeName: store.name,
      used: sql<boolean>`${order.id} is not null`,
    })
    .from(prescription)
    .innerJoin(store, eq(store.id, prescription.storeId))
    .leftJoin(order, holder)
    .where(and(inArray(prescription.number, of('number')), livePaper, or(inCompany, thatDay)))
  // Of several the one that is still to be used counts.
  const byUse = rows.toSorted((one, other) => Number(other.used) - Number(one.used))
  return new Map(byUse.map((row) => [row.number, row]))
}

/** Whether the paper keeps the electronic one away: of what may be used again it was one use, and no more. */
export const keepsAway = (typed: Typed | undefined, { repeat }: Pick<ListedRx, 'repeat'>): boolean =>
  typed !== undefined && !(typed.used && repeat.most > 1)

/** What somebody typed from its paper is not downloaded as well: he withdraws the paper first, if it is not used. */
export const requireNotTyped = async (db: Database, shop: StoreRow, one: ListedRx): Promise<void> => {
  const { number } = one
  const typed = (await typedOf(db, shop, [one])).get(number)
  if (!typed || !keepsAway(typed, one)) return
  if (typed.used) refuse('rx.typedUsed', { number })
  refuse(typed.storeId === shop.id ? 'rx.typedHere' : 'rx.typedElsewhere', { number, store: typed.storeName })
}
