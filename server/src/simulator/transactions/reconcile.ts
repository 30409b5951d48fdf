import { fen, yuan } from '../money/fixed.ts'
import { refuse } from '../refusal.ts'
import { hasOption } from '../store/options.ts'
import { type BookRow, between, hasGroup } from '../store/settlements.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'

/**
 * The centre's rows that a 3201 or 3202 speaks of, their fund as the area counts it. Dates cover 00:00:00 to 23:59:59 by
 * the centre's setl_time.
 */
export const rowsFor = (call: Call, given: Texts): BookRow[] => {
  if (given.stmt_begndate! > given.stmt_enddate!) refuse('【对账开始日期 stmt_begndate】晚于结束日期')
  // Its nightly list is not made yet: single settlements (5203) are there all the same.
  if (hasOption(call.store, call.institution.area, 'lateStatement')) return []
  const rows = between(
    call.store,
    call.institution.code,
    `${given.stmt_begndate} 00:00:00`,
    `${given.stmt_enddate} 23:59:59`,
  ).filter(
    (row) =>
      row.clr_optins === given.setl_optins &&
      (!given.insutype || row.insutype === given.insutype) &&
      (!given.clr_type || row.clr_type === given.clr_type) &&
      (!given.refd_setl_flag || String(row.refd) === given.refd_setl_flag),
  )
  if (!hasOption(call.store, call.institution.area, 'accountInFund')) return rows
  return rows.map((row) => ({ ...row, fund: row.fund + row.acct }))
}

interface Totals {
  count: number
  medfee: number
  fund: number
  acct: number
}

/** Signed sums in fen; a reversal is a row of its own with negative amounts, so it counts and is subtracted. */
export const totals = (rows: Omit<Totals, 'count'>[]): Totals =>
  rows.reduce<Totals>(
    (sum, row) => ({
      count: sum.count + 1,
      medfee: sum.medfee + row.medfee,
      fund: sum.fund + row.fund,
      acct: sum.acct + row.acct,
    }),
    { count: 0, medfee: 0, fund: 0, acct: 0 },
  )

/**
 * The same of one group, as 3201 and 1320 speak of it. Some areas net its count: a reversal takes its settlement off it. Some
 * refuse what the institution has never settled under.
 */
export const groupTotals = (call: Call, given: Texts, rows: BookRow[]): Totals => {
  const { store, institution } = call
  const { setl_optins = '', insutype = '', clr_type = '' } = given
  const known = () => hasGroup(store, institution.code, [setl_optins, insutype, clr_type])
  if (hasOption(store, institution.area, 'knownGroups') && !known())
    refuse(`未查询到该机构在 ${setl_optins} 险种 ${insutype} 的结算，不能对账`)
  const all = totals(rows)
  if (!hasOption(store, institution.area, 'netCount')) return all
  return { ...all, count: all.count - 2 * rows.filter(({ refd }) => refd === 1).length }
}

/** 3201 对总账. */
export const statement: Handler = (call) => {
  const given = textsOf(call, 'data')
  const own = groupTotals(call, given, rowsFor(call, given))
  const pairs: [string, string, string][] = [
    ['医疗费总额', yuan(own.medfee), yuan(fen(given.medfee_sumamt!))],
    ['基金支付总额', yuan(own.fund), yuan(fen(given.fund_pay_sumamt!))],
    ['个人账户支付', yuan(own.acct), yuan(fen(given.acct_pay!))],
    ['笔数', String(own.count), String(Number(given.fixmedins_setl_cnt))],
  ]
  const differing = pairs.filter(([, centre, shop]) => centre !== shop)
  const more = own.medfee > fen(given.medfee_sumamt!) || own.count > Number(given.fixmedins_setl_cnt) ? '1' : '2'
  const sameCount = own.count === Number(given.fixmedins_setl_cnt)
  const unequal = call.profile.province === 'HN' ? '1' : sameCount ? '3' : more
  return {
    stmtinfo: {
      setl_optins: given.setl_optins!,
      stmt_rslt: differing.length === 0 ? '0' : unequal,
      stmt_rslt_dscr:
        differing.length === 0
          ? '对账平'
          : differing.map(([what, centre, shop]) => `${what}：中心 ${centre}，机构 ${shop}`).join('；'),
    },
  }
}
