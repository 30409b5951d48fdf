import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { doctor as calls } from '@yibao/shared/calls/staff.ts'
import { soonDays } from '@yibao/shared/entities/filing.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, eq, gt, gte, ilike, lt, lte, ne, or, type SQL } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { store } from '../organisation/tables.ts'
import { doctor } from './tables.ts'

export type Doctor = typeof doctor.$inferSelect
export type DoctorRow = ResultOf<typeof calls.get>
type Filters = InputOf<typeof calls.paged>

/** medins_psn_type of a pharmacist. */
export const pharmacist = '3'

type Standing = DoctorRow['state']

/** Whether he works in the store on a day, by what is known of him now. */
export const standingOf = (
  { stopped, validFrom, validTo }: Pick<Doctor, 'stopped' | 'validFrom' | 'validTo'>,
  today: string,
): Standing => {
  if (stopped) return 'stopped'
  if (validTo && validTo < today) return 'expired'
  return validFrom > today ? 'waiting' : 'enabled'
}

/** The same in SQL. */
export const stands = (state: Standing, today: string): SQL | undefined => {
  const { stopped, validFrom, validTo } = doctor
  if (state === 'stopped') return ne(stopped, '')
  if (state === 'expired') return and(eq(stopped, ''), ne(validTo, ''), lt(validTo, today))
  const lasting = and(eq(stopped, ''), or(eq(validTo, ''), gte(validTo, today)))
  return and(lasting, state === 'waiting' ? gt(validFrom, today) : lte(validFrom, today))
}

/** Of those who work in the store on a day: who does not after `soonDays` more. */
const endsSoon = (today: string): SQL | undefined =>
  and(stands('enabled', today), ne(doctor.validTo, ''), lte(doctor.validTo, addDays(today, soonDays)))

/** Pharmacists of the asker's stores who may soon review no more. */
export const countEndingPharmacists = (c: Context, today: string): Promise<number> =>
  c.db.$count(doctor, and(eq(doctor.category, pharmacist), endsSoon(today), c.scope.where(doctor.storeId)))

/** The row for the wire; a certificate leaves masked. */
export const wireDoctor = (one: Doctor, storeName: string, now: Date): DoctorRow => ({
  ...{ id: one.id, storeId: one.storeId, storeName, name: one.name, category: one.category, code: one.code },
  ...{ sex: one.sex || undefined, certType: one.certType || undefined, certNo: one.certMask, title: one.title },
  ...{ certificateNo: one.certificateNo, practiceNo: one.practiceNo },
  ...{ validFrom: one.validFrom || undefined, validTo: one.validTo || undefined, isDefault: one.isDefault },
  account: one.account,
  state: standingOf(one, formatDay(now)),
})

/** GET Doctor, by name. */
export const doctorRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ doctor, storeName: store.name, ...cursor })
      .from(doctor)
      .innerJoin(store, eq(store.id, doctor.storeId))
      .$dynamic(),
  where: (c, f) =>
    and(
      c.scope.where(doctor.storeId, f.storeId),
      f.keyword ? or(ilike(doctor.name, like(f.keyword)), ilike(doctor.code, like(f.keyword))) : undefined,
      f.category ? eq(doctor.category, f.category) : undefined,
      f.state ? stands(f.state, formatDay(c.now)) : undefined,
      f.due ? endsSoon(formatDay(c.now)) : undefined,
    ),
  sortable: {
    name: doctor.pinyin,
    code: doctor.code,
    category: doctor.category,
    storeName: store.pinyin,
    validTo: doctor.validTo,
  },
  direction: 'ascend',
  key: doctor.id,
  keyOf: (raw) => raw.doctor.id,
  wire: (raw, c): DoctorRow => wireDoctor(raw.doctor, raw.storeName, c.now),
})
