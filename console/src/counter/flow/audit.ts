import type { MessageValues } from '../message.ts'
import { codeOf, wordsOf } from '../refusals.ts'
import type { AuditHit, Refusal } from './model.ts'
import { sayPriced } from './second.ts'
import type { Counter } from './state.ts'
import { detailOf, type HandlersOf, lasted, type Step, say, settleGuard, step } from './step.ts'

/** Hits that nobody has confirmed yet. */
export const openHits = ({ audit }: Pick<Counter, 'audit'>): AuditHit[] =>
  audit?.filter(({ confirmedBy }) => !confirmedBy) ?? []

/** Hits at a line, by its place from 0. */
export const hitsAt = ({ audit }: Pick<Counter, 'audit'>, index: number): AuditHit[] =>
  audit?.filter(({ line }) => line === index + 1) ?? []

const valuesOf = ({ what, meaning, next }: AuditHit): MessageValues => ({ what, meaning, next })

/**
 * Shows what the audit says and waits for the clerk: the first of it in R6, all of it in its dialog. `unasked`: it came
 * with the split.
 */
export const askAudit = (state: Counter, at: number, unasked?: true): Step => {
  const [first] = openHits(state)
  if (!first) return step(state)
  const said = say(state, at, 'audit.hit', valuesOf(first))
  return step({ ...said, dialog: state.dialog ?? { kind: 'audit', busy: false, ...(unasked && { unasked }) } })
}

/** A refusal by a rule of level 拦截: its three parts, and every hit for its line. */
export const blockedBy = (refusal: Refusal): { values: MessageValues; hits: AuditHit[] } | undefined => {
  if (codeOf(refusal) !== 'audit.blocked') return undefined
  const { what, meaning, next, audit } = refusal.extend ?? {}
  const words = wordsOf(refusal)
  return {
    values: { what: String(what ?? words.text), meaning: String(meaning ?? ''), next: String(next ?? words.next) },
    hits: Array.isArray(audit) ? (audit as AuditHit[]) : [],
  }
}

export const audit: HandlersOf<'confirmAudit' | 'auditConfirmed' | 'auditFailed'> = {
  confirmAudit(state, { reason }, at) {
    const { priced, dialog } = state
    const settleKey = priced?.order.settleKey
    if (!priced?.fresh || !settleKey || dialog?.kind !== 'audit' || dialog.busy) return step(state)
    // An Enter on its way to the scan box is no answer.
    if (!lasted(priced.at, at, settleGuard)) return step(state)
    const busy: Counter = { ...state, dialog: { ...dialog, busy: true } }
    return step(busy, { do: 'confirmAudit', turn: state.turn, orderId: priced.order.id, settleKey, reason })
  },

  auditConfirmed(state, { turn, order }, at) {
    const { priced } = state
    if (turn !== state.turn || !priced?.fresh || priced.order.settleKey !== order.settleKey) return step(state)
    const dialog = state.dialog?.kind === 'audit' ? undefined : state.dialog
    const next: Counter = { ...state, dialog, audit: order.audit, priced: { ...priced, order } }
    return step(sayPriced(next, order, at))
  },

  auditFailed(state, { turn, settleKey, refusal }, at) {
    // What is asked by now is asked of another split.
    if (turn !== state.turn || settleKey !== state.priced?.order.settleKey) return step(state)
    const dialog = state.dialog?.kind === 'audit' ? undefined : state.dialog
    const words = wordsOf(refusal, '按 F9 再次确认')
    return step(say({ ...state, dialog }, at, 'pre.failed', words, detailOf(refusal)))
  },
}
