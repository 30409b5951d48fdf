import { fen, yuan } from '../money/fixed.ts'
import { refuse } from '../refusal.ts'
import { type BookRow, bySetlId } from '../store/settlements.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'
import { groupTotals, rowsFor } from './reconcile.ts'

/** Rows of a page of 1321. */
const pageRows = 100

const asked = (call: Call): { given: Texts; rows: BookRow[] } => {
  if (!call.profile.figures) refuse(`本统筹区未开通对账金额查询（${call.infno}）`)
  const given = textsOf(call, 'data')
  return { given, rows: rowsFor(call, given) }
}

/** What the pooled fund paid of a row; a reversal's is negative like the rest of it. */
const pooled = (call: Call, { setl_id }: BookRow): number => {
  const { setlinfo } = (bySetlId(call.store, setl_id)?.output ?? {}) as { setlinfo?: Texts }
  return fen(String(setlinfo?.hifp_pay ?? '0'))
}

const money = (row: Pick<BookRow, 'medfee' | 'fund' | 'acct' | 'cash'>, hifp: number): Texts => ({
  ...{ medfee_sumamt: yuan(row.medfee), fund_pay_sumamt: yuan(row.fund), hifp_pay: yuan(hifp) },
  ...{ acct_pay: yuan(row.acct), psn_cash_pay: yuan(row.cash) },
})

/** 1320 对账总额查询: the centre's own sums of a group. */
export const centreTotals: Handler = (call) => {
  const { given, rows } = asked(call)
  const { count, ...sums } = groupTotals(call, given, rows)
  const sum = (of: (row: BookRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  const cash = sum((row) => row.cash)
  return {
    stmtinfo: {
      ...{ setl_optins: given.setl_optins!, fixmedins_setl_cnt: String(count) },
      ...money(
        { ...sums, cash },
        sum((row) => pooled(call, row)),
      ),
    },
  }
}

/** 1321 对账明细查询: the same row by row, a hundred from a row on. */
export const centreDetails: Handler = (call) => {
  const { given, rows } = asked(call)
  const start = Number(given.startrow)
  if (!Number.isInteger(start) || start < 1) refuse('【开始行数 startrow】应为从 1 起的整数')
  return {
    data: rows.slice(start - 1, start - 1 + pageRows).map((row) => ({
      ...{ setl_id: row.setl_id, mdtrt_id: row.mdtrt_id, psn_no: row.psn_no, msgid: row.msgid },
      ...{ setl_time: row.setl_time, refd_setl_flag: String(row.refd), ...money(row, pooled(call, row)) },
    })),
  }
}
