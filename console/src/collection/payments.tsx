import { paySource } from '@yibao/shared/entities/other-pay.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import type { ReactNode } from 'react'
import { SmallTable } from '../kit/index.ts'
import styles from './collection.module.css'
import type { Collected, Payment } from './look.ts'

const sources = metaOf(paySource)?.choices ?? {}

/** A payment or a refund, with what a person may do about it. */
type Line = Pick<Payment, 'id' | 'amount' | 'at' | 'operator' | 'source' | 'removed'>

interface LineProps {
  line: Line & Pick<Payment, 'removedBy' | 'removedAt' | 'removedReason'>
  title: string
  no: string
  /** What else is said of it. */
  about?: string
  back?: boolean
  buttons: ReactNode
}

const LineRow = ({ line, title, no, about, back, buttons }: LineProps) => (
  <tr className={styles.payment} data-removed={line.removed || undefined} data-back={back}>
    <td data-whole>
      {title}
      <br />
      <small>{sources[line.source]}</small>
    </td>
    <td data-number>
      {back && '-'}
      {formatAmount(line.amount)}
    </td>
    <td>
      {line.at} {line.operator}
      {no && (
        <>
          <br />
          <small>流水号 {no}</small>
        </>
      )}
      {about && (
        <>
          <br />
          <small>{about}</small>
        </>
      )}
      {line.removed && (
        <>
          <br />
          {line.removedBy} 于 {line.removedAt} 取消：{line.removedReason}
        </>
      )}
    </td>
    <td>{!line.removed && buttons}</td>
  </tr>
)

interface Props {
  value: Pick<Collected, 'payments'>
  /** Buttons of a payment or, with the payment it is of, of a refund; without it nothing can be done here. */
  buttons?: (payment: Payment, refund?: Payment['refunds'][number]) => ReactNode
}

/** What was paid of an order and what of it went back, with what was taken off again. */
export const Payments = ({ value: { payments }, buttons }: Props) =>
  payments.length === 0 ? (
    <p>还没有登记付款</p>
  ) : (
    <SmallTable head={['支付方式', { title: '金额', number: true }, '时间 / 经办', { title: '操作', unseen: true }]}>
      {payments.flatMap((payment) => [
        <LineRow
          key={payment.id}
          line={payment}
          title={payment.kindName}
          no={payment.payNo}
          buttons={buttons?.(payment)}
        />,
        ...payment.refunds.map((refund) => (
          <LineRow
            key={refund.id}
            back
            line={refund}
            title="退款"
            no={refund.refundNo}
            about={[refund.reason, refund.approvedBy && `授权人 ${refund.approvedBy}`].filter(Boolean).join('；')}
            buttons={buttons?.(payment, refund)}
          />
        )),
      ])}
    </SmallTable>
  )
