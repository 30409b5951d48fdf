import { dateTimeText } from '../china-time.ts'
import { formatScaled } from '../decimal.ts'
import { fillRow } from '../fill.ts'
import type { InputContext, Operation } from '../operation.ts'

/** What every message about stock says of its goods. Days are yyyy-MM-dd, what may be empty is ''. */
interface Goods {
  /** fixmedins_bchno: our own number of this message, the key of 3507. */
  batchNo: string
  nationalCode: string
  ownCode: string
  name: string
  prescription: boolean
  /** Ten-thousandths of the smallest priced pack. */
  quantity: bigint
  memo: string
}

/** 3501: how much of a batch there is. inv_cnt has two decimals. */
interface StockTake extends Goods {
  on: string
  lot: string
  madeOn: string
  expiresOn: string
}

/** 3502: why there is more or less of it. */
interface StockChange extends Goods {
  /** inv_chg_type */
  type: string
  /** Millionths of a yuan. */
  price: bigint
  at: Date
  operator: string
}

interface Trade extends Goods {
  supplier: string
  supplierPermit: string
  madeOn: string
  expiresOn: string
  /** Undefined where nobody named it. */
  price: bigint | undefined
  invoiceCode: string
  invoiceNo: string
  at: Date
  operator: string
}

/** 3503 */
interface Purchase extends Trade {
  lot: string
  producer: string
  approvalNo: string
  deliveryNo: string
  gift: boolean
}

/** 3504: what of a 3503 went back, by that one's batch number where it is known. */
interface PurchaseReturn extends Trade {
  boughtAs: string
}

const flag = (value: boolean) => (value ? '1' : '0')

const goodsOf = (one: Goods) => ({
  ...{ med_list_codg: one.nationalCode, fixmedins_hilist_id: one.ownCode, fixmedins_hilist_name: one.name },
  ...{ fixmedins_bchno: one.batchNo, rx_flag: flag(one.prescription), memo: one.memo },
})

const tradeOf = (one: Trade) => ({
  ...goodsOf(one),
  ...{ spler_name: one.supplier, spler_pmtno: one.supplierPermit, manu_date: one.madeOn, expy_end: one.expiresOn },
  ...{ purc_invo_codg: one.invoiceCode, purc_invo_no: one.invoiceNo, purc_retn_cnt: formatScaled(one.quantity, 4) },
  ...{ purc_retn_stoin_time: dateTimeText(one.at), purc_retn_opter_name: one.operator },
  finl_trns_pric: one.price === undefined ? '' : formatScaled(one.price, 6),
})

const row = ({ profile }: InputContext, infno: string, node: string, values: Record<string, string>) => ({
  [node]: fillRow(profile.edition, infno, node, values),
})

/** 3501 商品盘存上传 */
export const tellStockTake: Operation<StockTake, true> = {
  infno: '3501',
  title: '商品盘存上传',
  input: (one, context) =>
    row(context, '3501', 'invinfo', {
      ...goodsOf(one),
      ...{ invdate: one.on, inv_cnt: formatScaled(one.quantity / 100n, 2), manu_lotnum: one.lot },
      ...{ manu_date: one.madeOn, expy_end: one.expiresOn },
    }),
  read: () => true,
}

/** 3502 商品库存变更 */
export const tellStockChange: Operation<StockChange, true> = {
  infno: '3502',
  title: '商品库存变更',
  input: (one, context) =>
    row(context, '3502', 'invinfo', {
      ...goodsOf(one),
      ...{ inv_chg_type: one.type, pric: formatScaled(one.price, 6), cnt: formatScaled(one.quantity, 4) },
      ...{ inv_chg_time: dateTimeText(one.at), inv_chg_opter_name: one.operator },
    }),
  read: () => true,
}

/** 3503 商品采购: the editions name the producer differently (notes 11). */
export const tellPurchase: Operation<Purchase, true> = {
  infno: '3503',
  title: '商品采购',
  input: (one, context) =>
    row(context, '3503', 'purcinfo', {
      ...tradeOf(one),
      ...{ manu_lotnum: one.lot, aprvno: one.approvalNo, dynt_no: one.deliveryNo, prod_geay_flag: flag(one.gift) },
      [context.profile.edition === 'JX' ? 'prodentp_name' : 'prdr_name']: one.producer,
    }),
  read: () => true,
}

/** 3504 商品采购退货: it has no field for lot, producer or approval number. */
export const tellPurchaseReturn: Operation<PurchaseReturn, true> = {
  infno: '3504',
  title: '商品采购退货',
  input: (one, context) => row(context, '3504', 'purcinfo', { ...tradeOf(one), medins_prod_purc_no: one.boughtAs }),
  read: () => true,
}
