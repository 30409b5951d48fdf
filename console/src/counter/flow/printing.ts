import type { MessageKey } from '../messages.ts'
import type { PrintState } from './events.ts'
import type { Counter, Dialog, DoubtMessage } from './state.ts'
import { beside, type HandlersOf, locked, mention, refuse, say, step, under } from './step.ts'

/** What F10 would print: the slip on the screen, or the sheet of a split that is not a receipt. */
export const printable = ({ phase, priced }: Counter): Extract<Dialog, { kind: 'preview' }> | undefined => {
  if (!priced) return undefined
  const preview = { kind: 'preview', orderId: priced.order.id } as const
  if (phase === 'settled') return { ...preview, print: 'settlement' }
  if (phase === 'reversed') return { ...preview, print: 'reversal' }
  return priced.fresh ? { ...preview, print: 'presettlement' } : undefined
}

const doubts = { unsure: 'print.unsure', elsewhere: 'print.elsewhere' } as const satisfies Partial<
  Record<PrintState, DoubtMessage>
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
    const state = early.has(how) ? before : { ...before, owed: before.owed.filter((id) => id !== orderId) }
    // Paper that came out needs no words over the band with the cash, only where its want is still what is said.
    const missed = state.message !== undefined && waitsForPaper.includes(state.message.key)
    if (how === 'done') return step(missed ? say(state, at, 'print.done') : state)
    if (how === 'glyph') return step(beside(state, at, 'print.glyph', { text }))
    if (!isDoubt(how)) return step(mention(state, at, told[how], { printer, text }))
    // A question never covers a money decision or another question: the answer can wait in 最近.
    const message = doubts[how]
    if (!jobId || state.dialog || locked(state)) return step(mention(state, at, message, { text }))
    const dialog = { kind: 'printUnsure', orderId, slipId, jobId, message, text } as const
    // What the purchase came to stays behind the question, and stands there when it is answered.
    return step({ ...under(state, say(state, at, message, { text })), dialog })
  },
}
