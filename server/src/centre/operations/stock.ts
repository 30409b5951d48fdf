import { dateTimeText } from '../china-time.ts'
import { formatScaled } from '../decimal.ts'
import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'

/** What 3505 and 3506 both say of a sold piece. Days are yyyy-MM-dd, what may be empty is ''. */
interface Piece {
  /** fixmedins_bchno: our own number of this message, the key of 3507. */
  batchNo: string
  nationalCode: string
  ownCode: string
  name: string
  lot: string
  madeOn: string
  expiresOn: string
  prescription: boolean
  /** trdn_flag: less than a whole pack. */
  broken: boolean
  /** In millionths and ten-thousandths, as everywhere. */
  price: bigint
  quantity: bigint
  at: Date
  operator: string
  setlId: string
  /** Of whom the settlement is; absent where it is no longer the order's. */
  psnNo?: string
}

/** One 3505: a pack with its code, or a line's packs where they have none. */
export interface SoldPiece extends Piece {
  /** mdtrt_sn: the shop's own number of the visit. */
  visitNo: string
  /** rtal_docno */
  receiptNo: string
  /** hi_feesetl_type: 1 insured here, 2 insured elsewhere. */
  elsewhere: boolean
  prescriptionNo: string
  /** rx_circ_flag */
  outsidePrescription: boolean
  doctor: string
  pharmacist: { name: string; certificateNo: string }
  /** '' where the pack has none or it was not scanned. */
  traceCode: string
}

/** One 3506: what of a 3505 came back. */
export interface ReturnedPiece extends Piece {
  /** medins_prod_sel_no: the batch number of its 3505. */
  soldAs: string
}

const flag = (value: boolean) => (value ? '1' : '0')

const valuesOf = (one: Piece): Record<string, string> => ({
  ...{ med_list_codg: one.nationalCode, fixmedins_hilist_id: one.ownCode, fixmedins_hilist_name: one.name },
  ...{ fixmedins_bchno: one.batchNo, setl_id: one.setlId, psn_no: one.psnNo ?? '' },
  ...{ manu_lotnum: one.lot, manu_date: one.madeOn, expy_end: one.expiresOn },
  ...{ rx_flag: flag(one.prescription), trdn_flag: flag(one.broken), finl_trns_pric: formatScaled(one.price, 6) },
  ...{
    sel_retn_cnt: formatScaled(one.quantity, 4),
    sel_retn_time: dateTimeText(one.at),
    sel_retn_opter_name: one.operator,
  },
})

/** 3505 商品销售: one row a call; it answers no number of its own. */
export const tellSale: Operation<SoldPiece, true> = {
  infno: '3505',
  title: '商品销售',
  input: (one, { profile }) => ({
    selinfo: fillRow(profile.edition, '3505', 'selinfo', {
      ...valuesOf(one),
      ...{ prsc_dr_name: one.doctor, phar_name: one.pharmacist.name },
      ...{ phar_prac_cert_no: one.pharmacist.certificateNo, hi_feesetl_type: one.elsewhere ? '2' : '1' },
      ...{ mdtrt_sn: one.visitNo, rtal_docno: one.receiptNo, rxno: one.prescriptionNo },
      ...{ rx_circ_flag: flag(one.outsidePrescription), drug_trac_codg: one.traceCode },
    }),
  }),
  read: () => true,
}

/** 3506 商品销售退货: it has no field for a trace code. */
export const tellReturn: Operation<ReturnedPiece, true> = {
  infno: '3506',
  title: '商品销售退货',
  input: (one, { profile }) => ({
    selinfo: fillRow(profile.edition, '3506', 'selinfo', { ...valuesOf(one), medins_prod_sel_no: one.soldAs }),
  }),
  read: () => true,
}

/** inv_data_type: what a batch number is of. A purchase and its return share one, a sale and its return another. */
export type StockType = '1' | '2' | '3' | '4'

/** 3507 商品信息删除. */
export const withdrawStock: Operation<{ batchNo: string; type: StockType }, true> = {
  infno: '3507',
  title: '商品信息删除',
  input: ({ batchNo, type }, { profile }) => ({
    data: fillRow(profile.edition, '3507', 'data', { fixmedins_bchno: batchNo, inv_data_type: type }),
  }),
  read: () => true,
}
