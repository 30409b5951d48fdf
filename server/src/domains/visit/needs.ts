import { formatDay } from '@yibao/shared/time.ts'
import { and, asc, between, desc, eq, gte, lte, ne, or } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import type { VisitPlace } from '../../centre/operations/visit.ts'
import type { StoredBasket } from '../order/types.ts'
import { visit } from '../order/visit-tables.ts'
import { type AreaSettings, settingsOf } from '../organisation/settings.ts'
import type { StoreRow } from '../organisation/store.ts'
import { stands } from '../staff/doctor-rows.ts'
import { department, doctor } from '../staff/tables.ts'

/** medins_psn_type of a pharmacist. */
const PHARMACIST = '3'

/** Whether an area settles a kind of purchase in a registered visit (2201 to 2208) and not by 2102. */
export const needsVisit = (
  { outpatientMedicalTypes }: Pick<AreaSettings, 'outpatientMedicalTypes'>,
  medicalType: string,
): boolean => outpatientMedicalTypes.includes(medicalType)

/** ms: so near to a visit of its store a settlement was made while its area settled so. */
const near = 7 * 86_400_000

/**
 * Whether a settlement of this store may have been made in a visit: its area does so, or did when the store had visits. By
 * kind of purchase and time where they are known.
 */
export const mayBeOfVisit = async (
  { db }: Pick<Deps, 'db'>,
  { id, areaCode }: Pick<StoreRow, 'id' | 'areaCode'>,
  { medicalType, at }: { medicalType?: string; at?: Date | null } = {},
): Promise<boolean> => {
  const settings = await settingsOf(db, areaCode)
  if (medicalType ? needsVisit(settings, medicalType) : settings.outpatientMedicalTypes.length) return true
  const ofKind = medicalType ? eq(visit.medicalType, medicalType) : undefined
  const [from, until] = [-near, near].map((apart) => new Date((at?.getTime() ?? 0) + apart))
  const then = at ? between(visit.createdAt, from!, until!) : undefined
  const [had] = await db
    .select({ id: visit.id })
    .from(visit)
    .where(and(eq(visit.storeId, id), ofKind, then))
    .limit(1)
  return had !== undefined
}

/** The store's department that its centre holds; of several the first by its code. */
const departmentOf = async ({ db, now }: Context, storeId: string): Promise<VisitPlace['department']> => {
  const today = formatDay(now)
  const [found] = await db
    .select({ code: department.code, name: department.name, category: department.category })
    .from(department)
    .where(
      and(
        eq(department.storeId, storeId),
        eq(department.known, true),
        ne(department.state, 'withdrawn'),
        lte(department.beginDay, today),
        or(eq(department.endDay, ''), gte(department.endDay, today)),
      ),
    )
    .orderBy(asc(department.code))
    .limit(1)
  return found ?? refuse('visit.department')
}

/** Who answers for the visit: the pharmacist that the basket names, else the store's default one, else its only one. */
const doctorOf = async (
  { db, now }: Context,
  storeId: string,
  { pharmacistCode, pharmacistName }: StoredBasket,
): Promise<VisitPlace['doctor']> => {
  if (pharmacistCode) return { code: pharmacistCode, name: pharmacistName ?? '' }
  const coded = and(eq(doctor.storeId, storeId), eq(doctor.category, PHARMACIST), ne(doctor.code, ''))
  const [first, second] = await db
    .select({ code: doctor.code, name: doctor.name, isDefault: doctor.isDefault })
    .from(doctor)
    .where(and(coded, stands('enabled', formatDay(now))))
    .orderBy(desc(doctor.isDefault), asc(doctor.id))
    .limit(2)
  if (!first || (second && !first.isDefault)) return refuse('visit.doctor')
  return { code: first.code, name: first.name }
}

interface Diagnosis {
  code: string
  name: string
}

/** What a visit needs besides what a purchase has. */
export interface Needs {
  place: VisitPlace
  diagnosis: Diagnosis
}

/** What a prescription says, where it names a code; diag_code holds 20 characters, diag_name 100. */
const prescribed = ({ diagnosis = '', diagnosisCode = '' }: Prescribed = {}): Diagnosis | undefined =>
  diagnosisCode && diagnosis && diagnosisCode.length <= 20
    ? { code: diagnosisCode, name: [...diagnosis].slice(0, 100).join('') }
    : undefined

interface Prescribed {
  diagnosis?: string | undefined
  diagnosisCode?: string | undefined
}

/**
 * Refuses a purchase that lacks what 2201 and 2203 demand, with what to do about it, before anything leaves. The diagnosis is
 * the prescription's or the area's, never the disease that was chosen: that is a code of 1309, a diagnosis one of 1307.
 */
export const needsOf = async (
  c: Context,
  { storeId, basket, rx }: { storeId: string; basket: StoredBasket; rx?: Prescribed | undefined },
  { outpatientDiagnosisCode: code, outpatientDiagnosisName: name }: AreaSettings,
): Promise<Needs> => ({
  diagnosis: prescribed(rx) ?? (code ? { code, name } : refuse('visit.diagnosis')),
  place: { department: await departmentOf(c, storeId), doctor: await doctorOf(c, storeId, basket) },
})
