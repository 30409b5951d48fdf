import { type Counting, countingOf } from '../fund-sum.ts'
import type { Json } from '../json.ts'
import type { Operation } from '../operation.ts'
import type { CentreProfile } from '../profile.ts'
import { type Reader, readOne } from '../reader.ts'
import { type FundPart, readFunds, readMoney, type SettlementMoney } from './money.ts'
import { type Sale, saleInput } from './settlement-input.ts'
import { readSplitLines, type SplitLine } from './split-lines.ts'

/** `setlinfo`, `setldetail` and `detlcutinfo` of an answer. */
export interface Settlement extends SettlementMoney, Counting {
  /** setl_id; '' in a presettlement */
  setlId: string
  /** mdtrt_id */
  mdtrtId: string
  psnNo: string
  /** pool_prop_selfpay: the fund's share in 1/10 000, despite its name */
  poolRatio: number
  /** medins_setl_id = our msgid */
  medinsSetlId: string
  /** clr_optins, clr_way, clr_type: 3201 groups by them */
  clrOptins: string
  clrWay: string
  clrType: string
  /** setl_time, yyyy-MM-dd HH:mm:ss on the centre's clock: decides the reconciliation day; '' when unreadable */
  setlTime: string
  /** insutype, psn_type, med_type; '' where the answer has none (2103) */
  insurance: string
  personType: string
  medicalType: string
  funds: FundPart[]
  lines: SplitLine[]
}

/** Reads the shape that 2101, 2102, 2103, 2206, 2207, 2208 and 5203 share; the lines of a visit are 2204's. */
export const readSettlement = (row: Reader, output: Json, profile: CentreProfile): Settlement => ({
  setlId: row.text('setl_id'),
  mdtrtId: row.text('mdtrt_id'),
  psnNo: row.text('psn_no'),
  poolRatio: row.ratio('pool_prop_selfpay'),
  medinsSetlId: row.text('medins_setl_id'),
  clrOptins: row.text('clr_optins'),
  clrWay: row.text('clr_way'),
  clrType: row.text('clr_type'),
  setlTime: row.time('setl_time'),
  insurance: row.text('insutype'),
  personType: row.text('psn_type'),
  medicalType: row.text('med_type'),
  ...readMoney(row, profile),
  funds: readFunds(output),
  lines: readSplitLines(output),
  ...countingOf(profile),
})

/** What 2101 and 2206 answer; undefined without a total. */
export const readPriced = (output: Json, profile: CentreProfile): Settlement | undefined => {
  const row = readOne(output, 'setlinfo')
  return row?.maybe('medfee_sumamt') ? readSettlement(row, output, profile) : undefined
}

/** What was booked. Without setl_id the answer is unreadable: booked, but nobody knows as what. */
export const readBooked = (output: Json, profile: CentreProfile): Settlement | undefined => {
  const row = readOne(output, 'setlinfo')
  return row?.maybe('setl_id') ? readSettlement(row, output, profile) : undefined
}

/** 2101 药店预结算: what 2102 would book. `balance` may be the one before. */
export const presettle: Operation<Sale, Settlement> = {
  infno: '2101',
  title: '药店预结算',
  input: (sale, context) => saleInput('2101', sale, context),
  read: readPriced,
}

/** 2102 药店结算: books. */
export const settle: Operation<Sale, Settlement> = {
  infno: '2102',
  title: '药店结算',
  input: (sale, context) => saleInput('2102', sale, context),
  read: readBooked,
}
