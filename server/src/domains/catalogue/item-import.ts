import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { ownItemSheet } from '@yibao/shared/entities/own-item.ts'
import { initialsOf } from '@yibao/shared/initials.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Importer, ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { changesOf } from '../system/changed-fields.ts'
import { logImported } from '../system/imported.ts'
import { soldBy } from './items.ts'
import { filesOf } from './mapping.ts'
import { awaitMapping } from './mapping-import.ts'
import { isPrescriptionDrug } from './prescription-drug.ts'
import { sheetSellers } from './sheet-sellers.ts'
import { item } from './tables.ts'

interface Row {
  ownCode: string
  name: string
  price: string
  nationalCode?: string
  prescription?: boolean
  companyId?: string
}
const rowOf = (row: ImportRow) => row as unknown as Row

/** What of an item somebody has to answer for: who may buy it, and for how much. */
const answeredFor = { prescription: item.prescription, price: item.price }
interface Changed extends ReturnType<typeof changesOf> {
  ownCode: string
  name: string
}

const bringOne = async (c: Importer, areaCode: string, row: ImportRow): Promise<Changed | undefined> => {
  const { ownCode, nationalCode, companyId: named, ...values } = rowOf(row)
  const sellers = await sheetSellers(c, areaCode)
  const companyId = sellers.of(named)
  if (!companyId) return undefined
  const changed = { ...values, initials: initialsOf(values.name) }
  // A sheet that does not say it must not make a prescription drug one that is sold without a prescription.
  const drug = values.prescription ?? (nationalCode !== undefined && isPrescriptionDrug(c.db, areaCode, nationalCode))
  const [before] = await c.db
    .select(answeredFor)
    .from(item)
    .where(and(soldBy({ companyId, areaCode }), eq(item.ownCode, ownCode)))
  const [kept] = await c.db
    .insert(item)
    .values({ companyId, areaCode, ownCode, ...changed, prescription: await drug })
    .onConflictDoUpdate({ target: [item.companyId, item.areaCode, item.ownCode], set: changed })
    .returning({ nationalCode: item.nationalCode, ...answeredFor })
  if (nationalCode && kept?.nationalCode !== nationalCode)
    await awaitMapping(c, areaCode, sellers.shopsOf(companyId), { ownCode, nationalCode })
  if (!before || !kept) return undefined
  const { prescription, price } = kept
  return { ownCode, name: values.name, ...changesOf(before, { prescription, price }) }
}

const call = { call: ownItem.save, name: 'ownItem.save' }
const by = '导入商品'

/** Changes of price in one line of the log; of what is left out it says how many. */
const mostPrices = 100

const bringIn = async (c: Importer, areaCode: string, rows: readonly ImportRow[]): Promise<void> => {
  const prices: Changed[] = []
  for (const row of rows) {
    const one = await bringOne(c, areaCode, row)
    if (!one) continue
    const { ownCode, name, before, after } = one
    if ('prescription' in after)
      await logImported(c, {
        ...call,
        input: { ownCode, name, medicalAreaCode: areaCode },
        values: { by, before, after },
        on: `${ownCode} ${name}`,
      })
    else if (Number(before.price) !== Number(after.price)) prices.push(one)
  }
  if (!prices.length) return
  const named = prices.slice(0, mostPrices)
  const of = (side: 'before' | 'after') =>
    Object.fromEntries(named.map(({ ownCode, name, [side]: { price } }) => [`${ownCode} ${name}`, { price }]))
  const rest = prices.length - named.length
  const values = { by, before: of('before'), after: of('after'), ...(rest && { rest }) }
  await logImported(c, { ...call, input: { medicalAreaCode: areaCode }, values, on: `${by}，改价 ${prices.length} 种` })
}

/**
 * What a company sells in an area, from a sheet: a known code is brought up to date, an empty cell changes nothing. New
 * goods without 处方药 are what the catalogue says.
 */
export const ownItemImport: ImportType = {
  title: '商品',
  menus: ['MenuDiff'],
  button: 'add',
  fields: ownItemSheet,
  sample: {
    ...{ ownCode: '100001', name: '阿莫西林胶囊', price: '12.80', barCode: '6901234567892', spec: '0.25g*24粒' },
    ...{ dosageForm: '胶囊剂', unit: '盒', producer: '示例制药有限公司', prescription: '是', stopped: '否' },
  },
  unique: { title: '商品编码', keyOf: (row) => `${rowOf(row).companyId ?? ''}\n${rowOf(row).ownCode}` },
  check: async (c, areaCode, rows) => {
    const sellers = await sheetSellers(c, areaCode)
    const codes = rows.flatMap((row) => rowOf(row).nationalCode ?? [])
    const files = await filesOf(c, areaCode, codes, formatDay(c.now))
    // A sheet that was exported comes back as it is: what an item has already is not asked of the catalogue again.
    const held = await c.db
      .select({ companyId: item.companyId, ownCode: item.ownCode, nationalCode: item.nationalCode })
      .from(item)
      .where(and(eq(item.areaCode, areaCode), inArray(item.nationalCode, codes.length ? codes : [''])))
    const has = new Set(held.map((one) => `${one.companyId}\n${one.ownCode}\n${one.nationalCode}`))
    return rows.map((row) => {
      const { companyId: named, ownCode, nationalCode } = rowOf(row)
      const companyId = sellers.of(named)
      if (!companyId) return { key: 'companyId', reason: sellers.reasonOf(named) }
      return nationalCode && !files.has(nationalCode) && !has.has(`${companyId}\n${ownCode}\n${nationalCode}`)
        ? { key: 'nationalCode', reason: `目录中没有有效的国家码 ${nationalCode}，请先下载药品目录，或留空以后再对照` }
        : undefined
    })
  },
  apply: (c, areaCode, row) => bringIn(c, areaCode, [row]),
  applyAll: async (c, areaCode, rows) => {
    await bringIn(c, areaCode, rows)
    return []
  },
}
