import { claimNames, claimSums } from '@yibao/shared/entities/liquidation.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { yuan } from '@yibao/shared/money.ts'
import type { ClaimAmounts } from '../../centre/operations/liquidation.ts'
import type { Application } from './claim.ts'
import type { ClaimSums } from './sums.ts'

/** What people call an amount of an application. */
export const amountTitle = (name: keyof ClaimAmounts): string => metaOf(claimSums[name])?.title ?? name

/** What some settlements claim by the rules of domain.md 5.6. */
export const amountsOf = (sums: ClaimSums, { withAccount }: Pick<Application, 'withAccount'>): ClaimAmounts => ({
  persons: sums.settled - sums.reversed,
  ...{ total: sums.total, recognised: sums.recognised, fund: sums.fund + (withAccount ? sums.account : 0) },
  ...{ account: sums.account, cash: sums.cash },
})

/** What an application claims. */
export const claimOf = (one: Application): ClaimAmounts => ({
  ...{ persons: one.claimPersons, total: one.claimTotal, recognised: one.claimRecognised },
  ...{ fund: one.claimFund, account: one.claimAccount, cash: one.claimCash },
})

/** The same as columns. */
export const claimColumns = (amounts: ClaimAmounts) => ({
  ...{ claimPersons: amounts.persons, claimTotal: amounts.total, claimRecognised: amounts.recognised },
  ...{ claimFund: amounts.fund, claimAccount: amounts.account, claimCash: amounts.cash },
})

/** For the wire: yuan. */
export const wireAmounts = ({ persons, ...money }: ClaimAmounts) => ({
  persons,
  ...(Object.fromEntries(Object.entries(money).map(([name, value]) => [name, yuan(value)])) as Record<
    Exclude<keyof ClaimAmounts, 'persons'>,
    string
  >),
})

const signed = (name: keyof ClaimAmounts, value: number): string => {
  const size = name === 'persons' ? String(Math.abs(value)) : yuan(Math.abs(value))
  return `${amountTitle(name)} ${value < 0 ? '-' : '+'}${size}`
}

/** Where one claims other than the other, signed: 基金申报 +0.10，现金 -2.00; '' where it does not. */
export const gapText = (claim: ClaimAmounts, other: ClaimAmounts): string =>
  claimNames
    .filter((name) => claim[name] !== other[name])
    .map((name) => signed(name, claim[name] - other[name]))
    .join('，')
