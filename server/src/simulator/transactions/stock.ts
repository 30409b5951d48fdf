import { refuse } from '../refusal.ts'
import type { Row } from '../store/open.ts'
import { byMsgid, bySetlId, msgidOf } from '../store/settlements.ts'
import { day } from '../time.ts'
import { type Call, type Handler, personOf, type Texts, textsOf } from './call.ts'
import { soldInSettlement } from './trace-codes.ts'

/** inv_data_type by what a row was told with. */
const typeOf: Record<string, string> = { 3501: '1', 3502: '2', 3503: '3', 3504: '3', 3505: '4', 3506: '4' }

interface Piece {
  fixmedins_bchno: string
  infno: string
  /** Of a return: the batch number of the sale that it names. */
  sold_as: string
  data: Texts
}

const pieceOf = (row: Row): Piece => ({ ...(row as unknown as Piece), data: JSON.parse(String(row.data)) as Texts })

/** What an institution has told of its sales, in the order it came. */
export const piecesOf = ({ store }: Pick<Call, 'store'>, institution: string): Piece[] =>
  store
    .all(
      'select bchno as fixmedins_bchno, infno, sold_as, data from piece where fixmedins_code = ? order by rowid',
      institution,
    )
    .map(pieceOf)

/** What an institution told under a batch number. */
export const held = ({ store, institution }: Call, batchNo: string): Piece | undefined => {
  const row = store.get(
    'select bchno as fixmedins_bchno, infno, sold_as, data from piece where fixmedins_code = ? and bchno = ?',
    institution.code,
    batchNo,
  )
  return row && pieceOf(row)
}

const returnOf = ({ store, institution }: Call, soldAs: string): Row | undefined =>
  store.get('select 1 from piece where fixmedins_code = ? and sold_as = ?', institution.code, soldAs)

const checkCommon = (call: Call, row: Texts): void => {
  if (held(call, row.fixmedins_bchno!))
    refuse(`【定点医药机构批次流水号 fixmedins_bchno】${row.fixmedins_bchno} 重复上传`)
  if (row.psn_no) personOf(call, row.psn_no)
  if (row.manu_date! > day(call.now)) refuse('【生产日期 manu_date】晚于今天')
  if (row.expy_end && row.expy_end < row.manu_date!) refuse('【有效期止 expy_end】早于生产日期')
  if (Number(row.sel_retn_cnt) <= 0) refuse('【销售/退货数量 sel_retn_cnt】应大于 0')
}

/** Keeps a row under its batch number; `soldAs` is the one it takes back. */
export const keepPiece = (
  { store, institution, infno }: Call,
  row: Texts,
  more: { traceCode?: string; soldAs?: string },
): void =>
  store.run(
    'insert into piece values (?, ?, ?, ?, ?, ?)',
    institution.code,
    row.fixmedins_bchno!,
    infno,
    more.traceCode ?? '',
    more.soldAs ?? '',
    JSON.stringify(row),
  )

// A code belongs to one pack of the country: whoever sold it, it is sold, unless it came back or the pack was broken.
const sellerOf = ({ store }: Call, traceCode: string): Row | undefined =>
  store.get(
    `select sold.fixmedins_code, sold.bchno from piece as sold where sold.trace_code = ? and sold.trace_code <> ''
      and not exists (select 1 from piece as back
        where back.fixmedins_code = sold.fixmedins_code and back.sold_as = sold.bchno)`,
    traceCode,
  )

/** 3505 商品销售: of a settlement this institution has, each batch number and each pack's code once. */
export const tellSale: Handler = (call) => {
  const row = textsOf(call, 'selinfo')
  return call.store.transaction(() => {
    checkCommon(call, row)
    if (row.hi_feesetl_type !== '0') {
      const settlement = bySetlId(call.store, row.setl_id!)
      if (settlement?.fixmedins_code !== call.institution.code) return refuse('【结算ID setl_id】结算信息不存在')
      if (row.psn_no && settlement.psn_no !== row.psn_no) return refuse('【人员编号 psn_no】与结算信息不一致')
      if (settlement.refd === 1) return refuse('【结算ID setl_id】是退费结算，不能上传销售')
    }
    const broken = row.trdn_flag === '1'
    const code = row.drug_trac_codg ?? ''
    if (code && !broken && (sellerOf(call, code) || soldInSettlement(call.store, code, row.setl_id ?? '')))
      return refuse(`【药品追溯码 drug_trac_codg】${row.drug_trac_codg} 已销售，不能重复销售`)
    keepPiece(call, row, { traceCode: broken ? '' : row.drug_trac_codg! })
    return {}
  })
}

/** 3506 商品销售退货: of a settlement the centre has given a number, undone or not; a sale that it names comes back once. */
export const tellReturn: Handler = (call) => {
  const row = textsOf(call, 'selinfo')
  return call.store.transaction(() => {
    checkCommon(call, row)
    const msgid = row.setl_id ? msgidOf(call.store, row.setl_id) : ''
    if (row.setl_id && byMsgid(call.store, msgid)?.fixmedins_code !== call.institution.code)
      return refuse('【结算ID setl_id】结算信息不存在')
    const soldAs = row.medins_prod_sel_no ?? ''
    if (soldAs) {
      const sold = held(call, soldAs)
      if (sold?.infno !== '3505') return refuse(`【商品销售流水号 medins_prod_sel_no】${soldAs} 的销售不存在`)
      if (returnOf(call, soldAs)) return refuse(`【商品销售流水号 medins_prod_sel_no】${soldAs} 已退货，不能重复退货`)
      if (Number(row.sel_retn_cnt) > Number(sold.data.sel_retn_cnt)) return refuse('退货数量大于销售数量')
    }
    keepPiece(call, row, { soldAs })
    return {}
  })
}

/** 3507 商品信息删除 of everything that 3501 to 3506 told, by its type; what was taken back goes after its return. */
export const withdraw: Handler = (call) => {
  const { fixmedins_bchno: batchNo, inv_data_type } = textsOf(call, 'data')
  return call.store.transaction(() => {
    const one = held(call, batchNo!)
    if (!one || typeOf[one.infno] !== inv_data_type)
      return refuse(`【定点医药机构批次流水号 fixmedins_bchno】${batchNo} 不存在`)
    if (returnOf(call, batchNo!)) return refuse('这条记录已有退货，不能删除')
    call.store.run('delete from piece where fixmedins_code = ? and bchno = ?', call.institution.code, batchNo!)
    return {}
  })
}
