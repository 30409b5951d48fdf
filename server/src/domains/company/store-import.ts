import { organ } from '@yibao/shared/calls/organ.ts'
import { storeSheet } from '@yibao/shared/entities/company.ts'
import { omit } from '@yibao/shared/omit.ts'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { Refusal } from '../../base/refuse.ts'
import { Scope } from '../../call/context.ts'
import type { Importer, ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { awaitGoods } from '../catalogue/await-goods.ts'
import { isFixmedinsCode } from '../organ/change.ts'
import { areaName } from '../organisation/districts.ts'
import { beginSetup } from '../organisation/setup.ts'
import type { StoreRow } from '../organisation/store.ts'
import { company, store } from '../organisation/tables.ts'
import { joinCompanyRole } from '../permission/company-role.ts'
import { reachOf } from '../permission/reach.ts'
import { logImported } from '../system/imported.ts'

type Row = { companyId?: string; fixmedinsCode: string; name: string } & {
  [K in Exclude<keyof typeof storeSheet, 'companyId' | 'fixmedinsCode' | 'name'>]?: string
}
type Fault = { key: string; reason: string } | undefined

/** Codes are written in capitals, as the centre gives them. */
const rowOf = (row: ImportRow): Row => {
  const one = row as unknown as Row
  return { ...one, fixmedinsCode: one.fixmedinsCode.toUpperCase() }
}

/** What the sheet says of a store; an empty cell says nothing. */
const writtenOf = (row: Row) => omit(row, 'companyId', 'fixmedinsCode')

/** Companies by their numbers. */
const companiesOf = async ({ db }: Importer, ids: readonly string[]) =>
  new Map(
    (
      await db
        .select()
        .from(company)
        .where(inArray(company.id, [...new Set(ids)]))
    ).map((one) => [one.id, one]),
  )

/** Stores that bear one of the codes. */
const shopsOf = async ({ db }: Importer, codes: string[]) =>
  new Map(
    (await db.select().from(store).where(inArray(store.fixmedinsCode, codes))).map((one) => [one.fixmedinsCode, one]),
  )

/** Who has an ERP number of a company already: the store, by company and number. */
const numbered = async ({ db }: Importer, rows: readonly Row[], companies: string[]) => {
  const numbers = rows.flatMap(({ erpStoreNo }) => erpStoreNo ?? [])
  const found = numbers.length
    ? await db
        .select()
        .from(store)
        .where(and(inArray(store.companyId, companies), ne(store.erpStoreNo, ''), inArray(store.erpStoreNo, numbers)))
    : []
  return new Map(found.map((shop) => [`${shop.companyId} ${shop.erpStoreNo}`, shop]))
}

/** Why a row cannot make a store of its own, or change the one it is of. */
const faultOf = (
  row: Row,
  known: StoreRow | undefined,
  { areaCode, reach }: { areaCode: string; reach: Awaited<ReturnType<typeof reachOf>> },
): Fault => {
  const { fixmedinsCode, contractFrom, contractTo } = { ...known, ...row }
  if (contractFrom && contractTo && contractTo < contractFrom)
    return { key: 'contractTo', reason: '协议到期早于协议开始' }
  if (!known) {
    if (!isFixmedinsCode(fixmedinsCode)) return { key: 'fixmedinsCode', reason: '机构编码应为 12 位字母或数字' }
    // As a store that is added by hand (organ/change.ts): in another area he would not see it.
    const may = reach.all || reach.areas.has(areaCode)
    return may ? undefined : { key: 'fixmedinsCode', reason: new Refusal('organ.area').message }
  }
  if (row.companyId && known.companyId !== row.companyId)
    return { key: 'fixmedinsCode', reason: '机构编码已属于另一家公司' }
  if (!reach.all && !reach.stores.has(known.id))
    return { key: 'fixmedinsCode', reason: '机构编码已属于你不能管理的门店' }
  if (known.areaCode !== areaCode)
    return { key: 'fixmedinsCode', reason: `这家门店在${areaName(known.areaCode)}，不能导入到${areaName(areaCode)}` }
  return known.closed ? { key: 'fixmedinsCode', reason: '这家门店已关闭' } : undefined
}

/**
 * Stores of one area from a sheet, for super administrators who set a company up and for whoever administers its stores: a
 * row of a store that is there already brings what it says up to date, and its empty cells leave what is there.
 */
export const storeImport: ImportType = {
  title: '门店',
  menus: ['CompanyInit', 'StoreData'],
  button: 'import',
  fields: storeSheet,
  sample: {
    ...{ companyId: '10001', fixmedinsCode: 'P32050109999', name: '示例大药房山塘店', erpStoreNo: 'ST99' },
    ...{ phone: '0512-55550199', address: '苏州市姑苏区山塘街 1 号', contractTo: '2027-12-31' },
  },
  unique: { title: '机构编码', keyOf: (row) => rowOf(row).fixmedinsCode },
  check: async (c, areaCode, given) => {
    const rows = given.map(rowOf)
    const reach = await reachOf({ db: c.db, me: c.me, scope: new Scope(c.me.stores) })
    const shops = await shopsOf(
      c,
      rows.map(({ fixmedinsCode }) => fixmedinsCode),
    )
    const ownerOf = ({ companyId, fixmedinsCode }: Row) => companyId ?? shops.get(fixmedinsCode)?.companyId
    const owners = rows.flatMap((row) => ownerOf(row) ?? [])
    const companies = await companiesOf(c, owners)
    const taken = await numbered(c, rows, owners)
    const said = new Map<string, string>()
    return rows.map((row): Fault => {
      const companyId = ownerOf(row)
      if (!companyId) return { key: 'companyId', reason: '新的门店请填写公司编号' }
      const owner = companies.get(companyId)
      if (!owner) return { key: 'companyId', reason: `没有编号为 ${companyId} 的公司` }
      if (owner.stopped) return { key: 'companyId', reason: `${owner.name} 已停用` }
      if (!owner.areas.includes(areaCode))
        return { key: 'companyId', reason: `${owner.name} 没有开通${areaName(areaCode)}` }
      const fault = faultOf(row, shops.get(row.fixmedinsCode), { areaCode, reach })
      if (fault || !row.erpStoreNo) return fault
      const number = `${companyId} ${row.erpStoreNo}`
      const holder = taken.get(number)
      if (holder && holder.fixmedinsCode !== row.fixmedinsCode)
        return { key: 'erpStoreNo', reason: `已绑定「${holder.name}」` }
      const twin = said.get(number)
      if (twin) return { key: 'erpStoreNo', reason: `与文件中机构编码 ${twin} 的相同` }
      said.set(number, row.fixmedinsCode)
      return undefined
    })
  },
  apply: async (c, areaCode, given) => {
    const { db, now } = c
    const row = rowOf(given)
    const { fixmedinsCode } = row
    const [before] = await db.select().from(store).where(eq(store.fixmedinsCode, fixmedinsCode))
    const companyId = row.companyId ?? before?.companyId
    if (!companyId) return
    // Held until the row is in: a company that is withdrawn meanwhile leaves no store behind.
    const [owner] = await db.select({ id: company.id }).from(company).where(eq(company.id, companyId)).for('share')
    if (!owner) return
    const id = newId(now)
    const written = writtenOf(row)
    const [kept] = await db
      .insert(store)
      .values({ id, companyId, areaCode, fixmedinsCode, ...written })
      .onConflictDoUpdate({
        target: store.fixmedinsCode,
        set: written,
        // A store that another company opened meanwhile stays as it is.
        setWhere: sql`${store.companyId} = ${companyId}`,
      })
      .returning()
    if (!kept) return
    await joinCompanyRole(db, { companyId, id: kept.id })
    const isNew = kept.id === id
    // A row that was there has been set up, or is being so.
    if (isNew) {
      await beginSetup(c, id)
      await awaitGoods(db, kept, { by: c.me.name, at: now })
    }
    const was = before && Object.fromEntries(Object.keys(written).map((key) => [key, before[key as keyof StoreRow]]))
    await logImported(c, {
      ...(isNew
        ? { call: organ.createOrgan, name: 'organ.createOrgan' }
        : { call: organ.changeOrgan, name: 'organ.changeOrgan' }),
      input: { ...written, id: kept.id, companyId, areaCode, fixmedinsCode },
      values: { by: '导入门店', ...(was && { before: was, after: { ...written } }) },
      on: `${kept.name} ${fixmedinsCode}`,
      storeId: kept.id,
    })
  },
}
