import { changesMade } from '../../api/changes.ts'
import type { Dialogs } from '../dialog-kinds.ts'

/** The newest press beside the same dialogs: of a list, of one of its rows. */
const newest = new WeakMap<Dialogs, object>()

/**
 * The dialogs for what was pressed now: it opens none any more when another was pressed while it was still reading, for the
 * person has gone on to that one. What has asked once or sent anything is shown to its end.
 */
export const whileWanted = (dialogs: Dialogs): Dialogs => {
  const mine = {}
  newest.set(dialogs, mine)
  const before = changesMade()
  let asked = false
  const guarded =
    <A extends unknown[], R>(open: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> => {
      if (!asked && newest.get(dialogs) !== mine && changesMade() === before)
        return Promise.reject(new DOMException('another was pressed', 'AbortError'))
      asked = true
      return open(...given)
    }
  return Object.fromEntries(Object.entries(dialogs).map(([kind, open]) => [kind, guarded(open)])) as unknown as Dialogs
}
