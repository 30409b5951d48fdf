import type { Json } from '../json.ts'
import { type Reader, readRows } from '../reader.ts'

/** How the centre split one line: a row of `detlcutinfo`, or of 5204. Fen, scaled integers, ratios in 1/10 000. */
export interface SplitLine {
  /** feedetl_sn */
  sn: string
  /** det_item_fee_sumamt */
  amount: number
  /** cnt × 10 000 */
  quantity: bigint
  /** pric × 1 000 000 */
  price: bigint
  /** pric_uplmt_amt × 1 000 000, 0 = none */
  priceLimit: bigint
  /** selfpay_prop */
  selfPayRatio: number
  /** fulamt_ownpay_amt */
  fullySelfPaid: number
  /** overlmt_amt */
  overLimit: number
  /** preselfpay_amt */
  firstSelfPay: number
  /** inscp_scp_amt */
  inScope: number
  /** chrgitm_lv */
  itemClass: string
  /** med_chrgitm_type */
  feeClass: string
  /** bas_medn_flag, hi_nego_drug_flag, chld_medc_flag, list_sp_item_flag, drt_reim_flag as coded by the edition */
  basicDrug?: string
  negotiatedDrug?: string
  childDrug?: string
  specialItem?: string
  directReimbursement?: string
  /** memo: what went wrong while splitting */
  memo?: string
}

/** One line as the centre split it: fen, quantity by 10⁴, price by 10⁶, ratio in ten-thousandths (detlcutinfo). */
export const readSplitLine = (row: Reader): SplitLine => ({
  sn: row.text('feedetl_sn'),
  amount: row.fen('det_item_fee_sumamt'),
  quantity: row.scaled('cnt', 4),
  price: row.scaled('pric', 6),
  priceLimit: row.scaled('pric_uplmt_amt', 6),
  selfPayRatio: row.ratio('selfpay_prop'),
  fullySelfPaid: row.fen('fulamt_ownpay_amt'),
  overLimit: row.fen('overlmt_amt'),
  firstSelfPay: row.fen('preselfpay_amt'),
  inScope: row.fen('inscp_scp_amt'),
  itemClass: row.text('chrgitm_lv'),
  feeClass: row.text('med_chrgitm_type'),
  basicDrug: row.maybe('bas_medn_flag'),
  negotiatedDrug: row.maybe('hi_nego_drug_flag'),
  childDrug: row.maybe('chld_medc_flag'),
  specialItem: row.maybe('list_sp_item_flag'),
  directReimbursement: row.maybe('drt_reim_flag'),
  memo: row.maybe('memo'),
})

/** All lines of an answer as the centre split them; none where it tells none. */
export const readSplitLines = (output: Json): SplitLine[] => readRows(output, 'detlcutinfo').map(readSplitLine)
