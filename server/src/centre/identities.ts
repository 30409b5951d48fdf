import type { SettlementMoney } from './operations/money.ts'
import type { Settlement } from './operations/settlement.ts'

type IdentityId = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I7'

/** An identity of domain.md 4.2 that does not hold: left side minus right side, in fen. */
interface BrokenIdentity {
  id: IdentityId
  title: string
  difference: number
}

const titles: Record<IdentityId, string> = {
  I1: '费用总额不等于四段费用之和',
  I2: '基金合计不等于各项基金之和',
  I3: '费用总额不等于基金合计、个人负担与医院负担之和',
  I4: '个人负担不等于个人账户与现金之和',
  I5: '基金明细之和不等于基金合计',
  I7: '账户余额与支出对不上',
}

/** Funds that some areas list among the others although they are a personal account (domain.md 3.6). */
const accountFunds = new Set(['310200', '320200', '390300', '390500'])

const fundsDifference = (s: SettlementMoney) => {
  const named = s.pool + s.civilServant + s.enterprise + s.seriousIllness + s.largeAmount + s.medicalAid
  const difference = s.fundTotal - (named + s.disabledSoldier + s.other)
  // Whether PREF_FUND_PAY stands beside or inside oth_pay is not stated: either reading satisfies the identity.
  return difference === s.preferential ? 0 : difference
}

const fundRowsDifference = (s: Settlement) => {
  const own = s.funds.filter(({ fund }) => !accountFunds.has(fund))
  return own.reduce((total, { amount }) => total + amount, 0) - s.fundTotal
}

/** Where the account is one of the funds, I3 and I4 of the standard cannot both hold: the person's part is with it or without. */
const personDifference = (s: Settlement) => {
  const difference = s.personPart - (s.account + s.cash)
  return s.accountInFund && Math.abs(s.personPart - s.cash) <= 1 ? 0 : difference
}

/**
 * The identities I1-I5, and I7 when the balance before is known, that a settlement breaks by more than one fen. A broken
 * one flags the order; the settlement stands (DESIGN 7). `balanceBefore` in fen; for 2102 only: 2101 may answer it.
 */
export const brokenIdentities = (s: Settlement, balanceBefore?: number): BrokenIdentity[] => {
  // Where the account is one of the funds, what the person's part holds is not said.
  const ownPart = s.accountInFund ? s.account + s.cash : s.personPart
  const differences: Record<IdentityId, number> = {
    I1: s.total - (s.fullySelfPaid + s.overLimit + s.firstSelfPay + s.inScope),
    I2: fundsDifference(s),
    I3: s.total - (s.fundTotal + ownPart + (s.hospitalPart ?? 0)),
    I4: personDifference(s),
    I5: fundRowsDifference(s),
    I7: balanceBefore === undefined ? 0 : s.balance - (balanceBefore - (s.account - s.familyAccount)),
  }
  return Object.entries(differences)
    .filter(([, difference]) => Math.abs(difference) > 1)
    .map(([id, difference]) => ({ id: id as IdentityId, title: titles[id as IdentityId], difference }))
}
