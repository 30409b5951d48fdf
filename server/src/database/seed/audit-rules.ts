import { join } from 'node:path'
import { type Form, writtenOf } from '../../domains/audit/rules/form.ts'
import { auditRule } from '../../domains/audit/tables.ts'
import type { Database } from '../open.ts'
import { tsvRows } from '../tsv.ts'
import { seedId } from './organisation.ts'

const file = join(import.meta.dirname, '../../../data/audit-rules.tsv')

/** A shipped rule, as it stands in the file. */
export const shippedRules = () =>
  tsvRows(file).map((row, i) => {
    const filled = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))
    const { code, ...form } = filled as { code: string } & Omit<Form, 'level'>
    return { id: seedId(11, i + 1), code, ...writtenOf({ ...form, level: 'remind' } as Form) }
  })

/** The first rules of the audit, for every area; one that is there, whatever became of it, is left alone. */
export const seedAuditRules = async (db: Database): Promise<void> => {
  const stamp = { updatedBy: '系统', updatedAt: new Date() }
  await db
    .insert(auditRule)
    .values(shippedRules().map((rule) => ({ ...rule, ...stamp })))
    .onConflictDoNothing()
}
