import type { MessageKey } from '../messages.ts'
import type { Dialog } from './dialog.ts'
import type { PrintState } from './events.ts'
import type { Doubt } from './model.ts'
import type { Counter } from './state.ts'
import {
  bandAlone,
  beside,
  ended,
  type HandlersOf,
  locked,
  mention,
  refuse,
  type Step,
  say,
  step,
  tellOwn,
  under,
} from './step.ts'

/** What F10 would print: the slip on the screen, or the sheet of a split that is not a receipt. */
export const printable = ({ phase, priced }: Counter): Extract<Dialog, { kind: 'preview' }> | undefined => {
  if (!priced) return undefined
  const preview = { kind: 'preview', orderId: priced.order.id } as const
  if (phase === 'settled') return { ...preview, print: 'settlement' }
  if (phase === 'reversed') return { ...preview, print: 'reversal' }
  return priced.fresh ? { ...preview, print: 'presettlement' } : undefined
}

/**
 * Which slip it is, as R6 says it: of the customer who is shown, of another one by his masked name, of what was settled or
 * taken back. Over a customer who is not settled 结算成功 would be read as his (N7).
 */
export const slipWords = (state: Counter, orderId: string) => {
  const { priced, phase, recent } = state
  const own = priced?.order.id === orderId
  const row = recent.find((one) => one.orderId === orderId)
  const over = ended(state) && own
  const reversed = own ? phase === 'reversed' : row?.mark === 'reversed'
  const act = reversed ? '撤销' : '结算'
  const kind = reversed ? '退费单' : own && !over ? '预结算单' : '小票'
  return {
    act,
    slip: own ? kind : row ? `${row.maskedName} 的${kind}` : `先前的${kind}`,
    done: over ? (reversed ? '已撤销，' : '结算成功，') : '',
    over: own && !over ? '' : `${act}已完成，`,
    again: own ? '按 F10 重打' : '在最近中补打',
  }
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

/** What has ended without anything to be said of it: the cash stands in R5 as well. */
const plain: readonly MessageKey[] = ['settle.done', 'settle.doneNoCash', 'settle.resolvedYes', 'cancel.done']

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
  const said = under(state, say(state, at, asked.message, { ...slipWords(state, asked.orderId), text: asked.text }))
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
    const words = slipWords(state, orderId)
    const values = { ...words, printer, text }
    if (how === 'done') return step(missed ? say(state, at, 'print.done', words) : bandAlone(state, waitsForPaper))
    if (how === 'glyph') return step(beside(state, at, 'print.glyph', values))
    // A band that says no more than R5 does makes room for its own slip; one that names another sum, or what not to do, stays.
    const bare = state.message !== undefined && plain.includes(state.message.key)
    const tell = !words.done ? mention : bare && how !== 'browser' ? tellOwn : beside
    if (!isDoubt(how)) return step(tell(state, at, told[how], values))
    const message = doubts[how]
    if (!jobId) return step(tell(state, at, message, values))
    const waiting = { ...state, doubts: [...state.doubts, { orderId, slipId, jobId, message, text }] }
    const asked = askDoubts(waiting, at)
    return asked.state.dialog?.kind === 'printUnsure' && asked.state.dialog.jobId === jobId
      ? asked
      : step(tell(waiting, at, message, values))
  },
}
