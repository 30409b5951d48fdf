import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { useCall } from '../api/index.ts'
import { Fields, Group, ReadFault, shapeOf } from '../kit/index.ts'
import { stateTones } from './look.ts'
import { Payments } from './payments.tsx'

const shape = shapeOf(otherPay.get.result)
const tones = { state: stateTones }

/** What is known of an order's payments besides the insurance, in its drawer; nothing where nothing was due or paid. */
const OrderPayments = ({ orderId }: { orderId: string }) => {
  const { data, error, refetch } = useCall(otherPay.get, { orderId }, { staleTime: 0 })
  if (error)
    return (
      <Group title="其他支付">
        <ReadFault error={error} again={refetch} old={data} />
      </Group>
    )
  if (!data || (data.payments.length === 0 && data.state === 'none')) return null
  return (
    <Group title="其他支付">
      <Fields shape={shape} values={data} tones={tones} fields={['state', 'due', 'paid', 'refunded']} />
      {data.payments.length > 0 && <Payments value={data} />}
    </Group>
  )
}

export default OrderPayments
