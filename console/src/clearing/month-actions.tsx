import { approvalTarget } from '@yibao/shared/approval.ts'
import type { ResultOf } from '@yibao/shared/call.ts'
import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { formatAmount, formatCount } from '@yibao/shared/money.ts'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { pickShape } from '../kit/fields.ts'
import { type Action, act, needOf } from '../kit/index.ts'

export type Month = ResultOf<typeof clearScore.resolve>

const nameOf = ({ storeName, month }: Month) => `${storeName} ${month}`
const unknown = ({ state }: Month) => state === '5' || state === '6'
const answered = ({ confirmed, refused }: Month) => confirmed + refused > 0

const rollback: Action<Month> = {
  key: 'rollback',
  text: '回退确认',
  danger: true,
  need: needOf(clearScore.rollback),
  shown: (month) => unknown(month) || answered(month),
  run: async (month, { dialogs }) => {
    const about = `${nameOf(month)}：已确认 ${formatCount(month.confirmed)} 笔 ${formatAmount(month.confirmedPaid)} 元，不认 ${formatCount(month.refused)} 笔`
    const target = approvalTarget.clearing(month.id)
    let rolledBack = false
    await dialogs.form({
      title: `回退清分确认：${nameOf(month)}`,
      intro: `${about}。向医保中心整体回退这个月的确认，全部明细恢复为待确认，须在中心的期限内重新确认。`,
      shape: pickShape(clearScore.rollback.input.shape, ['reason']),
      okText: month.needsApproval ? '下一步：授权' : '回退确认',
      cancelText: '不回退',
      danger: true,
      submit: async (values) => {
        const input = { id: month.id, reason: String(values.reason) }
        let handedOn = false
        const done = () => {
          handedOn = true
          ui().success('已提交审批，通过后自动执行')
        }
        const authorizationId = month.needsApproval
          ? await dialogs.authorize({
              ...{ action: 'clearing', target, about: `回退清分确认：${about}` },
              instead: { ask: { clearing: input }, done },
            })
          : undefined
        // What was typed stays for whoever is asked next; what was handed on needs it no more.
        if (month.needsApproval && !authorizationId) return handedOn
        await callServer(clearScore.rollback, { ...input, authorizationId })
        rolledBack = true
        return true
      },
    })
    if (rolledBack) ui().success('清分确认已回退')
  },
}

/** What is done with a store's month as a whole. */
export const monthActions: Action<Month>[] = [
  act({
    key: 'resolve',
    text: '核实结果',
    primary: true,
    call: clearScore.resolve,
    shown: unknown,
    input: ({ id }: Month) => ({ id }),
    done: '已按医保中心的确认标志更新',
  }),
  rollback,
]
