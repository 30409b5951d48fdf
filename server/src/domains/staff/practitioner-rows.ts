import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { insPractitioner as calls } from '@yibao/shared/calls/staff.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, ilike, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { store } from '../organisation/tables.ts'
import { doctor, practitioner } from './tables.ts'

export type PractitionerRow = ResultOf<typeof calls.paged>['items'][number]
type Filters = InputOf<typeof calls.paged>

/** Lines of 5102 with their store and the local person of the same national code. */
export const practitionersWith = (c: Context, cursor: Cursor) =>
  c.db
    .select({
      one: practitioner,
      storeName: store.name,
      doctorId: doctor.id,
      doctorName: doctor.name,
      ...cursor,
    })
    .from(practitioner)
    .innerJoin(store, eq(store.id, practitioner.storeId))
    .leftJoin(
      doctor,
      and(eq(doctor.storeId, practitioner.storeId), eq(doctor.code, practitioner.code), ne(doctor.code, '')),
    )
    .$dynamic()

type Raw = Awaited<ReturnType<typeof practitionersWith>>[number]

/** A practitioner as the wire shows him: his certificate number masked, with the doctor of the same code in his store. */
export const wirePractitioner = ({ one, storeName, doctorId, doctorName }: Omit<Raw, 'cursor'>): PractitionerRow => ({
  ...{ id: one.id, storeId: one.storeId, storeName, code: one.code, name: one.name, category: one.category },
  ...{ certType: one.certType || undefined, certNo: one.certMask, ownNo: one.ownNo, certificateNo: one.certificateNo },
  ...{ practiceNo: one.practiceNo, insured: one.insured, from: one.beginAt, until: one.endAt },
  ...{ changeReason: one.changeReason, listed: one.listed, doctorId: doctorId ?? undefined },
  ...{ doctorName: doctorName ?? '', syncedAt: formatTime(one.syncedAt) },
})

const asked = (c: Context, f: Filters): SQL | undefined =>
  and(
    c.scope.where(practitioner.storeId, f.storeId),
    f.keyword ? or(ilike(practitioner.name, like(f.keyword)), ilike(practitioner.code, like(f.keyword))) : undefined,
    f.category ? eq(practitioner.category, f.category) : undefined,
    f.certTail ? eq(sql`upper(right(${practitioner.certMask}, 4))`, f.certTail.toUpperCase()) : undefined,
    f.insured === undefined ? undefined : eq(practitioner.insured, f.insured),
    f.listed === undefined ? undefined : eq(practitioner.listed, f.listed),
  )

/** InsPractitioner/Paged, by national code. */
export const practitionerRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) => practitionersWith(c, cursor),
  where: asked,
  sortable: {
    code: practitioner.code,
    name: practitioner.pinyin,
    category: practitioner.category,
    storeName: store.pinyin,
    syncedAt: practitioner.syncedAt,
  },
  direction: 'ascend',
  key: practitioner.id,
  keyOf: ({ one }) => one.id,
  wire: wirePractitioner,
})
