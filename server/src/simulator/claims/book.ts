import { fen, halfUp } from '../money/fixed.ts'
import type { Store } from '../store/open.ts'
import { type BookRow, bySetlId } from '../store/settlements.ts'

/** A fund's part of an application, fen. */
export interface Fund {
  /** fee_clr_id */
  id: string
  /** fund_pay_type */
  type: string
  applied: number
  det: number
  dpst: number
  act: number
}

/** The number of a new application (clr_appy_evt_id). */
export const nextEvent = (store: Store, area: string): string =>
  `${area}Q${String(store.next('application')).padStart(10, '0')}`

/** What the funds of some settlements paid, by fund_pay_type. */
export const fundsOf = (store: Store, rows: readonly BookRow[]): Fund[] => {
  const sums = new Map<string, number>()
  for (const { setl_id } of rows) {
    const parts = (bySetlId(store, setl_id)?.output.setldetail ?? []) as Record<string, string>[]
    for (const { fund_pay_type: type, fund_payamt: amount } of parts)
      if (type) sums.set(type, (sums.get(type) ?? 0) + fen(String(amount ?? '0')))
  }
  return [...sums].sort().map(([type, applied]) => ({
    ...{ id: `F${String(store.next('clearing')).padStart(10, '0')}`, type, applied },
    ...{ det: 0, dpst: 0, act: 0 },
  }))
}

/** Spreads an amount over the funds by what each applied for, to the fen; the last one takes what rounding leaves. */
export const spread = (funds: readonly Fund[], amount: number): number[] => {
  const whole = funds.reduce((sum, { applied }) => sum + applied, 0)
  const sign = whole < 0 ? -1 : 1
  const parts = funds.map(({ applied }) =>
    whole ? Number(halfUp(BigInt(amount) * BigInt(applied * sign), BigInt(whole * sign))) : 0,
  )
  const rest = amount - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, i) => (i === parts.length - 1 ? part + rest : part))
}
