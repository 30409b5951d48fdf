import { approvalTarget } from '@yibao/shared/approval.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { movesMoney } from '@yibao/shared/entities/reconciliation.ts'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { reportFault } from '../../process/fault.ts'
import { useAuthorization } from '../auth/authorize.ts'
import { inBackground, type Progress, startProgress } from '../system/progress.ts'
import { isStopping, stopWork } from '../system/stopping.ts'
import type { DiffAction } from './classify/classes.ts'
import type { DifferenceRow } from './groups/groups.ts'
import { carryOut, findDifference, needsApproval } from './handle.ts'

/** One class only, and money of one store only (ux 3). `mark` needs a note of its own for each. */
const requireOneKind = (rows: readonly DifferenceRow[], action: DiffAction): void => {
  if (!rows.length) refuse('recon.state', { text: '没有选中差异' })
  if (new Set(rows.map((row) => row.class)).size > 1) refuse('recon.class')
  if (action === 'mark') refuse('recon.note')
  if (movesMoney(action) && new Set(rows.map(({ storeId }) => storeId)).size > 1)
    refuse('recon.state', { text: '涉及资金的批量处理只能选择一家门店' })
}

/** One row's result; any refusal is its text, and the difference stays open. */
const attempt = async (c: Context, id: string, action: DiffAction, approvedBy: string | undefined) => {
  try {
    const difference = await findDifference(c, id)
    return { target: id, ok: true, text: await carryOut(c, difference, action, { approvedBy }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { target: id, ok: false, text: error.message }
  }
}

const runBatch = async (
  c: Context,
  running: Progress,
  { ids, action, approvedBy }: { ids: string[]; action: DiffAction; approvedBy?: string },
): Promise<string> => {
  let failed = 0
  for (const [index, id] of ids.entries()) {
    if (await isStopping(c, running.id)) return `已停止：处理 ${index} 笔，余下 ${ids.length - index} 笔未处理`
    const result = await attempt(c.again(), id, action, approvedBy)
    if (!result.ok) failed += 1
    await running.step(((index + 1) / ids.length) * 100, `已处理 ${index + 1} / ${ids.length} 笔`, result)
  }
  return failed ? `处理 ${ids.length} 笔，${failed} 笔未完成` : `${ids.length} 笔全部处理`
}

/** Reconciliation/Batch: the same repair for differences of one class, one after the other, behind a progress. */
export const batch = async (
  c: Context,
  { diffIds, action, authorizationId }: InputOf<typeof reconciliation.batch>,
): Promise<{ progressId: string }> => {
  const ids = [...new Set(diffIds)]
  const rows: DifferenceRow[] = []
  for (const id of ids) rows.push(await findDifference(c, id))
  requireOneKind(rows, action)
  const approval = (await needsApproval(c, rows[0]!.storeId, action))
    ? await useAuthorization(c, {
        action: 'differences',
        target: approvalTarget.differences(action, ids),
        authorizationId,
        stores: [...new Set(rows.map(({ storeId }) => storeId))],
      })
    : undefined
  const running = await startProgress(c.deps, c.me, `共 ${ids.length} 笔`)
  const progressId = inBackground(c.deps, running, () => runBatch(c, running, { ids, action, approvedBy: approval }), {
    errorText: '批量处理中断，未处理的仍在列表中',
    report: (fault) => reportFault('reconciliation.batch', fault),
  })
  return { progressId }
}

/** Asks the caller's own batch to stop after the row it is at. */
export const stopBatch = (c: Context, progressId: string): Promise<void> => stopWork(c, progressId, '进行中的批量处理')
