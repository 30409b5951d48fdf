import type { MessageKey } from '../messages.ts'
import { nextCustomer, occupied, outOfDate, served } from './customer.ts'
import type { Dialog } from './dialog.ts'
import type { EventOf } from './events.ts'
import { putOff } from './printing.ts'
import { askBalances } from './reading.ts'
import type { Counter } from './state.ts'
import {
  bandAlone,
  beforeReversal,
  beside,
  ended,
  type HandlersOf,
  lasted,
  locked,
  mention,
  refuse,
  say,
  saysBack,
  settleGuard,
  step,
  under,
} from './step.ts'

/** What is wrong on this PC, not with the agent: to start it would change nothing. */
const agentUnfit = { clock: 'agent.clock', expired: 'agent.expired' } as const
const agentAway: readonly MessageKey[] = ['agent.absent', ...Object.values(agentUnfit)]

/** What whoever stands at the counter does next. */
export const nextStep = ({ person, lines, priced }: Counter): string => {
  if (!person) return '请扫描医保电子凭证，或按 F2 读卡'
  if (lines.length === 0) return '请扫描药品'
  return priced?.fresh ? '按 F9 结算' : '按 F8 预结算'
}

/** What a band says of a line that is there again, behind its own words. */
const overBy = ({ agent, fault, silent }: Pick<EventOf<'linked'>, 'agent' | 'fault' | 'silent'>): MessageKey[] => [
  'net.before',
  'net.cut',
  ...(agent ? agentAway : []),
  ...(fault ? [] : (['driver.fault'] as const)),
  ...(silent === undefined ? (['centre.down'] as const) : []),
]

/** What is new of server, centre and agent. */
const linkedTo: HandlersOf<'linked'>['linked'] = (
  before,
  { online, agent, fault = false, noStore, unfit, silent, minutesOff },
  at,
) => {
  const state = online ? bandAlone(before, overBy({ agent, fault, silent })) : before
  const next = { ...state, link: { online, agent, fault, silent: silent !== undefined, minutesOff } }
  // The band of money under way, or of a purchase that has ended, says more than any line.
  if (locked(state) || ended(state)) return step(online && ended(state) ? saysBack(next, at) : next)
  if (!online) return step(state.link.online ? mention(next, at, occupied(state) ? 'net.before' : 'net.cut') : next)
  if (!state.link.online && occupied(state) && state.priced?.fresh)
    return step(say(outOfDate(next, 'net.back'), at, 'net.back'))
  const said = state.message?.key
  if (!state.link.online && (said === 'net.before' || said === 'net.cut'))
    return step(say(next, at, 'net.on', { next: nextStep(state) }))
  if (state.link.agent && !agent)
    return step(mention(next, at, noStore ? 'store.missing' : unfit ? agentUnfit[unfit] : 'agent.absent'))
  // A red light is said once (ux 4); a reading that is under way says itself why it ends.
  if (fault && !state.link.fault && !state.reading) return step(mention(next, at, 'driver.fault'))
  if (silent !== undefined && !state.link.silent) return step(mention(next, at, 'centre.down', { time: silent }))
  // What was wrong does not stand there any more once it is right again; what a call was refused for may still be so.
  if (!fault && said === 'driver.fault') return step({ ...next, message: undefined })
  if (silent === undefined && state.link.silent && said === 'centre.down')
    return step(say(next, at, 'centre.back', { next: nextStep(state) }))
  if (agent && agentAway.some((key) => key === said))
    return step(say(next, at, 'agent.back', { next: nextStep(state) }))
  return step(next)
}

export const session: HandlersOf<
  | 'linked'
  | 'privacy'
  | 'clear'
  | 'next'
  | 'clearConfirmed'
  | 'leave'
  | 'held'
  | 'numLockOff'
  | 'open'
  | 'openLine'
  | 'closeDialog'
  | 'signedIn'
> = {
  /** A wrong clock is said once as well, beside what else is new: whatever it says, the clock stays wrong (M33). */
  linked(state, event, at) {
    const { minutesOff = 0 } = event
    const known = linkedTo(state, event, at)
    if (!minutesOff || state.link.minutesOff) return known
    const off = (now: Counter, how: typeof say) => how(now, at, 'clock.off', { n: minutesOff })
    const other = known.state.message !== state.message
    return { ...known, state: other ? under(known.state, off(known.state, say)) : off(known.state, beside) }
  },

  privacy: (state, { turn }) =>
    turn === state.turn && ended(state)
      ? step({ ...state, cleared: true, bought: undefined, diseases: undefined, disease: undefined })
      : step(state),

  clear(state, _event, at) {
    if (locked(state)) return refuse(state, at, 'clear.locked')
    // What was scanned, or came from an ERP that sends it once, is a customer's before he is read; a partial return is
    // chosen anew at its order.
    const nobody = !state.person && (beforeReversal(state) || (state.expects === undefined && !state.lines.length))
    // Of a prescription that waits for its person nobody says any more that he comes.
    if (ended(state) || nobody) return step({ ...nextCustomer(state), rxToSell: undefined })
    return step({ ...state, dialog: { kind: 'clear' } })
  },

  // The second press of a double one would take what is to be paid from the screen (N5).
  next: (state, _event, at) =>
    lasted(state.since, at, settleGuard) ? session.clear(state, { type: 'clear' }, at) : step(state),

  clearConfirmed: (state, _event, at) =>
    locked(state)
      ? refuse(state, at, 'clear.locked')
      : step({ ...nextCustomer(state), ...(!state.person && { rxToSell: undefined }) }),

  // Who was only read left nothing that could be put aside.
  leave: (state) =>
    state.lines.length > 0 && !ended(state) && !locked(state)
      ? step({ ...state, dialog: { kind: 'leave' } })
      : step(state, { do: 'leave' }),

  // What he has to pay stands there until he has gone: the band takes the reason in.
  held: (state, _event, at) => (served(state) ? step(beside(state, at, 'reload.held')) : step(state)),

  numLockOff: (state, _event, at) => (locked(state) ? step(state) : refuse(state, at, 'key.numLock')),

  open(before, { dialog }, at) {
    // A disease is somebody's: of whom nobody knows yet once this purchase has ended.
    if (dialog === 'disease' && (ended(before) || !before.person)) return refuse(before, at, 'read.first')
    // A prescription is the next customer's then.
    const state = ended(before) && dialog === 'prescription' ? nextCustomer(before) : before
    if (locked(state) && dialog !== 'keys') return refuse(state, at, 'basket.locked')
    if (ended(state) && dialog === 'herbs') return refuse(state, at, 'basket.ended')
    const opened = { ...state, dialog: { kind: dialog } satisfies Dialog }
    if (dialog !== 'disease' || !state.person) return step(opened)
    if (!state.diseasesUnread) return askBalances(opened)
    return step({ ...opened, diseasesUnread: false }, { do: 'askDiseases', readId: state.person.readId })
  },

  openLine: (state, { line, types }) => step({ ...state, dialog: { kind: 'line', line, types } }),

  signedIn: (state, _event, at) => refuse(state, at, 'sign.done', { next: nextStep(state) }),

  /** Esc and the plain buttons: the top layer closes; a reversal under way is not called off by it. */
  closeDialog: (state) =>
    state.dialog?.kind === 'reversal' && state.dialog.busy
      ? step(state)
      : step({ ...putOff(state), dialog: undefined }),
}
