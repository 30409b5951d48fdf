import type { liquidationBatch as calls } from '@yibao/shared/calls/liquidation-batch.ts'
import type { Handlers } from '../../call/mount.ts'
import { applyAll, toApply } from './apply-all.ts'
import { detailOf } from './settlements.ts'

export const liquidationBatchHandlers: Handlers<typeof calls> = {
  toApply: (chosen, c) => toApply(c, chosen),
  applyAll: (input, c) => applyAll(c, input),
  printAll: async ({ ids }, c) => {
    const shown = []
    for (const id of ids) shown.push(await detailOf(c, id))
    c.on(`${shown.length} 份清算申请`)
    return shown
  },
}
