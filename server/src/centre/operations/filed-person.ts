/** Whom an application is for, as 2591, 2595 and 2691 are told; what may be empty is ''. Days are yyyy-MM-dd. */
export interface FiledPerson {
  psnNo: string
  name: string
  certificateType: string
  certificateNo: string
  birthday: string
  gender: string
  nation: string
  employer: string
}

/** His fields by their plain names (names.ts). */
export const personFields = (one: FiledPerson): Record<string, string> => ({
  ...{ psn_no: one.psnNo, psn_name: one.name, brdy: one.birthday, gend: one.gender, naty: one.nation },
  // As the centre has told it: nothing is spelled anew.
  ...{ psn_cert_type: one.certificateType, certno: one.certificateNo },
  emp_name: one.employer,
})
