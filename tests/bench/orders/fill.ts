import pg from 'pg'

/** Shops beside the four demo ones: a chain of 300 in three areas. */
const shops = `
insert into store (id, "companyId", "areaCode", "fixmedinsCode", name, phone)
select 'bench-' || n, '10001', (array['320500','320100','430100'])[n % 3 + 1], 'P3205019' || lpad(n::text, 4, '0'),
       '示例大药房' || n || '分店', '' from generate_series(1, 296) n`

// A year of orders of all shops, most of them settled, by the minute and mixed over the shops as days are.
const orders = `
insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name, erp_bill, source,
  state, flags, person, masked_name, insutype, medical_type, basket, lines, split, total, fund_total, account, cash,
  setl_id, mdtrt_id, msgid, settled_at, reversed_by, created_at, updated_at, sale_mark)
select
  'o' || lpad(n::text, 12, '0'), 'YB' || lpad(n::text, 12, '0'), s."areaCode", '10001', s.id, 'op-' || n % 900,
  (array['李店员','陈店员','刘店员','王药师'])[n % 4 + 1], 'XS' || lpad(n::text, 10, '0'), (n % 5 + 1)::text,
  case when n % 50 = 0 then 'reversed' when n % 33 = 0 then 'drafted' when n % 25 = 0 then 'presettled' else 'settled' end,
  case when n % 500 = 0 then '["amount"]'::jsonb else '[]'::jsonb end,
  jsonb_build_object('name', '王' || n % 9000, 'maskedCertNo', '3205**********' || lpad((n % 10000)::text, 4, '0'),
    'personTypeName', '在职', 'insuredAreaName', '苏州市', 'gender', '1', 'age', n % 80),
  '王*', case when n % 4 = 0 then '390' else '310' end, case when n % 9 = 0 then '14' else '41' end,
  '{"accountUsed":true}'::jsonb,
  jsonb_build_array(jsonb_build_object('no', 1, 'ownCode', (100000 + n % 5000)::text, 'nationalCode',
    'XA00AAA000A0010101' || lpad((n % 5000)::text, 5, '0'), 'name', '布洛芬缓释胶囊', 'spec', '0.3g*24粒', 'producer',
    '示例制药有限公司', 'unit', '盒', 'price', '18.500000', 'quantity', '2.0000', 'amount', 3700)),
  jsonb_build_object('total', 3700 + n % 20000, 'cash', n % 3000),
  3700 + n % 20000, n % 5000, n % 7000, n % 3000,
  'S' || n, 'M' || n, 'P32050100001' || lpad(n::text, 18, '0'),
  at, case when n % 50 = 0 then '2103' end, at, at, 'before'
from generate_series($1::int, $2::int) n
join (select id, "areaCode", row_number() over (order by id) - 1 as place, count(*) over () as many from store) s
  on s.place = (n::bigint * 7919) % s.many
cross join lateral (select timestamptz '2025-11-01 08:00:00+08' + n * (interval '365 days' / $3::float) as at) t`

/** Fills a seeded database with `count` orders and brings its statistics up to date. */
export const fill = async (url: string, count: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(shops)
  for (let from = 1; from <= count; from += 100_000)
    await client.query(orders, [from, Math.min(count, from + 99_999), count])
  await client.query('vacuum analyze')
  await client.end()
}
