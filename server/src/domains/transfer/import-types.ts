import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import type { ImportType } from '../../xlsx/import-type.ts'
import { auditRuleImport } from '../audit/rules/import.ts'
import { ownItemImport } from '../catalogue/item-import.ts'
import { itemMappingImport } from '../catalogue/mapping-import.ts'
import { storeImport } from '../company/store-import.ts'
import { dictionaryItemImport } from '../dictionary/item-import.ts'
import { accountImport } from '../permission/account-import.ts'
import { doctorImport } from '../staff/import-type.ts'
import { stockBackImport, stockChangeImport, stockPurchaseImport, stockTakeImport } from '../stock/import-types.ts'

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
  account: accountImport,
}
