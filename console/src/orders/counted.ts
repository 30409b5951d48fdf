/**
 * The orders that a report's settlements and reversals of some days count, as views of 订单管理: what is empty of the
 * filters is left out.
 */
export const countedOrders = (
  from: string,
  to: string,
  filters: Readonly<Record<string, string | undefined>> = {},
): Record<'settlements' | 'reversals', string> => {
  const address = (days: Record<string, string>) => {
    const set = Object.entries({ ...days, ...filters }).filter(([, value]) => value)
    const search = new URLSearchParams(set.map(([name, value]) => [`f.${name}`, String(value)]))
    return `/reconciliation/order-management?${search}`
  }
  return {
    settlements: address({ settledFrom: from, settledTo: to }),
    reversals: address({ reversedFrom: from, reversedTo: to }),
  }
}
