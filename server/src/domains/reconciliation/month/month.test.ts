import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { addDays, addMonths, daysOfMonth } from '@yibao/shared/time.ts'
import { inArray } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { type Client, databases } from '../../../test/kit.ts'
import { usual } from '../../../test/postgres.ts'
import { untilEnded } from '../../../test/until-ended.ts'
import { store } from '../../organisation/tables.ts'
import { startCentre } from '../../settlement/test/centre.ts'
import { type Clerk, openBench, stores } from '../test/bench.ts'

// A month's books: every day first, then the whole (domain.md 5.5).

const centre = opened(startCentre)

// What a store's line says behind its figures: where to go on.
const which = '。逐日核对时选「已对平的日子也重新核对」，找出是哪一天；每一天都一致的，在列表「标记处理」'
const why = '。原因见列表的「中心说明」，处理后重新对总账'

test('months and their days', () => {
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(daysOfMonth('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
  expect(daysOfMonth('2026-12').last).toBe('2026-12-31')
})

describe.each(databases)('on %s', (database) => {
  // Each database has months of its own: the centre's book is shared.
  const year = database === 'pglite' ? '2027' : '2028'
  const bench = opened(() => openBench(centre, { database }))

  const total = async (client: Client, month: string, storeId?: string) =>
    untilEnded(client, (await client.ok(monthBooks.monthTotal, { month, storeId })).progressId)
  const check = async (client: Client, month: string, more: { storeIds?: string[]; force?: boolean } = {}) =>
    untilEnded(client, (await client.ok(monthBooks.monthCheck, { month, ...more })).progressId)
  const listed = (client: Client, month: string, state?: '0' | '2' | '3') =>
    client.ok(monthBooks.monthPaged, { from: month, to: month, state })

  // What differs by province is none of the database's.
  describe.each(database === usual ? (Object.keys(stores) as Clerk[]) : (['clerk'] as const))('%s', (who) => {
    test('its days are reconciled first, then the whole; a reversal counts on its own day', async () => {
      const month = `${year}-03`
      const first = await bench.day(who, `${month}-02`)
      const { id } = await first.buy('10.00')
      await first.buy('2.50')
      const second = await bench.day(who, `${month}-31`, '23:30:00')
      await second.cancel(id)
      await second.buy('0.01')
      const { client } = await bench.day(who, `${addMonths(month, 1)}-01`, '08:00:00')

      const before = await listed(client, month)
      expect(before.items).toMatchObject([
        { month, insutype: '310', state: '0', days: 2, openDays: 2, count: 4, total: '2.51' },
      ])
      const early = await total(client, month)
      expect(early).toMatchObject({ text: '1 家门店，1 家还要处理' })
      expect(early.results).toMatchObject([{ ok: false, text: '2日、31日 还没有对平，请先「逐日核对」' }])
      expect((await listed(client, month)).items).toMatchObject([{ state: '0' }])

      expect((await check(client, month)).results).toMatchObject([{ ok: true, text: '核对 2 天，全部对平' }])
      expect((await total(client, month)).results).toMatchObject([{ ok: true, text: '2 组全部对平' }])
      const after = await listed(client, month)
      expect(after.items).toMatchObject([
        { insutype: '310', state: '2', centreResult: '平', days: 2, openDays: 0, count: 4, total: '2.51' },
        { insutype: '390', state: '2', centreResult: '平', days: 0, openDays: 0, count: 0, total: '0.00' },
      ])
      expect(after.items[0]).toMatchObject({ storeName: (await second.store()).name, clrOptins: stores[who].area })
      const days = await client.ok(monthBooks.monthDays, { month, insutype: '310' })
      expect(days.items.map(({ day, count, total: sum, state }) => [day.slice(8), count, sum, state])).toEqual([
        ['02', 2, '12.50', '2'],
        ['31', 2, '-9.99', '2'],
      ])

      // Something more is booked on a day of that month: equal again, and still not what the whole was compared with.
      await (await bench.day(who, `${month}-31`, '23:50:00')).buy('5.00')
      const later = await bench.day(who, `${addMonths(month, 1)}-01`, '09:00:00')
      await check(later.client, month, { force: true })
      expect((await listed(later.client, month)).items).toMatchObject([
        { insutype: '310', state: '0', openDays: 0, count: 5, total: '7.51' },
        { insutype: '390', state: '2' },
      ])
    })

    test('a row that only the centre has, on a day without business, shows in the whole and is found by asking every day', async () => {
      const month = `${year}-05`
      const day = await bench.day(who, `${month}-10`)
      await day.buy('3.00')
      const lonely = `${month}-21`
      const later = await bench.day(who, `${addMonths(month, 1)}-02`)
      await check(later.client, month)
      expect((await total(later.client, month)).text).toBe('1 家门店全部对平')

      const back = await bench.day(who, lonely)
      await back.centreOnly(`${stores[who].code}${month.replace('-', '')}210900000001`)
      const { client } = await bench.day(who, `${addMonths(month, 1)}-02`, '10:10:00')
      expect((await total(client, month)).results).toMatchObject([{ ok: false, text: `2 组，1 组不平${which}` }])
      expect((await listed(client, month, '3')).items).toMatchObject([{ insutype: '310', openDays: 0 }])

      expect((await check(client, month)).results).toMatchObject([{ ok: true, text: '没有需要核对的日子' }])
      const found = await check(client, month, { force: true })
      expect(found.results).toMatchObject([
        { ok: false, text: '核对 31 天，1 天未对平（21日），差异已列出，在列表点这家门店的那一行，按日查看并处理' },
      ])
      const [open] = (await client.ok(monthBooks.monthDays, { month, unfinished: true })).items
      expect(open).toMatchObject({ day: lonely, state: '3', differences: 1, open: 1 })
      // The other group's days were asked again, too, and are what they were: its result still holds.
      expect((await listed(client, month, '2')).items).toMatchObject([{ insutype: '390' }])
      expect((await listed(client, month, '3')).items).toEqual([])
      expect((await listed(client, month, '0')).items[0]).toMatchObject({
        ...{ insutype: '310', openDays: 1, centreText: '上次月对账之后，日对账有变动，请重新对总账' },
      })

      const [difference] = (await client.ok(reconciliation.diffPaged, { groupId: open!.id })).items
      bench.clock.advance(60_000)
      await client.ok(reconciliation.handle, { diffId: difference!.id, action: 'mark', note: '中心已知晓，下月调整' })
      expect((await listed(client, month)).items[0]).toMatchObject({ state: '0', openDays: 0 })
      // Nothing was repaired, so the whole stays what it is.
      expect((await total(client, month)).results).toMatchObject([{ ok: false, text: `2 组，1 组不平${which}` }])
    })
  })

  test('a row of an insurance that the store never sold under is seen by the whole, and on its day from then on', async () => {
    const month = `${year}-11`
    const day = await bench.day('clerk', `${month}-20`)
    await day.total()
    const cadre = `320500${'5'.padStart(14, '0')}`
    await centre.fault({ fault: 'centreOnlyRow', fixmedins_code: stores.clerk.code, psn_no: cadre })
    const { client } = await bench.day('clerk', `${addMonths(month, 1)}-01`)
    expect((await check(client, month)).text).toBe('1 家门店全部对平')
    expect((await total(client, month)).results).toMatchObject([{ ok: false, text: `3 组，1 组不平${which}` }])
    expect((await listed(client, month, '3')).items).toMatchObject([{ insutype: '340', count: 0, total: '0.00' }])
    await check(client, month, { force: true })
    const open = await client.ok(monthBooks.monthDays, { month, unfinished: true })
    expect(open.items).toMatchObject([{ day: `${month}-20`, insutype: '340', state: '3', differences: 1 }])
  })

  test('open lists of the store follow a run of a day and of a month', async () => {
    const month = `${year}-12`
    const day = await bench.day('clerk', `${month}-31`)
    const { id } = await day.store()
    const told = vi.spyOn(day.deps.services.live, 'publish')
    const count = () => told.mock.calls.filter(([room, event]) => room === `store:${id}` && event === changed).length
    const changed = 'reconciliation.changed'
    try {
      await day.total()
      expect(count()).toBe(1)
      const { client } = await bench.day('clerk', `${addMonths(month, 1)}-01`)
      await check(client, month)
      const before = count()
      await total(client, month)
      expect(count()).toBe(before + 1)
    } finally {
      told.mockRestore()
    }
  })

  test('a month that is not over, a refusal and silence of the centre, a store of somebody else', async () => {
    const month = `${year}-07`
    const day = await bench.day('clerk', `${month}-31`, '12:00:00')
    await day.buy('1.00')
    const now = await day.client.send(monthBooks.monthTotal, { month })
    expect(now.resultNotice?.error).toBe('这个月还没有结束，下个月起才能月对账')
    const { client } = await bench.day('clerk', `${addMonths(month, 1)}-01`)
    await check(client, month)
    await centre.fault({ fault: 'refuse', infno: '3201', text: '对账期已封账', times: 2 })
    expect((await total(client, month)).results).toMatchObject([{ ok: false, text: `2 组，2 组未完成${why}` }])
    const words = async () => (await listed(client, month)).items.map(({ state, centreText }) => [state, centreText])
    expect(await words()).toEqual([
      ['5', '医保中心：“对账期已封账”'],
      ['5', '医保中心：“对账期已封账”'],
    ])
    await centre.fault({ fault: 'dropBeforeBooking', infno: '3201' })
    const silent = '医保中心没有答复，请等中心恢复后再做「月对总账」'
    expect((await total(client, month)).results).toMatchObject([{ ok: false, text: silent }])
    expect(await words()).toContainEqual(['5', '医保中心没有答复，请稍后重新对总账'])
    expect((await total(client, month)).text).toBe('1 家门店全部对平')

    const other = (await (await bench.day('clerk2', `${addMonths(month, 1)}-01`)).store()).id
    for (const call of [
      client.send(monthBooks.monthTotal, { month, storeId: other }),
      client.send(monthBooks.monthCheck, { month, storeIds: [other] }),
      client.send(monthBooks.monthDays, { month, storeId: other }),
      client.send(monthBooks.monthPaged, { storeId: other }),
      client.send(monthBooks.matrix, { month, storeId: other }),
    ])
      expect((await call).statusCode).toBe(403)
  })

  test('the calendar of an area: every store, days that have come, the least finished group speaks for its day', async () => {
    const month = `${year}-09`
    const day = await bench.day('clerk', `${month}-03`)
    await day.buy('4.00')
    await day.total()
    const next = await bench.day('clerk', `${month}-05`)
    await next.buy('5.00')
    const msgid = `${stores.clerk.code}${month.replace('-', '')}050900000001`
    await next.centreOnly(msgid)
    const today = await bench.day('clerk', `${month}-06`)
    await check(today.client, month)
    await today.buy('6.00')
    const admin = await bench.counter.server.as('area', { areaCode: '320500' })
    const { items, total: all } = await admin.ok(monthBooks.matrix, { month, pageSize: 100 })
    expect(all).toBe(items.length)
    expect(items.length).toBeGreaterThan(1)
    const own = items.find(({ storeName }) => storeName === '示例大药房观前店')!
    expect(own.days.map(({ state }) => state)).toEqual(['none', 'none', 'equal', 'none', 'unequal', 'waiting'])
    expect(own.days.map((one) => one.day)).toEqual([1, 2, 3, 4, 5, 6].map((n) => addDays(`${month}-01`, n - 1)))
    // Today's books are not late yet.
    expect(own).toMatchObject({ businessDays: 3, openDays: 1, openDates: '5日', operatorName: '李店员' })
    const idle = items.find(({ storeName }) => storeName !== '示例大药房观前店')!
    expect(idle).toMatchObject({ businessDays: 0, openDays: 0 })
    const ids = async (state: 'open' | 'done') =>
      (await admin.ok(monthBooks.matrix, { month, state, pageSize: 100 })).items.map(({ storeId }) => storeId)
    expect(await ids('open')).toEqual([own.storeId])
    expect(await ids('done')).toContain(idle.storeId)
    expect(await ids('done')).not.toContain(own.storeId)
    // Given up with an open day: still on the list, while one that has none left is gone.
    const { db } = bench.counter.server.deps
    const close = (closed: boolean) =>
      db
        .update(store)
        .set({ closed })
        .where(inArray(store.id, [own.storeId, idle.storeId]))
    await close(true)
    const left = (await admin.ok(monthBooks.matrix, { month, pageSize: 100 })).items.map(({ storeId }) => storeId)
    await close(false)
    expect(left).toContain(own.storeId)
    expect(left).not.toContain(idle.storeId)
  })
})
