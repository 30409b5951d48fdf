import type { InputOf } from '@yibao/shared/call.ts'
import type { monthCollect } from '@yibao/shared/calls/month-collect.ts'

type Question = Partial<InputOf<typeof monthCollect.query>>

/** Where the days of a row are worked on: 月对账 of its months and store; nowhere where that cannot be narrowed to them. */
export const monthsOf = ({ key }: { key: string }, question: Question): Record<string, string> => {
  const { groupBy, from, to, storeId, areaCode, companyId } = question
  // Of the stores of an area or a company the list knows nothing: it would show the days of all the others, too.
  if (groupBy === 'month' && !storeId && (areaCode || companyId)) return {}
  const [first = '', second] = key.split('/')
  const byStore = groupBy === 'store'
  const asked = {
    from: byStore ? from : first,
    to: byStore ? to : first,
    storeId: byStore ? first : (second ?? storeId),
  }
  const set = Object.entries(asked).flatMap(([name, value]) => (value ? [[`f.${name}`, value]] : []))
  const address = `/reconciliation/month-reconciliation?${new URLSearchParams(set)}`
  return { businessDays: address, closedDays: address, openDays: address }
}
