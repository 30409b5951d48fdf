import { qrCode } from '@yibao/shared/calls/store.ts'
import { disease, medium, outFlags } from '@yibao/shared/entities/person.ts'
import { diffAction, diffClass, reconState } from '@yibao/shared/entities/reconciliation.ts'
import { abnormal, orderSource, orderStatus } from '@yibao/shared/entities/settlement.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { refuse } from '../../call/refuse.ts'

const choicesOf = (schema: Schema): Record<string, string> => {
  const choices = metaOf(schema)?.choices
  if (!choices) throw new TypeError('not a choice')
  return choices
}

/** Our own enumerations, served by Dictionary/Map like the standard's code tables (domain.md 8.0). */
export const enumerations: Readonly<Record<string, Record<string, string>>> = {
  orderStatus: choicesOf(orderStatus),
  orderSource: choicesOf(orderSource),
  abnormalKind: choicesOf(abnormal.shape.kind),
  outFlag: outFlags,
  medium: choicesOf(medium),
  diseaseKind: choicesOf(disease.shape.kind),
  reconState: choicesOf(reconState),
  diffClass: choicesOf(diffClass),
  diffAction: choicesOf(diffAction),
  qrKind: choicesOf(qrCode.save.input.shape.kind),
}

/** Why nothing is written under the name of one of our own: it would never be asked for. */
export const ownTextOf = (name: string): string | undefined =>
  Object.hasOwn(enumerations, name) ? `${name} 是系统自带的选项，不能修改` : undefined

/** Refuses the name of one of our own. */
export const refuseOwn = (field: string, name: string): void => {
  const text = ownTextOf(name)
  if (text) refuse('input.invalid', { text }, { fields: { [field]: text } })
}
