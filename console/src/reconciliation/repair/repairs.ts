import { order } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { movesMoney } from '@yibao/shared/entities/reconciliation.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import type { Dialogs } from '../../kit/index.ts'
import { type ActionName, approve, askNote } from './decide.tsx'
import { type Difference, isOpen, mayBeAsked, needsAsking } from './logic.ts'

interface After {
  /** A difference was dealt with. */
  handled?: (row: Difference) => void
  /** What is shown is old. */
  refresh: () => unknown
}

/** What a person may do with one difference, wherever it is shown (ux 3). */
export const repairsOf = (dialogs: Dialogs, { handled, refresh }: After) => {
  const handle = async (row: Difference, action: ActionName, note?: string) => {
    if (row.locked) return ui().error('系统正在核实这一笔，核实结束后再处理')
    if (!isOpen(row)) return ui().error('这一笔已处理；24 小时内的本地处理可以「撤回」')
    const needsPerson = movesMoney(action)
    const authorizationId = needsPerson ? await approve(dialogs, row, action) : undefined
    if (needsPerson && !authorizationId) return
    const decided = { action, ...(note && { note }), ...(authorizationId && { authorizationId }) }
    await callServer(reconciliation.handle, { diffId: row.id, ...decided })
    handled?.(row)
    await refresh()
  }
  const ask = async (row: Difference) => {
    if (row.orderId) {
      const now = await callServer(order.recheck, { id: row.orderId })
      ui().success(`已向医保中心查询，核实 ${now.abnormal?.attempts ?? 1} 次`)
      return refresh()
    }
    if (!mayBeAsked(row)) return ui().error('这一笔不能向医保中心查询明细，请在医保中心网站核对')
    const found = await callServer(reconciliation.askCentre, { diffId: row.id })
    // Few differences are of nobody's order.
    const { showFound } = await import('./found.tsx')
    await Promise.all([showFound(dialogs, found), refresh()])
  }
  return {
    handle,
    accept: async (row: Difference) => {
      if (row.proposal) return handle(row, row.proposal)
      ui().error(needsAsking(row) ? '先按 R 查询中心明细，再选处理办法' : '这一笔没有建议，请查看依据后选择处理办法')
    },
    note: (row: Difference) => askNote(dialogs, (note) => handle(row, 'mark', note)),
    undo: async (row: Difference) => {
      if (!row.undoable) return ui().error('这一处理不能撤回：只有 24 小时内的本地处理可以撤回')
      await callServer(reconciliation.undo, { diffId: row.id })
      ui().success('已撤回')
      await refresh()
    },
    /** R: what recovery asks of an order of ours, else whose settlement it is that we have no order of. */
    ask,
  }
}

export type Repairs = ReturnType<typeof repairsOf>
