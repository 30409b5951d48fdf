import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readRows } from '../reader.ts'

/** prac_psn_type (dictionary medins_psn_type): who works at an institution. */
export const staffTypes = { doctor: '1', nurse: '2', pharmacist: '3', technician: '4' } as const
export type StaffType = keyof typeof staffTypes

/** A practitioner as the centre has him registered. */
export interface Practitioner {
  /** prac_psn_code, the national code. */
  code: string
  name: string
  type: string
  /** psn_cert_type and certno: personal, sealed before it is kept. */
  certType: string
  certNo: string
  /** prac_psn_no, the institution's own number. */
  ownNo: string
  /** prac_psn_cert, of the qualification; prac_cert_no, of the licence to practise. */
  certificateNo: string
  practiceNo: string
  /** hi_dr_flag: may prescribe on insurance. */
  insured: boolean
  /** begntime, endtime and chg_rea as they came. */
  from: string
  until: string
  changeReason: string
}

/** 5102 医执人员信息查询: everybody of one kind at the sending institution, narrowed by name or national code. */
export const queryStaff: Operation<{ type: StaffType; name?: string; code?: string }, Practitioner[]> = {
  infno: '5102',
  title: '医执人员信息查询',
  input: ({ type, name, code }, { profile }) => ({
    data: fillRow(profile.edition, '5102', 'data', {
      prac_psn_type: staffTypes[type],
      prac_psn_name: name,
      prac_psn_code: code,
    }),
  }),
  read: (output) =>
    readRows(output, 'feedetail').map((row) => ({
      code: row.text('prac_psn_code'),
      name: row.text('prac_psn_name'),
      type: row.text('prac_psn_type'),
      certType: row.text('psn_cert_type'),
      certNo: row.text('certno'),
      ownNo: row.text('prac_psn_no'),
      certificateNo: row.text('prac_psn_cert'),
      practiceNo: row.text('prac_cert_no'),
      insured: row.flag('hi_dr_flag'),
      from: row.text('begntime'),
      until: row.text('endtime'),
      changeReason: row.text('chg_rea'),
    })),
}
