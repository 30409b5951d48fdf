import type { ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { pharmacist, stands } from '../staff/doctor-rows.ts'
import { doctor } from '../staff/tables.ts'

/** What is usually said of a prescription; the first one is for the ordinary case. */
const opinions = [
  '处方合格，同意调配',
  '用法用量已核对，同意调配',
  '处方字迹或项目不全，请医生补全后重新开方',
  '用量超过常用剂量，请医生确认',
  '药品之间有配伍禁忌，请医生修改',
  '诊断与用药不符，请医生修改',
]

/** The store's pharmacists as they stand today. */
const standing = (c: Context, storeId: string | AnyPgColumn, state: Parameters<typeof stands>[0]) =>
  and(eq(doctor.storeId, storeId), eq(doctor.category, pharmacist), stands(state, formatDay(c.now)))

/** Those who may review. */
const here = (c: Context, storeId: string | AnyPgColumn) => standing(c, storeId, 'enabled')

/** The pharmacist of the store's register whose account it is; refuses everybody else (domain.md 7.7). */
export const pharmacistOf = async (c: Context, storeId: string, { userId, name }: { userId: string; name: string }) => {
  const [found] = await c.db
    .select()
    .from(doctor)
    .where(and(here(c, storeId), eq(doctor.userId, userId)))
  if (found) return found
  const [ended] = await c.db
    .select({ day: doctor.validTo })
    .from(doctor)
    .where(and(standing(c, storeId, 'expired'), eq(doctor.userId, userId)))
  return ended ? refuse('rx.pharmacistEnded', { name, day: ended.day }) : refuse('rx.pharmacist', { name })
}

/** SQL over a row of prescriptions: the asker is a pharmacist of its store who may review today. */
export const isPharmacistOf = (c: Context, storeId: AnyPgColumn): SQL<boolean> =>
  sql<boolean>`${exists(
    c.db
      .select({ id: doctor.id })
      .from(doctor)
      .where(and(here(c, storeId), eq(doctor.userId, c.me.userId))),
  )}`

/** Rx/Reviewer */
export const reviewerOf = async (
  { storeId }: { storeId?: string | undefined },
  c: Context,
): Promise<ResultOf<typeof calls.reviewer>> => {
  const place = storeId ? c.scope.check(storeId) : c.ownStoreId
  if (!place) return { name: '', code: '', opinions }
  const [mine] = await c.db
    .select()
    .from(doctor)
    .where(and(here(c, place), eq(doctor.userId, c.me.userId)))
  return { name: mine?.name ?? '', code: mine?.code ?? '', opinions }
}
