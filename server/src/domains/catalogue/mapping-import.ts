import { code, optional } from '@yibao/shared/field.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { editionOf } from '../dictionary/items.ts'
import { listTypeOf } from './entries.ts'
import { filesOf, keepMappings } from './mapping.ts'
import { sheetSellers, type sheetShops } from './sheet-sellers.ts'
import { item } from './tables.ts'

type Asker = Pick<Context, 'db' | 'me'>

const fields = {
  ownCode: code('商品编码', { max: 30 }),
  nationalCode: code('国家码', { max: 30 }),
  companyId: optional(code('公司编号', { max: 40 })),
}
type Row = { ownCode: string; nationalCode: string; companyId?: string }
const rowOf = (row: ImportRow) => row as Row

/** The mapping of an item waits in every store it is for, until Catalogue/ImportMatches tells it to the centre. */
export const awaitMapping = async (
  c: Asker & { now: Date },
  areaCode: string,
  shops: Awaited<ReturnType<typeof sheetShops>>,
  { ownCode, nationalCode }: { ownCode: string; nationalCode: string },
): Promise<void> => {
  const kind = (await filesOf(c, areaCode, [nationalCode], formatDay(c.now))).get(nationalCode) ?? ''
  const pair = { ownCode, nationalCode, listType: listTypeOf(editionOf(areaCode), kind, nationalCode) }
  for (const shop of shops) await keepMappings(c, shop, [pair], { state: 'waiting', by: c.me.name, at: c.now })
}

/** Mappings from a sheet: brought in they wait, Catalogue/ImportMatches tells them to the centre. */
export const itemMappingImport: ImportType = {
  title: '商品对照',
  menus: ['DrugMenu', 'MenuDiff'],
  button: 'import',
  fields,
  sample: { ownCode: '100001', nationalCode: 'XA00AAA000A001010100001' },
  unique: { title: '商品编码', keyOf: (row) => `${rowOf(row).companyId ?? ''}\n${rowOf(row).ownCode}` },
  check: async (c, areaCode, rows) => {
    const sellers = await sheetSellers(c, areaCode)
    const items = await c.db
      .select({ companyId: item.companyId, ownCode: item.ownCode })
      .from(item)
      .where(
        and(
          eq(item.areaCode, areaCode),
          inArray(
            item.ownCode,
            rows.map((row) => rowOf(row).ownCode),
          ),
        ),
      )
    const known = new Set(items.map(({ companyId, ownCode }) => `${companyId}\n${ownCode}`))
    const files = await filesOf(
      c,
      areaCode,
      rows.map((row) => rowOf(row).nationalCode),
      formatDay(c.now),
    )
    return rows.map((row) => {
      const { ownCode, nationalCode, companyId } = rowOf(row)
      const seller = sellers.of(companyId)
      if (!seller) return { key: 'companyId', reason: sellers.reasonOf(companyId) }
      if (!known.has(`${seller}\n${ownCode}`)) return { key: 'ownCode', reason: `没有编码为 ${ownCode} 的商品` }
      return files.has(nationalCode)
        ? undefined
        : { key: 'nationalCode', reason: `目录中没有有效的国家码 ${nationalCode}` }
    })
  },
  apply: async (c, areaCode, row) => {
    const { ownCode, nationalCode, companyId } = rowOf(row)
    const sellers = await sheetSellers(c, areaCode)
    const seller = sellers.of(companyId)
    if (seller) await awaitMapping(c, areaCode, sellers.shopsOf(seller), { ownCode, nationalCode })
  },
}
