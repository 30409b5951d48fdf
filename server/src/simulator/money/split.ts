import { share } from './fixed.ts'
import type { LineSplit } from './lines.ts'
import type { Policy } from './policy.ts'
import { illnessThreshold, shares } from './policy.ts'

/** What the split needs to know besides the lines. Amounts in fen. */
export interface Situation {
  policy: Policy
  insutype: string
  cvlserv: boolean
  rescue: boolean
  /** In-scope amount that the fund looks at: all of it, or only prescribed lines. */
  eligible: number
  /** Of this year before this purchase: deductible paid, fund paid, own pay within the scope. */
  cumDedc: number
  cumFund: number
  cumOwn: number
  acctUsed: boolean
  balance: number
  /** Balance of the family member who shares the account. */
  familyBalance: number
}

/** The split of a purchase in fen; names as in the answer. */
export interface Split {
  medfee: number
  ownpay: number
  overlimit: number
  preself: number
  inscp: number
  dedc: number
  /** Limit left before this purchase (crt_payb_lmt_amt). */
  limit: number
  ratio: number
  hifp: number
  cvlserv: number
  hifob: number
  hifmi: number
  maf: number
  oth: number
  fund: number
  part: number
  acct: number
  mulaid: number
  cash: number
  balance: number
}

/** The funds' shares, one after the other, each of what the ones before left (domain 4.3 steps 2-7). */
const funds = (lines: LineSplit, { policy, ...who }: Situation) => {
  const none = { dedc: 0, limit: 0, hifp: 0, cvlserv: 0, hifob: 0, hifmi: 0, maf: 0, oth: 0 }
  if (policy.mode === 'ACCT') return none
  // Retired cadres pay only what lies outside the catalogue and over the price limit.
  if (policy.mode === 'FULL') return { ...none, oth: lines.inscp + lines.preself }
  const dedc = Math.min(who.eligible, Math.max(0, policy.dedcYear - who.cumDedc))
  const limit = Math.max(0, policy.capYear - who.cumFund)
  const due = share(who.eligible - dedc, policy.ratio)
  const hifp = Math.min(due, limit)
  let left = who.eligible - dedc - hifp
  const take = (amount: number): number => {
    const taken = Math.min(amount, left)
    left -= taken
    return taken
  }
  const cvlserv = take(who.cvlserv ? share(left, shares.cvlserv) : 0)
  const hifob = take(who.insutype === '310' ? share(due - hifp, shares.large) : 0)
  const above = Math.min(left, Math.max(0, who.cumOwn + left - illnessThreshold))
  const hifmi = take(who.insutype === '390' ? share(above, shares.illness) : 0)
  const maf = take(who.rescue ? share(left, shares.rescue) : 0)
  return { ...none, dedc, limit, hifp, cvlserv, hifob, hifmi, maf }
}

/** Splits a purchase among funds, account, family account and cash. Identities I1-I4 of domain 4.2 hold by construction. */
export const splitPurchase = (lines: LineSplit, situation: Situation): Split => {
  const medfee = lines.ownpay + lines.overlimit + lines.preself + lines.inscp
  const paid = funds(lines, situation)
  const fund = paid.hifp + paid.cvlserv + paid.hifob + paid.hifmi + paid.maf + paid.oth
  const part = medfee - fund
  const own = situation.acctUsed ? Math.min(situation.balance, part) : 0
  const mulaid = situation.acctUsed ? Math.min(situation.familyBalance, part - own) : 0
  return {
    medfee,
    ...lines,
    ...paid,
    ratio: situation.policy.ratio,
    fund,
    part,
    acct: own + mulaid,
    mulaid,
    cash: part - own - mulaid,
    balance: situation.balance - own,
  }
}
