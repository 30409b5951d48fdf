import { dateTimeText } from '../china-time.ts'
import { fillRow } from '../fill.ts'
import type { InputContext, Operation } from '../operation.ts'
import { readOne, readRows } from '../reader.ts'
import { fieldsOf } from '../standard.ts'
import { lineOf, type Sale } from './settlement-input.ts'
import { readSplitLine, type SplitLine } from './split-lines.ts'

interface Named {
  code: string
  name: string
}

/** Where and by whom a visit is: dept_code, dept_name, caty; the national code and the name of whoever answers for it. */
export interface VisitPlace {
  department: Named & { category: string }
  doctor: Named
}

/** A registered visit. */
interface VisitKey {
  /** mdtrt_id, of 2201 */
  mdtrtId: string
  psnNo: string
}

/** The identity fields that a transaction's table of an area's edition has, where the area wants them (domain.md 2.5). */
export const identityFor = (infno: string, sale: Sale, { profile, outOfArea }: InputContext) => {
  if (profile.identityInSettle !== 'always' && !outOfArea) return {}
  const { certificateType, certificateNo, personType, name } = sale.identity
  const values = { psn_cert_type: certificateType, certno: certificateNo, psn_type: personType, psn_name: name }
  const known = new Set(fieldsOf(profile.edition, infno, 'in').map((field) => field.name))
  return Object.fromEntries(Object.entries(values).filter(([field]) => known.has(field)))
}

/** mdtrt_cert_type, mdtrt_cert_no, card_sn of what the person showed. */
export const credentialFor = ({ credential }: Sale) => ({
  mdtrt_cert_type: credential.type,
  mdtrt_cert_no: credential.no,
  card_sn: credential.cardSerial,
})

/** 2201 门诊挂号. Without mdtrt_id the answer is unreadable: registered, but nobody knows as what. */
export const register: Operation<{ sale: Sale; place: VisitPlace; otpNo: string }, { mdtrtId: string }> = {
  infno: '2201',
  title: '门诊挂号',
  input: ({ sale, place: { department, doctor }, otpNo }, context) => ({
    data: fillRow(context.profile.edition, '2201', 'data', {
      psn_no: sale.psnNo,
      insutype: sale.insurance,
      begntime: dateTimeText(sale.at),
      ...credentialFor(sale),
      ...identityFor('2201', sale, context),
      ipt_otp_no: otpNo,
      atddr_no: doctor.code,
      dr_name: doctor.name,
      dept_code: department.code,
      dept_name: department.name,
      caty: department.category,
    }),
  }),
  read: (output) => {
    const mdtrtId = readOne(output, 'data')?.maybe('mdtrt_id')
    return mdtrtId === undefined ? undefined : { mdtrtId }
  },
}

/** 2202 门诊挂号撤销, of a visit in which nothing is charged any more. */
export const cancelRegistration: Operation<VisitKey & { otpNo: string }, Record<never, never>> = {
  infno: '2202',
  title: '门诊挂号撤销',
  input: ({ mdtrtId, psnNo, otpNo }, { profile }) => ({
    data: fillRow(profile.edition, '2202', 'data', { psn_no: psnNo, mdtrt_id: mdtrtId, ipt_otp_no: otpNo }),
  }),
  read: () => ({}),
}

interface Described extends VisitKey {
  sale: Sale
  place: VisitPlace
  diagnosis: Named
  /** main_cond_dscr: what the prescription says, in its own words */
  condition?: string
}

/** 2203 门诊就诊信息上传: the kind of the visit and its one diagnosis. */
export const describeVisit: Operation<Described, Record<never, never>> = {
  infno: '2203',
  title: '门诊就诊信息上传',
  input: ({ mdtrtId, psnNo, sale, place, diagnosis, condition }, { profile }) => {
    const at = dateTimeText(sale.at)
    // Hunan demands a disease of every visit (notes 8): the registered one, else what the visit is for. Elsewhere a code of
    // the diagnosis catalogue has no place among the diseases.
    const disease = sale.disease ?? (profile.edition === 'HN' ? diagnosis : undefined)
    return {
      mdtrtinfo: fillRow(profile.edition, '2203', 'mdtrtinfo', {
        mdtrt_id: mdtrtId,
        psn_no: psnNo,
        med_type: sale.medicalType,
        begntime: at,
        main_cond_dscr: condition,
        dise_codg: disease?.code,
        dise_name: disease?.name,
      }),
      diseinfo: [
        fillRow(profile.edition, '2203', 'diseinfo', {
          diag_type: '1',
          diag_srt_no: '1',
          diag_code: diagnosis.code,
          diag_name: diagnosis.name,
          diag_dept: place.department.name,
          dise_dor_no: place.doctor.code,
          dise_dor_name: place.doctor.name,
          diag_time: at,
          vali_flag: '1',
        }),
      ],
    }
  },
  read: () => ({}),
}

/**
 * 2204 门诊费用明细信息上传: one batch of charge lines; answers the split of each. No edition has a place for trace codes in its
 * table, and none is known of any area's (drugtracinfo is 2101's and 2102's): those of a visit's packs are told by 3505.
 */
export const chargeVisit: Operation<VisitKey & { sale: Sale; place: VisitPlace; batch: string }, SplitLine[]> = {
  infno: '2204',
  title: '门诊费用明细信息上传',
  input: ({ mdtrtId, psnNo, sale, place: { department, doctor }, batch }, { profile }) => ({
    feedetail: sale.lines.map((line) =>
      fillRow(profile.edition, '2204', 'feedetail', {
        ...lineOf(line, sale),
        mdtrt_id: mdtrtId,
        psn_no: psnNo,
        chrg_bchno: batch,
        dise_codg: sale.disease?.code,
        bilg_dept_codg: department.code,
        bilg_dept_name: department.name,
        bilg_dr_codg: doctor.code,
        bilg_dr_name: doctor.name,
        // A drug of limited use is reimbursed where somebody has approved it (notes 8): whoever prescribed it did.
        hosp_appr_flag: line.outsidePrescription ? '1' : '0',
      }),
    ),
  }),
  read: (output) => {
    const rows = readRows(output, 'result').map(readSplitLine)
    return rows.length ? rows : undefined
  },
}

/** The batch number of 2205 that stands for every line which nothing has settled. */
const everything = '0000'

/** 2205 门诊费用明细信息撤销, of all lines of a visit that nothing has settled. */
export const withdrawFees: Operation<VisitKey, Record<never, never>> = {
  infno: '2205',
  title: '门诊费用明细信息撤销',
  input: ({ mdtrtId, psnNo }, { profile }) => ({
    data: fillRow(profile.edition, '2205', 'data', { mdtrt_id: mdtrtId, chrg_bchno: everything, psn_no: psnNo }),
  }),
  read: () => ({}),
}
