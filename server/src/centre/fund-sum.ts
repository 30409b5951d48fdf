import type { CentreProfile } from './profile.ts'

type Rules = Pick<CentreProfile, 'fundIncludesAcct'>

/** How an area's centre was said to count when something of it was read. */
export interface Counting {
  /** Its fund_pay_sumamt has the account in it. */
  accountInFund: boolean
  /** Its acct_pay leaves out what a family member's account paid. */
  familyApart: boolean
}

/** The same of what compares: totals, result files, figures. */
export type StatementCounting = Pick<Counting, 'accountInFund'>

/** How an area counts by what is known of it here. */
export const countingOf = ({ fundIncludesAcct, mulaidInAcct }: CentreProfile): Counting => ({
  accountInFund: fundIncludesAcct,
  familyApart: !mulaidInAcct,
})

// What the funds paid is without the personal account everywhere in our books. Some areas count the account among the
// funds (domain.md 4.2 I2): what goes to their centre as fund_pay_sumamt has it, what comes from there loses it. Fen.

/** fund_pay_sumamt as the area counts it, of what the funds and the account paid. */
export const fundSum = ({ fundIncludesAcct }: Rules, fund: number, account: number): number =>
  fundIncludesAcct ? fund + account : fund

/** What the funds paid, of an area's fund_pay_sumamt. */
export const fundsOf = ({ fundIncludesAcct }: Rules, sum: number, account: number): number =>
  fundIncludesAcct ? sum - account : sum
