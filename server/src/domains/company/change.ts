import type { InputOf } from '@yibao/shared/call.ts'
import type { company as calls } from '@yibao/shared/calls/company.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { session, user } from '../auth/tables.ts'
import { areaName } from '../organisation/districts.ts'
import { area, company, store } from '../organisation/tables.ts'
import { endCompanyRole } from '../permission/company-role.ts'
import { changesOf } from '../system/changed-fields.ts'
import { newKey } from './keys.ts'
import { type Company, type CompanyRow, companyRow, findCompany, holdCompany } from './rows.ts'

type Form = InputOf<typeof calls.add>

const valuesOf = ({ name, shortName = '', contact = '', phone = '', erpType = '', licenceUntil }: Form) => ({
  ...{ name: name.trim(), shortName, contact, phone, erpType, licenceUntil: licenceUntil ?? null },
})

/** `more`: what goes with it, or refuses it, while no store is brought in. */
const change = async (
  c: Context,
  before: Company,
  after: Partial<Company>,
  more?: (tx: Database) => Promise<unknown>,
): Promise<CompanyRow> => {
  await c.db.transaction(async (tx) => {
    await holdCompany(tx, before.id)
    await more?.(tx)
    await tx.update(company).set(after).where(eq(company.id, before.id))
  })
  c.on(`${before.id} ${before.name}`)
  c.keep(changesOf(before, after))
  return companyRow(c, before.id)
}

/** Company/Add: its verify code is in the answer and nowhere else. */
export const addCompany = async (form: Form, c: Context) => {
  const { companyId } = form
  const { verifyCode, verifyHash } = newKey()
  const [made] = await c.db
    .insert(company)
    .values({ id: companyId, ...valuesOf(form), verifyHash, keyAt: c.now, createdAt: c.now })
    .onConflictDoNothing()
    .returning({ id: company.id })
  if (!made) refuse('company.taken', { companyId }, { fields: { companyId: '编号已被使用' } })
  c.on(`${companyId} ${form.name}`)
  return { companyId, verifyCode }
}

/** Company/Withdraw: only while nothing hangs on it; a store that was closed is something. */
export const withdrawCompany = async (companyId: string, c: Context): Promise<null> => {
  const before = await findCompany(c, companyId)
  await c.db.transaction(async (tx) => {
    // Whoever brings a store in meanwhile finds no company, or is found here.
    await holdCompany(tx, companyId)
    if (await tx.$count(store, eq(store.companyId, companyId))) refuse('company.used', { name: before.name })
    await endCompanyRole(tx, companyId)
    await tx.delete(company).where(eq(company.id, companyId))
  })
  c.on(`${companyId} ${before.name}`)
  c.keep({ before: { name: before.name, areas: before.areas } })
  return null
}

/** Company/Save. */
export const saveCompany = async (form: Form, c: Context): Promise<CompanyRow> =>
  change(c, await findCompany(c, form.companyId), valuesOf(form))

/** Company/Renew. */
export const renewCompany = async ({ companyId, licenceUntil }: InputOf<typeof calls.renew>, c: Context) =>
  change(c, await findCompany(c, companyId), { licenceUntil })

/** Company/AssignAreas: areas that exist; one in which it has open stores stays. */
export const assignAreas = async ({ companyId, areas }: InputOf<typeof calls.assignAreas>, c: Context) => {
  const before = await findCompany(c, companyId)
  const wanted = [...new Set(areas)].sort()
  const known = await c.db.$count(area, inArray(area.code, [...wanted, '']))
  if (known < wanted.length) refuse('not.found', { what: '区划' })
  return change(c, before, { areas: wanted }, async (tx) => {
    const open = await tx
      .selectDistinct({ code: store.areaCode })
      .from(store)
      .where(and(eq(store.companyId, companyId), eq(store.closed, false)))
    const kept = open.filter(({ code }) => !wanted.includes(code))
    if (kept.length) refuse('company.area', { areas: kept.map(({ code }) => areaName(code)).join('、') })
  })
}

/** Company/Enable and Company/Stop: a stopped one's operators lose their sessions. */
export const switchCompany = async (companyId: string, stopped: boolean, c: Context): Promise<null> => {
  const before = await findCompany(c, companyId)
  await change(c, before, { stopped }, async (tx) => {
    const theirs = tx.select({ id: user.id }).from(user).where(eq(user.companyId, companyId))
    if (stopped) await tx.delete(session).where(inArray(session.userId, theirs))
  })
  return null
}
