import { fenText } from '../decimal.ts'
import { type DiffType, diffTypeOf } from '../dictionaries.ts'
import { fillRow } from '../fill.ts'
import { fundSum } from '../fund-sum.ts'
import type { Operation } from '../operation.ts'
import { readOne } from '../reader.ts'

/** One group of the total check: what 3201 sums up (domain.md 5.1). Signed sums in fen. */
interface TotalGroup {
  /** insutype */
  insurance: string
  /** clr_type */
  clrType: string
  /** setl_optins = the clr_optins of the settlements */
  setlOptins: string
  /** stmt_begndate, stmt_enddate: yyyy-MM-dd, both included, by setl_time */
  from: string
  until: string
  total: number
  fundTotal: number
  account: number
  /** fixmedins_setl_cnt */
  count: number
  /** refd_setl_flag; absent = not sent */
  refunded?: boolean
}

/** stmtinfo of 3201. */
interface TotalVerdict {
  /** stmt_rslt as sent, and our class of it */
  code: string
  diff: DiffType
  /** stmt_rslt_dscr */
  description?: string
  setlOptins?: string
}

const flagText = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? '1' : '0')

/** 3201 医药机构费用结算对总账. */
export const checkTotals: Operation<TotalGroup, TotalVerdict> = {
  infno: '3201',
  title: '医药机构费用结算对总账',
  input: (group, { profile }) => ({
    data: fillRow(profile.edition, '3201', 'data', {
      insutype: group.insurance,
      clr_type: group.clrType,
      setl_optins: group.setlOptins,
      stmt_begndate: group.from,
      stmt_enddate: group.until,
      medfee_sumamt: fenText(group.total),
      fund_pay_sumamt: fenText(fundSum(profile, group.fundTotal, group.account)),
      acct_pay: fenText(group.account),
      fixmedins_setl_cnt: String(group.count),
      refd_setl_flag: flagText(group.refunded),
    }),
  }),
  read: (output, { stmtRslt }) => {
    const row = readOne(output, 'stmtinfo')
    const code = row?.maybe('stmt_rslt')
    if (!row || code === undefined) return undefined
    return {
      code,
      diff: diffTypeOf(stmtRslt, code),
      description: row.maybe('stmt_rslt_dscr'),
      setlOptins: row.maybe('setl_optins'),
    }
  },
}

/** What 3202 asks: the sums must cover exactly the rows of the uploaded file. No insurance: one call covers all. */
interface DetailGroup {
  setlOptins: string
  /** clr_type: demanded in Hunan */
  clrType?: string
  /** file_qury_no of 9101 */
  fileQuryNo: string
  from: string
  until: string
  total: number
  fundTotal: number
  /** Not asked, but some areas count it among the funds. */
  account: number
  /** cash_payamt */
  cash: number
  count: number
  refunded?: boolean
}

/** Where the result file waits: arguments of 9102. */
export interface FileTicket {
  /** file_qury_no */
  fileQuryNo: string
  filename: string
  /** dld_endtime: fetch it before */
  downloadUntil?: string
}

/** 3202 医药机构费用结算对明细账. */
export const checkDetails: Operation<DetailGroup, FileTicket> = {
  infno: '3202',
  title: '医药机构费用结算对明细账',
  input: (group, { profile }) => ({
    data: fillRow(profile.edition, '3202', 'data', {
      setl_optins: group.setlOptins,
      file_qury_no: group.fileQuryNo,
      stmt_begndate: group.from,
      stmt_enddate: group.until,
      medfee_sumamt: fenText(group.total),
      fund_pay_sumamt: fenText(fundSum(profile, group.fundTotal, group.account)),
      cash_payamt: fenText(group.cash),
      fixmedins_setl_cnt: String(group.count),
      clr_type: group.clrType,
      refd_setl_flag: flagText(group.refunded),
    }),
  }),
  read: (output) => {
    const row = readOne(output, 'fileinfo')
    const fileQuryNo = row?.maybe('file_qury_no')
    if (!row || fileQuryNo === undefined) return undefined
    return { fileQuryNo, filename: row.text('filename'), downloadUntil: row.maybe('dld_endtime') }
  },
}
