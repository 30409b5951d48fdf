import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { movesMoney } from '@yibao/shared/entities/reconciliation.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import type { Dialogs } from '../../kit/index.ts'
import { actionTitle, approveBatch, confirmBatches } from './decide.tsx'
import { automaticOf, batchProblem, type Difference } from './logic.ts'

/** One batch, shown to its end; false when somebody stopped it. */
const carryOut = async (dialogs: Dialogs, rows: readonly Difference[], authorizationId?: string): Promise<boolean> => {
  const action = rows[0]!.proposal!
  const { progressId } = await callServer(reconciliation.batch, {
    diffIds: rows.map((row) => row.id),
    action,
    ...(authorizationId && { authorizationId }),
  })
  let stopped = false
  await dialogs.progress({
    title: `${actionTitle(action)}：${rows.length} 笔`,
    progressId,
    stop: () => {
      stopped = true
      return callServer(reconciliation.stopBatch, { progressId })
    },
  })
  return !stopped
}

/** Repairs what is chosen as proposed, one after the other, shown to its end; false when nothing was begun. */
export const runBatch = async (dialogs: Dialogs, chosen: readonly Difference[]): Promise<boolean> => {
  const problem = batchProblem(chosen)
  if (problem) {
    ui().error(problem)
    return false
  }
  const action = chosen[0]!.proposal!
  if (!(await confirmBatches(dialogs, [chosen]))) return false
  const authorizationId = movesMoney(action) ? await approveBatch(dialogs, chosen, action) : undefined
  if (movesMoney(action) && !authorizationId) return false
  await carryOut(dialogs, chosen, authorizationId)
  return true
}

/**
 * Repairs everything that only our own book changes for, kind by kind behind one question (ux 3); whoever stops one kind
 * stops those behind it. False when nothing was begun.
 */
export const runAutomatic = async (dialogs: Dialogs, rows: readonly Difference[]): Promise<boolean> => {
  const batches = automaticOf(rows)
  if (!batches.length || !(await confirmBatches(dialogs, batches))) return false
  for (const batch of batches) if (!(await carryOut(dialogs, batch))) break
  return true
}
