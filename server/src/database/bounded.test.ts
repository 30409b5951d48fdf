import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { sale } from '@yibao/shared/calls/sale.ts'
import { stock } from '@yibao/shared/calls/stock.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { seedId } from '../seed/organisation.ts'
import { startTestServer, testClock } from '../test/kit.ts'

// A chain that has sold, bought and collected more than is gone through at once, over two hundred days; one of its
// stores is small.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const [large, small] = [seedId(1, 1), seedId(1, 2)]
const day = (back: number) => addDays(formatDay(clock()), -back)

beforeAll(async () => {
  const { db } = server.deps
  const rows = sql`generate_series(1, 100102) n cross join lateral (select case when n > 100001 then ${small} else ${large} end
    as store, ${clock().toISOString()}::timestamptz - n * interval '170 seconds' as at) t`
  await db.execute(sql`insert into sale_piece (id, batch_no, order_id, order_no, store_id, area_code, round, kind, no, part,
      own_code, national_code, name, spec, producer, unit, quantity, price, amount, prescription, setl_id, sold_at,
      operator_name, state)
    select 'p' || n, 'B' || n, 'o' || n, 'N' || n, store, '320500', 1, 'sale', 1, 1, '1', '', '示例胶囊', '', '', '盒', '1',
      '1', 100, false, 'S' || n, at, '李䶮', 'uploaded' from ${rows}`)
  await db.execute(sql`insert into stock_message (id, batch_no, store_id, area_code, kind, doc_no, own_code, national_code,
      name, prescription, quantity, facts, happened_on, source, state, written_at)
    select 'k' || n, 'B' || n, store, '320500', 'purchase', 'D' || n, '1', '', '示例胶囊', false, '1', '{}',
      to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), 'erp', 'uploaded', at from ${rows}`)
  await db.execute(sql`insert into order_collection (order_id, order_no, area_code, store_id, at, gone, due, family_account,
      operators)
    select 'o' || n, 'N' || n, '320500', store, at, false, n, 0, '李䶮' from ${rows}`)
  for (const table of ['sale_piece', 'stock_message', 'order_collection'])
    await db.execute(sql.raw(`vacuum analyze ${table}`))
})

test.each([
  ['名称', sale.paged, { name: '䶮' }, '销售明细'],
  ['单据行号、编码或名称', stock.paged, { keyword: '䶮' }, '进销存'],
  ['支付方式', otherPay.paged, { kind: '06' }, '订单'],
  ['收款员', otherPay.paged, { operator: '王' }, '订单'],
  ['金额排序', otherPay.paged, { sortField: 'due' }, '订单'],
] as const)('%s is looked for some days at a time where there are many', async (what, call, asked, rows) => {
  const area = await server.as('area', { areaCode: '320500' })
  const clerk = await server.as('clerk')
  const said = async (who: typeof area, input: object) =>
    (await who.send(call, { ...asked, ...input } as never)).error?.fields?.from
  const text = `${rows}超过 10 万行，按${what}一次最多查 31 天，请缩短日期`
  for (const who of [area, clerk]) {
    expect(await said(who, {})).toBe(text)
    expect(await said(who, { from: day(400), to: day(100) })).toBe(text)
    for (const days of [{ from: day(30) }, { from: day(130), to: day(100) }, { from: day(60) }])
      expect(await said(who, days), JSON.stringify(days)).toBeUndefined()
  }
  expect(await said(area, { storeId: small })).toBeUndefined()
})
