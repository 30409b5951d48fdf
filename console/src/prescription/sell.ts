import { can } from '@yibao/shared/permission.ts'
import { go } from '../state/go.ts'
import { handOver } from '../state/hand-over.ts'
import { useMe } from '../state/me.ts'
import { type RxDetail, sellable } from './look.ts'

type Sold = Pick<RxDetail, 'id' | 'number' | 'maskedName' | 'storeId' | 'state' | 'use' | 'source' | 'verdict'>

/** It can be settled on now, and here: the asker settles at the counter of its store. */
export const maySell = (one: Sold): boolean => {
  const { me } = useMe.getState()
  const settles = me !== null && can(me, { menuCode: 'SwipingCard', buttonCode: 'settle' })
  return settles && me.user.storeId === one.storeId && sellable(one)
}

/** 去结算: the counter with this prescription, which comes into the basket as soon as its person is read there. */
export const sell = ({ id, number, maskedName: name }: Sold): void => {
  handOver({ type: 'sellRx', id, number, name })
  go('/swiping-card')
}
