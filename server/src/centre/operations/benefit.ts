import { dateTimeText } from '../china-time.ts'
import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readRows } from '../reader.ts'

interface BenefitQuery {
  psnNo: string
  /** insutype */
  insurance: string
  /** med_type */
  medicalType: string
  /** begntime, endtime */
  from: Date
  until?: Date
  /** dise_codg, dise_name */
  disease?: { code: string; name: string }
}

/** One benefit: a row of `trtinfo`. */
interface Benefit {
  /** trt_chk_type: 01 fund, 99 other */
  checkType: string
  /** fund_pay_type */
  fund: string
  /** trt_enjymnt_flag */
  enjoyed: boolean
  /** begndate, enddate */
  from: string
  until?: string
  /** trt_chk_rslt: why it is not enjoyed */
  reason?: string
}

/** 2001 人员待遇享受检查. */
export const checkBenefit: Operation<BenefitQuery, Benefit[]> = {
  infno: '2001',
  title: '人员待遇享受检查',
  input: ({ psnNo, insurance, medicalType, from, until, disease }, { profile, sender }) => ({
    data: fillRow(profile.edition, '2001', 'data', {
      psn_no: psnNo,
      insutype: insurance,
      fixmedins_code: sender.fixmedinsCode,
      med_type: medicalType,
      begntime: dateTimeText(from),
      endtime: until && dateTimeText(until),
      dise_codg: disease?.code,
      dise_name: disease?.name,
    }),
  }),
  read: (output) =>
    readRows(output, 'trtinfo').map((row) => ({
      checkType: row.text('trt_chk_type'),
      fund: row.text('fund_pay_type'),
      enjoyed: row.flag('trt_enjymnt_flag'),
      from: row.text('begndate'),
      until: row.maybe('enddate'),
      reason: row.maybe('trt_chk_rslt'),
    })),
}
