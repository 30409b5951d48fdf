import { refuseField } from '../message/check.ts'
import { labelOf } from '../message/dictionary.ts'
import { effectOf } from '../money/cumulative.ts'
import { ratioText, yuan } from '../money/fixed.ts'
import { addUp } from '../money/lines.ts'
import { type Mode, modeOf, policyOf } from '../money/policy.ts'
import { type Split, splitPurchase } from '../money/split.ts'
import { clrWay, psnType } from '../profile.ts'
import { refuse } from '../refusal.ts'
import { insuranceOf, type Person, personBy } from '../seed/persons.ts'
import type { InsuranceState } from '../seed/states.ts'
import { balanceOf, type Effect, sumsOf } from '../store/people.ts'
import { dateTime, day } from '../time.ts'
import { type Call, checkIdentity, isLocal, personOf, type Texts, textsOf } from './call.ts'
import { identify } from './credential.ts'
import { type Bought, boughtLines, cutInfo } from './lines.ts'
import { personBlock } from './person.ts'
import { benefitFault } from './standing.ts'

/** A purchase worked out but not booked. */
export interface Purchase {
  person: Person
  given: Texts
  bought: Bought[]
  split: Split
  effect: Effect
  setlinfo: Texts
  setldetail: Texts[]
  detlcutinfo: Texts[]
}

/** Who clears a settlement: the city for its own people, the province for everybody else (domain 5.1). */
export const clrOptins = (call: Call, person: Person): string =>
  isLocal(call, person) ? call.institution.area : `${call.institution.area.slice(0, 2)}9900`

const admitted = (call: Call, given: Texts): { person: Person; insurance: InsuranceState } => {
  const person = personOf(call, given.psn_no!)
  if (identify(call, given) !== person)
    refuseField({ title: '就诊凭证编号', name: 'mdtrt_cert_no' }, '不是该参保人员的凭证')
  checkIdentity(call, person, given, ['psn_cert_type', 'certno', 'psn_type', 'psn_name'])
  const insurance = insuranceOf(person, given.insutype!) ?? refuse(`该人员没有险种 ${given.insutype} 的参保信息`)
  if (person.state.dead) refuse('该参保人员已登记死亡，不能享受医保待遇')
  if (insurance.status === '4') refuse('参保状态：终止参保，不能结算')
  if (insurance.frozen && given.acct_used_flag === '1') refuse('个人账户已冻结，不能使用个人账户支付')
  return { person, insurance }
}

const familyOf = (person: Person): Person | undefined => {
  const other = person.family ? personBy('psnNo', person.family) : undefined
  return other?.state.insurances[0]?.frozen ? undefined : other
}

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

const fundRows = (call: Call, insutype: string, split: Split): Texts[] =>
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

const amounts = (split: Split): Texts => ({
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
  fund_pay_sumamt: yuan(split.fund),
  psn_part_amt: yuan(split.part),
  acct_pay: yuan(split.acct),
  psn_cash_pay: yuan(split.cash),
  balc: yuan(split.balance),
  acct_mulaid_pay: yuan(split.mulaid),
})

const eligibleOf = (given: Texts, mode: Mode, bought: Bought[]): number =>
  // Under 41 and 93 the pool pays prescribed lines only; under its own med_type it looks at every line.
  bought
    .filter(({ line }) => mode !== 'POOL' || given.med_type === '11' || line.prescribed)
    .reduce((sum, one) => sum + one.split.inscp, 0)

/** Works a 2101 or 2102 out: checks person, credential and lines, splits the money. Books nothing. */
export const workOut = (call: Call): Purchase => {
  const given = textsOf(call, 'druginfo')
  const { person, insurance } = admitted(call, given)
  const bought = boughtLines(call, given.medfee_sumamt!)
  const insutype = given.insutype!
  const mode = modeOf(
    given.med_type!,
    bought.some(({ line }) => line.prescribed),
    insutype,
  )
  const request = { mode, medType: given.med_type!, diseCodg: given.dise_codg ?? '' }
  const fault = mode === 'ACCT' ? undefined : benefitFault(call, person, insurance, request)
  if (fault) refuse(fault)
  const sums = sumsOf(call.store, person.psnNo, insutype, day(call.now).slice(0, 4))
  const family = familyOf(person)
  const split = splitPurchase(addUp(bought.map((one) => one.split)), {
    policy: policyOf(mode, insutype, insurance.kind),
    insutype,
    cvlserv: insurance.cvlserv === true,
    rescue: person.state.rescue === true,
    eligible: eligibleOf(given, mode, bought),
    cumDedc: sums[`_Q_${mode}`] ?? 0,
    cumFund: sums[`_D_${mode}`] ?? 0,
    cumOwn: sums._OWN ?? 0,
    acctUsed: given.acct_used_flag === '1',
    balance: balanceOf(call.store, person.psnNo, insutype),
    familyBalance: family ? balanceOf(call.store, family.psnNo, '310') : 0,
  })
  const ym = day(call.now).slice(0, 7).replace('-', '')
  return {
    person,
    given,
    bought,
    split,
    effect: effectOf(split, {
      psnNo: person.psnNo,
      insutype,
      medType: given.med_type!,
      mode,
      ym,
      family: family?.psnNo,
    }),
    setlinfo: {
      ...personBlock(call, person),
      insutype,
      psn_type: psnType[call.profile.province][insurance.kind],
      cvlserv_flag: insurance.cvlserv ? '1' : '0',
      setl_time: dateTime(call.now),
      mdtrt_cert_type: given.mdtrt_cert_type!,
      med_type: given.med_type!,
      ...amounts(split),
      medins_setl_id: call.msgid,
      clr_optins: clrOptins(call, person),
      clr_way: clrWay[call.profile.province],
      clr_type: given.med_type === '11' ? '11' : '41',
    },
    setldetail: fundRows(call, insutype, split),
    detlcutinfo: bought.map((one) => cutInfo(call, one)),
  }
}
