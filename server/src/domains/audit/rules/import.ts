import { auditRuleForm } from '@yibao/shared/entities/audit.ts'
import { code, optional } from '@yibao/shared/field.ts'
import { sql } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import type { ImportRow, ImportType } from '../../../xlsx/import-type.ts'
import { holdsArea } from '../../auth/whole-area.ts'
import { sheetSellers } from '../../catalogue/sheet-sellers.ts'
import { auditRule } from '../tables.ts'
import { type Form, problemOf, writtenOf } from './form.ts'

const rowOf = (row: ImportRow) => row as unknown as Form & { code: string; companyId?: string }

/** Rules of an area, or of a company in it, from a sheet: a known code is replaced by what the row says. */
export const auditRuleImport: ImportType = {
  title: '审核规则',
  menus: ['AuditCatalogue'],
  button: 'import',
  fields: { ...auditRuleForm, companyId: optional(code('公司编号', { max: 40 })) },
  sample: {
    ...{ code: 'SZ01', name: '降糖药七天内重复', kind: '重复购药', level: '提醒', message: '可能被医保审核扣款' },
    ...{ advice: '请与参保人确认后继续', drugs: 'XA10', medicalTypes: '41', days: '7', same: '同一通用名' },
    beginDay: '2026-01-01',
  },
  unique: { title: '规则编码', keyOf: (row) => `${rowOf(row).companyId ?? ''}\n${rowOf(row).code}` },
  check: async (c, areaCode, rows) => {
    const whole = await holdsArea(c, areaCode)
    const sellers = await sheetSellers(c, areaCode)
    return rows.map((row) => {
      const { companyId } = rowOf(row)
      if (companyId && !sellers.of(companyId)) return { key: 'companyId', reason: sellers.reasonOf(companyId) }
      if (!companyId && !whole)
        return { key: 'companyId', reason: '区划的规则由全部门店共用，当前账号只管理其中一部分门店，请填写公司编号' }
      const problem = problemOf(writtenOf(rowOf(row)))
      return problem && { key: problem.field, reason: problem.text }
    })
  },
  apply: async (c, areaCode, row) => {
    const { code: ruleCode, companyId = '' } = rowOf(row)
    const written = { ...writtenOf(rowOf(row)), updatedBy: c.me.userName, updatedAt: c.now }
    await c.db
      .insert(auditRule)
      .values({ id: newId(c.now), code: ruleCode, areaCode, companyId, ...written })
      .onConflictDoUpdate({
        target: [auditRule.code, auditRule.areaCode, auditRule.companyId],
        set: { ...written, version: sql`${auditRule.version} + 1` },
      })
  },
}
