import type { Call, ResultOf } from '@yibao/shared/call.ts'
import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { audit } from '@yibao/shared/calls/audit.ts'
import { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { diseasesInfo, fixedFiling, specialMedical, twoDiseases } from '@yibao/shared/calls/filing.ts'
import { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { liquidationReport } from '@yibao/shared/calls/liquidation-report.ts'
import { medicalInsurance } from '@yibao/shared/calls/medical-insurance.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { monthCollect } from '@yibao/shared/calls/month-collect.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { institution, organ } from '@yibao/shared/calls/organ.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { outProvince } from '@yibao/shared/calls/out-province.ts'
import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { sale } from '@yibao/shared/calls/sale.ts'
import { serviceCall } from '@yibao/shared/calls/service-call.ts'
import { serviceHit } from '@yibao/shared/calls/service-hit.ts'
import { orderInfo, settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { insPractitioner } from '@yibao/shared/calls/staff.ts'
import { stock } from '@yibao/shared/calls/stock.ts'
import type { exporting } from '@yibao/shared/calls/transfer.ts'
import { unLiquidated } from '@yibao/shared/calls/un-liquidated.ts'
import type { Schema } from '@yibao/shared/field.ts'
import type { Context } from '../../call/context.ts'
import { type Rows, rowFields } from '../../database/rows.ts'
import { runRows, stepRows } from '../acceptance/rows.ts'
import { blockRows } from '../audit/findings/blocks.ts'
import { findingRows } from '../audit/findings/rows.ts'
import { ruleRows } from '../audit/rules/rows.ts'
import { diffRows, sumRows } from '../catalogue/diff/rows.ts'
import { ownItemRows } from '../catalogue/own-items.ts'
import { diseaseRows, itemRows } from '../catalogue/rows.ts'
import { serviceCallSource } from '../centre-call/statistics.ts'
import { clearingRows } from '../clearing/rows.ts'
import { collectRows } from '../collection/rows.ts'
import { configRows } from '../config/rows.ts'
import { dictionaryRows } from '../dictionary/rows.ts'
import { kinds } from '../filing/kinds/all.ts'
import { filingRows } from '../filing/rows.ts'
import { fundRows } from '../liquidation/funds.ts'
import { liquidationReportSource } from '../liquidation/report.ts'
import { applicationRows } from '../liquidation/rows.ts'
import { claimedRows } from '../liquidation/settlements.ts'
import { unLiquidatedSource } from '../liquidation/un-liquidated.ts'
import { receiptRows } from '../message/receipts.ts'
import { operationRows } from '../operation-log/operations.ts'
import { abnormalOrderRows, orderRows } from '../order/rows.ts'
import { institutionSource } from '../organ/institutions.ts'
import { organRows } from '../organ/rows.ts'
import { accountRows } from '../permission/user-list.ts'
import { figureDayRows } from '../reconciliation/figures/days.ts'
import { figureMonthDayRows } from '../reconciliation/figures/month-days.ts'
import { figureMonthRows } from '../reconciliation/figures/months.ts'
import { daySource } from '../reconciliation/list/day-list.ts'
import { monthRows } from '../reconciliation/month/list.ts'
import { matrixRows } from '../reconciliation/month/matrix.ts'
import { definedColumns, definedRows } from '../report/defined/sheet.ts'
import { fundPaySource } from '../report/fund-pay.ts'
import { medicalInsuranceSource } from '../report/medical-insurance.ts'
import { monthCollectSource } from '../report/month-collect.ts'
import { orderInfoRows } from '../report/order-info.ts'
import { outProvinceSource } from '../report/out-province.ts'
import { settlementRows } from '../report/settlement-list.ts'
import { saleRows } from '../sale/rows.ts'
import { hitDaySource } from '../service-hit/statistics.ts'
import { signInSource } from '../sign-in/handlers.ts'
import { practitionerRows } from '../staff/practitioner-rows.ts'
import { stockRows } from '../stock/rows.ts'
import { monthDayRows } from './month-days.ts'

/** A list that can be taken out as a sheet. */
export interface Source {
  call: Call
  /** More rows than this are refused before anything is read. */
  limit: number
  count: (c: Context, input: Record<string, unknown>, bound: number) => Promise<number>
  stream: (c: Context, input: Record<string, unknown>) => AsyncGenerator<Record<string, unknown>[]>
  /** Of a list whose columns are no fixed ones: the question itself tells them, and who may take them out. */
  own?: OwnColumns
}

/** Each filter that is set: its label and what was chosen. */
export type Words = ResultOf<(typeof exporting)['words']>

/** What a question decides where the call of its list does not. */
interface OwnColumns {
  /** Refuses who may not take it out. */
  permit: (c: Context) => void
  fields: (c: Context, input: Record<string, unknown>) => Promise<Record<string, Schema>>
  words: (c: Context, input: Record<string, unknown>) => Promise<Words>
}

/** The fields of the rows that a question finds. */
export const fieldsOf = async (
  c: Context,
  { call, own }: Source,
  input: Record<string, unknown>,
): Promise<Record<string, Schema>> => (own ? own.fields(c, input) : rowFields(call.result))

const limit = 200_000

/** The input was validated with the call's own schema before it comes here. */
const source = <F extends object, W extends object>(
  call: Call,
  rows: Pick<Rows<F, W>, 'count' | 'stream'>,
  most = limit,
): Source => ({
  call,
  limit: most,
  count: (c, input, bound) => rows.count(c, input as F, bound),
  stream: (c, input) => rows.stream(c, input as F) as unknown as AsyncGenerator<Record<string, unknown>[]>,
})

/** Every list that can be exported, by its name in the contract; registering its rows is all it takes. */
export const sources: Readonly<Record<string, Source>> = {
  'order.paged': source(order.paged, orderRows),
  'order.abnormalPaged': source(order.abnormalPaged, abnormalOrderRows),
  'sale.paged': source(sale.paged, saleRows),
  'otherPay.paged': source(otherPay.paged, collectRows),
  'signIn.paged': source(signIn.paged, signInSource),
  'stock.paged': source(stock.paged, stockRows),
  'acceptance.history': source(acceptance.history, runRows, 20_000),
  'acceptance.paged': source(acceptance.paged, stepRows, 20_000),
  'audit.paged': source(audit.paged, findingRows),
  'audit.blockPaged': source(audit.blockPaged, blockRows),
  'audit.rulePaged': source(audit.rulePaged, ruleRows, 20_000),
  'operationLog.paged': source(operationLog.paged, operationRows, 50_000),
  'figureBooks.dayPaged': source(figureBooks.dayPaged, figureDayRows, 20_000),
  'figureBooks.monthPaged': source(figureBooks.monthPaged, figureMonthRows, 20_000),
  'figureBooks.monthDetail': source(figureBooks.monthDetail, figureMonthDayRows, 20_000),
  'monthBooks.monthPaged': source(monthBooks.monthPaged, monthRows, 20_000),
  'monthBooks.monthDays': source(monthBooks.monthDays, monthDayRows, 20_000),
  'monthBooks.matrix': source(monthBooks.matrix, matrixRows, 20_000),
  'clearScore.paged': source(clearScore.paged, clearingRows),
  'liquidation.paged': source(liquidation.paged, applicationRows, 20_000),
  'liquidation.settlements': source(liquidation.settlements, claimedRows),
  'liquidation.fundPaged': source(liquidation.fundPaged, fundRows, 50_000),
  'unLiquidated.query': source(unLiquidated.query, unLiquidatedSource),
  'liquidationReport.query': source(liquidationReport.query, liquidationReportSource),
  'monthCollect.query': source(monthCollect.query, monthCollectSource),
  'outProvince.query': source(outProvince.query, outProvinceSource),
  'ybConfig.paged': source(ybOptions.paged, configRows, 50_000),
  'serviceCall.statistics': source(serviceCall.statistics, serviceCallSource),
  'serviceHit.byDay': source(serviceHit.byDay, hitDaySource),
  'medicalInsurance.query': source(medicalInsurance.query, medicalInsuranceSource),
  'reconciliation.dayPaged': source(reconciliation.dayPaged, daySource, 20_000),
  'settlementReport.query': source(settlementReport.query, settlementRows),
  'orderInfo.query': source(orderInfo.query, orderInfoRows),
  'fundPay.query': source(fundPay.query, fundPaySource),
  'catalogue.getItemDirectoryByPage': source(catalogueMenu.getItemDirectoryByPage, itemRows),
  'disease.getDiseaseByPage': source(disease.getDiseaseByPage, diseaseRows),
  'diseasesInfo.getPaged': source(diseasesInfo.getPaged, filingRows(kinds.disease)),
  'fixedFiling.getPaged': source(fixedFiling.getPaged, filingRows(kinds.designation)),
  'specialMedical.getPaged': source(specialMedical.getPaged, filingRows(kinds.specialDrug)),
  'twoDiseases.getPaged': source(twoDiseases.getPaged, filingRows(kinds.twoDiseases)),
  'menuDiff.paged': source(menuDiff.paged, diffRows),
  'ownItem.paged': source(ownItem.paged, ownItemRows),
  'menuDiff.statistics': source(menuDiff.statistics, sumRows),
  'insPractitioner.paged': source(insPractitioner.paged, practitionerRows),
  'organ.pullOrgans': source(organ.pullOrgans, organRows, 50_000),
  'institution.getMedicalInfos': source(institution.getMedicalInfos, institutionSource),
  'roleUser.getUserTreeByPage': source(roleUser.getUserTreeByPage, accountRows, 50_000),
  'message.receipts': source(message.receipts, receiptRows, 50_000),
  'dictionary.paged': source(dictionary.paged, dictionaryRows),
  'reportDefinition.run': { ...source(reportDefinition.run, definedRows), own: definedColumns },
}
