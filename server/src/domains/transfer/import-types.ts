import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import type { Schema } from '@yibao/shared/field.ts'
import type { Context } from '../../context.ts'
import { auditRuleImport } from '../audit/rules/import.ts'
import { ownItemImport } from '../catalogue/item-import.ts'
import { itemMappingImport } from '../catalogue/mapping-import.ts'
import { storeImport } from '../company/store-import.ts'
import { dictionaryItemImport } from '../dictionary/item-import.ts'
import { doctorImport } from '../staff/import-type.ts'
import { stockBackImport, stockChangeImport, stockPurchaseImport, stockTakeImport } from '../stock/import-types.ts'

export type ImportRow = Record<string, unknown>

/** One kind of sheet that can be brought in; the page's dialog names it by `importType` (SPEC 2). */
export interface ImportType {
  title: string
  menu: string
  button: 'import' | 'add'
  /** Fields of an entity: they are the columns, the checks and their texts. */
  fields: Record<string, Schema>
  /** The template's example row, as a person would type it. */
  sample: Record<string, string>
  /** What two rows of one sheet may not share, in words and as a key. */
  unique: { title: string; keyOf: (row: ImportRow) => string }
  /** What else is wrong with rows whose fields are right, by their places; asked once for the whole sheet. */
  check?: (
    c: Pick<Context, 'db' | 'me' | 'now'>,
    areaCode: string,
    rows: readonly ImportRow[],
  ) => Promise<({ key: string; reason: string } | undefined)[]>
  /** Brings in one checked row; runs inside a transaction with its neighbours, and again after a break. */
  apply: (c: Pick<Context, 'db' | 'me' | 'now'>, areaCode: string, row: ImportRow) => Promise<void>
  /** The same for a batch of rows, where it asks once what `apply` would ask for each of them. */
  applyAll?: (c: Pick<Context, 'db' | 'me' | 'now'>, areaCode: string, rows: readonly ImportRow[]) => Promise<void>
}

/** Every sheet that can be brought in; a domain with another one adds its row. */
export const importTypes: Readonly<Record<ImportTypeName, ImportType>> = {
  dictionaryItem: dictionaryItemImport,
  ownItem: ownItemImport,
  itemMapping: itemMappingImport,
  doctor: doctorImport,
  store: storeImport,
  stockTake: stockTakeImport,
  stockChange: stockChangeImport,
  stockPurchase: stockPurchaseImport,
  stockBack: stockBackImport,
  auditRule: auditRuleImport,
}
