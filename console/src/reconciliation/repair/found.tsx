import type { ResultOf } from '@yibao/shared/call.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { type Dialogs, Fields, SmallTable, shapeOf } from '../../kit/index.ts'

type Found = ResultOf<typeof reconciliation.askCentre>

const shape = shapeOf(reconciliation.askCentre.result)
const facts = ['maskedName', 'at', 'insutype', 'medicalType', 'setlId', 'mdtrtId'] as const
const amounts = ['total', 'fund', 'account', 'cash'] as const

/** Shows whose settlement it is that only the centre has, and what for: then a person compares it with his papers. */
export const showFound = (dialogs: Dialogs, found: Found): Promise<boolean> =>
  dialogs.confirm({
    title: '中心明细',
    tips: (
      <>
        <Fields shape={shape} values={found} fields={facts} />
        <Fields shape={shape} values={found} fields={amounts} />
        {found.refunded && <p>这笔在医保中心已退费，不用再撤销。请重新对总账。</p>}
        {found.lines ? (
          <SmallTable head={['药品', { title: '数量', number: true }, { title: '金额', number: true }]}>
            {found.lines.map((line, index) => (
              <tr key={index}>
                <td>
                  {line.itemName} <small>{line.spec}</small>
                </td>
                <td data-number>{Number(line.quantity)}</td>
                <td data-number>{formatAmount(line.amount)}</td>
              </tr>
            ))}
          </SmallTable>
        ) : (
          <p>医保中心没有答复费用明细，可以再查一次。</p>
        )}
        <p>与本店票据核对：是本店的选「补录本地订单」，不是的选「撤销这笔」或「冲正这笔」。</p>
      </>
    ),
    okText: '知道了',
    wide: true,
  })
