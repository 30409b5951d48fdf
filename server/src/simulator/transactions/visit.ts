import { refuseField } from '../message/check.ts'
import { refuse } from '../refusal.ts'
import { staff } from '../seed/staff.ts'
import {
  diagnosesOf,
  dropFees,
  feesOf,
  isOtpUsed,
  keepDiagnosis,
  keepFee,
  keepVisit,
  type Visit,
  visitBy,
  voidDiagnosis,
} from '../store/visits.ts'
import { dateTime } from '../time.ts'
import { type Call, type Handler, personOf, rowsOf, type Texts, textsOf } from './call.ts'
import { isDepartment } from './department.ts'
import { cutInfo, splitRows } from './lines.ts'
import { presented } from './purchase.ts'
import { nextVisit } from './settle.ts'

const checkDoctor = (call: Call, code: string, field: { title: string; name: string }): void => {
  const known = staff.some((one) => one.institution === call.institution.code && one.code === code)
  if (!known) refuseField(field, `${code} 未在本机构登记`)
}

const checkDepartment = (call: Call, code: string, field: { title: string; name: string }): void => {
  if (!isDepartment(call, code)) refuseField(field, `${code} 未在本机构登记`)
}

/** A registration of this institution and this person that stands; refuses any other. */
export const standingVisit = (call: Call, { mdtrt_id, psn_no }: Texts): Visit => {
  const visit = visitBy(call.store, mdtrt_id!)
  if (!visit || visit.fixmedins_code !== call.institution.code) return refuse('【就诊ID mdtrt_id】没有挂号信息')
  if (visit.psn_no !== psn_no) return refuse('【人员编号 psn_no】与挂号信息不一致')
  return visit.cancelled ? refuse('【就诊ID mdtrt_id】挂号已撤销') : visit
}

/** 2201 门诊挂号: a number of the institution's own is used once. */
export const register: Handler = (call) =>
  call.store.transaction(() => {
    const given = textsOf(call, 'data')
    const person = presented(call, given)
    if (person.state.flags.has('dead')) refuse('该参保人员已登记死亡，不能享受医保待遇')
    checkDepartment(call, given.dept_code!, { title: '科室编码', name: 'dept_code' })
    checkDoctor(call, given.atddr_no!, { title: '医师编码', name: 'atddr_no' })
    if (isOtpUsed(call.store, call.institution.code, given.ipt_otp_no!))
      refuseField({ title: '住院/门诊号', name: 'ipt_otp_no' }, '已使用')
    const mdtrt_id = nextVisit(call)
    keepVisit(call.store, {
      ...{ mdtrt_id, fixmedins_code: call.institution.code, psn_no: person.psnNo, cancelled: '' },
      ...{ insutype: given.insutype!, ipt_otp_no: given.ipt_otp_no! },
    })
    return { data: { mdtrt_id, psn_no: person.psnNo, ipt_otp_no: given.ipt_otp_no! } }
  })

/** 2202 门诊挂号撤销: of a visit in which nothing is charged any more. */
export const cancelRegistration: Handler = (call) =>
  call.store.transaction(() => {
    const given = textsOf(call, 'data')
    personOf(call, given.psn_no!)
    const visit = standingVisit(call, given)
    if (visit.ipt_otp_no !== given.ipt_otp_no) refuse('【住院/门诊号 ipt_otp_no】与挂号信息不一致')
    const fees = feesOf(call.store, visit.mdtrt_id)
    if (fees.some((fee) => fee.setl_id)) refuse('该就诊已结算，不能撤销挂号')
    if (fees.length) refuse('该就诊有未撤销的费用明细，不能撤销挂号')
    keepVisit(call.store, { ...visit, cancelled: dateTime(call.now) })
    return {}
  })

/** A diagnosis ends only where it is sent again with vali_flag 0 (notes 8); of one number one is valid at a time. */
const putDiagnosis = (call: Call, mdtrtId: string, row: Texts): void => {
  const valid = diagnosesOf(call.store, mdtrtId).find(({ diag_srt_no }) => diag_srt_no === row.diag_srt_no)
  if (row.vali_flag !== '1') {
    if (valid?.diag_code !== row.diag_code) refuse(`【诊断代码 diag_code】${row.diag_code} 没有可以作废的诊断`)
    voidDiagnosis(call.store, mdtrtId, row.diag_srt_no!)
    return
  }
  if (valid) refuse(`【诊断排序号 diag_srt_no】${row.diag_srt_no} 已有有效的诊断 ${valid.diag_code}`)
  keepDiagnosis(call.store, mdtrtId, row)
}

/** 2203 门诊就诊信息上传: the kind of the visit, which one sent again replaces until a line is charged, and its diagnoses. */
export const uploadVisit: Handler = (call) =>
  call.store.transaction(() => {
    const info = textsOf(call, 'mdtrtinfo')
    personOf(call, info.psn_no!)
    const visit = standingVisit(call, info)
    const diagnoses = rowsOf(call, 'diseinfo')
    for (const { dise_dor_no } of diagnoses)
      checkDoctor(call, dise_dor_no!, { title: '诊断医生编码', name: 'dise_dor_no' })
    for (const row of diagnoses) putDiagnosis(call, visit.mdtrt_id, row)
    if (!diagnosesOf(call.store, visit.mdtrt_id).length) refuse('至少应有一条有效的诊断')
    const charged = feesOf(call.store, visit.mdtrt_id).length > 0
    if (charged && visit.info?.med_type !== info.med_type) refuse('【医疗类别 med_type】已有费用明细，不能更改')
    keepVisit(call.store, { ...visit, info })
    return {}
  })

const ofOneVisit = (rows: Texts[]): Texts => {
  const [first] = rows
  for (const name of ['mdtrt_id', 'psn_no', 'chrg_bchno'] as const)
    if (rows.some((row) => row[name] !== first![name])) refuse(`各行的 ${name} 不一致`)
  return first!
}

/** 2204 门诊费用明细信息上传: one batch of charge lines and their split; all of them or none. */
export const uploadFees: Handler = (call) =>
  call.store.transaction(() => {
    const rows = rowsOf(call, 'feedetail')
    const first = ofOneVisit(rows)
    personOf(call, first.psn_no!)
    const visit = standingVisit(call, first)
    if (!visit.info) refuse('该就诊还没有上传就诊信息（2203）')
    if (first.chrg_bchno === '0000') refuse('【收费批次号 chrg_bchno】不能是 0000')
    const charged = feesOf(call.store, visit.mdtrt_id)
    const bought = splitRows(call, rows)
    for (const { row } of bought) {
      checkDepartment(call, row.bilg_dept_codg!, { title: '开单科室编码', name: 'bilg_dept_codg' })
      checkDoctor(call, row.bilg_dr_codg!, { title: '开单医生编码', name: 'bilg_dr_codg' })
      if (charged.some(({ feedetl_sn }) => feedetl_sn === row.feedetl_sn))
        refuseField({ title: '费用明细流水号', name: 'feedetl_sn' }, `${row.feedetl_sn} 重复`)
      keepFee(call.store, visit.mdtrt_id, first.chrg_bchno!, row)
    }
    return { result: bought.map((one) => ({ ...cutInfo(call, one), lmt_used_flag: '0' })) }
  })

/** 2205 门诊费用明细信息撤销: of one batch, or with 0000 of all that nothing has settled. */
export const withdrawFees: Handler = (call) =>
  call.store.transaction(() => {
    const given = textsOf(call, 'data')
    personOf(call, given.psn_no!)
    const { mdtrt_id } = standingVisit(call, given)
    const all = given.chrg_bchno === '0000'
    const fees = feesOf(call.store, mdtrt_id).filter(({ batch }) => all || batch === given.chrg_bchno)
    if (!fees.length) refuse('没有可以撤销的费用明细')
    if (fees.every(({ setl_id }) => setl_id)) refuse('费用明细已结算，不能撤销')
    dropFees(call.store, mdtrt_id, given.chrg_bchno!)
    return {}
  })
