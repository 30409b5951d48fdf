import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databases } from '../../test/kit.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { type Clerk, openBench, stores } from './test/bench.ts'

// Days on which both books agree, in both editions of the standard.

const centre = opened(startCentre)

describe.each(databases)('on %s', (database) => {
  // Each database has days of its own: the centre's book is shared.
  const month = database === 'pglite' ? '2026-10' : '2026-04'
  const bench = opened(() => openBench(centre, { database }))

  describe.each(Object.keys(stores) as Clerk[])('%s', (who) => {
    test('a purchase, and one that was reversed: every group is equal and is asked only once', async () => {
      const day = await bench.day(who, `${month}-12`)
      await day.buy('1.00')
      const { id } = await day.buy('2.00')
      expect((await day.cancel(id)).result).toMatchObject({ status: '3' })
      expect(await day.book()).toHaveLength(3)

      const before = await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date })
      expect(before.items).toMatchObject([{ state: '0', insutype: '310', local: { count: 3, total: '1.00' } }])

      const { groups, equal, unequal } = await day.total()
      expect({ equal, unequal }).toEqual({ equal: 2, unequal: 0 })
      const main = groups.find(({ insutype }) => insutype === '310')!
      expect(main).toMatchObject({
        id: before.items[0]!.id,
        state: '2',
        centreResult: '平',
        clrOptins: stores[who].area,
        local: { count: 3, total: '1.00', account: '1.00', cash: '0.00' },
      })

      await centre.fault({ fault: 'refuse', infno: '3201', text: '不该再问', times: 2 })
      expect(await day.total()).toMatchObject({ equal: 2 })
      const forced = await day.total({ force: true })
      expect(forced.groups.map(({ state, centreText }) => [state, centreText])).toEqual([
        ['5', '医保中心：“不该再问”'],
        ['5', '医保中心：“不该再问”'],
      ])
      await centre.fault({ fault: 'dropBeforeBooking', infno: '3201' })
      const silent = await day.total()
      expect(silent.groups.map(({ state }) => state).sort()).toEqual(['2', '5'])
      expect(silent.groups.find(({ state }) => state === '5')?.centreText).toBe('医保中心没有答复，请稍后重新对总账')
      expect(await day.total()).toMatchObject({ equal: 2, unequal: 0 })
      const after = await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date, state: '2' })
      expect(after).toMatchObject({ total: 2, totalIsBound: false })
    })

    test('a store without one order is reconciled, and a row that only the centre has is seen', async () => {
      const day = await bench.day(who, `${month}-13`)
      expect(await day.total()).toMatchObject({ equal: 2, unequal: 0 })
      const msgid = `${stores[who].code}${month.replace('-', '')}130900000001`
      await day.centreOnly(msgid)
      const { groups } = await day.total({ force: true })
      expect(groups.map(({ insutype, state }) => [insutype, state]).sort()).toEqual([
        ['310', '3'],
        ['390', '2'],
      ])
      const found = await day.detail(groups.find(({ state }) => state === '3')!)
      expect(found).toMatchObject({ differences: 1, automatic: 0 })
      const [difference] = (await Promise.all(found.groups.map((group) => day.differences(group)))).flat()
      expect(difference).toMatchObject({
        class: 'centreOnlyUnknown',
        msgidTail: '00000001',
        evidence: ['本店系统没有发出过报文尾号 00000001 的记录'],
        risk: 'money',
        locked: false,
      })
      expect(difference?.actions).toEqual(who === 'clerk' ? ['backfill', 'undo', 'reverse', 'mark'] : ['undo', 'mark'])
    })
  })

  test('a day that has not come is refused; a day of another store is out of scope', async () => {
    const day = await bench.day('clerk', `${month}-14`)
    const later = await day.client.send(reconciliation.total, { day: `${month}-15` })
    expect(later.resultNotice?.error).toBe('这一天还没有到，不能对账')
    const other = (await (await bench.day('clerk2', `${month}-14`)).store()).id
    const foreign = await day.client.send(reconciliation.total, { day: `${month}-14`, storeId: other })
    expect(foreign.statusCode).toBe(403)
    const { items } = await day.client.ok(reconciliation.dayPaged, {
      from: `${month}-01`,
      to: `${month}-30`,
      pageSize: 100,
    })
    expect(new Set(items.map(({ storeName }) => storeName))).toEqual(new Set(['示例大药房观前店']))
  })

  test('an administrator reconciles all stores of his scope at once', async () => {
    await bench.day('clerk', `${month}-16`)
    const admin = await bench.counter.server.as('area', { areaCode: '320500' })
    const { progressId } = await admin.ok(reconciliation.totals, { day: `${month}-16` })
    const { results, text } = await untilEnded(admin, progressId)
    expect(text).toBe('2 家门店全部对平；这次只做了苏州市的门店，南京市没有做，请切换区划后再做')
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
  })
})
