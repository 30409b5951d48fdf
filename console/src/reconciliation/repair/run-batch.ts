import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { movesMoney } from '@yibao/shared/entities/reconciliation.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import type { Dialogs } from '../../kit/index.ts'
import { actionTitle, approveBatch, confirmBatch } from './decide.tsx'
import { batchProblem, type Difference } from './logic.ts'

/** Repairs what is chosen as proposed, one after the other, shown to its end; false when nothing was begun. */
export const runBatch = async (dialogs: Dialogs, chosen: readonly Difference[]): Promise<boolean> => {
  const problem = batchProblem(chosen)
  if (problem) {
    ui().error(problem)
    return false
  }
  const action = chosen[0]!.proposal!
  if (!(await confirmBatch(dialogs, chosen, action))) return false
  const authorizationId = movesMoney(action) ? await approveBatch(dialogs, chosen, action) : undefined
  if (movesMoney(action) && !authorizationId) return false
  const { progressId } = await callServer(reconciliation.batch, {
    diffIds: chosen.map((row) => row.id),
    action,
    ...(authorizationId && { authorizationId }),
  })
  await dialogs.progress({
    title: `${actionTitle(action)}：${chosen.length} 笔`,
    progressId,
    stop: () => callServer(reconciliation.stopBatch, { progressId }),
  })
  return true
}
