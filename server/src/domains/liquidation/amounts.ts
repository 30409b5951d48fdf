import { yuan } from '@yibao/shared/money.ts'
import type { ClaimAmounts } from '../../centre/operations/liquidation.ts'
import type { Application } from './claim.ts'
import type { ClaimSums } from './sums.ts'

export const amountNames = ['persons', 'total', 'recognised', 'fund', 'account', 'cash'] as const

/** What people call them. */
export const amountTitles: Readonly<Record<keyof ClaimAmounts, string>> = {
  ...{ persons: '清算人次', total: '医疗费总额', recognised: '医保认可费用', fund: '基金申报' },
  ...{ account: '个人账户', cash: '现金' },
}

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
  return `${amountTitles[name]} ${value < 0 ? '-' : '+'}${size}`
}

/** Where one claims other than the other, signed: 基金申报 +0.10，现金 -2.00; '' where it does not. */
export const gapText = (claim: ClaimAmounts, other: ClaimAmounts): string =>
  amountNames
    .filter((name) => claim[name] !== other[name])
    .map((name) => signed(name, claim[name] - other[name]))
    .join('，')
