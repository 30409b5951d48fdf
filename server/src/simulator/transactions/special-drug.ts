import { refuseField } from '../message/check.ts'
import { refuse } from '../refusal.ts'
import { type Call, checkIdentity, type Handler, personOf, rowsOf, type Texts, textsOf } from './call.ts'
import { checkPeriod, file, filedOf, filerOf, overlap, withdraw } from './filing.ts'

interface Filed {
  psninfo: Texts
  druginfo: Texts[]
  medinsinfo: Texts[]
}

const periodOf = ({ begndate = '', enddate = '' }: Texts) => ({ begndate, enddate })

/** Only Jiangxi's edition has the chapter. */
const checkEdition = ({ infno, profile }: Call): void => {
  if (profile.province !== 'JX') refuse(`交易 ${infno} 本中心未开通`)
}

/** 2591 医保特药备案登记: a drug once for a time, by an insurance that the person has. */
export const fileSpecialDrug: Handler = (call) => {
  checkEdition(call)
  const psninfo = textsOf(call, 'psninfo')
  const person = personOf(call, psninfo.psn_no!)
  checkIdentity(call, person, psninfo, ['psn_cert_type', 'certno', 'psn_name'])
  if (psninfo.insutype && !person.state.insurances.some(({ insutype }) => insutype === psninfo.insutype))
    refuse('【险种类型 insutype】与参保信息不一致')
  checkPeriod(periodOf(psninfo))
  if (Number(psninfo.appy_lmt) <= 0) refuseField({ title: '申请限额', name: 'appy_lmt' }, '应大于 0')
  const filed: Filed = { psninfo, druginfo: rowsOf(call, 'druginfo'), medinsinfo: rowsOf(call, 'medinsinfo') }
  const known = filedOf<Filed>(call, '2591', person.psnNo)
    .filter((one) => overlap(periodOf(one.psninfo), periodOf(psninfo)))
    .flatMap(({ druginfo }) => druginfo.map(({ med_list_codg }) => med_list_codg))
  const twice = filed.druginfo.find(({ med_list_codg }) => known.includes(med_list_codg))
  if (twice) refuse(`已有【${twice.med_list_name}】的特药备案，不能重复备案`)
  return { data: { mihi_opsp_reg_sn: file(call, person.psnNo, filed) } }
}

/** 2594 医保特药备案登记撤销, which names the number alone. */
export const repealSpecialDrug: Handler = (call) => {
  checkEdition(call)
  const serial = textsOf(call, 'data').mihi_opsp_reg_sn!
  const field = '业务申请号 mihi_opsp_reg_sn'
  if (!filerOf(call, '2591', serial)) refuse(`【${field}】${serial} 不存在`)
  withdraw(call, { infno: '2591', field, serial })
  return {}
}

/** 5391 医保特药备案查询: the answer has room for one person's block, the newest's, and all drugs of the period. */
export const specialDrugs: Handler = (call) => {
  checkEdition(call)
  const { psn_no, begndate = '', enddate = '' } = textsOf(call, 'data')
  const person = personOf(call, psn_no!)
  const rows = filedOf<Filed>(call, '2591', person.psnNo).filter(({ psninfo }) =>
    overlap(periodOf(psninfo), { begndate, enddate }),
  )
  return {
    psninfo: rows.at(-1)?.psninfo ?? {},
    druginfo: rows.flatMap(({ druginfo }) => druginfo),
    medinsinfo: rows.flatMap(({ medinsinfo }) => medinsinfo),
  }
}
