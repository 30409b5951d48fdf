import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { liquidationBatch } from '@yibao/shared/calls/liquidation-batch.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { callServer } from '../../../api/index.ts'
import type { RowOf, Tools } from '../../../kit/index.ts'
import { nameOf } from './row-name.ts'
import Sums from './sums.tsx'

type Row = RowOf<typeof liquidation.paged>
type Chosen = InputOf<typeof liquidationBatch.toApply>

/** The question before one application leaves: what it claims, and what the books say. */
export const confirmApply = (row: Row) => ({
  title: `申请清算：${nameOf(row)}`,
  tips: (
    <>
      <p>
        清算人次 {row.persons}，医疗费总额 {formatAmount(row.total)} 元，<b>基金申报 {formatAmount(row.fund)} 元</b>
        ，个人账户支出 {formatAmount(row.account)} 元，现金 {formatAmount(row.cash)} 元。
      </p>
      {row.differs && <p>与账的差额：{row.differs}。</p>}
      <p>
        {row.unsummed ? '金额由医保中心汇总，申请后与本地核对。' : '医保中心按这些金额审核。'}
        审核开始后不能撤销；结果由系统自动查询，有驳回或扣款时发消息给门店。
      </p>
    </>
  ),
  okText: '确认申请',
  cancelText: '不申请',
})

const confirmed = ({ dialogs }: Tools, sums: ResultOf<typeof liquidationBatch.toApply>): Promise<boolean> =>
  dialogs.confirm({
    title: `申请清算：${sums.stores} 家门店，${sums.applications} 份`,
    tips: <Sums sums={sums} />,
    okText: '确认申请',
    cancelText: '不申请',
    final: true,
    wide: true,
  })

/** The drafts of what was chosen, summed by the server and confirmed once, then each applied for by itself. */
export const applyTogether = async (chosen: Chosen, tools: Tools): Promise<void> => {
  const sums = await callServer(liquidationBatch.toApply, chosen)
  if (!(await confirmed(tools, sums))) return
  const { applications, total, fund } = sums
  const { progressId } = await callServer(liquidationBatch.applyAll, { ...chosen, applications, total, fund })
  await tools.dialogs.progress({ title: '批量申请清算', progressId })
}
