import { labelOf } from '../message/dictionary.ts'
import { ratioText, yuan } from '../money/fixed.ts'
import type { Split } from '../money/split.ts'
import type { Call, Texts } from './call.ts'

const fundNames: [
  key: 'hifp' | 'cvlserv' | 'hifob' | 'hifmi' | 'maf' | 'oth',
  fund: string,
  resident: string,
  local: string,
][] = [
  ['hifp', '310100', '390100', '101'],
  ['cvlserv', '320100', '320100', '101'],
  ['hifob', '330100', '330100', '101'],
  ['hifmi', '390200', '390200', '201'],
  ['maf', '610100', '610100', '101'],
  ['oth', '340100', '340100', '101'],
]

/** One row of setldetail for each fund that pays. */
export const fundRows = (call: Call, insutype: string, split: Split): Texts[] =>
  fundNames
    .filter(([key]) => split[key] > 0)
    .map(([key, employee, resident, local]) => {
      const fund = insutype === '390' ? resident : employee
      return {
        fund_pay_type: fund,
        inscp_scp_amt: yuan(split.inscp),
        crt_payb_lmt_amt: yuan(split.limit),
        fund_payamt: yuan(split[key]),
        fund_pay_type_name: labelOf(call.profile.province, 'fund_pay_type', fund),
        // Hunan puts the local fund code here (domain 3.6).
        setl_proc_info: call.profile.province === 'HN' ? fund.slice(0, 3) + local : '',
      }
    })

/** The amounts of setlinfo, in yuan; the account is part of the fund only where the area counts it so (domain 4.2). */
export const amounts = (split: Split, accountInFund: boolean): Texts => ({
  medfee_sumamt: yuan(split.medfee),
  fulamt_ownpay_amt: yuan(split.ownpay),
  overlmt_selfpay: yuan(split.overlimit),
  preselfpay_amt: yuan(split.preself),
  inscp_scp_amt: yuan(split.inscp),
  act_pay_dedc: yuan(split.dedc),
  hifp_pay: yuan(split.hifp),
  pool_prop_selfpay: ratioText(split.hifp > 0 ? split.ratio : 0),
  cvlserv_pay: yuan(split.cvlserv),
  hifes_pay: '0.00',
  hifmi_pay: yuan(split.hifmi),
  hifob_pay: yuan(split.hifob),
  maf_pay: yuan(split.maf),
  oth_pay: yuan(split.oth),
  fund_pay_sumamt: yuan(split.fund + (accountInFund ? split.acct : 0)),
  psn_part_amt: yuan(split.part),
  acct_pay: yuan(split.acct),
  psn_cash_pay: yuan(split.cash),
  balc: yuan(split.balance),
  acct_mulaid_pay: yuan(split.mulaid),
})
