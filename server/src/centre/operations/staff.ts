import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readRows } from '../reader.ts'

/** prac_psn_type (dictionary medins_psn_type): who works at an institution. */
export const staffTypes = { doctor: '1', nurse: '2', pharmacist: '3', technician: '4' } as const
export type StaffType = keyof typeof staffTypes

/** A registered practitioner, without the number of the certificate: nothing here needs it. */
export interface Practitioner {
  /** prac_psn_code, the national code. */
  code: string
  name: string
  type: string
}

/** 5102 医执人员信息查询: everybody of one kind at the sending institution. */
export const queryStaff: Operation<{ type: StaffType }, Practitioner[]> = {
  infno: '5102',
  title: '医执人员信息查询',
  input: ({ type }, { profile }) => ({
    data: fillRow(profile.edition, '5102', 'data', { prac_psn_type: staffTypes[type] }),
  }),
  read: (output) =>
    readRows(output, 'feedetail').map((row) => ({
      code: row.text('prac_psn_code'),
      name: row.text('prac_psn_name'),
      type: row.text('prac_psn_type'),
    })),
}
