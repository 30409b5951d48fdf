import { fenText } from '../decimal.ts'
import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { type Reader, readRows } from '../reader.ts'

/** What was answered about a row: confirmed or not (cnfm_flag 1, 0). */
export type ClearingVerdict = 'confirmed' | 'refused'

/** A settlement of a person insured elsewhere, or its reversal, as the centre clears it (3260); fen. */
export interface Clearing {
  seqno: string
  /** 结算流水号; '' where the centre gives none. A settlement and its reversal may bear one. */
  setlSn: string
  /** '' where the centre gives none. */
  mdtrtId: string
  certNo: string
  /** yyyy-MM-dd HH:mm:ss as sent */
  settledAt: string
  /** fulamt_advpay_flag */
  advance: boolean
  total: number
  /** optins_pay_sumamt: what the organisation pays */
  paid: number
  /** What the centre holds as our answer; undefined where it does not tell. */
  answered: ClearingVerdict | 'none' | undefined
}

/** A page of a month's clearing; month is yyyy-MM, rows are counted from 1. */
interface ClearingPage {
  month: string
  start: number
}

/** Rows of one page, and most of one 3261 (domain.md 2.10). */
export const clearingPageRows = 100

const period = (month: string) => ({ trt_year: month.slice(0, 4), trt_month: month.slice(5) })
const answers: Readonly<Record<string, Clearing['answered']>> = { 0: 'refused', 1: 'confirmed', 2: 'none' }
const flagOf = { confirmed: '1', refused: '0' } as const

const rowOf = (row: Reader): Clearing => ({
  ...{ seqno: row.text('seqno'), setlSn: row.text('setl_sn'), mdtrtId: row.text('mdtrt_id') },
  ...{ certNo: row.text('certno'), settledAt: row.time('mdtrt_setl_time'), advance: row.flag('fulamt_advpay_flag') },
  ...{ total: row.fen('medfee_sumamt'), paid: row.fen('optins_pay_sumamt') },
  answered: answers[row.text('cnfm_flag')],
})

/** 3260 异地清分明细提取. */
export const clearingRows: Operation<ClearingPage, Clearing[]> = {
  infno: '3260',
  title: '异地清分明细提取',
  input: ({ month, start }, { profile }) => ({
    data: fillRow(profile.edition, '3260', 'data', { ...period(month), startrow: String(start) }),
  }),
  read: (output) => readRows(output, 'data').map(rowOf),
}

/** What is answered about a month's rows, at most `clearingPageRows` at once. */
interface ClearingAnswer {
  month: string
  rows: readonly (Pick<Clearing, 'certNo' | 'mdtrtId' | 'settledAt' | 'setlSn' | 'total' | 'paid'> & {
    verdict: ClearingVerdict
  })[]
}

/** 3261 异地清分结果确认. */
export const confirmClearing: Operation<ClearingAnswer, true> = {
  infno: '3261',
  title: '异地清分结果确认',
  input: ({ month, rows }, { profile }) => ({
    data: fillRow(profile.edition, '3261', 'data', { ...period(month), totalrow: String(rows.length) }),
    detail: rows.map((row) =>
      fillRow(profile.edition, '3261', 'detail', {
        ...{ certno: row.certNo, mdtrt_id: row.mdtrtId, mdtrt_setl_time: row.settledAt, setl_sn: row.setlSn },
        ...{ medfee_sumamt: fenText(row.total), optins_pay_sumamt: fenText(row.paid) },
        cnfm_flag: flagOf[row.verdict],
      }),
    ),
  }),
  read: () => true,
}

/** 3262 异地清分确认回退: the whole confirmation of a month. */
export const rollBackClearing: Operation<{ month: string }, true> = {
  infno: '3262',
  title: '异地清分确认回退',
  input: ({ month }, { profile }) => ({
    data: fillRow(profile.edition, '3262', 'data', { ...period(month), otransid: '0' }),
  }),
  read: () => true,
}
