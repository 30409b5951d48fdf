import { storeSheet } from '@yibao/shared/entities/company.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { newId } from '../../ids.ts'
import type { ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { isFixmedinsCode } from '../organ/change.ts'
import { areaName } from '../organisation/districts.ts'
import { beginSetup } from '../organisation/setup.ts'
import { company, store } from '../organisation/tables.ts'
import { joinCompanyRole } from '../permission/company-role.ts'

interface Row {
  companyId: string
  fixmedinsCode: string
  name: string
  phone?: string
}
/** Codes are written in capitals, as the centre gives them. */
const rowOf = (row: ImportRow): Row => {
  const one = row as unknown as Row
  return { ...one, fixmedinsCode: one.fixmedinsCode.toUpperCase() }
}

/** Stores of one area from a sheet; a row of a store that is there already brings its name and phone up to date. */
export const storeImport: ImportType = {
  title: '门店',
  menus: ['CompanyInit'],
  button: 'import',
  fields: storeSheet,
  sample: { companyId: '10001', fixmedinsCode: 'P32050109999', name: '示例大药房山塘店', phone: '0512-55550199' },
  unique: { title: '机构编号', keyOf: (row) => rowOf(row).fixmedinsCode },
  check: async ({ db }, areaCode, rows) => {
    const ids = [...new Set(rows.map((row) => rowOf(row).companyId))]
    const companies = new Map(
      (await db.select().from(company).where(inArray(company.id, ids))).map((one) => [one.id, one]),
    )
    const codes = rows.map((row) => rowOf(row).fixmedinsCode)
    const shops = new Map(
      (await db.select().from(store).where(inArray(store.fixmedinsCode, codes))).map((one) => [one.fixmedinsCode, one]),
    )
    return rows.map((row) => {
      const { companyId, fixmedinsCode } = rowOf(row)
      const owner = companies.get(companyId)
      if (!owner) return { key: 'companyId', reason: `没有编号为 ${companyId} 的公司` }
      if (owner.stopped) return { key: 'companyId', reason: `${owner.name} 已停用` }
      if (!owner.areas.includes(areaCode))
        return { key: 'companyId', reason: `${owner.name} 没有开通${areaName(areaCode)}` }
      const known = shops.get(fixmedinsCode)
      if (!known)
        return isFixmedinsCode(fixmedinsCode)
          ? undefined
          : { key: 'fixmedinsCode', reason: '机构编码应为 12 位字母或数字' }
      if (known.companyId !== companyId) return { key: 'fixmedinsCode', reason: '机构编号已属于另一家公司' }
      if (known.areaCode !== areaCode)
        return {
          key: 'fixmedinsCode',
          reason: `这家门店在${areaName(known.areaCode)}，不能导入到${areaName(areaCode)}`,
        }
      return known.closed ? { key: 'fixmedinsCode', reason: '这家门店已关闭' } : undefined
    })
  },
  apply: async (c, areaCode, row) => {
    const { db, now } = c
    const { companyId, fixmedinsCode, name, phone } = rowOf(row)
    // Held until the row is in: a company that is withdrawn meanwhile leaves no store behind.
    const [owner] = await db.select({ id: company.id }).from(company).where(eq(company.id, companyId)).for('share')
    if (!owner) return
    const id = newId(now)
    const [kept] = await db
      .insert(store)
      .values({ id, companyId, areaCode, fixmedinsCode, name, phone: phone ?? '' })
      .onConflictDoUpdate({
        target: store.fixmedinsCode,
        set: { name, ...(phone ? { phone } : {}) },
        // A store that another company opened meanwhile stays as it is.
        setWhere: sql`${store.companyId} = ${companyId}`,
      })
      .returning({ id: store.id })
    if (kept) await joinCompanyRole(db, { companyId, id: kept.id })
    // A row that was there has been set up, or is being so.
    if (kept?.id === id) await beginSetup(c, id)
  },
}
