import { itemOf } from '../catalogue.ts'
import { psnType } from '../profile.ts'
import { refuse } from '../refusal.ts'
import { insuranceOf, type Person, personBy } from '../seed/persons.ts'
import { hasOption } from '../store/options.ts'
import { allOfVisit, between, bySetlId, byVisit, type Settlement } from '../store/settlements.ts'
import { type Visit, visitBy, visitsOf } from '../store/visits.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'
import { personBlock } from './person.ts'

interface Request {
  given: Texts
  begntime: string
  lines: Texts[]
  opter: string
  opter_name: string
}

const requestOf = (row: Settlement): Request => row.request as unknown as Request
const flags = { flxempe_flag: '0', nwb_flag: '0' }
const operator = (row: Settlement): Texts => {
  const { opter, opter_name } = requestOf(row)
  return { opter_id: opter, opter_name, opt_time: row.setl_time }
}

/**
 * 5201 就诊信息查询: the visits of a person at this institution in a period, those too that were registered and are not
 * settled. It asks by med_type, so a registration of which no 2203 has told one is in no answer; nor is a cancelled one.
 */
export const visits: Handler = (call) => {
  const given = textsOf(call, 'data')
  const rows = between(call.store, call.institution.code, given.begntime!, given.endtime!).filter(
    (row) =>
      row.refd === 0 &&
      row.psn_no === given.psn_no &&
      row.med_type === given.med_type &&
      (!given.mdtrt_id || row.mdtrt_id === given.mdtrt_id),
  )
  const registered = visitsOf(call.store, call.institution.code, given.psn_no!).filter(
    ({ mdtrt_id, info, cancelled }) =>
      !cancelled &&
      info?.med_type === given.med_type &&
      info!.begntime! >= given.begntime! &&
      info!.begntime! <= given.endtime! &&
      (!given.mdtrt_id || mdtrt_id === given.mdtrt_id) &&
      !byVisit(call.store, mdtrt_id),
  )
  const settled = rows.map((row) => settledVisit(call, bySetlId(call.store, row.setl_id)!))
  return { mdtrtinfo: [...settled, ...registered.map((one) => standingVisit(call, one))] }
}

const personOfVisit = (call: Call, person: Person): Texts => ({
  ...personBlock(call, person),
  ...flags,
  maf_psn_flag: person.state.flags.has('rescue') ? '1' : '0',
  insu_optins: person.insuplc,
  emp_name: person.emp,
})

const settledVisit = (call: Call, row: Settlement): Texts => {
  const { setlinfo } = row.output as { setlinfo: Texts }
  return {
    ...personOfVisit(call, personBy('psnNo', row.psn_no)!),
    ...operator(row),
    ...requestOf(row).given,
    mdtrt_id: row.mdtrt_id,
    insutype: row.insutype,
    psn_type: setlinfo.psn_type!,
    cvlserv_flag: setlinfo.cvlserv_flag!,
    begntime: requestOf(row).begntime,
    endtime: row.setl_time,
    mdtrt_cert_type: setlinfo.mdtrt_cert_type!,
    med_type: row.med_type,
    ipt_otp_no: visitBy(call.store, row.mdtrt_id)?.ipt_otp_no ?? row.mdtrt_id,
  }
}

/** The answer's table demands an end: of a visit that has none it is its beginning. */
const standingVisit = (call: Call, { mdtrt_id, psn_no, insutype, ipt_otp_no, info }: Visit): Texts => {
  const person = personBy('psnNo', psn_no)!
  const insurance = insuranceOf(person, insutype)
  const { begntime = '', med_type = '', dise_codg = '', dise_name = '', main_cond_dscr = '' } = info!
  return {
    ...personOfVisit(call, person),
    ...{ mdtrt_id, insutype, ipt_otp_no, begntime, endtime: begntime, med_type, dise_codg, dise_name, main_cond_dscr },
    psn_type: insurance ? psnType[call.profile.province][insurance.kind] : '',
    cvlserv_flag: insurance?.cvlserv ? '1' : '0',
  }
}

/** A reversal is a row of its own, and what it takes back stays as it was. */
const isApart = ({ store, institution }: Call): boolean => hasOption(store, institution.area, 'refundApart')

const own = (call: Call, row: Settlement | undefined, given: Texts): Settlement => {
  if (
    !row ||
    row.fixmedins_code !== call.institution.code ||
    row.psn_no !== given.psn_no ||
    row.mdtrt_id !== given.mdtrt_id
  )
    return refuse('未查询到结算信息')
  return row
}

/**
 * 5203 结算信息查询: refd_setl_flag is 1 for a reversal and for a settlement that was reversed, where the area does not leave
 * the latter as it was (`refundApart`).
 */
export const settlement: Handler = (call) => {
  const given = textsOf(call, 'data')
  const row = own(call, bySetlId(call.store, given.setl_id!), given)
  const { setlinfo, setldetail } = row.output as { setlinfo: Texts; setldetail: Texts[] }
  const person = personBy('psnNo', row.psn_no)!
  return {
    setlinfo: {
      ...setlinfo,
      ...flags,
      ...operator(row),
      ...requestOf(row).given,
      insu_optins: person.insuplc,
      emp_name: person.emp,
      pay_loc:
        row.clr_optins.slice(0, 4) === call.institution.area.slice(0, 4)
          ? '2'
          : person.insuplc.startsWith(call.institution.area.slice(0, 2))
            ? '3'
            : '4',
      fixmedins_code: call.institution.code,
      fixmedins_name: call.institution.name,
      fixmedins_poolarea: call.institution.area,
      hosp_lv: '11',
      begndate: requestOf(row).begntime.slice(0, 10),
      enddate: row.setl_time.slice(0, 10),
      psn_pay: setlinfo.psn_part_amt!,
      cash_payamt: setlinfo.psn_cash_pay!,
      refd_setl_flag: row.refd === 1 || (row.reversed_by && !isApart(call)) ? '1' : '0',
      year: row.setl_time.slice(0, 4),
    },
    setldetail,
  }
}

/**
 * 5204 费用明细查询: by setl_id, or by the visit alone where the edition allows it; with `refundApart` the lines of its reversals
 * too, under their own numbers. Its rows demand a setl_id, so of a
 * registration that nothing was settled in there is none.
 */
export const feeLines: Handler = (call) => {
  const given = textsOf(call, 'data')
  const registered = visitBy(call.store, given.mdtrt_id!)
  const its = registered?.fixmedins_code === call.institution.code && registered.psn_no === given.psn_no
  if (its && !given.setl_id && !byVisit(call.store, given.mdtrt_id!)) return []
  if (!given.setl_id && isApart(call)) {
    const all = allOfVisit(call.store, given.mdtrt_id!)
    if (all.length) return all.flatMap((row) => linesOf(call, own(call, row, given)))
  }
  const found = given.setl_id ? bySetlId(call.store, given.setl_id) : byVisit(call.store, given.mdtrt_id!)
  return linesOf(call, own(call, found, given))
}

const linesOf = (call: Call, row: Settlement): Texts[] => {
  const first = row.refd === 1 ? bySetlId(call.store, row.original)! : row
  const { detlcutinfo } = first.output as { detlcutinfo: Texts[] }
  return requestOf(row).lines.map((line, i) => {
    const item = itemOf(call.institution.area, line.med_list_codg!)
    return {
      ...line,
      ...detlcutinfo[i],
      ...operator(row),
      mdtrt_id: row.mdtrt_id,
      setl_id: row.setl_id,
      rx_drord_no: line.rxno ?? '',
      med_type: row.med_type,
      hilist_code: line.med_list_codg!,
      hilist_name: item?.name ?? '未对照项目',
      list_type: item?.listType ?? '101',
      medins_list_name: item?.name ?? line.medins_list_codg!,
      prodname: item?.name ?? '',
      spec: item?.spec ?? '',
      dosform_name: item?.dosform ?? '其他',
      lmt_used_flag: '0',
      hosp_prep_flag: '0',
    }
  })
}
