import { can } from '@yibao/shared/permission.ts'
import { useMe } from '../state/me.ts'

/** A reversal is granted by any of the pages that offer it, as its call (`settlement.cancel`) says. */
const reversalMenus = ['SwipingCard', 'OrderManagement', 'AbnormalOrderManager']

/** Whether who is signed in may take a settlement back. */
export const mayReverse = (): boolean => {
  const { me } = useMe.getState()
  return me !== null && reversalMenus.some((menuCode) => can(me, { menuCode, buttonCode: 'reverse' }))
}
