import { fillRow } from '../fill.ts'
import type { Json } from '../json.ts'
import { rowsIn } from '../names.ts'
import type { Operation } from '../operation.ts'
import { type Reader, readerOf, readOne } from '../reader.ts'
import { fieldsOf } from '../standard.ts'
import { unnamedRows } from '../unnamed-rows.ts'
import { readSettlement, type Settlement } from './settlement.ts'
import { readSplitLine, type SplitLine } from './split-lines.ts'

/** What 5203 knows of a settlement. */
export interface QueriedSettlement extends Settlement {
  name: string
  /** refd_setl_flag: refunded. Amounts stay as the centre sends them: by the id of the original they are its own */
  refunded: boolean
  /** fixmedins_code, invono */
  fixmedinsCode: string
  invoiceNo?: string
  diseaseCode?: string
  diseaseName?: string
}

/** 5203 结算信息查询. Its medinsSetlId tells whether a settlement is ours (DESIGN 7). */
export const querySettlement: Operation<{ psnNo: string; setlId: string; mdtrtId: string }, QueriedSettlement> = {
  infno: '5203',
  title: '结算信息查询',
  input: ({ psnNo, setlId, mdtrtId }, { profile }) => ({
    data: fillRow(profile.edition, '5203', 'data', { psn_no: psnNo, setl_id: setlId, mdtrt_id: mdtrtId }),
  }),
  read: (output, profile) => {
    const row = readOne(output, 'setlinfo')
    if (!row?.maybe('setl_id')) return undefined
    return {
      ...readSettlement(row, output, profile),
      name: row.text('psn_name'),
      refunded: row.flag('refd_setl_flag'),
      fixmedinsCode: row.text('fixmedins_code'),
      invoiceNo: row.maybe('invono'),
      diseaseCode: row.maybe('dise_codg'),
      diseaseName: row.maybe('dise_name'),
    }
  },
}

/** Whether an answer says nothing at all, under whatever names. */
const isEmpty = (value: Json): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isEmpty) : value === null || value === ''

/** The same of a settlement that may not be there: a yes without a word is a centre's other way to say that it has none. */
export const lookForSettlement: Operation<
  { psnNo: string; setlId: string; mdtrtId: string },
  QueriedSettlement | 'none'
> = {
  ...querySettlement,
  read: (output, profile) => (isEmpty(output) ? 'none' : querySettlement.read(output, profile)),
}

/** One line as 5204 gives it. */
interface QueriedLine extends SplitLine {
  mdtrtId: string
  setlId: string
  /** fee_ocur_time */
  at: string
  /** med_list_codg, medins_list_codg, medins_list_name, spec */
  nationalCode: string
  itemCode: string
  itemName: string
  spec?: string
  /** sin_dos_dscr, used_frqu_dscr, medc_way_dscr, prd_days in whole days; absent where it was sold without. */
  dosage?: { dose?: string; frequency?: string; way?: string; days?: number }
  /** tcmdrug_used_way: 1 compound, 2 single */
  herbsUse?: '1' | '2'
}

const dosageOf = (row: Reader): QueriedLine['dosage'] => {
  const days = Number(row.scaled('prd_days', 2) / 100n)
  const said = {
    ...{ dose: row.maybe('sin_dos_dscr'), frequency: row.maybe('used_frqu_dscr') },
    ...{ way: row.maybe('medc_way_dscr'), days: days > 0 ? days : undefined },
  }
  return Object.values(said).some((one) => one !== undefined) ? said : undefined
}

const useOf = (row: Reader): QueriedLine['herbsUse'] => {
  const use = row.text('tcmdrug_used_way')
  return use === '1' || use === '2' ? use : undefined
}

/** 5204 费用明细查询. Hunan demands setlId; Jiangxi lists a visit's lines without it and so tells the setlId. */
export const queryLines: Operation<{ psnNo: string; mdtrtId: string; setlId?: string }, QueriedLine[]> = {
  infno: '5204',
  title: '费用明细查询',
  input: ({ psnNo, mdtrtId, setlId }, { profile }) => ({
    data: fillRow(profile.edition, '5204', 'data', { psn_no: psnNo, setl_id: setlId, mdtrt_id: mdtrtId }),
  }),
  read: (output, { edition }) =>
    rowsIn(unnamedRows(output, fieldsOf(edition, '5204', 'out')))
      .map(readerOf)
      .map((row) => ({
        ...readSplitLine(row),
        mdtrtId: row.text('mdtrt_id'),
        setlId: row.text('setl_id'),
        at: row.text('fee_ocur_time'),
        nationalCode: row.text('med_list_codg'),
        itemCode: row.text('medins_list_codg'),
        itemName: row.text('medins_list_name'),
        spec: row.maybe('spec'),
        dosage: dosageOf(row),
        herbsUse: useOf(row),
      })),
}
