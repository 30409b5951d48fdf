import type { ResultOf } from '@yibao/shared/call.ts'
import type { liquidationBatch } from '@yibao/shared/calls/liquidation-batch.ts'
import { claimNames, liquidationRow } from '@yibao/shared/entities/liquidation.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { Money, metaAt, SmallTable, useDictName } from '../../../kit/index.ts'

type Sums = ResultOf<typeof liquidationBatch.toApply>

const Cells = ({ of }: { of: Omit<Sums['kinds'][number], 'clrType'> }) => (
  <>
    <td data-number>{formatCount(of.applications)}</td>
    {claimNames.map((name) => {
      const value = of[name]
      return (
        <td key={name} data-number>
          {typeof value === 'number' ? formatCount(value) : <Money value={value} />}
        </td>
      )
    })}
  </>
)

/** What is applied for at once: each amount by kind and as a whole. */
export default ({ sums }: { sums: Sums }) => {
  const nameOf = useDictName('clr_type')
  const heads = claimNames.map((name) => ({ title: metaAt(liquidationRow.shape, name).title, number: true }))
  return (
    <>
      <SmallTable head={['清算类别', { title: '份数', number: true }, ...heads]}>
        {sums.kinds.map(({ clrType, ...kind }) => (
          <tr key={clrType ?? ''}>
            <td data-whole>{clrType ? nameOf(clrType) : '不分类别'}</td>
            <Cells of={kind} />
          </tr>
        ))}
        <tr>
          <th scope="row">合计</th>
          <Cells of={sums} />
        </tr>
      </SmallTable>
      <p>
        逐份向医保中心申请，一份没有受理不影响其余；可以关闭窗口，申请在后台继续。账目有变动的不会发出。
        {sums.unsummed > 0 && `其中 ${formatCount(sums.unsummed)} 份的金额由医保中心汇总，申请后与本地核对。`}
        审核开始后不能撤销；结果由系统自动查询，有驳回或扣款时发消息给门店。
      </p>
    </>
  )
}
