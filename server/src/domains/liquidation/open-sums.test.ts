import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Context } from '../../call/context.ts'
import { Scope } from '../../call/context.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { databases, startTestServer } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'
import { countedQuery } from '../book/query.ts'
import { order } from '../order/tables.ts'
import { openNames, openSums } from './open-sums.ts'
import { liquidation, liquidationItem } from './tables.ts'

// Three months of twelve stores in every kind of application: whole, in part, rejected, drafted, revoked, or in none; each
// settlement looked up in its application one by one says the same.

const months = { from: '2026-01', to: '2026-03' }

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ handlers: {}, database }))
  beforeAll(async () => {
    const run = (text: string) => server.deps.db.execute(sql.raw(text))
    const sell = (ids: string) =>
      run(`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name, state,
        person, insutype, medical_type, basket, lines, total, fund_total, account, cash, setl_id, settled_at, reversed_by,
        reversed_at, clr_optins, clr_type, clr_way, created_at, updated_at)
      select 'o' || n, 'N' || n, case when n % 12 = 5 then '430100' else '320500' end, '10001', 's' || n % 12, 'u', '李䶮',
        'settled', '{}', (array['310', '390'])[n % 5 % 2 + 1], '41', '{}', '[]', 1000 + n, n % 7, n % 5, n % 3, 'S' || n, at,
        case when n % 10 = 0 then '2103' end, case when n % 10 = 0 then at + interval '20 days' end, '320599',
        (array['41', '11'])[n % 7 % 2 + 1], '01', now(), now()
      from ${ids} n cross join lateral (select timestamptz '2025-12-20 08:00:00+08' + n % 700 * interval '4 hours' as at) t`)
    await sell('generate_series(1, 700)')
    const book = `(select id as order_id, false as refunded, store_id, area_code, settled_at as at, clr_type, total,
        fund_total as fund, account, cash from purchase_order
      union all select id, true, store_id, area_code, reversed_at, clr_type, -total, -fund_total, -account, -cash
      from purchase_order where reversed_by = '2103')`
    const month = (at: string) => `to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM')`
    // By store: s0 none, s1 all claimed, s2 one kind of two, s3 rejected, s4 and s5 claimed, s6 drafts, s7 revoked,
    // s8 partly rejected, s9 unknown, s10 and s11 claimed.
    await run(`insert into liquidation (id, store_id, area_code, month, clr_optins, clr_type, settled, reversed, total, fund,
        account, cash, with_account, agreed, state, operator_name, created_at)
      select store_id || m || clr_type, store_id, area_code, m, '320599', clr_type, count(*) filter (where not refunded),
        count(*) filter (where refunded), sum(total), sum(fund), sum(account), sum(cash), false, true,
        case store_id when 's3' then '5' when 's6' then '0' when 's7' then '2' when 's9' then '7'
          when 's8' then case clr_type when '11' then '5' else '1' end else (array['1', '3', '6'])[length(clr_type || m) % 3 + 1] end,
        '李', now()
      from (select *, ${month('at')} as m from ${book} b) rows
      where store_id <> 's0' and not (store_id = 's2' and clr_type = '11') group by 1, 2, 3, 4, 6`)
    await run(`insert into liquidation_item (liquidation_id, order_id, refunded, at, total, fund, account, cash, live)
      select l.id, b.order_id, b.refunded, b.at, b.total, b.fund, b.account, b.cash, l.state <> '2' from ${book} b
      join liquidation l on l.store_id = b.store_id and l.month = ${month('b.at')} and l.clr_type = b.clr_type`)
    // Afterwards: one that came late (s1), amounts that were corrected (s4), a reversal of what was claimed (s10).
    await sell('generate_series(985, 985)')
    await run(`update purchase_order set total = total + 5 where id in (select id from purchase_order where store_id = 's4'
      order by id limit 3)`)
    await run(`update purchase_order set reversed_by = '2103', reversed_at = settled_at + interval '40 days' where id in
      (select id from purchase_order where store_id = 's10' and reversed_by is null order by id limit 4)`)
  })

  const asked = (stores: 'all' | string[] = 'all') =>
    ({ db: server.deps.db, scope: new Scope(stores), me: {} }) as unknown as Context

  const sums = sql.raw(['total', 'fund', 'account', 'cash'].map((name) => `sum(book.${name}) as ${name}`).join(', '))
  const oneByOne = async () => {
    const rows = countedQuery(
      { from: '2026-01-01', until: '2026-03-31' },
      sql`true`,
      ({ refunded, sign, at }) => sql`${order.id} as order_id, ${sql.raw(String(refunded))} as refunded,
        ${order.storeId} as store_id, to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
        ${order.clrOptins} as clr_optins, ${order.insutype} as insutype, ${order.clrType} as clr_type,
        ${sign}${order.total} as total, ${sign}${order.fundTotal} as fund, ${sign}${order.account} as account,
        ${sign}${order.cash} as cash`,
    )
    return rowsFrom(
      await server.deps.db.execute(sql`
        select book.store_id as "storeId", book.month, book.clr_optins as "clrOptins", book.insutype,
          book.clr_type as "clrType", nullif(l.state, '0') as state, count(*) filter (where not book.refunded) as settlements,
          count(*) filter (where book.refunded) as reversals, ${sums}
        from ${rows} as book
        left join ${liquidationItem} i on i.order_id = book.order_id and i.refunded = book.refunded and i.live
        left join ${liquidation} l on l.id = i.liquidation_id
        where l.id is null or l.state in ('0', '5', '7') group by 1, 2, 3, 4, 5, 6`),
    ) as Record<string, unknown>[]
  }
  const named = (rows: readonly object[]) =>
    rows
      .map((row) => {
        const { storeId, month, clrOptins, insutype, clrType, state, ...sums } = row as Record<string, unknown>
        return `${[storeId, month, clrOptins, insutype, clrType, state].join('/')} ${openNames.map((name) => Number(sums[name])).join(' ')}`
      })
      .sort()

  test('the same is open as when every settlement is looked up', async () => {
    const all = named(await oneByOne())
    expect(new Set(all.map((row) => row.split('/')[0])).size).toBeGreaterThan(6)
    expect(named(await openSums(asked(), months))).toEqual(all)
    const of = (store: string) => all.filter((row) => row.startsWith(`${store}/`))
    for (const store of ['s0', 's1', 's3', 's8', 's9', 's10'])
      expect(named(await openSums(asked(), { ...months, storeId: store })), store).toEqual(of(store))
    expect([of('s1').length, of('s5'), of('s11')], 'what is claimed is not open').toEqual([1, [], []])
  })

  test('what was moved into another month since it was claimed is not open there, and hides no other one where it was', async () => {
    const { db } = server.deps
    const run = (text: string) => db.execute(sql.raw(text))
    const [moved] = rowsFrom(
      await run(`select id, settled_at::text as at from purchase_order where store_id = 's11' and reversed_by is null
        and settled_at between '2026-01-02' and '2026-01-30' order by id limit 1`),
    ) as { id: string; at: string }[]
    // Another one of the very same amounts comes late into the month that it leaves for March; February is as it was.
    await run(`insert into purchase_order select (o).* from (select jsonb_populate_record(p, '{"id": "late", "order_no": "late",
      "setl_id": "late"}') as o from purchase_order p where id = '${moved!.id}') as twin`)
    await run(`update purchase_order set settled_at = '2026-03-15 09:00:00+08' where id = '${moved!.id}'`)
    await run(`insert into recon_difference (id, group_id, store_id, day, class, order_id, msgid, action, handled_at)
      values ('d', 'g', 's11', '2026-03-15', 'crossDay', '${moved!.id}', 'm', 'moveDay', now())`)
    try {
      const all = named(await oneByOne()).filter((row) => row.startsWith('s11/'))
      expect(all, 'the late one').toHaveLength(1)
      expect(all[0]).toMatch(/^s11\/2026-01\//)
      expect(named(await openSums(asked(), { ...months, storeId: 's11' }))).toEqual(all)
      await run(`update recon_difference set day = '2026-01-15'`)
      expect(named(await openSums(asked(), { ...months, storeId: 's11' })), 'found on either day').toEqual(all)
      for (const month of ['2026-01', '2026-02', '2026-03'])
        expect(named(await openSums(asked(), { from: month, to: month, storeId: 's11' })), month).toEqual(
          all.filter((row) => row.startsWith(`s11/${month}`)),
        )
      if (database === 'postgres') {
        await run('analyze recon_difference')
        const [plan] = await plansOf(db, 'purchase_order', () => openSums(asked(), { from: '2026-02', to: '2026-02' }))
        expect(plan, 'no order is read to find that none was moved but those of differences').toMatch(
          /Index Scan using purchase_order_pkey on purchase_order/,
        )
        expect(plan).not.toMatch(/Seq Scan on purchase_order/)
      }
      // Marked as undone it is in no book at all.
      await run(`update purchase_order set reversed_by = '2601', settled_at = '${moved!.at}' where id = '${moved!.id}'`)
      expect(named(await openSums(asked(), { ...months, storeId: 's11' }))).toEqual(all)
    } finally {
      await run(`delete from recon_difference`)
      await run(`delete from purchase_order where id = 'late'`)
      await run(`update purchase_order set reversed_by = null, settled_at = '${moved!.at}' where id = '${moved!.id}'`)
    }
  })

  test('a month that is claimed is told by its sums, though its applications’ account leaves the family’s part out', async () => {
    const { db } = server.deps
    await db.execute(sql`update liquidation set account = account - 3 where store_id = 's5'`)
    const asks = vi.spyOn(db, 'execute')
    try {
      expect(await openSums(asked(), { ...months, storeId: 's5' })).toEqual([])
      expect(asks, 'of its days, and whether any was moved').toHaveBeenCalledTimes(2)
    } finally {
      asks.mockRestore()
      await db.execute(sql`update liquidation set account = account + 3 where store_id = 's5'`)
    }
  })

  test('the filters narrow it, and nobody sees another one’s store', async () => {
    const all = await openSums(asked(), months)
    const only = (rows: typeof all, some: (one: (typeof all)[number]) => boolean) => named(rows.filter(some))
    expect(named(await openSums(asked(), { ...months, clrType: '11', insutype: '390' }))).toEqual(
      only(all, ({ clrType, insutype }) => clrType === '11' && insutype === '390'),
    )
    expect(named(await openSums(asked(), { ...months, areaCode: '430100' }))).toEqual([])
    expect(named(await openSums(asked(['s2', 's9']), months))).toEqual(
      only(all, ({ storeId }) => storeId === 's2' || storeId === 's9'),
    )
    expect(named(await openSums(asked(), { from: '2026-02', to: '2026-02' }))).toEqual(
      only(all, ({ month }) => month === '2026-02'),
    )
  })
})
