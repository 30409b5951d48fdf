import { code } from '@yibao/shared/field.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { editionOf } from '../dictionary/items.ts'
import { store } from '../organisation/tables.ts'
import type { ImportRow, ImportType } from '../transfer/import-types.ts'
import { listTypeOf } from './entries.ts'
import { catalogueEntry } from './entry-tables.ts'
import { kindsOf } from './find.ts'
import { keepMappings } from './mapping.ts'
import { item } from './tables.ts'

type Asker = Pick<Context, 'db' | 'me'>

const fields = { ownCode: code('商品编码', { max: 30 }), nationalCode: code('国家码', { max: 30 }) }
type Row = { ownCode: string; nationalCode: string }
const rowOf = (row: ImportRow) => row as Row

/** The stores an imported sheet is for: an operator's own, an administrator's open ones in the area. */
export const sheetShops = ({ db, me }: Pick<Context, 'db' | 'me'>, areaCode: string) =>
  db
    .select({ id: store.id, areaCode: store.areaCode, fixmedinsCode: store.fixmedinsCode })
    .from(store)
    .where(
      and(
        eq(store.areaCode, areaCode),
        eq(store.closed, false),
        me.storeId ? eq(store.id, me.storeId) : undefined,
        me.stores === 'all' ? undefined : inArray(store.id, me.stores),
      ),
    )

/** The files in which valid codes of an area stand. */
const filesOf = async ({ db }: Pick<Asker, 'db'>, areaCode: string, codes: string[]): Promise<Map<string, string>> => {
  const found = await db
    .select({ code: catalogueEntry.code, kind: catalogueEntry.kind })
    .from(catalogueEntry)
    .where(
      and(
        eq(catalogueEntry.areaCode, areaCode),
        inArray(catalogueEntry.code, codes),
        eq(catalogueEntry.valid, true),
        inArray(catalogueEntry.kind, kindsOf('item')),
      ),
    )
  return new Map(found.map((one) => [one.code, one.kind]))
}

/** Mappings from a sheet: brought in they wait, Catalogue/ImportMatches tells them to the centre. */
export const itemMappingImport: ImportType = {
  title: '商品对照',
  menu: 'MenuDiff',
  button: 'import',
  fields,
  sample: { ownCode: '100001', nationalCode: 'XA00AAA000A001010100001' },
  unique: { title: '商品编码', keyOf: (row) => rowOf(row).ownCode },
  check: async (c, areaCode, rows) => {
    const own = rows.map((row) => rowOf(row).ownCode)
    const items = await c.db
      .select({ ownCode: item.ownCode })
      .from(item)
      .where(and(eq(item.areaCode, areaCode), inArray(item.ownCode, own)))
    const known = new Set(items.map(({ ownCode }) => ownCode))
    const files = await filesOf(
      c,
      areaCode,
      rows.map((row) => rowOf(row).nationalCode),
    )
    return rows.map((row) => {
      const { ownCode, nationalCode } = rowOf(row)
      if (!known.has(ownCode)) return { key: 'ownCode', reason: `没有编码为 ${ownCode} 的商品` }
      return files.has(nationalCode)
        ? undefined
        : { key: 'nationalCode', reason: `目录中没有有效的国家码 ${nationalCode}` }
    })
  },
  apply: async (c, areaCode, row) => {
    const { ownCode, nationalCode } = rowOf(row)
    const kind = (await filesOf(c, areaCode, [nationalCode])).get(nationalCode) ?? ''
    const pair = { ownCode, nationalCode, listType: listTypeOf(editionOf(areaCode), kind, nationalCode) }
    for (const shop of await sheetShops(c, areaCode))
      await keepMappings(c, shop, [pair], { state: 'waiting', by: c.me.name, at: c.now })
  },
}
