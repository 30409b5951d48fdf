import { fundsOf } from '../fund-sum.ts'
import type { Json } from '../json.ts'
import type { CentreProfile } from '../profile.ts'
import { type Reader, readRows } from '../reader.ts'

/** The money of one settlement, integer fen; a reversal's amounts are negative (domain.md 2.5, 4.2). */
export interface SettlementMoney {
  /** medfee_sumamt */
  total: number
  /** fulamt_ownpay_amt */
  fullySelfPaid: number
  /** overlmt_selfpay */
  overLimit: number
  /** preselfpay_amt */
  firstSelfPay: number
  /** inscp_scp_amt */
  inScope: number
  /** act_pay_dedc, 0 when the centre sends none */
  deductible: number
  /** hifp_pay */
  pool: number
  /** cvlserv_pay */
  civilServant: number
  /** hifes_pay */
  enterprise: number
  /** hifmi_pay */
  seriousIllness: number
  /** hifob_pay */
  largeAmount: number
  /** maf_pay */
  medicalAid: number
  /** hifdm_pay */
  disabledSoldier: number
  /** PREF_FUND_PAY */
  preferential: number
  /** oth_pay */
  other: number
  /** What the funds paid: fund_pay_sumamt without the account, whatever the area counts in it */
  fundTotal: number
  /** psn_part_amt (psn_pay) */
  personPart: number
  /** What accounts paid, the family's too: acct_pay, with acct_mulaid_pay wherever the area leaves it out */
  account: number
  /** acct_mulaid_pay */
  familyAccount: number
  /** psn_cash_pay (cash_payamt, cash_payment, pdn_cash_pay) */
  cash: number
  /** hosp_part_amt: 2206 to 2208 have it; absent where the centre did not say it */
  hospitalPart?: number
  /** balc: of the account afterwards, never negated */
  balance: number
}

const names = {
  total: 'medfee_sumamt',
  fullySelfPaid: 'fulamt_ownpay_amt',
  overLimit: 'overlmt_selfpay',
  firstSelfPay: 'preselfpay_amt',
  inScope: 'inscp_scp_amt',
  deductible: 'act_pay_dedc',
  pool: 'hifp_pay',
  civilServant: 'cvlserv_pay',
  enterprise: 'hifes_pay',
  seriousIllness: 'hifmi_pay',
  largeAmount: 'hifob_pay',
  medicalAid: 'maf_pay',
  disabledSoldier: 'hifdm_pay',
  preferential: 'PREF_FUND_PAY',
  other: 'oth_pay',
  fundTotal: 'fund_pay_sumamt',
  personPart: 'psn_part_amt',
  account: 'acct_pay',
  familyAccount: 'acct_mulaid_pay',
  cash: 'psn_cash_pay',
  hospitalPart: 'hosp_part_amt',
  balance: 'balc',
} satisfies Record<keyof SettlementMoney, string>

const keys = Object.keys(names) as (keyof SettlementMoney)[]

/** One fund's part: a row of `setldetail`. */
export interface FundPart {
  /** fund_pay_type */
  fund: string
  /** fund_pay_type_name */
  name?: string
  /** inscp_scp_amt, fen */
  inScope: number
  /** crt_payb_lmt_amt: the limit before this settlement, fen */
  limitBefore: number
  /** fund_payamt, fen */
  amount: number
  /** setl_proc_info; in Hunan the local fund code */
  process?: string
}

/**
 * What the funds without a name of their own paid. PREF_FUND_PAY stands beside oth_pay or inside it, which no document
 * says: the sum tells (domain.md 4.2 I2).
 */
export const otherFundsOf = (s: SettlementMoney): number => {
  const named = s.pool + s.civilServant + s.enterprise + s.seriousIllness + s.largeAmount + s.medicalAid
  const others = s.disabledSoldier + s.other
  return s.fundTotal === named + others ? others : others + s.preferential
}

/** All money of a setlinfo. */
export const readMoney = (row: Reader, profile: CentreProfile): SettlementMoney => {
  const sent = Object.fromEntries(keys.map((key) => [key, row.fen(names[key])])) as Record<
    keyof SettlementMoney,
    number
  >
  // Of all amounts it alone is no part of every answer: what nobody said is not nothing.
  const hospitalPart = row.maybeFen(names.hospitalPart)
  const account = profile.mulaidInAcct ? sent.account : sent.account + sent.familyAccount
  return { ...sent, hospitalPart, account, fundTotal: fundsOf(profile, sent.fundTotal, sent.account) }
}

/** What each fund paid of a settlement, fen, in the order of the answer (setldetail, domain.md 2.5). */
export const readFunds = (output: Json): FundPart[] =>
  readRows(output, 'setldetail').map((row) => ({
    fund: row.text('fund_pay_type'),
    name: row.maybe('fund_pay_type_name'),
    inScope: row.fen('inscp_scp_amt'),
    limitBefore: row.fen('crt_payb_lmt_amt'),
    amount: row.fen('fund_payamt'),
    process: row.maybe('setl_proc_info'),
  }))

/**
 * A reversal in our sign: some areas answer 2103 and 5203 with positive amounts (domain.md 2.5). Turned when the total
 * is positive; the balance stays.
 */
export const negated = <T extends SettlementMoney & { funds: FundPart[] }>(settlement: T): T => {
  if (settlement.total <= 0) return settlement
  const turned = keys.filter((key) => key !== 'balance' && settlement[key] !== undefined)
  const amounts = turned.map((key) => [key, 0 - settlement[key]!])
  const funds = settlement.funds.map((part) => ({ ...part, inScope: 0 - part.inScope, amount: 0 - part.amount }))
  return { ...settlement, ...Object.fromEntries(amounts), funds }
}
