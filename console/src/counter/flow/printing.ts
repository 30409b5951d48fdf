import type { MessageKey } from '../messages.ts'
import type { PrintState } from './events.ts'
import type { Doubt } from './model.ts'
import type { Counter, Dialog } from './state.ts'
import { beside, type HandlersOf, locked, mention, refuse, type Step, say, step, under } from './step.ts'

/** What F10 would print: the slip on the screen, or the sheet of a split that is not a receipt. */
export const printable = ({ phase, priced }: Counter): Extract<Dialog, { kind: 'preview' }> | undefined => {
  if (!priced) return undefined
  const preview = { kind: 'preview', orderId: priced.order.id } as const
  if (phase === 'settled') return { ...preview, print: 'settlement' }
  if (phase === 'reversed') return { ...preview, print: 'reversal' }
  return priced.fresh ? { ...preview, print: 'presettlement' } : undefined
}

const doubts = { unsure: 'print.unsure', elsewhere: 'print.elsewhere' } as const satisfies Partial<
  Record<PrintState, Doubt['message']>
>
const isDoubt = (how: PrintState): how is keyof typeof doubts => how in doubts

const told: Record<Exclude<PrintState, keyof typeof doubts | 'done' | 'glyph'>, MessageKey> = {
  paper: 'print.paper',
  cover: 'print.cover',
  offline: 'print.offline',
  paused: 'print.paused',
  disk: 'print.disk',
  desk: 'print.desk',
  waits: 'print.waits',
  later: 'print.later',
  failed: 'print.failed',
  dropped: 'print.dropped',
  browser: 'print.browser',
}

/** Of a slip that no printer has yet. */
const early = new Set<PrintState>(['disk', 'later', 'glyph'])

/** What is said of a slip that goes on by itself. */
export const waitsForPaper: readonly MessageKey[] = [
  'print.paper',
  'print.cover',
  'print.offline',
  'print.paused',
  'print.disk',
  'print.desk',
  'print.waits',
  'print.later',
]

/** Without the question about this job, be it asked now or still to be asked. */
export const withoutDoubt = (state: Counter, jobId: string): Counter => ({
  ...state,
  doubts: state.doubts.filter((one) => one.jobId !== jobId),
  dialog: state.dialog?.kind === 'printUnsure' && state.dialog.jobId === jobId ? undefined : state.dialog,
})

/** The question is closed without an answer: it is asked again before the next customer. */
export const putOff = (state: Counter): Counter => {
  const { dialog, turn } = state
  if (dialog?.kind !== 'printUnsure') return state
  return { ...state, doubts: state.doubts.map((one) => (one.jobId === dialog.jobId ? { ...one, later: turn } : one)) }
}

/**
 * Asks about the next slip in doubt once nothing is in the way (M36): a question covers no money that is being decided, no
 * reading and no other question, and is lost by none of them.
 */
export const askDoubts = (state: Counter, at: number): Step => {
  const doubt = state.doubts.find(({ later }) => later !== state.turn)
  if (!doubt || state.dialog || state.reading || locked(state)) return step(state)
  const { later: _, ...asked } = doubt
  // What the purchase came to stays behind the question, and stands there when it is answered.
  const said = under(state, say(state, at, asked.message, { text: asked.text }))
  return step({ ...said, dialog: { kind: 'printUnsure', since: at, ...asked } })
}

export const printing: HandlersOf<'print' | 'reprint' | 'printed'> = {
  print(state, _event, at) {
    const dialog = printable(state)
    return dialog ? step({ ...state, dialog }) : refuse(state, at, 'print.none')
  },

  /** From 最近: the same slip again, as a new document marked 补打. */
  reprint: (state, { orderId, print }) =>
    step({ ...state, dialog: { kind: 'preview', orderId, print: print ?? 'settlement' } }),

  printed(before, { orderId, slipId, state: how, jobId, printer = '', text = '' }, at) {
    // Nothing has it yet but this page: should that go, the next one prints it.
    const known = jobId === undefined ? before : withoutDoubt(before, jobId)
    const state = early.has(how) ? known : { ...known, owed: known.owed.filter((id) => id !== orderId) }
    // Paper that came out needs no words over the band with the cash, only where its want is still what is said.
    const missed = state.message !== undefined && waitsForPaper.includes(state.message.key)
    if (how === 'done') return step(missed ? say(state, at, 'print.done') : state)
    if (how === 'glyph') return step(beside(state, at, 'print.glyph', { text }))
    if (!isDoubt(how)) return step(mention(state, at, told[how], { printer, text }))
    const message = doubts[how]
    if (!jobId) return step(mention(state, at, message, { text }))
    const waiting = { ...state, doubts: [...state.doubts, { orderId, slipId, jobId, message, text }] }
    const asked = askDoubts(waiting, at)
    return asked.state.dialog?.kind === 'printUnsure' && asked.state.dialog.jobId === jobId
      ? asked
      : step(mention(waiting, at, message, { text }))
  },
}
