import { order } from '@yibao/shared/calls/order.ts'
import { orderMessage } from '@yibao/shared/entities/settlement.ts'
import { useCall } from '../api/index.ts'
import { Fields, Group, ReadFault, RecordDrawer, unreadTitle } from '../kit/index.ts'
import { Wire } from '../kit/wire.tsx'

const none = '没有应答，或结果由查询得到；更早的订单没有保存应答'

/** What went over the line for an order, the newest message first: nobody asks for the one that was replaced. */
export const Messages = ({ id, orderNo, onClose }: { id: string; orderNo: string; onClose: () => void }) => {
  const { data, error, refetch } = useCall(order.messages, { id })
  return (
    <RecordDrawer title={data ? `结算报文 · 订单 ${orderNo}` : unreadTitle(error)} onClose={onClose}>
      <ReadFault error={error} again={refetch} waits={!data} />
      {data?.length === 0 && <p>这笔订单还没有向医保中心发出过结算</p>}
      {data?.toReversed().map((one) => (
        <Group key={one.msgid} title={`${one.infno} ${one.name}`}>
          <Fields shape={orderMessage.shape} values={one} fields={['outcome', 'sentAt', 'msgid']} />
          <h4>请求</h4>
          <Wire text={one.request} />
          <h4>应答</h4>
          {one.response ? <Wire text={one.response} /> : <p>{none}</p>}
        </Group>
      ))}
    </RecordDrawer>
  )
}
