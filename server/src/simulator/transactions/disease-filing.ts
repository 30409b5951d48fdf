import { refuse } from '../refusal.ts'
import type { Person } from '../seed/persons.ts'
import type { Chronic } from '../seed/states.ts'
import { type Call, type Handler, personOf, type Texts, textsOf } from './call.ts'
import { checkPeriod, file, filedOf, filerOf, overlap, withdraw } from './filing.ts'

/** The chronic diseases of a person: those of long ago, then those that were filed here. */
export const chronicOf = (call: Pick<Call, 'store'>, { psnNo, state }: Person): Chronic[] => [
  ...state.chronic,
  ...filedOf<Texts>(call, '2503', psnNo).map((row) => ({
    ...{ code: row.opsp_dise_code!, name: row.opsp_dise_name! },
    ...{ begndate: row.begndate!, enddate: row.enddate ?? '' },
  })),
]

/** 2503 人员慢特病备案: a disease is filed once for a time, by an insurance that the person has. */
export const fileDisease: Handler = (call) => {
  const row = textsOf(call, 'data')
  const person = personOf(call, row.psn_no!)
  if (!person.state.insurances.some(({ insutype }) => insutype === row.insutype))
    refuse('【险种类型 insutype】与参保信息不一致')
  const period = { begndate: row.begndate!, enddate: row.enddate ?? '' }
  checkPeriod(period)
  const same = chronicOf(call, person).filter(({ code }) => code === row.opsp_dise_code)
  if (same.some((one) => overlap(one, period))) refuse(`已有【${row.opsp_dise_name}】的备案，不能重复备案`)
  return { result: { trt_dcla_detl_sn: file(call, person.psnNo, row) } }
}

/** 2504 人员慢特病备案撤销. */
export const repealDisease: Handler = (call) => {
  const { trt_dcla_detl_sn: serial, psn_no } = textsOf(call, 'data') as Record<'trt_dcla_detl_sn' | 'psn_no', string>
  const field = '待遇申报明细流水号 trt_dcla_detl_sn'
  if (filerOf(call, '2503', serial) !== personOf(call, psn_no).psnNo) refuse(`【${field}】${serial} 不存在`)
  withdraw(call, { infno: '2503', field, serial })
  return {}
}
