import { useQueryClient } from '@tanstack/react-query'
import type { ResultOf } from '@yibao/shared/call.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { can } from '@yibao/shared/permission.ts'
import { Button, Space } from 'antd'
import { Actions, late, previewSlip, useDialogs } from '../kit/index.ts'
import { WorkButton } from '../kit/work-button.tsx'
import { printable, reversible, slipKind } from '../order-states/look.ts'
import { need as centreNeed, showCentre } from '../outpatient/ask-centre.tsx'
import { go } from '../state/go.ts'
import { useMe } from '../state/me.ts'
import { abnormalActions } from './abnormal-actions.ts'
import { mayReverse } from './may-reverse.ts'
import { partReturnButton } from './part-return.tsx'

type Order = ResultOf<typeof order.get>

/** The pages whose right to print is one for the order's slip, as its call says. */
const printMenus = ['SwipingCard', 'PrintSettlement', 'OrderManagement']

const PrintButton = ({ order: { id, status } }: { order: Order }) => (
  <WorkButton text="打印结算单" work={(dialogs) => previewSlip(dialogs, { orderId: id, kind: slipKind(status) })} />
)

const ReverseButton = ({ order: value }: { order: Order }) => (
  <WorkButton
    text="撤销结算"
    danger
    work={async (dialogs) => {
      // What it asks for brings every call of the counter along.
      const { reverseOrder } = await import('./reverse-dialog.tsx')
      await reverseOrder(value, dialogs)
    }}
  />
)

/** Where the packs of an order stand, and what the centre was told of them. */
const SaleButton = ({ order: { id } }: { order: Order }) => (
  <Button onClick={() => go(`/reconciliation/sale-info-detail?f.orderId=${id}`)}>销售明细</Button>
)

/** What the advice above it says to press. */
const Abnormal = ({ order: value }: { order: Order }) => {
  const [dialogs, opened] = useDialogs()
  const client = useQueryClient()
  const read = [order.get, order.abnormalPaged, order.paged]
  const refetch = () => Promise.all(read.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
  return (
    <>
      <Actions actions={abnormalActions} target={value} tools={{ dialogs, refetch }} />
      {opened}
    </>
  )
}

/** A customer says that it was charged twice, or not given back: both books beside each other. */
const CentreButton = ({ order: value }: { order: Order }) => (
  <WorkButton text="查医保中心" work={(dialogs) => showCentre(dialogs, value)} />
)

// What was asked and answered is an administrator's to see, and few look at it.
const Messages = late(async () => ({ default: (await import('./messages.tsx')).Messages }), undefined, false)

const MessagesButton = ({ order: { id, orderNo } }: { order: Order }) => (
  <WorkButton
    text="结算报文"
    work={(dialogs) => dialogs.open<void>((done) => <Messages id={id} orderNo={orderNo} onClose={() => done()} />)}
  />
)

/** The record of a prescription that a pharmacist of the store reviewed. */
const RxButton = ({ number }: { number: string }) => (
  <Button onClick={() => go(`/reconciliation/rx-management?f.number=${encodeURIComponent(number)}`)}>查看处方</Button>
)

/** What can be done with an order from its drawer; undefined where that is nothing. */
export const orderFoot = (value: Order) => {
  const { me } = useMe.getState()
  const may = me !== null && printMenus.some((menuCode) => can(me, { menuCode, buttonCode: 'print' }))
  const part = partReturnButton(value)
  const settled = printable(value.status)
  const print = may && settled
  const sold = settled && me !== null && can(me, { menuCode: 'OrderManagement' })
  const rx = value.prescription?.id && me !== null && can(me, { menuCode: 'RxManagement' })
  const centre = value.setlId !== undefined && me !== null && can(me, centreNeed)
  const messages = me !== null && (me.isAdminUser || me.isSuperAdmin)
  const reverse = reversible(value.status) && mayReverse()
  const wanted = abnormalActions.filter(({ shown }) => shown?.(value)).flatMap(({ need }) => need ?? [])
  const abnormal = me !== null && wanted.some((one) => can(me, one))
  if (!(part || print || sold || rx || centre || messages || reverse || abnormal)) return undefined
  return (
    <Space wrap>
      {abnormal && <Abnormal order={value} />}
      {print && <PrintButton order={value} />}
      {part}
      {sold && <SaleButton order={value} />}
      {centre && <CentreButton order={value} />}
      {messages && <MessagesButton order={value} />}
      {rx && <RxButton number={value.prescription!.number} />}
      {reverse && <ReverseButton order={value} />}
    </Space>
  )
}
