import { useCan, useMe } from '../../state/me.ts'

/** Whether this account sells: it may open the counter, and has a store to sell in. */
export const useSells = (): boolean => {
  const can = useCan()
  const store = useMe((state) => state.me?.user.storeId)
  return Boolean(store) && can({ menuCode: 'SwipingCard' })
}
