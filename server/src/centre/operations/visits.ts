import { dateTimeText } from '../china-time.ts'
import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readRows } from '../reader.ts'

/** One visit: a row of `mdtrtinfo`. */
export interface Visit {
  mdtrtId: string
  psnNo: string
  name: string
  /** insutype, psn_type, med_type */
  insurance: string
  personType: string
  medicalType: string
  /** begntime, endtime */
  from: string
  until?: string
  /** dise_codg, dise_name */
  diseaseCode?: string
  diseaseName?: string
}

interface VisitQuery {
  psnNo: string
  from: Date
  until: Date
  medicalType: string
  mdtrtId?: string
}

/** 5201 就诊信息查询: first step of the look-up of a lost settlement (DESIGN 7). */
export const queryVisits: Operation<VisitQuery, Visit[]> = {
  infno: '5201',
  title: '就诊信息查询',
  input: ({ psnNo, from, until, medicalType, mdtrtId }, { profile }) => ({
    data: fillRow(profile.edition, '5201', 'data', {
      psn_no: psnNo,
      begntime: dateTimeText(from),
      endtime: dateTimeText(until),
      med_type: medicalType,
      mdtrt_id: mdtrtId,
    }),
  }),
  read: (output) =>
    readRows(output, 'mdtrtinfo').map((row) => ({
      mdtrtId: row.text('mdtrt_id'),
      psnNo: row.text('psn_no'),
      name: row.text('psn_name'),
      insurance: row.text('insutype'),
      personType: row.text('psn_type'),
      medicalType: row.text('med_type'),
      from: row.text('begntime'),
      until: row.maybe('endtime'),
      diseaseCode: row.maybe('dise_codg'),
      diseaseName: row.maybe('dise_name'),
    })),
}
