import type { Call } from '../call.ts'
import { acceptance } from './acceptance.ts'
import { agent } from './agent.ts'
import { approval } from './approval.ts'
import { audit } from './audit.ts'
import { auditCounter } from './audit-counter.ts'
import { auth, errorLog, role, user } from './auth.ts'
import { continuation, districtCalls, progress, ybConfig } from './base.ts'
import { bill } from './bill.ts'
import { buyLog } from './buy-log.ts'
import { cache } from './cache.ts'
import { card } from './card.ts'
import { catalogue } from './catalogue.ts'
import { catalogueMenu, disease } from './catalogue-menu.ts'
import { centre } from './centre.ts'
import { clearScore } from './clear-score.ts'
import { client } from './client.ts'
import { clientMonitor } from './client-monitor.ts'
import { company } from './company.ts'
import { systemConfig, ybOptions } from './config.ts'
import { report } from './dashboard.ts'
import { dataRole } from './data-role.ts'
import { dictionary } from './dictionary.ts'
import { cardReadDll, medicalDll } from './driver-package.ts'
import { figureBooks } from './figure-books.ts'
import { diseasesInfo, fixedFiling, specialMedical, twoDiseases } from './filing.ts'
import { fundPay } from './fund-pay.ts'
import { hintMessage } from './hint.ts'
import { initialization } from './initialization.ts'
import { liquidation } from './liquidation.ts'
import { liquidationBatch } from './liquidation-batch.ts'
import { liquidationReport } from './liquidation-report.ts'
import { medicalInsurance } from './medical-insurance.ts'
import { menuDiff } from './menu-diff.ts'
import { menuRole } from './menu-role.ts'
import { message } from './message.ts'
import { monthBooks } from './month-books.ts'
import { monthCollect } from './month-collect.ts'
import { operationLog } from './operation-log.ts'
import { order } from './order.ts'
import { companyCalls, institution, organ } from './organ.ts'
import { otherPay } from './other-pay.ts'
import { outProvince } from './out-province.ts'
import { outpatient } from './outpatient.ts'
import { ownItem } from './own-item.ts'
import { plugin } from './plugin.ts'
import { rx } from './prescription.ts'
import { qrCode } from './qr-code.ts'
import { reconciliation } from './reconciliation.ts'
import { reportDefinition } from './report-definition.ts'
import { reportOperator } from './report-operator.ts'
import { reportSchedule } from './report-schedule.ts'
import { roleInfo } from './role.ts'
import { roleUser } from './role-user.ts'
import { sale } from './sale.ts'
import { savedFilters } from './saved-filters.ts'
import { serviceCall } from './service-call.ts'
import { serviceHit } from './service-hit.ts'
import { settlement } from './settlement.ts'
import { orderInfo, settlementReport } from './settlement-report.ts'
import { signIn } from './sign-in.ts'
import { siteLoad } from './site-load.ts'
import { slip } from './slip.ts'
import { slowSql } from './slow-sql.ts'
import { sqlVersion } from './sql-version.ts'
import { department, doctor, insPractitioner } from './staff.ts'
import { stock } from './stock.ts'
import { storeUser } from './store-user.ts'
import { exporting, importing } from './transfer.ts'
import { trouble } from './trouble.ts'
import { uiTable } from './ui-table.ts'
import { unLiquidated } from './un-liquidated.ts'
import { upgradeClient } from './upgrade-client.ts'
import { account } from './user.ts'
import { userView } from './user-view.ts'

/** Every call by domain: what the server mounts and the tests walk over. Pages import only their own domain's file. */
export const calls = {
  auth,
  user,
  role,
  account,
  storeUser,
  userView,
  roleInfo,
  menuRole,
  dataRole,
  roleUser,
  errorLog,
  dictionary,
  district: districtCalls,
  ybConfig: { ...ybConfig, ...ybOptions },
  systemConfig,
  upgradeClient,
  progress,
  continuation,
  centre,
  agent,
  client,
  clientMonitor,
  medicalDll,
  cardReadDll,
  plugin,
  initialization,
  card,
  bill,
  buyLog,
  settlement,
  catalogue: { ...catalogue, ...catalogueMenu },
  disease,
  diseasesInfo,
  fixedFiling,
  specialMedical,
  twoDiseases,
  menuDiff,
  ownItem,
  organ,
  company: { ...companyCalls, ...company },
  institution,
  doctor,
  insPractitioner,
  department,
  slip,
  signIn,
  qrCode,
  order,
  reconciliation,
  monthBooks,
  figureBooks,
  clearScore,
  liquidation,
  liquidationBatch,
  liquidationReport,
  unLiquidated,
  sale,
  otherPay,
  stock,
  outpatient,
  audit,
  auditCounter,
  acceptance,
  approval,
  report,
  reportDefinition,
  reportOperator,
  reportSchedule,
  rx,
  fundPay,
  settlementReport,
  orderInfo,
  monthCollect,
  outProvince,
  medicalInsurance,
  serviceCall,
  serviceHit,
  sqlVersion,
  operationLog,
  uiTable,
  savedFilters,
  cache,
  siteLoad,
  slowSql,
  hintMessage,
  message,
  trouble,
  exporting,
  importing,
}

export type Calls = typeof calls

/** All calls as [domain.name, call]. */
export const allCalls = (): [string, Call][] =>
  Object.entries(calls).flatMap(([domain, group]) =>
    Object.entries(group as Record<string, Call>).map(([name, call]): [string, Call] => [`${domain}.${name}`, call]),
  )
