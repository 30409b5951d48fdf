import { benefits } from './benefit.ts'
import type { Handler } from './call.ts'
import { catalogueFile, cataloguePage } from './catalogue.ts'
import { clearingPage, confirmClearing, rollBackClearing } from './clearing.ts'
import { addDepartment, changeDepartment, listDepartments, withdrawDepartment } from './department.ts'
import { designate, designations, withdrawDesignation } from './designation.ts'
import { details } from './details.ts'
import { dictionary } from './dictionary.ts'
import { fileDisease, repealDisease } from './disease-filing.ts'
import { tellDispensing } from './dispensing.ts'
import { centreDetails, centreTotals } from './figures.ts'
import { download, upload } from './files.ts'
import { institution, practitioners } from './institution.ts'
import {
  applicationState,
  applicationsOfMonth,
  applyForMonth,
  applyUnsummed,
  revokeApplication,
} from './liquidation.ts'
import { match, unmatch } from './mapping.ts'
import { basicInfo, decode } from './person.ts'
import { downloadPrescription, prescriptions, tellVerdict } from './prescription.ts'
import { feeLines, settlement, visits } from './query.ts'
import { statement } from './reconcile.ts'
import { chronicRecords, cumulatives, referrals } from './records.ts'
import { reverse } from './reverse.ts'
import { presettle, settle } from './settle.ts'
import { signIn, signOut } from './sign.ts'
import { fileSpecialDrug, repealSpecialDrug, specialDrugs } from './special-drug.ts'
import { tellReturn, tellSale, withdraw } from './stock.ts'
import { tellPurchase, tellPurchaseReturn, tellStockChange, tellStockTake } from './stock-book.ts'
import {
  applyTwoDiseases,
  listTwoDiseases,
  twoDiseasesByNumber,
  unregisterTwoDiseases,
  withdrawTwoDiseases,
} from './two-diseases.ts'
import { undo } from './undo.ts'
import { cancelRegistration, register, uploadFees, uploadVisit, withdrawFees } from './visit.ts'
import { presettleVisit, settleVisit } from './visit-settle.ts'

/** The transactions this centre plays. */
export const handlers: Record<string, Handler> = {
  '1101': basicInfo,
  '1162': decode,
  '1201': institution,
  '1301': catalogueFile,
  '1302': catalogueFile,
  '1303': catalogueFile,
  '1305': catalogueFile,
  '1306': catalogueFile,
  '1307': catalogueFile,
  '1308': catalogueFile,
  '1309': catalogueFile,
  '1310': catalogueFile,
  '1311': catalogueFile,
  '1313': catalogueFile,
  '1314': catalogueFile,
  '1315': catalogueFile,
  '1304': cataloguePage,
  '1312': cataloguePage,
  '1316': cataloguePage,
  '1317': cataloguePage,
  '1318': cataloguePage,
  '1319': cataloguePage,
  '1320': centreTotals,
  '1321': centreDetails,
  '1901': dictionary,
  '2001': benefits,
  '2101': presettle,
  '2102': settle,
  '2103': reverse,
  '2201': register,
  '2202': cancelRegistration,
  '2203': uploadVisit,
  '2204': uploadFees,
  '2205': withdrawFees,
  '2206': presettleVisit,
  '2207': settleVisit,
  '2208': reverse,
  '2503': fileDisease,
  '2504': repealDisease,
  '2505': designate,
  '2506': withdrawDesignation,
  '2591': fileSpecialDrug,
  '2594': repealSpecialDrug,
  '2595': applyTwoDiseases,
  '2596': unregisterTwoDiseases,
  '2601': undo,
  '2691': applyTwoDiseases,
  '2692': withdrawTwoDiseases,
  '2693': listTwoDiseases,
  '2694': twoDiseasesByNumber,
  '3201': statement,
  '3202': details,
  '3203': applyForMonth,
  '3203A': applyForMonth,
  '3204': revokeApplication,
  '3204A': revokeApplication,
  '3205': applicationState,
  '3260': clearingPage,
  '3261': confirmClearing,
  '3262': rollBackClearing,
  '3301': match,
  '3302': unmatch,
  '3401': addDepartment,
  '3401A': addDepartment,
  '3402': changeDepartment,
  '3403': withdrawDepartment,
  '3691': revokeApplication,
  '3692': applyUnsummed,
  '3693': applicationsOfMonth,
  '3501': tellStockTake,
  '3502': tellStockChange,
  '3503': tellPurchase,
  '3504': tellPurchaseReturn,
  '3505': tellSale,
  '3506': tellReturn,
  '3507': withdraw,
  '5101': listDepartments,
  '5102': practitioners,
  '5201': visits,
  '5203': settlement,
  '5204': feeLines,
  '5206': cumulatives,
  '5301': chronicRecords,
  '5302': designations,
  '5304': referrals,
  '5391': specialDrugs,
  '5395': listTwoDiseases,
  '7202': prescriptions,
  '7203': downloadPrescription,
  '7204': tellVerdict,
  '7206': tellDispensing,
  '9001': signIn,
  '9002': signOut,
  '9101': upload,
  '9102': download,
}
