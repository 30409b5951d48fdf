import { refuse } from '../refusal.ts'
import { type Call, type Handler, personOf, type Texts, textsOf } from './call.ts'

/** The filings of a person that were told to this centre, as they came. */
export const filingsOf = ({ store }: Pick<Call, 'store'>, psnNo: string): Texts[] =>
  store
    .all('select data from filing where psn_no = ? order by serial', psnNo)
    .map(({ data }) => JSON.parse(String(data)) as Texts)

/** 2503 人员慢特病备案: a disease is filed once, by an insurance that the person has. */
export const fileDisease: Handler = (call) => {
  const row = textsOf(call, 'data')
  const { state, psnNo } = personOf(call, row.psn_no!)
  if (!state.insurances.some(({ insutype }) => insutype === row.insutype))
    refuse('【险种类型 insutype】与参保信息不一致')
  if (row.enddate && row.enddate < row.begndate!) refuse('【结束日期 enddate】早于开始日期')
  const filed = [...state.chronic.map(({ code }) => code), ...filingsOf(call, psnNo).map((one) => one.opsp_dise_code)]
  if (filed.includes(row.opsp_dise_code!)) refuse(`已有【${row.opsp_dise_name}】的备案，不能重复备案`)
  const serial = `B${call.institution.area}${String(call.store.next('filing')).padStart(12, '0')}`
  call.store.run('insert into filing values (?, ?, ?)', serial, psnNo, JSON.stringify(row))
  return { result: { trt_dcla_detl_sn: serial } }
}

/** 2504 人员慢特病备案撤销. */
export const repealDisease: Handler = (call) => {
  const { trt_dcla_detl_sn, psn_no } = textsOf(call, 'data')
  const { psnNo } = personOf(call, psn_no!)
  if (!call.store.get('select 1 from filing where serial = ? and psn_no = ?', trt_dcla_detl_sn!, psnNo))
    refuse(`【待遇申报明细流水号 trt_dcla_detl_sn】${trt_dcla_detl_sn} 不存在`)
  call.store.run('delete from filing where serial = ?', trt_dcla_detl_sn!)
  return {}
}
