import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Centre } from './centre.ts'
import { distort, type Outgoing } from './distort.ts'
import { type Faults, javaText, type Rule } from './faults.ts'
import { admit } from './gateway.ts'
import type { Values } from './message/check.ts'
import { find } from './message/check.ts'
import { textOf } from './message/value.ts'
import { profileOf } from './profile.ts'
import { institutionOf } from './seed/institutions.ts'
import type { Store } from './store/open.ts'
import { byMsgid } from './store/settlements.ts'
import type { Clock } from './time.ts'
import { notFound } from './transactions/undo.ts'

/** What goes back over the wire: an answer, a file, or a cut connection. */
export type Reply = Outgoing | { bytes: Buffer; filename: string } | 'drop'

/** The parts that answer a request. `gatewayClock` is the true one unless a fault moves it too. */
interface Parts {
  store: Store
  centre: Centre
  faults: Faults
  gatewayClock: Clock
  /** Ends the process as kill -9 does. */
  kill: () => void
  /** Aborted when the centre closes: what still waits is dropped unplayed. */
  closing: AbortSignal
}

/** A centre that is ready to answer. */
export interface Running extends Parts {
  clock: { now: Clock; set: (iso: string | undefined, gatewayToo: boolean) => void }
}

/** Plays a parsed message through gateway, faults and centre. */
export const serve = async (
  parts: Parts,
  headers: IncomingHttpHeaders,
  envelope: Values | undefined,
  pathInfno: string,
): Promise<Reply> => {
  const infno = textOf(envelope?.infno)
  const known = institutionOf(textOf(envelope?.fixmedins_code))
  const admission = admit(headers, parts.gatewayClock(), infno, profileOf(known?.area ?? '')?.gateway ?? 'TIF')
  if ('status' in admission)
    return { status: admission.status, type: 'application/json;charset=utf-8', body: JSON.stringify(admission.body) }
  const { area } = admission
  if (!envelope) return send(parts.centre.refusal(area, '报文不是有效的 JSON'), [])
  if (pathInfno && pathInfno !== infno)
    return send(parts.centre.refusal(area, '【交易编号 infno】与地址中的交易编号不一致'), [])
  return answer(parts, envelope, area)
}

const send = (given: Answer, rules: Rule[]): Reply => ('message' in given ? distort(given.message, rules) : given)

/** False when the centre closed meanwhile. */
const waited = async (rules: Rule[], when: Rule['when'], { faults, closing }: Parts): Promise<boolean> => {
  const ms = rules.reduce((sum, rule) => sum + (rule.fault === 'delay' && rule.when === when ? rule.ms : 0), 0)
  if (ms > 0)
    await sleep(ms, undefined, { signal: AbortSignal.any([closing, faults.waiting()]) }).catch(() => undefined)
  return !closing.aborted
}

const answer = async (parts: Parts, envelope: Values, area: string): Promise<Reply> => {
  const rules = parts.faults.take(envelope)
  const has = (fault: Rule['fault'], when?: Rule['when']): Rule | undefined =>
    rules.find((rule) => rule.fault === fault && (!when || rule.when === when))
  if (!(await waited(rules, 'before', parts))) return 'drop'
  if (has('exit', 'before')) parts.kill()
  if (has('dropBeforeBooking')) return 'drop'
  if (has('http500'))
    return { status: 500, type: 'text/html', body: '<html><body><h1>500 Internal Server Error</h1></body></html>' }
  const refused = has('refuse')
  if (refused) return send(parts.centre.refusal(area, refused.text || javaText), rules)
  if (has('bookAfterNotFound')) {
    parts.faults.hold(textOf(envelope.msgid), () => parts.centre.play(envelope, area))
    return 'drop'
  }
  const given = released(parts, envelope, area) ?? parts.centre.play(envelope, area)
  driftBook(parts.store, envelope, rules)
  if (has('exit', 'after')) parts.kill()
  const open = await waited(rules, 'after', parts)
  return !open || has('dropAfterBooking') ? 'drop' : send(given, rules)
}

// The held 2102 is booked before the 2601's "not found" leaves: whoever reads the answer finds it booked already.
const released = (parts: Parts, envelope: Values, area: string): Answer | undefined => {
  if (textOf(envelope.infno) !== '2601') return undefined
  const book = parts.faults.release(find((envelope.input ?? {}) as Values, 'omsgid'))
  if (!book) return undefined
  book()
  return parts.centre.refusal(area, notFound)
}

const driftBook = (store: Store, envelope: Values, rules: Rule[]): void => {
  const rule = rules.find((one) => one.fault === 'amountDrift' && one.where === 'book')
  const row = rule && byMsgid(store, textOf(envelope.msgid))
  if (rule && row)
    store.run(
      'update settlement set acct = acct + ?, cash = cash - ? where setl_id = ?',
      rule.fen,
      rule.fen,
      row.setl_id,
    )
}
