import { refuseField } from '../message/check.ts'
import { nodesOf } from '../message/standard.ts'
import { effectOf } from '../money/cumulative.ts'
import { addUp } from '../money/lines.ts'
import { type Mode, modeOf, policyOf } from '../money/policy.ts'
import { type Split, splitPurchase } from '../money/split.ts'
import { clrWay, psnType } from '../profile.ts'
import { refuse } from '../refusal.ts'
import { circulatedIn } from '../rx/settled.ts'
import { insuranceOf, type Person, personBy } from '../seed/persons.ts'
import type { InsuranceState } from '../seed/states.ts'
import { hasOption } from '../store/options.ts'
import { balanceOf, type Effect, sumsOf } from '../store/people.ts'
import { dateTime, day } from '../time.ts'
import { type Call, checkIdentity, isLocal, personOf, rowsOf, type Texts, textsOf } from './call.ts'
import { identify } from './credential.ts'
import { type Bought, boughtLines, cutInfo } from './lines.ts'
import { amounts, fundRows } from './money-block.ts'
import { personBlock } from './person.ts'
import { benefitFault } from './standing.ts'
import { checkedCodes } from './trace-codes.ts'

/** A purchase worked out but not booked. */
export interface Purchase {
  person: Person
  given: Texts
  bought: Bought[]
  split: Split
  /** hi_rxno of the electronic prescription that it uses; '' for none. */
  rx: string
  effect: Effect
  setlinfo: Texts
  setldetail: Texts[]
  detlcutinfo: Texts[]
  /** Of whole packs, where this centre asks for them. */
  codes: string[]
}

/** Who clears a settlement: the city, or its own level's fund, for its own people; the province for everybody else (domain 5.1). */
const clrOptins = (call: Call, person: Person): string => {
  const { area } = call.institution
  if (!isLocal(call, person)) return `${area.slice(0, 2)}9900`
  return hasOption(call.store, area, 'cityFund') ? `${area.slice(0, 4)}99` : area
}

const identityFields = ['psn_cert_type', 'certno', 'psn_type', 'psn_name']

/**
 * The person of a message that names him and his credential; the identity fields are those that its table has (Hunan's 2207
 * has two of them).
 */
export const presented = (call: Call, given: Texts): Person => {
  const person = personOf(call, given.psn_no!)
  if (identify(call, given) !== person)
    refuseField({ title: '就诊凭证编号', name: 'mdtrt_cert_no' }, '不是该参保人员的凭证')
  const [node] = nodesOf(call.infno, 'in', call.profile.province)
  const asked = identityFields.filter((name) => node!.fields.some((field) => field.name === name))
  checkIdentity(call, person, given, asked)
  return person
}

const admitted = (call: Call, given: Texts): { person: Person; insurance: InsuranceState } => {
  const person = presented(call, given)
  const insurance = insuranceOf(person, given.insutype!) ?? refuse(`该人员没有险种 ${given.insutype} 的参保信息`)
  if (given.psn_type && given.psn_type !== psnType[call.profile.province][insurance.kind])
    refuseField({ title: '人员类别', name: 'psn_type' }, '与参保信息不一致')
  if (person.state.flags.has('dead')) refuse('该参保人员已登记死亡，不能享受医保待遇')
  if (insurance.status === '4') refuse('参保状态：终止参保，不能结算')
  if (insurance.frozen && given.acct_used_flag === '1') refuse('个人账户已冻结，不能使用个人账户支付')
  return { person, insurance }
}

/** What is asked for, under the person's first insurance where the area settles by no other one. */
const underFirst = (call: Call, asked: Texts): Texts => {
  if (!hasOption(call.store, call.institution.area, 'firstInsurance')) return asked
  const insutype = presented(call, asked).state.insurances[0]?.insutype
  return insutype ? { ...asked, insutype } : asked
}

const familyOf = (person: Person): Person | undefined => {
  const other = person.family ? personBy('psnNo', person.family) : undefined
  return other?.state.insurances[0]?.frozen ? undefined : other
}

const eligibleOf = (given: Texts, mode: Mode, bought: Bought[]): number =>
  // Under 41 and 93 the pool pays prescribed lines only; under its own med_type it looks at every line.
  bought
    .filter(({ line }) => mode !== 'POOL' || given.med_type === '11' || line.prescribed)
    .reduce((sum, one) => sum + one.split.inscp, 0)

// What a centre that wants a visit for everything else settles by 2102 all the same (domain 2.0).
const atCounter = ['41', '93']

/**
 * Works a settlement out: checks person, credential and lines, splits the money. Books nothing. 2101 and 2102 bring their
 * lines; those of a visit were uploaded before (visit.ts).
 */
export const workOut = (
  call: Call,
  asked: Texts = textsOf(call, 'druginfo'),
  rows: Texts[] = rowsOf(call, 'drugdetail'),
): Purchase => {
  const given = underFirst(call, asked)
  const { person, insurance } = admitted(call, given)
  if (
    call.infno < '2200' &&
    !atCounter.includes(given.med_type!) &&
    hasOption(call.store, call.institution.area, 'outpatient')
  )
    refuseField({ title: '医疗类别', name: 'med_type' }, '应先办理门诊挂号（2201），再以 2206、2207 结算')
  const bought = boughtLines(call, rows, given.medfee_sumamt!)
  const rx = circulatedIn(call, person, bought)
  const codes = checkedCodes(call, person.psnNo)
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
  const whole = splitPurchase(addUp(bought.map((one) => one.split)), {
    policy: policyOf(mode, insutype, insurance.kind),
    insutype,
    cvlserv: insurance.cvlserv,
    rescue: person.state.flags.has('rescue'),
    eligible: eligibleOf(given, mode, bought),
    cumDedc: sums[`_Q_${mode}`] ?? 0,
    cumFund: sums[`_D_${mode}`] ?? 0,
    cumOwn: sums._OWN ?? 0,
    acctUsed: given.acct_used_flag === '1',
    balance: balanceOf(call.store, person.psnNo, insutype),
    familyBalance: family ? balanceOf(call.store, family.psnNo, '310') : 0,
  })
  const area = call.institution.area
  // Some centres' acct_pay leaves out what the family's account paid (domain 4.2 I4).
  const split = hasOption(call.store, area, 'familyApart') ? { ...whole, acct: whole.acct - whole.mulaid } : whole
  const ym = day(call.now).slice(0, 7).replace('-', '')
  return {
    person,
    given,
    bought,
    split,
    rx,
    effect: effectOf(whole, {
      psnNo: person.psnNo,
      insutype,
      medType: given.med_type!,
      mode,
      ym,
      disease: given.dise_codg ?? '',
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
      ...amounts(split, hasOption(call.store, area, 'accountInFund')),
      medins_setl_id: call.msgid,
      clr_optins: clrOptins(call, person),
      clr_way: clrWay[call.profile.province],
      clr_type: given.med_type === '11' ? '11' : '41',
    },
    setldetail: fundRows(call, insutype, split),
    detlcutinfo: bought.map((one) => cutInfo(call, one)),
    codes,
  }
}
