import type { InputOf } from '@yibao/shared/call.ts'
import type { insPractitioner as calls } from '@yibao/shared/calls/staff.ts'
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { type Practitioner, queryStaff, type StaffType, staffTypes } from '../../centre/operations/staff.ts'
import { ask } from '../attendance/ask.ts'
import { shopOf } from '../catalogue/mapping.ts'
import type { StoreRow } from '../organisation/store.ts'
import { sealNumber } from './certificate.ts'
import { type DoctorRow, wireDoctor } from './doctor-rows.ts'
import { changeDoctor, doctorOf, keepNew } from './doctors.ts'
import { eachShop } from './each-shop.ts'
import { type PractitionerRow, practitionersWith, wirePractitioner } from './practitioner-rows.ts'
import { practitioner } from './tables.ts'

type Line = typeof practitioner.$inferSelect

const kindOf = (category: string): StaffType =>
  (Object.keys(staffTypes) as StaffType[]).find((kind) => staffTypes[kind] === category) ??
  refuse('input.invalid', { text: '类别' }, { fields: { category: '类别不在可选范围内' } })

const lineOf = (c: Context, shop: StoreRow, one: Practitioner) => ({
  ...{ storeId: shop.id, code: one.code, name: one.name, category: one.type, ownNo: one.ownNo },
  ...{ certType: one.certType, ...sealNumber(c.services.vault, one.certNo) },
  ...{ certificateNo: one.certificateNo, practiceNo: one.practiceNo, insured: one.insured },
  ...{ beginAt: one.from, endAt: one.until, changeReason: one.changeReason },
  ...{ listed: true, syncedAt: c.deps.clock() },
})

/** Keeps what 5102 answered; nobody can be named without a national code, so lines without one are left out. */
const keepLines = async (c: Context, shop: StoreRow, found: readonly Practitioner[]): Promise<string[]> => {
  const lines = new Map(found.filter(({ code }) => code).map((one) => [one.code, lineOf(c, shop, one)]))
  for (const line of lines.values())
    await c.db
      .insert(practitioner)
      .values({ id: newId(c.deps.clock()), ...line })
      .onConflictDoUpdate({ target: [practitioner.storeId, practitioner.code], set: line })
  return [...lines.keys()]
}

/** 5102 of whole kinds; whoever is no longer answered stays in the list, marked. Gives the codes by kind. */
export const pullPractitioners = async (
  c: Context,
  shop: StoreRow,
  kinds: readonly StaffType[],
): Promise<Map<string, string[]>> => {
  const codes = new Map<string, string[]>()
  for (const type of kinds) {
    const kept = await keepLines(c, shop, await ask(c.deps, shop, queryStaff, { type }))
    codes.set(staffTypes[type], kept)
    const { storeId, category, code } = practitioner
    await c.db
      .update(practitioner)
      .set({ listed: false })
      .where(
        and(
          eq(storeId, shop.id),
          eq(category, staffTypes[type]),
          kept.length ? notInArray(code, kept) : sql`true`,
          eq(practitioner.listed, true),
        ),
      )
  }
  return codes
}

/** InsPractitioner/SyncMedicalStaffs: all four kinds of every store. */
export const syncStaff = ({ storeId }: { storeId?: string }, c: Context) =>
  eachShop(c, { storeId, title: '同步医执人员' }, async (shop) => {
    const codes = await pullPractitioners(c, shop, Object.keys(staffTypes) as StaffType[])
    return `中心在册 ${[...codes.values()].flat().length} 人`
  })

/** InsPractitioner/InsPractitionerQueryByName */
export const queryByName = async (
  { storeId, category, name, code }: InputOf<typeof calls.insPractitionerQueryByName>,
  c: Context,
): Promise<PractitionerRow[]> => {
  if (!name?.trim() && !code) refuse('staff.asked', {}, { fields: { name: '请填写姓名或国家编码' } })
  const shop = await shopOf(c, storeId)
  c.on(`${shop.name} ${name?.trim() || code}`, shop.id)
  const found = await ask(c.deps, shop, queryStaff, { type: kindOf(category), name: name?.trim(), code })
  const codes = await keepLines(c, shop, found)
  if (!codes.length) return []
  const rows = practitionersWith(c, { cursor: sql<string | null>`null`.as('cursor') as never })
  const here = and(eq(practitioner.storeId, shop.id), inArray(practitioner.code, codes))
  return (await rows.where(here).orderBy(practitioner.code)).map(wirePractitioner)
}

/** What the centre tells about a local person. Its empty fields leave ours alone. */
export const factsOf = (line: Line) => {
  const told = {
    ...{ certType: line.certType, certificateNo: line.certificateNo, practiceNo: line.practiceNo },
    ...{ validFrom: line.beginAt.slice(0, 10), validTo: line.endAt.slice(0, 10) },
    ...{ certSealed: line.certSealed, certMask: line.certMask },
  }
  const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value))
  return { code: line.code, name: line.name, category: line.category, ...given }
}

/** InsPractitioner/Bind */
export const bindPractitioner = async (
  { id, doctorId }: InputOf<typeof calls.bind>,
  c: Context,
): Promise<DoctorRow> => {
  const [line] = await c.db
    .select()
    .from(practitioner)
    .where(and(eq(practitioner.id, id), c.scope.where(practitioner.storeId)))
  if (!line) return refuse('not.found', { what: '这位医执人员' })
  if (!doctorId) {
    const row = await keepNew(c, { id: newId(c.now), storeId: line.storeId, changedAt: c.now, ...factsOf(line) })
    c.on(`${row.storeName} ${row.name} ${row.code}`, line.storeId)
    return row
  }
  const { one, storeName } = await doctorOf(c, doctorId)
  if (one.storeId !== line.storeId) refuse('scope.denied')
  // He keeps the name his store calls him by.
  const row = await changeDoctor(c, one, ({ name }) => ({ ...factsOf(line), name }))
  const before = wireDoctor(one, storeName, c.now)
  c.on(`${storeName} ${row.name} ${row.code}`, line.storeId)
  c.keep({ before: { code: before.code }, after: { code: row.code } })
  return row
}
