import { advice, followAdvice } from './flow/advice.ts'
import { audit } from './flow/audit.ts'
import { basket } from './flow/basket.ts'
import { batches } from './flow/batch.ts'
import { benefits } from './flow/benefits.ts'
import { buttons } from './flow/buttons.ts'
import { soldCodes } from './flow/codes/sold-codes.ts'
import { forgetName } from './flow/customer.ts'
import { erp, takeWaiting } from './flow/erp/erp.ts'
import type { CounterEvent } from './flow/events.ts'
import { owed } from './flow/owed.ts'
import { parking } from './flow/parking.ts'
import { forgetCured, pricing, sayStale } from './flow/pricing.ts'
import { askDoubts, printing } from './flow/printing.ts'
import { reading } from './flow/reading.ts'
import { resolving } from './flow/resolving.ts'
import { restoring } from './flow/restoring.ts'
import { followPart } from './flow/returning/part-follow.ts'
import { partReturn } from './flow/returning/part-return.ts'
import { reversing } from './flow/returning/reversing.ts'
import { coverage, followCoverage } from './flow/rx/coverage-follow.ts'
import { prescriptions } from './flow/rx/rx.ts'
import { followSecond } from './flow/second.ts'
import { session } from './flow/session.ts'
import { settling } from './flow/settling.ts'
import type { Counter } from './flow/state.ts'
import { chain, type Handlers, reversalOf, type Step } from './flow/step.ts'
import { trouble } from './flow/trouble.ts'

const handlers: Handlers = {
  ...reading,
  ...benefits,
  ...coverage,
  ...prescriptions,
  ...basket,
  ...batches,
  ...soldCodes,
  ...pricing,
  ...audit,
  ...advice,
  ...settling,
  ...resolving,
  ...owed,
  ...reversing,
  ...partReturn,
  ...parking,
  ...printing,
  ...erp,
  ...restoring,
  ...session,
  ...buttons,
  ...trouble,
}

/** A reading that nobody waits for any more, however it came to that, is stopped: the next one would wait behind it. */
const stopReading = ({ reading }: Counter, event: CounterEvent, { state, effects }: Step): Step => {
  const answered = event.type === 'personRead' || event.type === 'readFailed'
  const goesOn = !reading || answered || state.reading?.seq === reading.seq
  return { state, effects: goesOn ? effects : [{ do: 'stopReading' }, ...effects] }
}

const endsReversal: readonly CounterEvent['type'][] = ['reversalAnswered', 'reversalFailed', 'reversalWaits']

/** A reversal that has left keeps its dialog: what comes meanwhile comes to pass behind it, and its end finds whose it is. */
const keepReversal = (before: Counter, { type }: CounterEvent, { state, effects }: Step): Step => {
  const dialog = reversalOf(before)
  return { state: dialog?.busy && !endsReversal.includes(type) ? { ...state, dialog } : state, effects }
}

/**
 * The counter as a pure function: an event and the time give the next state and what is to be done in the world.
 * Every rule of the counter story (ux 1) is decided here and nowhere else; the page only shows and forwards.
 */
export const reduce = (state: Counter, event: CounterEvent, at: number): Step => {
  const handle = handlers[event.type] as (state: Counter, event: CounterEvent, at: number) => Step
  const handled = keepReversal(state, event, handle(state, event, at))
  const parted = chain(handled, (now) => followPart(state, now, event, at))
  const told = chain(parted, (now) => followCoverage(state, now, at))
  const done = chain(told, (now) => followSecond(state, now, event, at))
  const advised = chain(done, (now) => followAdvice(state, now, event))
  const taken = chain(advised, (now) => takeWaiting(now, at))
  const { state: last, effects } = stopReading(
    state,
    event,
    chain(taken, (now) => askDoubts(now, at)),
  )
  return { state: sayStale(forgetCured(forgetName(state, last)), at), effects }
}

const stages = { presettling: 1, settling: 1, unknown: 1, settled: 1, refused: 1, reversed: 1 } as const

/** The one word for where a customer stands. */
type Stage = keyof typeof stages | 'empty' | 'reading' | 'read' | 'split' | 'stale'

/** How far the purchase is, in a word. */
export const stageOf = (state: Counter): Stage => {
  if (state.phase !== 'open') return state.phase
  if (state.reading) return 'reading'
  if (state.priced) return state.priced.fresh ? 'split' : 'stale'
  return state.person ? 'read' : 'empty'
}
