import type { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { diseaseKind, itemKind, termKind } from '@yibao/shared/entities/catalogue.ts'
import { metaOf } from '@yibao/shared/field.ts'
import type { Handlers } from '../../call/mount.ts'
import { areaOf } from '../auth/area-of.ts'
import { compareVersions } from './compare-versions.ts'
import { detailOf, diseaseOf, versionsOf } from './detail.ts'
import { forgetDifferences } from './diff/forget.ts'
import { importMatches } from './import-matches.ts'
import { type AnyKind, isFileKind } from './kinds.ts'
import { startDownload } from './load/download.ts'
import { addLocal, removeLocal, updateLocal } from './local.ts'
import { itemOf, pairOf, shopOf } from './mapping.ts'
import { resendMatches } from './resend-matches.ts'
import { diseaseRows, itemRows } from './rows.ts'
import { searchDiseases, selectItems } from './select.ts'
import { mapOne } from './send-mappings.ts'
import { setCommon } from './set-common.ts'
import { askTerms, capRow, shareRow, termsOf } from './terms.ts'
import { withdrawMapping } from './withdraw.ts'

const kindsOf = (field: typeof itemKind | typeof diseaseKind | typeof termKind) =>
  Object.keys(metaOf(field)?.choices ?? {}) as AnyKind[]
const itemKinds = [...kindsOf(itemKind), ...kindsOf(termKind)].sort()
const diseaseKinds = kindsOf(diseaseKind)

/** Every Catalogue call of SPEC 7 (domain.md 8.5). */
export const catalogueHandlers: Handlers<typeof catalogueMenu> = {
  getItemDirectoryByPage: (filters, c) => itemRows.page(c, filters),
  getItemDirectoryBySelect: selectItems,
  getItemDirectoryById: async ({ id, medicalAreaCode }, c) => detailOf(c, await areaOf(c, medicalAreaCode), id),
  getMaxVersionInfo: async ({ medicalAreaCode }, c) => versionsOf(c, await areaOf(c, medicalAreaCode), itemKinds),
  downloadCatalogue: async ({ medicalAreaCode, full }, c) => ({
    progressId: await startDownload(c, await areaOf(c, medicalAreaCode), { kinds: itemKinds, full }),
  }),
  downloadCatalogueBySize: async ({ medicalAreaCode, kind, size }, c) => ({
    progressId: await startDownload(c, await areaOf(c, medicalAreaCode), { kinds: [kind], size }),
  }),
  downloadEcRxCatalogueBySize: async ({ medicalAreaCode, size }, c) => ({
    progressId: await startDownload(c, await areaOf(c, medicalAreaCode), { kinds: ['1312', '1316'], size }),
  }),
  getLimitPriceDictionaryInfo: async ({ medicalAreaCode, code }, c) =>
    (await termsOf(c, await areaOf(c, medicalAreaCode), '1318', code)).flatMap((term) => capRow(term) ?? []),
  medicalInsuranceCatalogFixedPriceInfoQuery: async ({ medicalAreaCode, code }, c) => {
    const areaCode = await areaOf(c, medicalAreaCode)
    await askTerms(c, areaCode, '1318', code)
    return (await termsOf(c, areaCode, '1318', code)).flatMap((term) => capRow(term) ?? [])
  },
  getSelfPayDictionaryInfo: async ({ medicalAreaCode, code }, c) =>
    (await termsOf(c, await areaOf(c, medicalAreaCode), '1319', code)).flatMap((term) => shareRow(term) ?? []),
  medicalInsuranceCatalogOwnExpenseRatioInfoQuery: async ({ medicalAreaCode, code }, c) => {
    const areaCode = await areaOf(c, medicalAreaCode)
    await askTerms(c, areaCode, '1319', code)
    return (await termsOf(c, areaCode, '1319', code)).flatMap((term) => shareRow(term) ?? [])
  },
  addCatalogue: addLocal,
  updateCatalogue: updateLocal,
  delCatalogue: removeLocal,
  matchItem: async ({ storeId, ownCode, nationalCode }, c) => {
    const shop = await shopOf(c, storeId)
    const pair = await pairOf(c.deps, shop, ownCode, nationalCode)
    await mapOne(c.deps, shop, pair, c.me.name)
    await forgetDifferences(c, shop.id, [pair])
    c.on(`${shop.name} ${ownCode} → ${nationalCode}`)
    return null
  },
  unmatchItem: async ({ storeId, ownCode, nationalCode }, c) => {
    const shop = await shopOf(c, storeId)
    const one = await itemOf(c, shop, ownCode)
    c.on(`${shop.name} ${ownCode} ${one.name}`)
    c.keep({ before: { nationalCode: one.nationalCode } })
    await withdrawMapping(c.deps, shop, one, nationalCode)
    await forgetDifferences(c, shop.id, [{ ownCode, nationalCode: '' }])
    return null
  },
  importMatches: async (asked, c) => ({ progressId: await importMatches(c, asked) }),
  resendMatches: (asked, c) => resendMatches(c, asked),
}

/** Every Disease call of SPEC 7 that is about the catalogue. */
export const diseaseHandlers: Handlers<typeof disease> = {
  getDiseaseByPage: (filters, c) => diseaseRows.page(c, filters),
  get: async ({ id, medicalAreaCode }, c) => diseaseOf(c, await areaOf(c, medicalAreaCode), id),
  setCommon,
  compareVersion: async ({ medicalAreaCode }, c) =>
    compareVersions(c, await areaOf(c, medicalAreaCode), diseaseKinds.filter(isFileKind)),
  getMaxVersionInfo: async ({ medicalAreaCode }, c) => versionsOf(c, await areaOf(c, medicalAreaCode), diseaseKinds),
  downloadDisease: async ({ medicalAreaCode, kind, full }, c) => ({
    progressId: await startDownload(c, await areaOf(c, medicalAreaCode), { kinds: kind ? [kind] : diseaseKinds, full }),
  }),
  searchDiseaseList: searchDiseases,
}
