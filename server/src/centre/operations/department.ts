import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import type { CentreProfile } from '../profile.ts'
import { readRows } from '../reader.ts'

/** A department of an institution; days are yyyy-MM-dd, what may be empty is ''. */
export interface Department {
  /** hosp_dept_codg, unique inside the institution. */
  code: string
  name: string
  /** caty (dictionary dept) */
  category: string
  beginDay: string
  endDay: string
  intro: string
  head: string
  phone: string
  /** dept_med_serv_scp: what it does for patients. */
  services: string
  /** dept_estbdat */
  establishedOn: string
  beds: number
  insuredBeds: number
  /** poolarea_no */
  areaCode: string
  doctors: number
  pharmacists: number
  nurses: number
  technicians: number
  memo: string
}

/** Rows of one 3401A: its message must stay under 40000 characters (envelope). */
export const departmentsAtOnce = 20

// DT fields want a time; what people give is a day.
const moment = (day: string) => day && `${day} 00:00:00`

const valuesOf = (one: Department): Record<string, string> => ({
  ...{ hosp_dept_codg: one.code, hosp_dept_name: one.name, caty: one.category },
  ...{ begntime: moment(one.beginDay), endtime: moment(one.endDay), itro: one.intro },
  ...{ dept_resper_name: one.head, dept_resper_tel: one.phone, dept_med_serv_scp: one.services },
  ...{ dept_estbdat: moment(one.establishedOn), aprv_bed_cnt: `${one.beds}`, hi_crtf_bed_cnt: `${one.insuredBeds}` },
  ...{ poolarea_no: one.areaCode, dr_psncnt: `${one.doctors}`, phar_psncnt: `${one.pharmacists}` },
  ...{ nurs_psncnt: `${one.nurses}`, tecn_psncnt: `${one.technicians}`, memo: one.memo },
})

const rowOf = ({ edition }: CentreProfile, infno: string, one: Department) =>
  fillRow(edition, infno, 'deptinfo', valuesOf(one))

/** 3401 科室信息上传, one department the centre does not know. */
export const addDepartment: Operation<Department, true> = {
  infno: '3401',
  title: '科室信息上传',
  input: (one, { profile }) => ({ deptinfo: rowOf(profile, '3401', one) }),
  read: () => true,
}

/** 3401A 批量科室信息上传: all of them or none. */
export const addDepartments: Operation<readonly Department[], true> = {
  infno: '3401A',
  title: '批量科室信息上传',
  input: (some, { profile }) => ({ deptinfo: some.map((one) => rowOf(profile, '3401A', one)) }),
  read: () => true,
}

/** 3402 科室信息变更, one department the centre knows. */
export const changeDepartment: Operation<Department, true> = {
  infno: '3402',
  title: '科室信息变更',
  input: (one, { profile }) => ({ deptinfo: rowOf(profile, '3402', one) }),
  read: () => true,
}

/** 3403 科室信息撤销; its begntime is a day, unlike that of the others. */
export const withdrawDepartment: Operation<Pick<Department, 'code' | 'name' | 'beginDay'>, true> = {
  infno: '3403',
  title: '科室信息撤销',
  input: ({ code, name, beginDay }, { profile }) => ({
    data: fillRow(profile.edition, '3403', 'data', { hosp_dept_codg: code, hosp_dept_name: name, begntime: beginDay }),
  }),
  read: () => true,
}

/** 5101 科室信息查询: every department of the sending institution; it takes no input. */
export const queryDepartments: Operation<null, Department[]> = {
  infno: '5101',
  title: '科室信息查询',
  input: () => ({}),
  read: (output) =>
    readRows(output, 'feedetail').map((row) => {
      const day = (name: string) => row.text(name).slice(0, 10)
      const count = (name: string) => Number(row.scaled(name, 0))
      return {
        ...{ code: row.text('hosp_dept_codg'), name: row.text('hosp_dept_name'), category: row.text('caty') },
        ...{ beginDay: day('begntime'), endDay: day('endtime'), intro: row.text('itro') },
        ...{ head: row.text('dept_resper_name'), phone: row.text('dept_resper_tel') },
        ...{ services: row.text('dept_med_serv_scp'), establishedOn: day('dept_estbdat') },
        ...{ beds: count('aprv_bed_cnt'), insuredBeds: count('hi_crtf_bed_cnt'), areaCode: row.text('poolarea_no') },
        ...{ doctors: count('dr_psncnt'), pharmacists: count('phar_psncnt'), nurses: count('nurs_psncnt') },
        ...{ technicians: count('tecn_psncnt'), memo: row.text('memo') },
      }
    }),
}
