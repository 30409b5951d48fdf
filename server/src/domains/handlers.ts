import type { AllHandlers } from '../call/mount.ts'
import { acceptanceHandlers } from './acceptance/handlers.ts'
import { clientHandlers } from './agent/client-handlers.ts'
import { agentHandlers } from './agent/handlers.ts'
import { clientMonitorHandlers } from './agent/monitor/handlers.ts'
import { approvalHandlers } from './approval/handlers.ts'
import { auditCounterHandlers, auditHandlers } from './audit/handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { cacheHandlers } from './cache/handlers.ts'
import { cardHandlers } from './card/handlers.ts'
import { menuDiffHandlers } from './catalogue/diff/handlers.ts'
import { catalogueHandlers, diseaseHandlers } from './catalogue/handlers.ts'
import { ownItemHandlers } from './catalogue/own-items.ts'
import { centreHandlers } from './centre-call/standing.ts'
import { serviceCallHandlers } from './centre-call/statistics.ts'
import { clearScoreHandlers } from './clearing/handlers.ts'
import { otherPayHandlers } from './collection/handlers.ts'
import { companyHandlers } from './company/handlers.ts'
import { districtHandlers, ybConfigHandlers } from './config/area-handlers.ts'
import { systemConfigHandlers, ybOptionHandlers } from './config/handlers.ts'
import { buyLogHandlers } from './counter/buy-log.ts'
import { diseaseBalance } from './counter/disease-balance.ts'
import { settlementHandlers } from './counter/handlers.ts'
import { orderHandlers } from './counter/order-handlers.ts'
import { counterSearch } from './counter/search.ts'
import { troubleHandlers } from './counter/trouble.ts'
import { dictionaryHandlers } from './dictionary/handlers.ts'
import { cardReadDllHandlers, medicalDllHandlers } from './driver/handlers.ts'
import {
  diseasesInfoHandlers,
  fixedFilingHandlers,
  specialMedicalHandlers,
  twoDiseasesHandlers,
} from './filing/handlers.ts'
import { hintMessageHandlers } from './hint/handlers.ts'
import { initializationHandlers } from './initialization/handlers.ts'
import { liquidationBatchHandlers } from './liquidation/batch.ts'
import { liquidationHandlers } from './liquidation/handlers.ts'
import { liquidationReportHandlers } from './liquidation/report.ts'
import { unLiquidatedHandlers } from './liquidation/un-liquidated.ts'
import { messageHandlers } from './message/handlers.ts'
import { siteLoadHandlers } from './node/handlers.ts'
import { operationLogHandlers } from './operation-log/handlers.ts'
import { billHandlers } from './order/bill-results.ts'
import { companyHandlers as companyLists, institutionHandlers, organHandlers } from './organ/handlers.ts'
import { outpatientHandlers } from './outpatient/handlers.ts'
import { savedFilterHandlers } from './page/saved-filters.ts'
import { uiTableHandlers } from './page/ui-tables.ts'
import {
  accountHandlers,
  dataRoleHandlers,
  menuRoleHandlers,
  roleInfoHandlers,
  roleUserHandlers,
  storeUserHandlers,
  userViewHandlers,
} from './permission/handlers.ts'
import { roleHandlers, userHandlers } from './permission/person-handlers.ts'
import { pluginHandlers } from './plugin/handlers.ts'
import { rxHandlers } from './prescription/handlers.ts'
import { figureBooksHandlers } from './reconciliation/figures/handlers.ts'
import { reconciliationHandlers } from './reconciliation/handlers.ts'
import { monthBooksHandlers } from './reconciliation/month/handlers.ts'
import { upgradeClientHandlers } from './release/handlers.ts'
import { reportDefinitionHandlers } from './report/defined/handlers.ts'
import { fundPayHandlers } from './report/fund-pay.ts'
import { reportHandlers } from './report/home/handlers.ts'
import { medicalInsuranceHandlers } from './report/medical-insurance.ts'
import { monthCollectHandlers } from './report/month-collect.ts'
import { reportOperatorHandlers } from './report/operators.ts'
import { orderInfoHandlers } from './report/order-info.ts'
import { outProvinceHandlers } from './report/out-province.ts'
import { reportScheduleHandlers } from './report/schedule/handlers.ts'
import { settlementReportHandlers } from './report/settlement-list.ts'
import { saleHandlers } from './sale/handlers.ts'
import { rxTellHandlers } from './sale/tell-rx.ts'
import { serviceHitHandlers } from './service-hit/statistics.ts'
import { signInHandlers } from './sign-in/handlers.ts'
import { slipHandlers } from './slip/handlers.ts'
import { slowSqlHandlers } from './slow-sql/handlers.ts'
import { sqlVersionHandlers } from './sql-version/handlers.ts'
import { departmentHandlers, doctorHandlers, insPractitionerHandlers } from './staff/handlers.ts'
import { stockHandlers } from './stock/handlers.ts'
import { continuationHandlers, errorLogHandlers, progressHandlers, qrCodeHandlers } from './system/handlers.ts'
import { exportHandlers } from './transfer/export-handlers.ts'
import { importHandlers } from './transfer/import-handlers.ts'

/** Every call's handlers by domain: one that is missing here is a type error. */
export const allHandlers: AllHandlers = {
  acceptance: acceptanceHandlers,
  account: accountHandlers,
  agent: agentHandlers,
  approval: approvalHandlers,
  audit: auditHandlers,
  auditCounter: auditCounterHandlers,
  auth: authHandlers,
  bill: billHandlers,
  buyLog: buyLogHandlers,
  cache: cacheHandlers,
  card: { ...cardHandlers, diseaseBalance },
  cardReadDll: cardReadDllHandlers,
  catalogue: { ...catalogueHandlers, ...counterSearch },
  client: clientHandlers,
  clientMonitor: clientMonitorHandlers,
  company: { ...companyLists, ...companyHandlers },
  continuation: continuationHandlers,
  centre: centreHandlers,
  dataRole: dataRoleHandlers,
  department: departmentHandlers,
  dictionary: dictionaryHandlers,
  disease: diseaseHandlers,
  diseasesInfo: diseasesInfoHandlers,
  fixedFiling: fixedFilingHandlers,
  specialMedical: specialMedicalHandlers,
  twoDiseases: twoDiseasesHandlers,
  district: districtHandlers,
  doctor: doctorHandlers,
  errorLog: errorLogHandlers,
  exporting: exportHandlers,
  fundPay: fundPayHandlers,
  hintMessage: hintMessageHandlers,
  importing: importHandlers,
  initialization: initializationHandlers,
  institution: institutionHandlers,
  insPractitioner: insPractitionerHandlers,
  medicalDll: medicalDllHandlers,
  message: messageHandlers,
  trouble: troubleHandlers,
  operationLog: operationLogHandlers,
  menuDiff: menuDiffHandlers,
  ownItem: ownItemHandlers,
  menuRole: menuRoleHandlers,
  order: orderHandlers,
  organ: organHandlers,
  plugin: pluginHandlers,
  progress: progressHandlers,
  qrCode: qrCodeHandlers,
  reconciliation: reconciliationHandlers,
  monthBooks: monthBooksHandlers,
  figureBooks: figureBooksHandlers,
  clearScore: clearScoreHandlers,
  liquidation: liquidationHandlers,
  liquidationBatch: liquidationBatchHandlers,
  liquidationReport: liquidationReportHandlers,
  unLiquidated: unLiquidatedHandlers,
  monthCollect: monthCollectHandlers,
  outpatient: outpatientHandlers,
  reportOperator: reportOperatorHandlers,
  outProvince: outProvinceHandlers,
  medicalInsurance: medicalInsuranceHandlers,
  serviceCall: serviceCallHandlers,
  serviceHit: serviceHitHandlers,
  sqlVersion: sqlVersionHandlers,
  settlementReport: settlementReportHandlers,
  orderInfo: orderInfoHandlers,
  report: reportHandlers,
  reportDefinition: reportDefinitionHandlers,
  reportSchedule: reportScheduleHandlers,
  role: roleHandlers,
  roleInfo: roleInfoHandlers,
  roleUser: roleUserHandlers,
  rx: { ...rxHandlers, ...rxTellHandlers },
  savedFilters: savedFilterHandlers,
  sale: saleHandlers,
  otherPay: otherPayHandlers,
  stock: stockHandlers,
  siteLoad: siteLoadHandlers,
  slowSql: slowSqlHandlers,
  settlement: settlementHandlers,
  signIn: signInHandlers,
  slip: slipHandlers,
  storeUser: storeUserHandlers,
  userView: userViewHandlers,
  systemConfig: systemConfigHandlers,
  uiTable: uiTableHandlers,
  upgradeClient: upgradeClientHandlers,
  user: userHandlers,
  ybConfig: { ...ybConfigHandlers, ...ybOptionHandlers },
}
