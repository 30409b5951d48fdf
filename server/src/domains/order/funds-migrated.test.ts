import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { openPglite } from '../../database/open.ts'
import { liquidation, liquidationItem } from '../liquidation/tables.ts'
import { area, store } from '../organisation/tables.ts'
import { type HandedOut, rxMessage } from '../prescription/tables.ts'
import { reconDifference, reconFigureRow, reconFigures, reconGroup } from '../reconciliation/tables.ts'
import { fundChange } from './fund-tables.ts'
import { order } from './tables.ts'
import type { StoredSplit } from './types.ts'

test('books of before, where the account was among the funds: they have it once, and what was claimed stays', async () => {
  const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, '../../database/migrations') })
  const at = migrations.findIndex(({ sql: parts }) => parts.some((one) => one.includes('fundIncludesAcct')))
  const database = await openPglite()
  const { db } = database
  try {
    for (const { sql: parts } of migrations.slice(0, at)) for (const one of parts) await database.execute(one)
    const now = new Date('2026-11-20T10:00:00+08:00')
    for (const [code, fundIncludesAcct] of [
      ['440100', true],
      ['320500', false],
    ] as const) {
      const clearing = fundIncludesAcct && { clearing: 'fund' }
      await db.insert(area).values({ code, name: code, settings: { fundIncludesAcct, ...clearing } })
      const sums = { total: 10_000, fund: 7000, account: 2000, cash: 3000 }
      const split = { fundTotal: 7000, account: 2000, poolFund: 5000 } as StoredSplit
      // In columns of then: what was added since is not there yet.
      await db.execute(sql`insert into ${order} (id, order_no, area_code, company_id, store_id, operator_id, operator_name,
          state, medical_type, insutype, setl_id, settled_at, clr_optins, person, basket, lines, total, fund_total, account,
          cash, split, created_at, updated_at)
        select code, code, code, 'c', code, 'u', '李', 'settled', '41', '310', code, at, code, '{}', '{}', '[]', 10000, 7000,
          2000, 3000, ${JSON.stringify(split)}::jsonb, at, at
        from (select ${code}::text as code, ${now.toISOString()}::timestamptz as at) as one`)
      const key = { storeId: code, areaCode: code, clrOptins: code, insutype: '310', clrType: '41' }
      await db.insert(reconGroup).values({ id: code, ...key, day: '2026-11-20', count: 1, ...sums })
      const side = { setlId: code, mdtrtId: code, reversed: false, total: 10_000, fund: 7000, account: 2000 }
      const both = sql`${JSON.stringify(side)}::jsonb`
      await db.execute(sql`insert into ${reconDifference} (id, group_id, store_id, day, class, msgid, local, centre)
        values (${code}, ${code}, ${code}, '2026-11-20', 'amounts', ${code}, ${both}, ${both})`)
      const held = { total: 10_000, pool: 5000, aid: 2000, account: 2000, cash: 3000 }
      await db.insert(reconFigures).values({ id: code, count: 1, at: now, ...held })
      const sale = { groupId: code, setlId: code, refunded: false, mdtrtId: code, msgid: code, settledAt: now }
      await db.insert(reconFigureRow).values({ ...sale, ...held })
      await db.execute(sql`insert into ${store} (id, "areaCode", "companyId", name, "fixmedinsCode")
        values (${code}, ${code}, 'c', ${code}, ${code})`)
      const handedOut = { fundTotal: 7000, account: 2000 } as HandedOut
      const told = { id: code, prescriptionId: code, storeId: code, kind: 'dispense' as const, at: now }
      await db.insert(rxMessage).values({ ...told, handedOut })
      const claim = { claimFund: 7000, withAccount: false, agreed: true, state: '1' as const }
      await db
        .insert(liquidation)
        .values({ id: code, ...key, ...sums, ...claim, month: '2026-11', operatorName: '李', createdAt: now })
      await db
        .insert(liquidationItem)
        .values({ liquidationId: code, orderId: code, refunded: false, at: now, ...sums, recognised: 10_000 })
    }
    for (const { sql: parts } of migrations.slice(at)) for (const one of parts) await database.execute(one)
    const bookOf = async (code: string) => {
      const [row] = await db.select().from(order).where(eq(order.id, code))
      const [group] = await db.select().from(reconGroup).where(eq(reconGroup.id, code))
      const [claim] = await db.select().from(liquidation).where(eq(liquidation.id, code))
      const [item] = await db.select().from(liquidationItem).where(eq(liquidationItem.orderId, code))
      const [days] = await db
        .select({ fund: sql<string>`sum(${fundChange.fundTotal})` })
        .from(fundChange)
        .where(eq(fundChange.storeId, code))
      const [found] = await db.select().from(reconDifference).where(eq(reconDifference.id, code))
      const [told] = await db.select().from(rxMessage).where(eq(rxMessage.id, code))
      const [held] = await db.select().from(reconFigures).where(eq(reconFigures.id, code))
      const [sale] = await db.select().from(reconFigureRow).where(eq(reconFigureRow.groupId, code))
      const ours = [row!.fundTotal, row!.split!.fundTotal, group!.fund, claim!.fund, item!.fund, Number(days!.fund)]
      const kept = [found!.local!.fund, found!.centre!.fund, told!.handedOut!.fundTotal]
      return [new Set([...ours, ...kept, held!.pool + held!.aid, sale!.pool + sale!.aid])]
    }
    expect(await bookOf('440100')).toEqual([new Set([5000])])
    expect(await bookOf('320500')).toEqual([new Set([7000])])
    const claims = await db.select().from(liquidation).orderBy(liquidation.id)
    expect(claims.map(({ claimFund, withAccount }) => [claimFund, withAccount])).toEqual([
      [7000, false],
      [7000, true],
    ])
    const areas = await db.select().from(area).orderBy(area.code)
    expect(areas.map(({ settings }) => settings)).toEqual([
      { fundIncludesAcct: false },
      { fundIncludesAcct: true, claimAccount: true, clearing: 'paid' },
    ])
    // Somebody finds out later that this centre does not count so: nothing of it is lost.
    await database.execute(`select funds_without_account('440100', -1)`)
    expect(await bookOf('440100')).toEqual([new Set([7000])])
  } finally {
    await database.close()
  }
})
