import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { Alert, Button, Space } from 'antd'
import { useCall } from '../api/index.ts'
import { type Dialogs, Fields, Group, needOf, ReadFault, RecordDrawer, shapeOf, unreadTitle } from '../kit/index.ts'
import { orderTones } from '../order-states/look.ts'
import { go } from '../state/go.ts'
import { useCan } from '../state/me.ts'
import { refundPayment, takeOff } from './actions.tsx'
import styles from './collection.module.css'
import { type Collected, type Payment, refundable, removable, stateTones } from './look.ts'
import { Payments } from './payments.tsx'

const shape = shapeOf(otherPay.get.result)
const tones = { state: stateTones, orderStatus: orderTones }
const change = needOf(otherPay.refund) ?? []

/** What is to be done next, where something is. */
const Advice = ({ value: { state, open } }: { value: Collected }) => {
  const left = formatAmount(open.replace('-', ''))
  if (state === 'back' || state === 'backPart')
    return (
      <Alert
        type="warning"
        showIcon
        title={`医保结算已撤销，还要退还顾客 ${left} 元`}
        description="退给顾客后，在那笔付款上按「退款」登记。"
      />
    )
  if (state === 'over')
    return (
      <Alert
        type="warning"
        showIcon
        title={`多收了 ${left} 元`}
        description="退给顾客后按「退款」登记；登记错的付款按「取消登记」。"
      />
    )
  if (state === 'part') return <Alert type="info" showIcon title={`还有 ${left} 元没有收到`} />
  return null
}

interface Props {
  orderId: string
  dialogs: Dialogs
  /** Something was changed: the list behind is old. */
  changed: () => void
  onClose: () => void
}

/** What was to be collected of an order besides the insurance, what came, what went back, and who wrote it down. */
const CollectionDetail = ({ orderId, dialogs, changed, onClose }: Props) => {
  const { data, error, refetch } = useCall(otherPay.get, { orderId }, { staleTime: 0 })
  const can = useCan()
  const may = change.some((wanted) => can(wanted))
  const after = (done: Promise<boolean>) =>
    void done
      .then((changes) => {
        if (!changes) return
        void refetch()
        changed()
      })
      // The client has shown it.
      .catch(() => undefined)
  const buttons = (payment: Payment, refund?: Payment['refunds'][number]) => {
    if (!data || !may || payment.source === 'centre') return null
    const one = refund ?? payment
    const about = `${refund ? '退款' : payment.kindName} ${formatAmount(one.amount)} 元`
    return (
      <Space size={0} wrap>
        {!refund && refundable(payment) && (
          <Button type="link" size="small" onClick={() => after(refundPayment(dialogs, data, payment))}>
            退款
          </Button>
        )}
        {(refund || removable(payment)) && (
          <Button type="link" size="small" onClick={() => after(takeOff(dialogs, one.id, about))}>
            取消登记
          </Button>
        )}
      </Space>
    )
  }
  const title = data ? `其他支付 ${data.orderNo} · ${data.maskedName}` : unreadTitle(error)
  const footer = data && can({ menuCode: 'OrderManagement' }) && (
    <Button
      onClick={() => go(`/reconciliation/order-management?${new URLSearchParams({ 'f.keyword': data.orderNo })}`)}
    >
      查看订单
    </Button>
  )
  return (
    <RecordDrawer title={title} onClose={onClose} footer={footer}>
      <ReadFault error={error} again={refetch} waits={!data} />
      {data && (
        <>
          <div className={styles.advice}>
            <Advice value={data} />
          </div>
          <Group title="收款">
            <Fields shape={shape} values={data} tones={tones} fields={['state', 'due', 'paid', 'refunded', 'open']} />
          </Group>
          <Group title="付款和退款">
            <Payments value={data} buttons={buttons} />
          </Group>
          <Group title="订单">
            <Fields
              shape={shape}
              tones={tones}
              values={data}
              fields={['orderStatus', 'at', 'setlId', 'erpBill', 'storeName', 'familyAccount']}
            />
          </Group>
        </>
      )}
    </RecordDrawer>
  )
}

export default CollectionDetail
