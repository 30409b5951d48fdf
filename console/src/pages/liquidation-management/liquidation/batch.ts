import type { InputOf } from '@yibao/shared/call.ts'
import type { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { liquidationBatch } from '@yibao/shared/calls/liquidation-batch.ts'
import { callServer } from '../../../api/index.ts'
import { type Action, needOf, type RowOf } from '../../../kit/index.ts'

type Row = RowOf<typeof liquidation.paged>

const together = () => import('./apply.tsx')

/** What is done with marked applications, or with all that match. */
export const batch: Action<readonly Row[]>[] = [
  {
    key: 'apply',
    text: '申请',
    need: needOf(liquidationBatch.applyAll),
    disabled: (rows) => (rows.some(({ state }) => state === '0') ? undefined : '选中的都已申请过'),
    run: async (rows, tools) => (await together()).applyTogether({ ids: rows.map(({ id }) => id) }, tools),
    runAll: async ({ input }, tools) => {
      const { sortField: _, sortOrder: __, ...chosen } = input
      return (await together()).applyTogether(chosen as InputOf<typeof liquidationBatch.toApply>, tools)
    },
  },
  {
    key: 'print',
    text: '打印',
    need: needOf(liquidationBatch.printAll),
    disabled: (rows) => (rows.some(({ state }) => state !== '2') ? undefined : '选中的都已撤销'),
    run: async (rows) => {
      const ids = rows.filter(({ state }) => state !== '2').map(({ id }) => id)
      const details = await callServer(liquidationBatch.printAll, { ids })
      const { printApplications } = await import('./print.ts')
      await printApplications(details)
    },
  },
]
