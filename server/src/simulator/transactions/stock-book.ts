import { refuse } from '../refusal.ts'
import { day } from '../time.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'
import { held, keepPiece } from './stock.ts'

/** What was counted may be nothing; what moved may not. */
const checkGoods = (call: Call, row: Texts, quantity: string): void => {
  if (held(call, row.fixmedins_bchno!))
    refuse(`【定点医药机构批次流水号 fixmedins_bchno】${row.fixmedins_bchno} 重复上传`)
  const number = Number(row[quantity])
  if (number < 0 || (number === 0 && quantity !== 'inv_cnt')) refuse(`【数量 ${quantity}】应大于 0`)
  if (row.manu_date && row.manu_date > day(call.now)) refuse('【生产日期 manu_date】晚于今天')
  if (row.expy_end && row.manu_date && row.expy_end < row.manu_date) refuse('【有效期止 expy_end】早于生产日期')
}

const book =
  (node: 'invinfo' | 'purcinfo', quantity: string, check: (call: Call, row: Texts) => string = () => ''): Handler =>
  (call) => {
    const row = textsOf(call, node)
    return call.store.transaction(() => {
      checkGoods(call, row, quantity)
      keepPiece(call, row, { soldAs: check(call, row) })
      return {}
    })
  }

/** 3501 商品盘存上传, of today or before. */
export const tellStockTake = book('invinfo', 'inv_cnt', (call, row) =>
  row.invdate! > day(call.now) ? refuse('【盘存日期 invdate】晚于今天') : '',
)

/** 3502 商品库存变更 */
export const tellStockChange = book('invinfo', 'cnt')

/** 3503 商品采购 */
export const tellPurchase = book('purcinfo', 'purc_retn_cnt')

/** 3504 商品采购退货: a purchase that it names is held, and no more of it goes back than came. */
export const tellPurchaseReturn = book('purcinfo', 'purc_retn_cnt', (call, row) => {
  const boughtAs = row.medins_prod_purc_no ?? ''
  if (!boughtAs) return ''
  const bought = held(call, boughtAs)
  if (bought?.infno !== '3503') return refuse(`【商品采购流水号 medins_prod_purc_no】${boughtAs} 的采购不存在`)
  const gone = call.store
    .all('select data from piece where fixmedins_code = ? and sold_as = ?', call.institution.code, boughtAs)
    .reduce((sum, one) => sum + Number((JSON.parse(String(one.data)) as Texts).purc_retn_cnt), 0)
  if (gone + Number(row.purc_retn_cnt) > Number(bought.data.purc_retn_cnt)) return refuse('退货数量大于采购数量')
  return boughtAs
})
