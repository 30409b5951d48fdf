import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { detailText } from '../../../reconciliation/day-result.ts'

export { runAutomatic, runBatch } from '../../../reconciliation/repair/run-batch.ts'

/** The group that the bench is open for. */
interface Asked {
  groupId: string
  day: string
  storeId?: string | undefined
  /** What is shown is old. */
  refresh: () => Promise<unknown>
}

/** 对明细 of the group. */
export const runDetail = async ({ groupId, refresh }: Asked): Promise<void> => {
  const { differences, automatic } = await callServer(reconciliation.detail, { groupId })
  ui().success(detailText(differences, automatic))
  await refresh()
}

/** 对总账 of all groups of the day, and 对明细 of this one where it is still unequal. */
export const runTotal = async (asked: Asked): Promise<void> => {
  const { day, storeId, groupId, refresh } = asked
  const { groups, equal, unequal } = await callServer(reconciliation.total, {
    day,
    ...(storeId && { storeId }),
    force: true,
  })
  ui().success(`${groups.length} 组 · ${equal} 平 · ${unequal} 不平`)
  // The new totals made void what was open here: what is still unequal is found again at once.
  if (groups.some(({ id, state }) => id === groupId && state === '3')) await runDetail(asked)
  else await refresh()
}
