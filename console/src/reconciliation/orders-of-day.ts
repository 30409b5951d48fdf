import { can } from '@yibao/shared/permission.ts'
import { ui } from '../api/ui.ts'
import type { Action } from '../kit/index.ts'
import { listNeed, settlementsBetween } from '../liquidation/settlement-list.ts'
import { countedOrders } from '../orders/counted.ts'
import { go } from '../state/go.ts'
import { useMe } from '../state/me.ts'

interface Group {
  day: string
  storeId: string
  insutype: string
  clrType: string
  clrOptins: string
}

/**
 * Opens what stands behind a group of a day: in 结算报表 exactly its settlements and reversals. Who may not open that page
 * sees the orders of its insurance, the other groups' among them. Nobody can ask for those without an insurance.
 */
export const openOrdersOfDay = ({ day, storeId, insutype, clrType, clrOptins }: Group): void => {
  if (!insutype) {
    ui().error('这一组没有险种，不能单独列出。请按「对总账」，再打开这一天')
    return
  }
  const { me } = useMe.getState()
  go(
    me && can(me, listNeed)
      ? settlementsBetween(day, day, { storeId, insutype, clrType, clrOptins })
      : countedOrders(day, day, { storeId, insutype }).settlements,
  )
}

export const ordersOfDay: Action<Group> = {
  key: 'orders',
  text: '订单',
  need: [listNeed, { menuCode: 'OrderManagement' }],
  shown: ({ insutype }) => insutype !== '',
  run: openOrdersOfDay,
}
