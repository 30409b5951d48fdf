import { type Item, itemOf } from '../catalogue.ts'
import { refuseField } from '../message/check.ts'
import { fen, ratioText, scaled, yuan } from '../money/fixed.ts'
import { type Line, type LineSplit, lineAmount, splitLine, unpaidUse } from '../money/lines.ts'
import { levelOf, no, ownPayLevel } from '../profile.ts'
import { refuse } from '../refusal.ts'
import type { Call, Texts } from './call.ts'

/** A checked purchase line with its item and split. */
export interface Bought {
  row: Texts
  line: Line
  item: Item | undefined
  split: LineSplit
}

const toLine = (row: Texts, i: number): Line => {
  const line: Line = {
    amount: fen(row.det_item_fee_sumamt!),
    price: scaled(row.pric!, 6)!,
    quantity: scaled(row.cnt!, 4)!,
    prescribed: row.rx_circ_flag === '1',
    use: row.tcmdrug_used_way ?? '',
  }
  const where = `第 ${i + 1} 行`
  if (line.quantity <= 0n) refuseField({ title: '数量', name: 'cnt' }, `${where}应大于 0`)
  if (line.price < 0n) refuseField({ title: '单价', name: 'pric' }, `${where}不能为负`)
  if (line.amount < 0) refuseField({ title: '明细项目费用总额', name: 'det_item_fee_sumamt' }, `${where}不能为负`)
  // Strict areas allow one fen between price × quantity and the declared amount (domain 2.5).
  if (Math.abs(lineAmount(line.price, line.quantity) - line.amount) > 1)
    refuseField({ title: '明细项目费用总额', name: 'det_item_fee_sumamt' }, `${where}与单价乘数量不一致`)
  return line
}

const checkNumbers = (rows: Texts[]): void => {
  const field = { title: '费用明细流水号', name: 'feedetl_sn' }
  const seen = new Set<string>()
  for (const { feedetl_sn } of rows) {
    if (!/^\d{1,15}$/.test(feedetl_sn!) || Number(feedetl_sn) === 0) refuseField(field, '应为不超过 15 位的非零数字')
    if (seen.has(feedetl_sn!)) refuseField(field, `${feedetl_sn} 重复`)
    seen.add(feedetl_sn!)
  }
}

/** Lines as they came, each checked and split. */
export const splitRows = (call: Call, rows: Texts[]): Bought[] => {
  checkNumbers(rows)
  return rows.map((row, i) => {
    const line = toLine(row, i)
    const item = itemOf(call.institution.area, row.med_list_codg!)
    return { row, line, item, split: splitLine(line, item) }
  })
}

/** The lines of a settlement, checked and split; refuses lines that do not add up to medfee_sumamt. */
export const boughtLines = (call: Call, rows: Texts[], medfee: string): Bought[] => {
  const bought = splitRows(call, rows)
  const sum = bought.reduce((total, one) => total + one.line.amount, 0)
  if (sum !== fen(medfee)) refuse(`【医疗费总额 medfee_sumamt】${medfee} 与明细合计 ${yuan(sum)} 不一致`)
  return bought
}

/** The answer's row for a line (detlcutinfo). */
export const cutInfo = (call: Call, { row, line, item, split }: Bought): Texts => {
  const { province } = call.profile
  const unpaid = unpaidUse(line, item)
  const level = item?.level ?? ownPayLevel[province]
  return {
    feedetl_sn: row.feedetl_sn!,
    det_item_fee_sumamt: row.det_item_fee_sumamt!,
    cnt: row.cnt!,
    pric: row.pric!,
    pric_uplmt_amt:
      item && item.cap > 0n ? `${item.cap / 1_000_000n}.${String(item.cap % 1_000_000n).padStart(6, '0')}` : '0',
    selfpay_prop: unpaid || levelOf(level) === 3 ? '1.0000' : ratioText(item!.selfpay),
    fulamt_ownpay_amt: yuan(split.ownpay),
    overlmt_amt: yuan(split.overlimit),
    preselfpay_amt: yuan(split.preself),
    inscp_scp_amt: yuan(split.inscp),
    chrgitm_lv: level,
    med_chrgitm_type: item?.chrgitmType ?? '14',
    bas_medn_flag: item?.basic ?? no[province],
    hi_nego_drug_flag: item?.negotiated ?? no[province],
    chld_medc_flag: '0',
    list_sp_item_flag: '0',
    drt_reim_flag: '0',
    memo: !item ? '未对照医保目录，按全自费计算' : unpaid ? '按这种使用方式不予支付，全自费' : '',
  }
}
