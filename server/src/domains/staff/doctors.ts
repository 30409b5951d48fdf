import type { InputOf } from '@yibao/shared/call.ts'
import type { doctor as calls } from '@yibao/shared/calls/staff.ts'
import { initialsOf } from '@yibao/shared/initials.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, asc, desc, eq, ne } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { shopOf } from '../catalogue/mapping.ts'
import { store } from '../organisation/tables.ts'
import { renamedBy } from './account-holder.ts'
import { checkNumber, sealNumber } from './certificate.ts'
import { type Doctor, type DoctorRow, stands, wireDoctor } from './doctor-rows.ts'
import { doctor } from './tables.ts'

type Values = typeof doctor.$inferInsert
type Form = Omit<InputOf<typeof calls.add>, 'storeId'>

/** A local person the asker may see. */
export const doctorOf = async (c: Context, id: string): Promise<{ one: Doctor; storeName: string }> => {
  const [found] = await c.db
    .select({ one: doctor, storeName: store.name })
    .from(doctor)
    .innerJoin(store, eq(store.id, doctor.storeId))
    .where(and(eq(doctor.id, id), c.scope.where(doctor.storeId)))
  if (!found) return refuse('not.found', { what: '这位医师药师' })
  c.on(`${found.storeName} ${found.one.name}`, found.one.storeId)
  return found
}

/**
 * Writes people of a store, one writer at a time: a national code and an account belong to one of them, and so does being
 * the default of a kind.
 */
const inTurn = async (c: Context, storeId: string, id: string, work: (tx: Database) => Promise<Values>) => {
  await c.db.transaction(async (tx) => {
    await tx.select({ id: store.id }).from(store).where(eq(store.id, storeId)).for('update')
    const { category, isDefault } = await work(tx)
    if (isDefault)
      await tx
        .update(doctor)
        .set({ isDefault: false })
        .where(and(eq(doctor.storeId, storeId), eq(doctor.category, category), ne(doctor.id, id)))
  })
  const { one, storeName } = await doctorOf(c, id)
  return wireDoctor(one, storeName, c.now)
}

/** Adds a person to a store and gives his row. */
export const keepNew = (c: Context, values: Values): Promise<DoctorRow> =>
  inTurn(c, values.storeId, values.id, async (tx) => {
    if (values.code) await refuseTaken(tx, values.storeId, values.code, values.id)
    await tx.insert(doctor).values(values)
    return values
  })

/**
 * Changes of a person what `change` gives of him as he stands then, and nothing else: what somebody else decided meanwhile,
 * his account above all, stays decided. Who was removed meanwhile is not there. Refuses to make somebody else of him whose
 * account reviews, where the caller could not give him the account.
 */
export const changeDoctor = (
  c: Context,
  { id, storeId }: Pick<Doctor, 'id' | 'storeId'>,
  change: (now: Doctor, tx: Database) => Partial<Values> | Promise<Partial<Values>>,
): Promise<DoctorRow> =>
  inTurn(c, storeId, id, async (tx) => {
    const [now] = await tx.select().from(doctor).where(eq(doctor.id, id)).for('update')
    if (!now) return refuse('not.found', { what: '这位医师药师' })
    const set = { ...(await change(now, tx)), changedAt: c.now }
    if (renamedBy(c.me, now, set)) refuse('doctor.accountNamed', { name: now.name })
    if (set.code) await refuseTaken(tx, storeId, set.code, id)
    await tx.update(doctor).set(set).where(eq(doctor.id, id))
    return { ...now, ...set }
  })

const refuseTaken = async (db: Database, storeId: string, code: string, id: string): Promise<void> => {
  const [other] = await db
    .select({ id: doctor.id })
    .from(doctor)
    .where(and(eq(doctor.storeId, storeId), eq(doctor.code, code), ne(doctor.id, id)))
  if (other) refuse('doctor.taken', { code }, { fields: { code: `本店已有国家编码 ${code}` } })
}

const checkForm = ({ certNo, certType, validFrom, validTo }: Partial<Form>): void => {
  checkNumber(certNo, certType)
  if (validFrom && validTo && validTo < validFrom)
    refuse('input.invalid', { text: '有效期止早于有效期起' }, { fields: { validTo: '有效期止早于有效期起' } })
}

/** What the log keeps of a person: never his number. */
const noted = ({ name, code, category, state }: DoctorRow) => ({ name, code, category, state })

/** Doctor/Add */
export const addDoctor = async ({ storeId, certNo = '', ...form }: InputOf<typeof calls.add>, c: Context) => {
  checkForm({ ...form, certNo })
  const shop = await shopOf(c, storeId)
  const row = await keepNew(c, {
    ...{ id: newId(c.now), storeId: shop.id, changedAt: c.now, ...form },
    ...sealNumber(c.services.vault, certNo),
  })
  c.on(`${row.storeName} ${row.name}`, shop.id)
  c.keep({ after: noted(row) })
  return row
}

const cleared = { code: '', sex: '', certType: '', title: '', certificateNo: '', practiceNo: '' } as const

/**
 * Doctor/Update. With a name it is the whole form, whose empty fields empty the row's; without one only what is named
 * changes. A certificate number that is not typed again stays.
 */
export const updateDoctor = async (
  { id, certNo, stopped, ...form }: InputOf<typeof calls.update>,
  c: Context,
): Promise<DoctorRow> => {
  const { one, storeName } = await doctorOf(c, id)
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Partial<Form>
  const emptied = given.name === undefined ? {} : { ...cleared, validFrom: '', validTo: '' }
  const row = await changeDoctor(c, one, (now) => {
    const { certType, validFrom, validTo } = { ...now, ...emptied, ...given }
    checkForm({ ...given, certNo, certType: certType || undefined, validFrom, validTo })
    return {
      ...{ ...emptied, ...given },
      ...(certNo ? sealNumber(c.services.vault, certNo) : {}),
      ...(stopped === undefined ? {} : { stopped: stopped ? 'person' : '' }),
    }
  })
  c.on(`${storeName} ${row.name}`)
  c.keep({ before: noted(wireDoctor(one, storeName, c.now)), after: noted(row) })
  return row
}

/** Doctor/Delete/{id}; purchases keep the name and code they were made with. */
export const removeDoctor = async ({ id }: { id: string }, c: Context): Promise<null> => {
  const { one, storeName } = await doctorOf(c, id)
  await c.db.delete(doctor).where(eq(doctor.id, one.id))
  c.keep({ before: noted(wireDoctor(one, storeName, c.now)) })
  return null
}

/** Doctor/StoreDoctors/{id}: those who may be named today, the default of each kind first. */
export const storeDoctors = async ({ id, category }: InputOf<typeof calls.storeDoctors>, c: Context) => {
  const found = await c.db
    .select()
    .from(doctor)
    .where(
      and(
        eq(doctor.storeId, c.scope.check(id)),
        stands('enabled', formatDay(c.now)),
        category ? eq(doctor.category, category) : undefined,
      ),
    )
    .orderBy(desc(doctor.isDefault), asc(doctor.pinyin), asc(doctor.id))
  return found.map((one) => ({
    ...{ id: one.id, name: one.name, code: one.code, category: one.category, title: one.title },
    ...{ initials: initialsOf(one.name), isDefault: one.isDefault },
  }))
}
