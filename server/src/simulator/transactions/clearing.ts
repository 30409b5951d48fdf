import { answer, type Clearing, clearingsOf } from '../clearing/book.ts'
import { fen, yuan } from '../money/fixed.ts'
import { refuse } from '../refusal.ts'
import { day } from '../time.ts'
import { type Call, type Handler, rowsOf, type Texts, textsOf } from './call.ts'

/** Rows of a page of 3260, and most of one 3261. */
const pageRows = 100
/** Last day of the next month on which a month is confirmed or rolled back. */
const lastDay = '25'

/** yyyyMM of a message; a month that is not over is not cleared yet. */
const monthOf = (call: Call): string => {
  const { trt_year, trt_month } = textsOf(call, 'data')
  const ym = `${trt_year}${trt_month}`
  if (call.profile.clearing === 'none') refuse(`本统筹区未开通异地清分（${call.infno}）`)
  if (!/^[1-9]\d{3}(0[1-9]|1[0-2])$/.test(ym)) refuse('【处理年度 trt_year】【处理月份 trt_month】不是有效的月份')
  if (ym >= day(call.now).slice(0, 7).replace('-', '')) refuse(`${ym} 尚未结束，不能清分`)
  return ym
}

const requireWindow = (call: Call, ym: string): void => {
  const [year, month] = [Number(ym.slice(0, 4)), Number(ym.slice(4))]
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
  const today = day(call.now)
  if (today > `${next}-${lastDay}`) refuse(`${ym} 的清分确认已于次月 ${lastDay} 日截止`)
}

const wire = (call: Call, row: Clearing): Texts => ({
  ...{ seqno: String(row.seqno), mdtrtarea: call.institution.area, medins_no: row.fixmedins_code, certno: row.certno },
  ...{ mdtrt_id: row.mdtrt_id, mdtrt_setl_time: row.setl_time, setl_sn: row.setl_sn, cnfm_flag: row.cnfm },
  ...{ fulamt_advpay_flag: row.advpay, medfee_sumamt: yuan(row.medfee), optins_pay_sumamt: yuan(row.optins) },
})

/** 3260 异地清分明细提取: a hundred rows from a row on. */
export const clearingPage: Handler = (call) => {
  const start = Number(textsOf(call, 'data').startrow)
  const ym = monthOf(call)
  if (!Number.isInteger(start) || start < 1) refuse('【开始行数 startrow】应为从 1 起的整数')
  const rows = clearingsOf(call.store, call.institution.code, ym)
  return { data: rows.slice(start - 1, start - 1 + pageRows).map((row) => wire(call, row)) }
}

/**
 * The row that is meant. Numbers are not one row's alone (a settlement and its reversal, a row that is listed twice): of
 * those with its sums, one that was not answered yet.
 */
const checked = (rows: readonly Clearing[], given: Texts): Clearing => {
  const sn = given.setl_sn!
  if (given.cnfm_flag !== '0' && given.cnfm_flag !== '1') refuse('【确认标志 cnfm_flag】应为 0 或 1')
  const numbered = rows.filter(({ setl_sn }) => setl_sn === sn)
  if (!numbered[0]) refuse(`结算流水号 ${sn} 不在该月的清分明细中`)
  const same = numbered.filter(({ mdtrt_id, certno }) => mdtrt_id === given.mdtrt_id && certno === given.certno)
  const first = same[0] ?? refuse(`结算流水号 ${sn} 的就诊或证件与中心不一致`)
  const [medfee, optins] = [fen(given.medfee_sumamt!), fen(given.optins_pay_sumamt!)]
  const meant = same.filter((row) => row.medfee === medfee && row.optins === optins)
  if (meant[0]) return meant.find(({ cnfm }) => cnfm === '2') ?? refuse(`结算流水号 ${sn} 已确认，不能重复确认`)
  const differ = (what: string, centre: number, shop: number) =>
    refuse(`结算流水号 ${sn} ${what}：中心 ${yuan(centre)}，机构 ${yuan(shop)}`)
  if (first.medfee !== medfee) differ('医疗费总额', first.medfee, medfee)
  return differ('经办机构支付总额', first.optins, optins)
}

/** 3261 异地清分结果确认: all of its rows or none. */
export const confirmClearing: Handler = (call) =>
  call.store.transaction(() => {
    const ym = monthOf(call)
    requireWindow(call, ym)
    const given = rowsOf(call, 'detail')
    if (Number(textsOf(call, 'data').totalrow) !== given.length) refuse('【总行数 totalrow】与明细行数不一致')
    if (given.length === 0 || given.length > pageRows) refuse(`明细应为 1 至 ${pageRows} 行`)
    const rows = clearingsOf(call.store, call.institution.code, ym)
    for (const one of given) answer(call.store, checked(rows, one), one.cnfm_flag!, call.msgid)
    return {}
  })

/** 3262 确认回退: what one 3261 answered, or everything of the month. */
export const rollBackClearing: Handler = (call) =>
  call.store.transaction(() => {
    const ym = monthOf(call)
    requireWindow(call, ym)
    const { otransid } = textsOf(call, 'data')
    const rows = clearingsOf(call.store, call.institution.code, ym).filter(
      (row) => row.cnfm !== '2' && (otransid === '0' || row.transid === otransid),
    )
    if (rows.length === 0) refuse(`${ym} 没有可回退的清分确认`)
    for (const row of rows) answer(call.store, row, '2', '')
    return {}
  })
