import { refuseField } from '../message/check.ts'
import { fen } from '../money/fixed.ts'
import { refuse } from '../refusal.ts'
import { feesOf, settleFees } from '../store/visits.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'
import { type Purchase, workOut } from './purchase.ts'
import { book, repeated } from './settle.ts'
import { standingVisit } from './visit.ts'

/** The organisation pays nothing of its own at a pharmacy. */
const nothingOfTheShop = { hosp_part_amt: '0.00' }

/** What the lines of a batch come to; refuses a batch that is not of this visit or settled already. */
const visitPurchase = (call: Call): { purchase: Purchase; given: Texts } => {
  const given = textsOf(call, 'data')
  const visit = standingVisit(call, given)
  const fees = feesOf(call.store, visit.mdtrt_id).filter(({ batch }) => batch === given.chrg_bchno)
  if (!fees.length) refuse('【收费批次号 chrg_bchno】没有费用明细')
  if (fees.some(({ setl_id }) => setl_id)) refuse('【收费批次号 chrg_bchno】费用明细已结算')
  if (visit.info!.med_type !== given.med_type) refuseField({ title: '医疗类别', name: 'med_type' }, '与就诊信息不一致')
  if (visit.insutype !== given.insutype) refuseField({ title: '险种类型', name: 'insutype' }, '与挂号信息不一致')
  const { dise_codg = '', dise_name = '', begntime = '' } = visit.info!
  const rows = fees.map(({ row }) => row)
  const purchase = workOut(call, { ...given, dise_codg, dise_name, begntime }, rows)
  return { purchase: { ...purchase, setlinfo: { ...purchase.setlinfo, ...nothingOfTheShop } }, given }
}

/** 2206 门诊预结算: the same arithmetic as 2207, nothing stored. */
export const presettleVisit: Handler = (call) => {
  const { purchase, given } = visitPurchase(call)
  const { setlinfo, setldetail } = purchase
  return { setlinfo: { ...setlinfo, mdtrt_id: given.mdtrt_id! }, setldetail }
}

const totals = ['fulamt_ownpay_amt', 'overlmt_selfpay', 'preselfpay_amt', 'inscp_scp_amt'] as const

/** 2207 门诊结算: the totals that it says must be those of its lines. */
export const settleVisit: Handler = (call) =>
  call.store.transaction(() => {
    const again = repeated(call)
    if (again) return again
    const { purchase, given } = visitPurchase(call)
    const other = totals.find((name) => fen(given[name]!) !== fen(purchase.setlinfo[name]!))
    if (other) refuse(`【${other}】${given[other]} 与预结算 ${purchase.setlinfo[other]} 不一致`)
    const output = book(call, purchase, given.mdtrt_id!)
    settleFees(call.store, given.mdtrt_id!, given.chrg_bchno!, output.setlinfo.setl_id!)
    return output
  })
