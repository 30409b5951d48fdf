import { changesMade } from '../../api/changes.ts'
import type { Dialogs } from '../dialog-kinds.ts'

interface Press {
  /** Calls that may change something, made before it by anybody. */
  before: number
  asked: boolean
  superseded: boolean
}

/** The newest press beside the same dialogs: of a list, of one of its rows. */
const newest = new WeakMap<Dialogs, Press>()

/**
 * The dialogs for what was pressed now. They open no more once another is pressed beside them before this one has asked
 * or sent anything: the person has gone on to that one. It is judged at that press, for what is sent later is the other's.
 */
export const whileWanted = (dialogs: Dialogs): Dialogs => {
  const last = newest.get(dialogs)
  if (last && !last.asked && changesMade() === last.before) last.superseded = true
  const mine: Press = { before: changesMade(), asked: false, superseded: false }
  newest.set(dialogs, mine)
  const guarded =
    <A extends unknown[], R>(open: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> => {
      if (mine.superseded) return Promise.reject(new DOMException('another was pressed', 'AbortError'))
      mine.asked = true
      return open(...given)
    }
  return Object.fromEntries(Object.entries(dialogs).map(([kind, open]) => [kind, guarded(open)])) as unknown as Dialogs
}
