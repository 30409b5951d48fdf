import type { ButtonId } from '../button-texts.ts'
import { undoRemove } from './basket.ts'
import { takeBill } from './erp/erp.ts'
import { resend } from './erp/result.ts'
import { park } from './parking.ts'
import { waitsForPaper, withoutDoubt } from './printing.ts'
import { adopt } from './reading.ts'
import { settling, unknownMessage } from './settling.ts'
import type { Counter } from './state.ts'
import { bandAlone, type HandlersOf, isParking, lasted, locked, refuse, type Step, settleGuard, step } from './step.ts'
import { report } from './trouble.ts'

const closed = (state: Counter): Counter => ({ ...state, dialog: undefined })

const replacePerson = (state: Counter, at: number): Step => {
  // He is the next one then: the basket is on its way aside as the one's whose it was.
  if (isParking(state)) return refuse(state, at, 'park.wait')
  return state.other && !locked(state) ? adopt(state, state.other.person, at) : step(state)
}

const answerPrint = (state: Counter, printed: boolean, at: number): Step => {
  const { dialog } = state
  // The next slip in doubt is asked about at once: the second click of a hand was the one before's.
  if (dialog?.kind !== 'printUnsure' || !lasted(dialog.since, at, settleGuard)) return step(state)
  const { kind: _, since: __, ...doubt } = dialog
  // That it waits for paper is true no more.
  const over = state.message !== undefined && waitsForPaper.includes(state.message.key)
  const known = withoutDoubt(state, doubt.jobId)
  const answered = over
    ? { ...known, message: undefined }
    : bandAlone(known, [...waitsForPaper, 'print.unsure', 'print.elsewhere'])
  return step(answered, { do: 'resolvePrint', ...doubt, printed })
}

/** What the button of a message does; one row each. */
const table: Record<ButtonId, (state: Counter, at: number) => Step> = {
  startAgent: (state) => step(state, { do: 'goTo', what: 'agent' }),
  report,
  contactAdmin: report,
  fixClock: (state) => step(state, { do: 'goTo', what: 'clock' }),
  changePrinter: (state) => step(state, { do: 'goTo', what: 'printer' }),
  signIn: (state) => step(state, { do: 'signIn' }),
  relogin: (state) => step(state, { do: 'relogin' }),
  parkFor: (state, at) => park(state, at),
  replacePerson,
  asNewPerson: replacePerson,
  ignorePerson: (state) => step({ ...state, other: undefined, message: undefined }),
  dropRead: (state) => step({ ...state, other: undefined, message: undefined }),
  toBackground: (state, at) => settling.toBackground(state, { type: 'toBackground' }, at),
  // It goes on waiting by itself: who says so has it looked at now, and keeps the way to the background (ux 1.7).
  keepWaiting: (state, at) =>
    state.phase === 'unknown' && state.pending
      ? step(unknownMessage(state, at), { do: 'look', orderId: state.pending.orderId })
      : step(state),
  printedYes: (state, at) => answerPrint(state, true, at),
  printedNo: (state, at) => answerPrint(state, false, at),
  keepUnprinted: (state, at) => answerPrint(state, true, at),
  printAnyway: (state, at) => answerPrint(state, false, at),
  parkAndLeave: (state, at) => park(state, at),
  stay: (state) => step(closed(state)),
  keepOrder: (state) => step(closed(state)),
  // The dialog itself confirms, with its reason.
  confirmReversal: (state) => step(state),
  resendErp(state) {
    const [billNo] = Object.entries(state.erpResults).find(([, { told }]) => !told) ?? []
    return billNo === undefined ? step(state) : resend(state, billNo)
  },
  undoRemove,
  takeErp: (state, at) => (state.erpWaiting.length > 0 && !locked(state) ? takeAfterPark(state, at) : step(state)),
}

/** The open basket is parked before the ERP's bill is taken; an empty counter takes it at once. */
const takeAfterPark = (state: Counter, at: number): Step => {
  const bill = state.erpWaiting[0]!
  if (state.lines.length === 0) return takeBill(state, bill, at)
  return park(state, at)
}

export const buttons: HandlersOf<'button'> = {
  button: (state, { id }, at) => table[id](state, at),
}
