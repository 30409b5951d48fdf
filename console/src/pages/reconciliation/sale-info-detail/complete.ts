import { sale } from '@yibao/shared/calls/sale.ts'
import { isUnsent } from '@yibao/shared/entities/sale.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { type Action, needOf, type RowOf } from '../../../kit/index.ts'

type Row = RowOf<typeof sale.paged>

/** 补录: the codes of a line's packs, scanned, and the batch they are of. */
export const completeLine: Action<Row> = {
  key: 'complete',
  text: '补录',
  need: needOf(sale.saveTrace),
  shown: (row) => row.kind === 'sale' && isUnsent(row),
  run: async ({ orderId, no }, { dialogs, refetch }) => {
    const { lines } = await callServer(sale.detail, { orderId })
    const line = lines.find((one) => one.no === no)
    // Somebody else was here: nothing is sent, and the row is old.
    if (!line?.open) {
      await refetch()
      return ui().error('这一行已上传到医保中心，请先删除中心记录')
    }
    // What only this dialog needs comes with it.
    const { traceForm } = await import('./trace-form.tsx')
    await dialogs.form(traceForm(orderId, line))
  },
}
