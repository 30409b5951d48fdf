import type pg from 'pg'

// The page as somebody would write it by hand, without sessions, permissions or a contract: the same rows, the same SQL.

const columns = `o.id, o.order_no, o.erp_bill, o.store_id, s.name as store_name, o.setl_id, o.masked_name, o.insutype,
  o.medical_type, o.total, o.fund_total, o.account, o.family_account, o.cash, o.state, o.reversed_by, o.flags, o.source,
  o.out_flag, o.operator_name, o.created_at, o.settled_at, o.printed`

const bound = 10_000

type Text = (scope: string) => string
const pageSql: Text = (scope) => `select ${columns} from purchase_order o join store s on s.id = o.store_id
  where ${scope} and o.state <> 'drafted' order by o.created_at desc, o.id desc limit $2 offset $3`
const countSql: Text = (scope) => `select count(*)::int as n from
  (select 1 from purchase_order o where ${scope} and o.state <> 'drafted' limit ${bound + 1}) bounded`

/** A clerk's store, or an administrator's area with its stores. */
export type Place = { stores: string[]; areaCode?: string }

const scopeOf = ({ areaCode }: Place) =>
  areaCode ? `o.store_id = any($1) and o.area_code = '${areaCode}'` : 'o.store_id = $1'

const yuan = (fen: number) => (fen / 100).toFixed(2)
const two = (value: number) => String(value).padStart(2, '0')
const time = (at: Date) => {
  const t = new Date(at.getTime() + 8 * 3_600_000)
  const day = `${t.getUTCFullYear()}-${two(t.getUTCMonth() + 1)}-${two(t.getUTCDate())}`
  return `${day} ${two(t.getUTCHours())}:${two(t.getUTCMinutes())}:${two(t.getUTCSeconds())}`
}

const shown: Record<string, string> = { presettled: '1', settling: '4', reversing: '4', unknown: '4', voided: '7' }
const status = ({ state, flags, reversed_by }: { state: string; flags: string[]; reversed_by: string | null }) => {
  if (state === 'settled') return flags.length ? '6' : '2'
  if (state === 'reversed') return reversed_by === '2601' ? '5' : '3'
  return shown[state]
}

/** One page with its bounded count. */
const resultOf = async (pool: pg.Pool, place: Place, page: number, pageSize = 20) => {
  const scope = scopeOf(place)
  const stores = place.areaCode ? place.stores : place.stores[0]
  const [rows, counted] = await Promise.all([
    pool.query({ name: `page ${scope}`, text: pageSql(scope), values: [stores, pageSize, (page - 1) * pageSize] }),
    pool.query({ name: `count ${scope}`, text: countSql(scope), values: [stores] }),
  ])
  const n: number = counted.rows[0].n
  const items = rows.rows.map((o) => ({
    ...{
      id: o.id,
      orderNo: o.order_no,
      erpBill: o.erp_bill ?? undefined,
      storeId: o.store_id,
      storeName: o.store_name,
    },
    ...{ setlId: o.setl_id ?? undefined, maskedName: o.masked_name || '--', insutype: o.insutype ?? undefined },
    ...{ medicalType: o.medical_type, total: yuan(o.total), fundTotal: yuan(o.fund_total), account: yuan(o.account) },
    ...{ familyAccount: yuan(o.family_account), cash: yuan(o.cash), status: status(o), source: o.source },
    ...{ outFlag: o.out_flag, operatorName: o.operator_name, createdAt: time(o.created_at) },
    ...{ settledAt: o.settled_at ? time(o.settled_at) : undefined, printed: o.printed },
  }))
  return { items, total: Math.min(n, bound), totalIsBound: n > bound }
}

/** The same in the server's envelope. */
export const pageOf = async (pool: pg.Pool, place: Place, page: number) => ({
  ...{ success: true, result: await resultOf(pool, place, page), resultNotice: null, statusCode: 200 },
  ...{ resultExtendInfo: null, error: null, confimResultInfo: null },
})
