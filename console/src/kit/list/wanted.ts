import { changesMade } from '../../api/changes.ts'
import type { Dialogs } from '../dialog-kinds.ts'

/** Told of the next press beside the same dialogs, of a list or of one of its rows: the newest one. */
const newest = new WeakMap<Dialogs, () => void>()

/**
 * The dialogs for what was pressed now. They open no more once another is pressed beside them before this one has asked
 * or sent anything: the person has gone on to that one. It is judged at that press, for what is sent later is the other's.
 */
export const whileWanted = (dialogs: Dialogs): Dialogs => {
  newest.get(dialogs)?.()
  const before = changesMade()
  let asked = false
  let superseded = false
  newest.set(dialogs, () => {
    superseded = !asked && changesMade() === before
  })
  const guarded =
    <A extends unknown[], R>(open: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (superseded) throw new DOMException('', 'AbortError')
      asked = true
      return open(...given)
    }
  return Object.fromEntries(Object.entries(dialogs).map(([kind, open]) => [kind, guarded(open)])) as unknown as Dialogs
}
