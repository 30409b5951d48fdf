import type { InputOf } from '@yibao/shared/call.ts'
import type { doctor as calls } from '@yibao/shared/calls/staff.ts'
import { doctorForm } from '@yibao/shared/entities/staff.ts'
import { code, optional } from '@yibao/shared/field.ts'
import { omit } from '@yibao/shared/omit.ts'
import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { Refusal } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { sheetShops } from '../catalogue/sheet-sellers.ts'
import { store } from '../organisation/tables.ts'
import { renamedBy } from './account-holder.ts'
import { doctor } from './tables.ts'

type Asker = Pick<Context, 'db' | 'me' | 'now'>
type Row = Omit<InputOf<typeof calls.add>, 'storeId' | 'certNo' | 'certType'> & { fixmedinsCode?: string }

// Numbers of certificates are typed in the form, where they are sealed: no sheet of them lies about.
const fields = { ...omit(doctorForm, 'certNo', 'certType'), fixmedinsCode: optional(code('机构编码', { max: 12 })) }
const rowOf = (row: ImportRow) => row as unknown as Row

/** The store a row is for: by its code, or the only one the asker has. */
const shopsOf = async (c: Pick<Context, 'db' | 'me'>, areaCode: string) => {
  const found = await sheetShops(c, areaCode)
  const only = found.length === 1 ? found[0]!.id : undefined
  const byCode = new Map(found.map(({ id, fixmedinsCode }) => [fixmedinsCode, id]))
  return (fixmedinsCode?: string) => (fixmedinsCode ? byCode.get(fixmedinsCode) : only)
}

type Form = Omit<Row, 'fixmedinsCode'>

/** Whom of a store's people a row is about. */
const knownOf = async ({ db }: Pick<Asker, 'db'>, storeId: string, form: Form) => {
  const named = and(eq(doctor.name, form.name), eq(doctor.category, form.category))
  const [known] = await db
    .select()
    .from(doctor)
    .where(
      and(
        eq(doctor.storeId, storeId),
        // Whoever has no code yet gets it, as from the centre's own list (update-at-once.ts).
        form.code ? or(eq(doctor.code, form.code), and(named, eq(doctor.code, ''))) : named,
      ),
    )
    .orderBy(desc(doctor.code), doctor.id)
    .limit(1)
  return known
}

const bringOne = async (c: Asker, storeId: string, form: Form) => {
  const { db, now } = c
  const known = await knownOf(c, storeId, form)
  const values = { storeId, ...form, changedAt: now }
  if (known) await db.update(doctor).set(values).where(eq(doctor.id, known.id))
  else await db.insert(doctor).values({ id: newId(now), ...values })
}

const bringIn = async (c: Asker, areaCode: string, rows: readonly ImportRow[]) => {
  const shopOf = await shopsOf(c, areaCode)
  const theirs = rows.map(rowOf).flatMap(({ fixmedinsCode, ...form }) => {
    const storeId = shopOf(fixmedinsCode)
    return storeId ? [{ storeId, form }] : []
  })
  // One writer at a time of each store's people (doctors.ts), in one order: of two sheets neither waits for the other for ever.
  const ids = [...new Set(theirs.map(({ storeId }) => storeId))]
  await c.db.select({ id: store.id }).from(store).where(inArray(store.id, ids)).orderBy(store.id).for('update')
  for (const { storeId, form } of theirs) await bringOne(c, storeId, form)
}

/** Doctors and pharmacists from a sheet: whoever has the code of a known one, or else his name and kind, is that one. */
export const doctorImport: ImportType = {
  title: '医师药师',
  menus: ['InsuranceMenu'],
  button: 'import',
  fields,
  sample: { name: '示例药师', category: '3', code: 'Y320500000001', fixmedinsCode: 'P32050100001' },
  unique: {
    title: '机构编码、类别、国家编码和姓名',
    keyOf: (row) => {
      const { fixmedinsCode, category, code: national, name } = rowOf(row)
      return [fixmedinsCode, national ?? `${category}\n${name}`].join('\n')
    },
  },
  check: async (c, areaCode, rows) => {
    const shopOf = await shopsOf(c, areaCode)
    const one = async (row: ImportRow) => {
      const { fixmedinsCode, ...form } = rowOf(row)
      const { validFrom, validTo } = form
      const storeId = shopOf(fixmedinsCode)
      if (!storeId)
        return {
          key: 'fixmedinsCode',
          reason: fixmedinsCode ? `没有机构编码为 ${fixmedinsCode} 的门店` : '请填写门店的机构编码',
        }
      const wrong = validFrom && validTo && validTo < validFrom
      if (wrong) return { key: 'validTo', reason: '有效期止早于有效期起' }
      const known = await knownOf(c, storeId, form)
      const key = known && renamedBy(c.me, known, form)
      return key && { key, reason: new Refusal('doctor.accountNamed', { name: known.name }).message }
    }
    const problems: ({ key: string; reason: string } | undefined)[] = []
    for (const row of rows) problems.push(await one(row))
    return problems
  },
  apply: (c, areaCode, row) => bringIn(c, areaCode, [row]),
  applyAll: async (c, areaCode, rows) => {
    await bringIn(c, areaCode, rows)
    return []
  },
}
