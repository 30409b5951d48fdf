import { type Fund, fundsOf, nextEvent } from '../claims/book.ts'
import { type Application, applicationBy, applicationsOf, keepApplication } from '../claims/store.ts'
import { fen, yuan } from '../money/fixed.ts'
import { refuse } from '../refusal.ts'
import { type BookRow, between } from '../store/settlements.ts'
import { day } from '../time.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'

type Wanted = Pick<Application, 'ym' | 'clr_type' | 'clr_way' | 'clr_optins' | 'insutype' | 'begndate' | 'enddate'>

/** The centre's own settlements that an application speaks of; an empty part speaks of all. */
const rowsFor = (call: Call, wanted: Wanted): BookRow[] =>
  between(call.store, call.institution.code, `${wanted.begndate} 00:00:00`, `${wanted.enddate} 23:59:59`).filter(
    (row) =>
      (!wanted.clr_optins || row.clr_optins === wanted.clr_optins) &&
      (!wanted.clr_type || row.clr_type === wanted.clr_type) &&
      (!wanted.insutype || row.insutype === wanted.insutype),
  )

const checkPeriod = (call: Call, { ym, begndate, enddate }: Wanted): void => {
  const first = `${ym.slice(0, 4)}-${ym.slice(4)}-01`
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(ym)) refuse('【清算年月】格式应为 yyyyMM')
  if (begndate.slice(0, 7) !== first.slice(0, 7) || enddate.slice(0, 7) !== first.slice(0, 7) || begndate > enddate)
    refuse('【开始日期 begndate】【结束日期 enddate】不在清算年月内')
  if (enddate >= day(call.now)) refuse(`清算年月 ${ym} 尚未结束，不能申请清算`)
}

const overlaps = (one: string, other: string) => !one || !other || one === other

/** An application that already has what is asked for: one month is applied for once. */
const doubled = (call: Call, wanted: Wanted): Application | undefined =>
  applicationsOf(call.store, call.institution.code).find(
    (one) =>
      one.stas !== '80' &&
      one.ym === wanted.ym &&
      overlaps(one.clr_optins, wanted.clr_optins) &&
      overlaps(one.clr_type, wanted.clr_type) &&
      overlaps(one.clr_way, wanted.clr_way) &&
      overlaps(one.insutype, wanted.insutype),
  )

interface Sums {
  psntime: number
  medfee: number
  acct: number
  cash: number
  fund: number
}

const sumsOf = (rows: readonly BookRow[]): Sums =>
  rows.reduce<Sums>(
    (sum, row) => ({
      psntime: sum.psntime + (row.refd ? -1 : 1),
      medfee: sum.medfee + row.medfee,
      acct: sum.acct + row.acct,
      cash: sum.cash + row.cash,
      fund: sum.fund + row.fund,
    }),
    { psntime: 0, medfee: 0, acct: 0, cash: 0, fund: 0 },
  )

/** What was asked for against the centre's own book: amounts that both know must agree, what is claimed may not exceed it. */
const checkSums = (own: Sums, given: Texts, recognised: string): void => {
  const of = (name: string) => fen(given[name] ?? '0')
  const pairs: [string, number, number][] = [
    ['医疗费总额', own.medfee, of('medfee_sumamt')],
    ['个人账户支出', own.acct, of('acct_pay')],
    ['现金支付金额', own.cash, of('cash_payamt')],
  ]
  const differing = pairs.filter(([, centre, shop]) => centre !== shop)
  if (given.psntime !== undefined && Number(given.psntime) !== own.psntime)
    refuse(`清算人次：中心 ${own.psntime}，申报 ${Number(given.psntime)}`)
  if (differing.length)
    refuse(differing.map(([what, centre, shop]) => `${what}：中心 ${yuan(centre)}，申报 ${yuan(shop)}`).join('；'))
  const most = own.fund + Math.max(0, own.acct)
  if (of('fund_appy_sum') > most) refuse(`基金申报总额 ${yuan(of('fund_appy_sum'))} 大于中心的 ${yuan(most)}`)
  if (of(recognised) > own.medfee) refuse('医保认可费用总额大于医疗费总额')
}

const book = (
  call: Call,
  wanted: Wanted,
  sums: Sums & { recognised: number; applied: number },
  funds: Fund[],
): Texts => {
  const clr_appy_evt_id = nextEvent(call.store, call.institution.area)
  keepApplication(call.store, {
    ...wanted,
    ...{ evt_id: clr_appy_evt_id, fixmedins_code: call.institution.code, stas: '20', memo: '' },
    data: { ...sums, det: 0, dpst: 0, dfr: 0, act: 0, cashym: '', funds },
  })
  return { clr_appy_evt_id }
}

const applyFor = (call: Call, wanted: Wanted, given: Texts | undefined, recognised: string): Texts =>
  call.store.transaction(() => {
    checkPeriod(call, wanted)
    const known = doubled(call, wanted)
    if (known) refuse(`清算年月 ${wanted.ym} 已申请清算，事件号 ${known.evt_id}，不能重复申请`)
    const rows = rowsFor(call, wanted)
    if (rows.length === 0) refuse(`清算年月 ${wanted.ym} 没有可清算的结算`)
    const own = sumsOf(rows)
    if (given) checkSums(own, given, recognised)
    const applied = given ? fen(given.fund_appy_sum!) : own.fund
    const agreed = given ? fen(given[recognised]!) : own.medfee
    return book(call, wanted, { ...own, recognised: agreed, applied }, fundsOf(call.store, rows))
  })

/** 3203 and 3203A 清算申请: the institution's own sums, checked. */
export const applyForMonth: Handler = (call) => {
  const given = textsOf(call, 'data')
  const short = call.infno === '3203A'
  const wanted = {
    ...{ ym: (short ? given.clr_ym : given.setlym)!, begndate: given.begndate!, enddate: given.enddate! },
    ...{ clr_type: given.clr_type ?? '', clr_way: given.clr_way ?? '', clr_optins: given.clr_optins ?? '' },
    insutype: given.insutype ?? '',
  }
  return { result: applyFor(call, wanted, given, short ? 'hi_agre_sumfee' : 'med_sumfee') }
}

/** 3692 清算申请: the centre sums by itself. */
export const applyUnsummed: Handler = (call) => {
  const given = textsOf(call, 'MedinsClrAppyDTO')
  if (given.fixmedinsCode !== call.institution.code) refuse('【定点医药机构编号 fixmedinsCode】与报文不一致')
  const wanted = {
    ...{ ym: given.begndate!.slice(0, 7).replace('-', ''), begndate: given.begndate!, enddate: given.enddate! },
    ...{ clr_type: given.clrType!, clr_way: given.clrWay!, clr_optins: given.clrOptins!, insutype: '' },
  }
  return { result: applyFor(call, wanted, undefined, '') }
}

const own = (call: Call, event: string): Application => {
  const found = applicationBy(call.store, event)
  return found && found.fixmedins_code === call.institution.code ? found : refuse(`清算申请 ${event} 不存在`)
}

/** 3204, 3204A and 3691 清算申请撤销: as long as nobody has looked at it, or when it was sent back. */
export const revokeApplication: Handler = (call) =>
  call.store.transaction(() => {
    const given = textsOf(call, call.infno === '3691' ? 'MedinsClrSumDDTO' : 'data')
    const found = own(call, given.clr_appy_evt_id!)
    if (found.stas === '80') refuse(`清算申请 ${found.evt_id} 已撤销，不能重复撤销`)
    if (found.stas !== '20' && found.stas !== '70') refuse(`清算申请 ${found.evt_id} 正在审核或已拨付，不能撤销`)
    keepApplication(call.store, { ...found, stas: '80' })
    return {}
  })

const wire = (one: Application): Texts => ({
  ...{ clr_appy_evt_id: one.evt_id, fixmedins_code: one.fixmedins_code, clr_stas: one.stas, clr_ym: one.ym },
  ...{ clr_type: one.clr_type || '41', clr_way: one.clr_way, clr_optins: one.clr_optins, insutype: one.insutype },
  ...{ begndate: one.begndate, enddate: one.enddate, clr_psntime: String(one.data.psntime), memo: one.memo },
  ...{ medfee_sumamt: yuan(one.data.medfee), med_sumfee: yuan(one.data.recognised), acct_pay: yuan(one.data.acct) },
  ...{ fund_appy_sum: yuan(one.data.applied), cash_payamt: yuan(one.data.cash), det_sumamt: yuan(one.data.det) },
  ...{ dpst_sumamt: yuan(one.data.dpst), dfr_amt: yuan(one.data.dfr), act_dfr_amt: yuan(one.data.act) },
  cashym: one.data.cashym,
})

const wireFunds = (one: Application): Texts[] =>
  one.data.funds.map(({ id, type, applied, det, dpst, act }) => ({
    ...{ clr_appy_evt_id: one.evt_id, fee_clr_id: id, fund_pay_type: type, fund_appy_sum: yuan(applied) },
    ...{ det_sumamt: yuan(det), dpst: yuan(dpst), act_dfr_amt: yuan(act) },
  }))

/** 3205 清算申请状态查询. */
export const applicationState: Handler = (call) => {
  const found = own(call, textsOf(call, 'data').clr_appy_evt_id!)
  return { result: wire(found), detail: wireFunds(found) }
}

/** 3693 月结算申请汇总分页查询. */
export const applicationsOfMonth: Handler = (call) => {
  const { clrType, clrYm, clrOptins, pageNum, pageSize } = textsOf(call, 'data')
  const size = Number(pageSize)
  const found = applicationsOf(call.store, call.institution.code)
    .filter((one) => one.ym === clrYm && one.clr_optins === clrOptins && overlaps(one.clr_type, clrType!))
    .slice((Number(pageNum) - 1) * size, Number(pageNum) * size)
  return { data: found.map(wire), detail: found.flatMap(wireFunds) }
}
