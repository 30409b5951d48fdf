import { order } from '@yibao/shared/calls/order.ts'
import { callServer, sentenceOf } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { type Action, needOf, type RowOf } from '../kit/index.ts'
import { askable, foundText, reversing } from '../order-states/abnormal.ts'

type Row = RowOf<typeof order.abnormalPaged>

/** 重查 of the marked orders, one after the other: the centre is asked about each as if it had been pressed alone. */
export const recheckMarked: Action<readonly Row[]> = {
  key: 'recheckMarked',
  text: '重查',
  need: needOf(order.recheck),
  disabled: (rows) => (rows.some(askable) ? undefined : '选中的订单结果都已知，不需要重查'),
  run: async (rows) => {
    const asked = rows.filter(askable)
    let known = 0
    let trouble: string | undefined
    for (const row of asked) {
      try {
        if (foundText(reversing(row), await callServer(order.recheck, { id: row.id }, { silent: true })).known) known++
      } catch (error) {
        trouble ??= `${row.orderNo}：${sentenceOf(error)}`
      }
    }
    const left = asked.length - known
    const text = `${asked.length} 笔重查完：${known} 笔已核实${left ? `，${left} 笔还没有确定的结果` : ''}`
    if (left) ui().error(trouble ? `${text}。${trouble}` : `${text}，打开订单看下一步`)
    else ui().success(text)
  },
}
