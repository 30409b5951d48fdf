import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { Button } from 'antd'
import { callServer } from '../../../api/index.ts'
import { pickShape } from '../../../kit/fields.ts'
import { type Action, needOf, type RowOf, subjectOf } from '../../../kit/index.ts'
import { ProgressDialog } from '../../../kit/late/dialogs.ts'
import { pull } from '../../../liquidation/pull.ts'
import { ofAllStores } from '../../../organisation/all-stores.ts'
import { StoreFilter } from '../../../organisation/store-filter.tsx'
import { go } from '../../../state/go.ts'

type Row = RowOf<typeof liquidation.paged>
const monthAddress = (month: string, storeId?: string) => {
  const asked = { 'f.from': month, 'f.to': month, ...(storeId && { 'f.storeId': storeId }) }
  return `/reconciliation/month-reconciliation?${new URLSearchParams(asked)}`
}

/** Drafts of a month; what kept a store from it leads on to 月对账. */
const generate: Action<readonly Row[]> = {
  key: 'generate',
  text: '生成清算申请',
  primary: true,
  need: needOf(liquidation.generate),
  run: async (_, tools) => {
    const { dialogs } = tools
    let started: { progressId: string; month: string; storeId?: string } | undefined
    await dialogs.form({
      title: '生成清算申请',
      shape: pickShape(liquidation.generate.input.shape, ['month', 'storeId']),
      initial: { month: lastMonth(), ...subjectOf(tools) },
      intro: await ofAllStores(
        '按月对账已平或已处理的组生成，每个清算机构、类别和方式一份；生成时固定所含的结算。账目有变动的草稿会重新生成，修改过的金额需重新填写。',
      )(),
      inputs: { storeId: StoreFilter },
      okText: '生成',
      cancelText: '不生成',
      submit: async (values) => {
        const input = values as { month: string; storeId?: string }
        started = { ...input, ...(await callServer(liquidation.generate, input)) }
      },
    })
    if (!started) return
    const { progressId, month, storeId } = started
    const leave = await dialogs.open<boolean>((done) => (
      <ProgressDialog title="生成清算申请" progressId={progressId} onClose={() => done(false)}>
        <Button type="link" style={{ padding: 0 }} onClick={() => done(true)}>
          查看 {month} 的月对账
        </Button>
      </ProgressDialog>
    ))
    if (leave) go(monthAddress(month, storeId))
  },
}

/** What is done with a month's applications as a whole. */
export const actions: Action<readonly Row[]>[] = [
  generate,
  pull('从中心取进度', '：审核、扣款、预留和拨付，以及结果未知的申请'),
  {
    key: 'month',
    text: '月对账',
    need: { menuCode: 'MonthReconciliation' },
    run: (_, tools) => {
      const { month = lastMonth(), storeId } = subjectOf(tools)
      go(monthAddress(month, storeId))
    },
  },
]
