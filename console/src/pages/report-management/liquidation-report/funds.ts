import type { InputOf } from '@yibao/shared/call.ts'
import type { liquidationReport } from '@yibao/shared/calls/liquidation-report.ts'

type Question = Partial<InputOf<typeof liquidationReport.query>>

/** 基金清算 of a row's application, else of its month and store; nowhere where that list would show more than the row counts. */
export const fundsOf = ({ key }: { key: string }, question: Question): Record<string, string> => {
  const { groupBy = 'application', clrType, clrOptins, state } = question
  if (groupBy !== 'application' && groupBy !== 'storeMonth') return {}
  // Of these the list knows nothing: beside a month's sum it would show the funds of all its other applications, too.
  if (groupBy === 'storeMonth' && (clrType || clrOptins)) return {}
  const [month = '', storeId = '', liquidationId] = key.split('/')
  const asked = {
    ...{ 'f.from': month, 'f.to': month, 'f.storeId': storeId },
    // A store has several in a month: of each organisation, kind and way.
    ...(liquidationId && { 'f.liquidationId': liquidationId }),
    ...(state && { 'f.state': state }),
  }
  const to = `/liquidation-management/fund-liquidation?${new URLSearchParams(asked)}`
  return { fund: to, deducted: to, reserved: to, paid: to }
}
