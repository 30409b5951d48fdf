import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import { tsvRows } from '../database/tsv.ts'
import { type Form, writtenOf } from '../domains/audit/rules/form.ts'
import { auditRule } from '../domains/audit/tables.ts'
import { seedId } from './organisation.ts'
import { bringRows, bySystem, type Shipped } from './shipped.ts'

const file = join(import.meta.dirname, '../../data/audit-rules.tsv')

/** A shipped rule, as it stands in the file. */
export const shippedRules = () =>
  tsvRows(file).map((row, i) => {
    const filled = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))
    const { code, ...form } = filled as { code: string } & Omit<Form, 'level'>
    return { id: seedId(11, i + 1), code, ...writtenOf({ ...form, level: 'remind' } as Form) }
  })

/** The rules of the audit for every area. */
export const auditRules: Shipped = {
  name: 'audit rules',
  rows: shippedRules,
  write: async (db, former) => {
    await bringRows(db, auditRule, shippedRules(), { former, also: { version: sql`${auditRule.version} + 1` } })
  },
}

const covering = (code: string, name: string, disease: string, drugs: string) => ({
  code,
  ...writtenOf({
    ...{ name: `${name}用药范围`, kind: 'coverage', level: 'remind', diseases: disease, drugs, medicalTypes: '14' },
    ...{ message: '按慢特病可能不予支付', advice: '请改为普通购药另结，或与参保人确认' },
  }),
})

/** What two chronic diseases cover in the demo's first area (ux 1.2): such lists are an area's own, none is shipped. */
export const demoCoverage = [
  covering('SZM016', '糖尿病', 'M01600', 'XA10'),
  covering('SZM039', '高血压', 'M03900', 'XC02 XC03 XC07 XC08 XC09'),
].map((rule, i) => ({ id: seedId(13, i + 1), areaCode: '320500', ...rule }))

/** Puts the coverage of the demo's two diseases in, as the system's own. */
export const seedCoverage = async (db: Database): Promise<void> => {
  const stamp = { updatedBy: bySystem, updatedAt: new Date() }
  await db.insert(auditRule).values(demoCoverage.map((rule) => ({ ...rule, ...stamp })))
}
