import { modeOf } from '../money/policy.ts'
import { refuse } from '../refusal.ts'
import { institutionOf } from '../seed/institutions.ts'
import { insuranceOf } from '../seed/persons.ts'
import { type Handler, personOf, textsOf } from './call.ts'
import { benefitFault, filedFault } from './standing.ts'

/** 2001 人员待遇享受检查: one row per fund the person could draw on, with the reason when they may not. */
export const benefits: Handler = (call) => {
  const given = textsOf(call, 'data')
  const person = personOf(call, given.psn_no!)
  const insurance = insuranceOf(person, given.insutype!) ?? refuse(`该人员没有险种 ${given.insutype} 的参保信息`)
  if (!institutionOf(given.fixmedins_code!)) refuse('【定点医药机构编号 fixmedins_code】未登记')
  const asked = modeOf(given.med_type!, false, given.insutype!)
  const mode = asked === 'ACCT' ? 'POOL' : asked
  const fault = person.state.flags.has('dead')
    ? '该参保人员已登记死亡'
    : mode === 'CHRONIC' && !given.dise_codg
      ? filedFault(call, person, insurance)
      : benefitFault(call, person, insurance, { mode, medType: given.med_type!, diseCodg: given.dise_codg ?? '' })
  const row = (fund: string, reason: string | undefined) => ({
    psn_no: person.psnNo,
    trt_chk_type: '01',
    fund_pay_type: fund,
    trt_enjymnt_flag: reason ? '0' : '1',
    begndate: given.begntime!.slice(0, 10),
    enddate: (given.endtime ?? '').slice(0, 10),
    trt_chk_rslt: reason ?? '',
  })
  const pool = given.insutype === '390' ? '390100' : given.insutype === '340' ? '340100' : '310100'
  const rows = [row(pool, fault)]
  if (insurance.cvlserv) rows.push(row('320100', fault))
  if (given.insutype === '310') {
    const closed =
      insurance.status === '4' ? '参保已终止' : person.state.flags.has('dead') ? '该参保人员已登记死亡' : undefined
    rows.push(row('310200', insurance.frozen ? '个人账户已冻结' : closed))
  }
  return { trtinfo: rows }
}
