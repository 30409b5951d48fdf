import { type Answer, page } from './answers.ts'
import { startContinuation } from './continuation.ts'
import * as sample from './samples.ts'
import { differences as found } from './samples-recon.ts'

/**
 * What one sample server keeps: answers that an earlier call changes, and its half of a continuation. Each server has
 * its own, for the files of a test run share one process.
 */
export const keeping = () => {
  const tables = new Map<unknown, unknown>()
  const handled = new Map<string, { action: string; note?: string }>()
  const continuation = startContinuation()

  const differences = () =>
    found.map((row) => {
      const done = handled.get(row.id)
      if (!done) return row
      const { action, note } = done
      return {
        ...row,
        handledBy: '王小明',
        handledAction: action,
        handledNote: note,
        handledAt: `${sample.today} 10:40:00`,
        undoable: row.risk === 'local',
      }
    })
  const difference = (id: unknown) => differences().find((row) => row.id === id)

  const answers: Record<string, Answer> = {
    'uiTable.get': ({ tableId }) => ({ own: tables.get(tableId) }),
    'uiTable.save': ({ tableId, settings }) => ({ own: tables.set(tableId, settings).get(tableId) }),
    'uiTable.reset': ({ tableId }) => {
      tables.delete(tableId)
      return {}
    },
    'reconciliation.diffPaged': (input) => page(differences(), input),
    'reconciliation.handle': ({ diffId, action, note }) => {
      handled.set(String(diffId), { action: String(action), note: note as string | undefined })
      return difference(diffId)
    },
    'reconciliation.undo': ({ diffId }) => {
      handled.delete(String(diffId))
      return difference(diffId)
    },
    'continuation.complete': (input) => continuation.complete(input),
  }
  return { answers, continuation }
}
