import type { CentreProfile } from './profile.ts'

type Rules = Pick<CentreProfile, 'fundIncludesAcct'>

// What the funds paid is without the personal account everywhere in our books. Some areas count the account among the
// funds (domain.md 4.2 I2): what goes to their centre as fund_pay_sumamt has it, what comes from there loses it. Fen.

/** fund_pay_sumamt as the area counts it, of what the funds and the account paid. */
export const fundSum = ({ fundIncludesAcct }: Rules, fund: number, account: number): number =>
  fundIncludesAcct ? fund + account : fund

/** What the funds paid, of an area's fund_pay_sumamt. */
export const fundsOf = ({ fundIncludesAcct }: Rules, sum: number, account: number): number =>
  fundIncludesAcct ? sum - account : sum
