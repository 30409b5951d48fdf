import { fillRow } from '../fill.ts'
import { fundsOf } from '../fund-sum.ts'
import type { InputContext, Operation } from '../operation.ts'
import type { CentreProfile } from '../profile.ts'
import { type Reader, readOne, readRows } from '../reader.ts'
import { asRefund } from '../refund-sign.ts'

/** Whose figures are asked for: a 3201's group and days. */
export interface FigureGroup {
  /** insutype */
  insurance: string
  clrType: string
  setlOptins: string
  /** yyyy-MM-dd, both included */
  from: string
  until: string
  /** refd_setl_flag; absent = not sent */
  refunded?: boolean
}

/** What a centre holds of a group, fen; what is neither pooled fund nor account nor cash is the other funds'. */
export interface Figures {
  count: number
  total: number
  pool: number
  /** 大额、公务员、救助 and whatever other fund paid. */
  aid: number
  account: number
  cash: number
}

/** One settlement of it, or its reversal (negative). */
export interface FigureRow extends Omit<Figures, 'count'> {
  setlId: string
  mdtrtId: string
  psnNo: string
  msgid: string
  /** yyyy-MM-dd HH:mm:ss */
  settledAt: string
  refunded: boolean
}

/** Rows of one page of 1321. */
export const figurePageRows = 100

const dataOf = (infno: string, group: FigureGroup, { profile }: InputContext, more: Record<string, string> = {}) =>
  fillRow(profile.edition, infno, 'data', {
    ...{ insutype: group.insurance, clr_type: group.clrType, setl_optins: group.setlOptins },
    ...{ stmt_begndate: group.from, stmt_enddate: group.until, ...more },
    refd_setl_flag: group.refunded === undefined ? undefined : group.refunded ? '1' : '0',
  })

const money = (row: Reader, profile: CentreProfile): Omit<Figures, 'count'> => {
  const [pool, account] = [row.fen('hifp_pay'), row.fen('acct_pay')]
  const aid = fundsOf(profile, row.fen('fund_pay_sumamt'), account) - pool
  return { total: row.fen('medfee_sumamt'), pool, aid, account, cash: row.fen('psn_cash_pay') }
}

/** 1320 对账总额查询: what the centre itself holds, not a verdict (domain.md 5.5). */
export const centreTotals: Operation<FigureGroup, Figures> = {
  infno: '1320',
  title: '对账总额查询',
  input: (group, context) => ({ data: dataOf('1320', group, context) }),
  read: (output, profile) => {
    const row = readOne(output, 'stmtinfo')
    if (!row || row.maybeFen('medfee_sumamt') === undefined) return undefined
    return { count: Number(row.scaled('fixmedins_setl_cnt', 0)), ...money(row, profile) }
  },
}

/** 1321 对账明细查询: a page of the same, row by row, from `start` (from 1). */
export const centreDetails: Operation<FigureGroup & { start: number }, FigureRow[]> = {
  infno: '1321',
  title: '对账明细查询',
  input: (group, context) => ({ data: dataOf('1321', group, context, { startrow: String(group.start) }) }),
  read: (output, profile) => {
    const rows = readRows(output, 'data').map((row) => ({
      ...{ setlId: row.text('setl_id'), mdtrtId: row.text('mdtrt_id'), psnNo: row.text('psn_no') },
      ...{ msgid: row.text('msgid'), settledAt: row.time('setl_time'), refunded: row.flag('refd_setl_flag') },
      ...(row.flag('refd_setl_flag') ? asRefund(money(row, profile)) : money(row, profile)),
    }))
    return rows.every(({ setlId }) => setlId) ? rows : undefined
  },
}
