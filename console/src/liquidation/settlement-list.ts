import type { ResultOf } from '@yibao/shared/call.ts'
import type { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { daysOfMonth } from '@yibao/shared/time.ts'

type Detail = ResultOf<typeof liquidation.detail>

/** Whoever may open 结算报表. */
export const listNeed = { menuCode: 'MedicalSettlementReport' } as const

type Asked = Readonly<Record<string, string | undefined>>

/** 结算报表 of a month (yyyy-MM), narrowed by its filters; what is empty of them is left out. */
export const settlementList = (month: string, asked: Asked): string => {
  const { first, last } = daysOfMonth(month)
  return settlementsBetween(first, last, asked)
}

/** The same of some days. */
export const settlementsBetween = (from: string, to: string, asked: Asked = {}): string => {
  const set = Object.entries({ from, to, ...asked }).filter(([, value]) => value)
  return `/report-management/medical-settlement-report?${new URLSearchParams(set.map(([name, value]) => [`f.${name}`, value!]))}`
}

/** States in which the rest of the month is in no application, and what to do with it asks for its list (lead.ts). */
const standing: readonly Detail['state'][] = ['1', '3', '4', '6']

/**
 * The settlements and reversals of an application's month that belong to it and are in none: they came too late for it.
 * Undefined where there are none, and where the application is made anew with them anyway.
 */
export const lateOf = ({
  state,
  books,
  month,
  ...of
}: Pick<Detail, 'state' | 'books' | 'month' | 'storeId' | 'clrOptins' | 'clrType' | 'clrWay' | 'insutype'>):
  | string
  | undefined =>
  books === 'moved' && standing.includes(state)
    ? settlementList(month, {
        ...{ storeId: of.storeId, clrOptins: of.clrOptins, clrType: of.clrType, clrWay: of.clrWay },
        ...{ insutype: of.insutype, claim: 'none' },
      })
    : undefined
