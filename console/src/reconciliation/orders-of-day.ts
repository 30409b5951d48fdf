import { go } from '../state/go.ts'

/** The settlements behind a group of a day. */
export const ordersOfDay = ({ day, storeId, insutype }: { day: string; storeId: string; insutype: string }): void => {
  const asked = { 'f.settledFrom': day, 'f.settledTo': day, 'f.storeId': storeId, 'f.insutype': insutype }
  go(`/reconciliation/order-management?${new URLSearchParams(asked)}`)
}
