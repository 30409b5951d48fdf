import { settlementList } from '../../../liquidation/settlement-list.ts'

const claimOf: Readonly<Record<string, string>> = { rejected: 'rejected', unknown: 'unknown' }

/** Its own parts of a row's key: month, store, clearing institution, kind and insurance of its settlements, and why they are open. */
const partsOf = (key: string) => {
  const [month = '', storeId = '', clrOptins = '', clrType = '', insutype = '', reason = ''] = key.split('/')
  return { month, storeId, clrOptins, clrType, insutype, reason }
}

const places = {
  reconcile: { menuCode: 'MonthReconciliation', page: '/reconciliation/month-reconciliation' },
  claim: { menuCode: 'Liquidation', page: '/liquidation-management/liquidation' },
} as const

/** The page that deals with a row, and the menu whoever may open it has. */
export const dealtWith = ({ key }: { key: string }): (typeof places)[keyof typeof places] => {
  const { reason } = partsOf(key)
  return places[reason === 'unchecked' || reason === 'unequal' ? 'reconcile' : 'claim']
}

/**
 * Where a row is dealt with: 月对账 or 清算申请 of its month and store; and exactly the settlements and reversals it sums, in
 * 结算报表. Other groups lead nowhere, and one without an insurance not to its settlements: nobody can ask for none.
 */
export const placesOf = (
  { key }: { key: string },
  { groupBy = 'group' }: { groupBy?: string },
): Partial<Record<'settlements' | 'reversals' | 'days', string>> => {
  if (groupBy !== 'group') return {}
  const { month, storeId, reason, ...group } = partsOf(key)
  const address = (page: string, asked: Record<string, string>) =>
    `${page}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [`f.${name}`, value]))}`
  const days = address(dealtWith({ key }).page, { from: month, to: month, storeId })
  if (!group.insutype) return { days }
  const settled = (refunded: string) =>
    settlementList(month, { refunded, storeId, ...group, claim: claimOf[reason] ?? 'none' })
  return { days, settlements: settled('0'), reversals: settled('1') }
}
