import { parseFen } from '../decimal.ts'
import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readRows } from '../reader.ts'

/** One accumulator: a row of `cuminfo`. Amounts and counts share the field, so both readings are given. */
export interface Accumulation {
  /** insutype */
  insurance: string
  year: string
  /** cum_ym, yyyyMM */
  month: string
  /** cum_type_code, e.g. C0000_BIZ41 (dictionary cum_type_code) */
  code: string
  /** cum: as text, and in fen where it is an amount */
  value: string
  fen: number
}

/** 5206 人员累计信息查询; `month` yyyyMM, absent = all. */
export const queryAccumulations: Operation<{ psnNo: string; month?: string }, Accumulation[]> = {
  infno: '5206',
  title: '人员累计信息查询',
  input: ({ psnNo, month }, { profile }) => ({
    data: fillRow(profile.edition, '5206', 'data', { psn_no: psnNo, cum_ym: month }),
  }),
  read: (output) =>
    readRows(output, 'cuminfo').map((row) => ({
      insurance: row.text('insutype'),
      year: row.text('year'),
      month: row.text('cum_ym'),
      code: row.text('cum_type_code'),
      value: row.text('cum'),
      fen: parseFen(row.text('cum')) ?? 0,
    })),
}

/** One registered chronic disease: a row of `feedetail` of 5301. */
interface ChronicRecord {
  /** opsp_dise_code, opsp_dise_name */
  code: string
  name: string
  /** begndate, enddate */
  from: string
  until?: string
}

/** 5301 人员慢特病备案查询. */
export const queryChronic: Operation<{ psnNo: string }, ChronicRecord[]> = {
  infno: '5301',
  title: '人员慢特病备案查询',
  input: ({ psnNo }, { profile }) => ({ data: fillRow(profile.edition, '5301', 'data', { psn_no: psnNo }) }),
  read: (output) =>
    readRows(output, 'feedetail').map((row) => ({
      code: row.text('opsp_dise_code'),
      name: row.text('opsp_dise_name'),
      from: row.text('begndate').slice(0, 10),
      until: row.maybe('enddate')?.slice(0, 10),
    })),
}
