import { outpatientStep } from './calls/outpatient.ts'
import { qrCode } from './calls/qr-code.ts'
import { auditStates, auditTypes, ruleKinds } from './entities/audit.ts'
import { auditLevels } from './entities/audit-hit.ts'
import { sourceRow } from './entities/catalogue.ts'
import { clearingState } from './entities/clearing.ts'
import { filingState } from './entities/filing.ts'
import { liquidationState } from './entities/liquidation-state.ts'
import { collectState } from './entities/other-pay.ts'
import { disease, medium, outFlags } from './entities/person.ts'
import { rxState, rxType, rxUse } from './entities/prescription.ts'
import { diffAction, diffClass, reconState } from './entities/reconciliation.ts'
import { abnormal, orderSource, orderStatus } from './entities/settlement.ts'
import { metaOf, type Schema } from './field.ts'

const choicesOf = (schema: Schema): Record<string, string> => {
  const choices = metaOf(schema)?.choices
  if (!choices) throw new TypeError('not a choice')
  return choices
}

/**
 * Our own enumerations by codeType, value to name, served by Dictionary/Map and AllDictionaryList like the standard's code
 * tables (SPEC 3; names of domain.md 8.0). What the calls answer has the same choice: a code in an answer has its
 * name here. Nobody changes them.
 */
export const enumerations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  orderStatus: choicesOf(orderStatus),
  orderSource: choicesOf(orderSource),
  /** What the parts of a settlement's total are; answers have them as fields of their own. */
  payAmountType: { 1: '基金', 2: '个人账户', 3: '共济', 4: '现金', 5: '其他支付' },
  abnormalKind: choicesOf(abnormal.shape.kind),
  outpatientStep: choicesOf(outpatientStep),
  outFlag: outFlags,
  medium: choicesOf(medium),
  diseaseKind: choicesOf(disease.shape.kind),
  collectState: choicesOf(collectState),
  rxState: choicesOf(rxState),
  rxUse: choicesOf(rxUse),
  rxType: choicesOf(rxType),
  auditType: auditTypes,
  auditState: auditStates,
  auditLevel: auditLevels,
  auditRule: ruleKinds,
  recordState: choicesOf(filingState),
  downloadTask: choicesOf(sourceRow.shape.state),
  reconState: choicesOf(reconState),
  diffClass: choicesOf(diffClass),
  diffAction: choicesOf(diffAction),
  liquidationState: choicesOf(liquidationState),
  clearingState: choicesOf(clearingState),
  qrKind: choicesOf(qrCode.save.input.shape.kind),
}
