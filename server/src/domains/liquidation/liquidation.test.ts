import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { databases } from '../../test/kit.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { type Clerk, openBench } from '../reconciliation/test/bench.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { liquidationItem, liquidation as table } from './tables.ts'
import { Claims } from './test/claims.ts'

// A month's money: drafted, applied for, decided by the centre (domain.md 5.6).

const centre = opened(startCentre)

describe.each(databases)('on %s', (database) => {
  const claims = new Claims(() => bench)
  // Each database and test has a month of its own: the centre's book is shared.
  let month = database === 'pglite' ? '2031-01' : '2036-01'
  beforeEach(() => {
    month = addMonths(month, 2)
  })
  const bench = opened(() => openBench(centre, { database }))

  describe.each(['clerk', 'clerk2', 'clerk3'] as Clerk[])('%s', (who) => {
    test('a month that agrees is drafted, applied for, decided and paid; all of it is in the lists', async () => {
      await claims.withFund(who, month)
      const { client, draft } = await claims.drafted(who, month, ['10.00', '0.01'])
      expect(draft).toMatchObject({
        ...{ month, state: '0', persons: 3, total: '1510.01', books: 'same', agreed: true },
        ...{ beginDay: `${month}-01`, unsummed: who === 'clerk3' },
      })
      // 月对账 says of each group how it is claimed, whichever of them the centre claims together.
      const claimed = async (clrOptins?: string) => {
        const { items } = await client.ok(monthBooks.monthPaged, { from: month, to: month, clrOptins, pageSize: 50 })
        return [...new Set(items.map(({ claim }) => claim))]
      }
      expect(await claimed()).toEqual(['0'])
      expect([await claimed(draft.clrOptins), await claimed('000000')]).toEqual([['0'], []])
      const items = await client.ok(liquidation.settlements, { id: draft.id, pageSize: 50 })
      expect(items.items.map(({ refunded, total }) => `${refunded} ${total}`).sort()).toEqual([
        ...['0 0.01', '0 10.00', '0 1500.00'],
      ])
      expect(Number(draft.fund)).toBeGreaterThan(100)
      const applied = (await claims.apply(client, draft)).result!
      expect(await claimed()).toEqual(['1'])
      expect(applied).toMatchObject({ state: '1', eventId: expect.stringMatching(/^\d{6}Q/), books: 'same' })
      expect(await claims.centre(who, month)).toMatchObject([
        { evt_id: applied.eventId, stas: '20', psntime: 3, medfee: '1510.01', applied: draft.fund },
      ])
      expect((await claims.apply(client, draft)).resultNotice?.error).toBe('清算申请现在是「已申请」，不能申请')
      await claims.move(applied.eventId, 'firstReview')
      await claims.move(applied.eventId, 'deduct', { amount: '0.05', text: '超限价' })
      await claims.move(applied.eventId, 'reserve', { amount: '0.10' })
      const query = () => client.ok(liquidation.queryState, { id: draft.id })
      expect(await query()).toMatchObject({ state: '3', centreState: '初审', deducted: '0.05', message: '超限价' })
      expect(
        (await client.send(liquidation.revoke, { id: draft.id, reason: '申报金额有误' })).resultNotice?.error,
      ).toBe('清算申请现在是「审核中」，不能撤销')
      await claims.move(applied.eventId, 'approve')
      expect(await query()).toMatchObject({ state: '4' })
      await claims.move(applied.eventId, 'pay')
      const paid = await query()
      expect(paid).toMatchObject({ state: '6', reserved: '0.10', paidMonth: addMonths(month, 1) })
      const detail = await client.ok(liquidation.detail, { id: draft.id })
      expect(detail).toMatchObject({ settled: 3, reversed: 0, book: { total: '1510.01' }, centreTotal: '1510.01' })
      const part = (name: 'applied' | 'paid') => detail.funds.reduce((sum, fund) => sum + Number(fund[name]) * 100, 0)
      expect(Math.round(part('applied'))).toBe(Math.round(Number(draft.fund) * 100))
      expect(Math.round(part('paid'))).toBe(Math.round(Number(paid.paid) * 100))
      expect(Number(paid.paid)).toBeCloseTo(Number(draft.fund) - 0.15, 6)
    })

    test('a refund pair of the month is no person and no money; a reversal of the next month is that month’s', async () => {
      const day = await bench.day(who, `${month}-05`)
      const pair = await day.buy('8.00')
      await day.buy('3.00')
      const later = await day.buy('5.00')
      await day.cancel(pair.id)
      const next = addMonths(month, 1)
      const second = await bench.day(who, `${next}-03`)
      await second.cancel(later.id)
      const { client } = await claims.after(who, next)
      await claims.agree(client, month)
      await claims.agree(client, next)
      await claims.generate(client, month)
      await claims.generate(client, next)
      const [first] = await claims.listed(client, month)
      expect(first).toMatchObject({ persons: 2, total: '8.00' })
      expect(await client.ok(liquidation.detail, { id: first!.id })).toMatchObject({ settled: 3, reversed: 1 })
      const [negative] = await claims.listed(client, next)
      expect(negative).toMatchObject({ persons: -1, total: '-5.00', books: 'same' })
      // The centre, by its own book, takes exactly these.
      for (const draft of [first!, negative!])
        expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1', books: 'same' })
    })
  })

  test('a month is generated when it is over and its groups agree; what is open is said', async () => {
    const day = await bench.day('clerk', `${month}-10`)
    await day.buy('4.00')
    const early = await day.client.send(liquidation.generate, { month })
    expect(early.resultNotice?.error).toBe('这个月还没有结束，下个月起才能申请清算')
    const { client } = await claims.after('clerk', month)
    const open = await claims.generate(client, month)
    expect(open).toMatchObject({ text: '1 家门店，1 家还要处理' })
    expect(open.results[0]!.text).toContain('未对账，请先到「月对账」处理')
    expect(await claims.listed(client, month)).toEqual([])
    const empty = addMonths(month, -1)
    expect((await claims.generate(client, empty)).results[0]).toMatchObject({
      ok: true,
      text: '没有医保结算，不用申请',
    })
    await claims.agree(client, month)
    expect((await claims.generate(client, month)).results[0]!.text).toBe('生成 1 份')
    expect((await claims.generate(client, month)).results[0]!.text).toBe('草稿没有变化，保留 1 份')
  })

  test('what moves after the draft is shown, never applied for and made anew only on request; then shown as differing', async () => {
    const { client, draft } = await claims.drafted('clerk', month, ['6.00'])
    await (await bench.day('clerk', `${month}-28`)).buy('1.50')
    const { client: again } = await claims.after('clerk', month, '10:00:00')
    const [moved] = await claims.listed(again, month)
    expect(moved).toMatchObject({ books: 'moved', total: '6.00' })
    expect(moved!.differs).toContain('清算人次 -1，医疗费总额 -1.50')
    expect((await claims.apply(again, draft)).resultNotice?.error).toContain('生成之后账目有变动')
    expect(await claims.centre('clerk', month)).toEqual([])
    expect((await claims.generate(again, month)).results[0]!.text).toContain('请先到「月对账」处理')
    await claims.agree(again, month)
    expect((await claims.generate(again, month)).results[0]!.text).toBe('账目有变动，重新生成 1 份')
    const [fresh] = await claims.listed(again, month)
    expect(fresh).toMatchObject({ books: 'same', total: '7.50', persons: 2 })
    expect((await claims.apply(again, fresh!)).success).toBe(true)
    await (await bench.day('clerk', `${month}-29`)).buy('2.00')
    const { client: last } = await claims.after('clerk', month, '11:00:00')
    expect(await claims.listed(last, month)).toMatchObject([{ state: '1', total: '7.50', books: 'moved' }])
    await claims.agree(last, month)
    const told = (await claims.generate(last, month)).results[0]!
    expect([told.ok, told.text]).toEqual([
      false,
      '已申请，另有 1 笔结算（基金 0.00 元）不在申请中。请按「撤销申请」后重新生成；中心不同意撤销的，带上清单请医保经办机构处理。清单见「结算报表」，按这个月的结算日期和未清算“未申请”查询',
    ])
    const { id, eventId } = (await claims.listed(last, month))[0]!
    await claims.move(eventId, 'firstReview')
    await last.ok(liquidation.queryState, { id })
    expect((await claims.generate(last, month)).results[0]!.text).toContain('中心已受理，不能撤销')
    expect(await claims.centre('clerk', month), 'the centre has one application, of what was claimed').toMatchObject([
      { medfee: '7.50', psntime: 2 },
    ])
    expect(client).toBeDefined()
  })

  test('what the books agreed on is not edited; what areas work out differently is, with a reason and the difference', async () => {
    const { client, draft } = await claims.drafted('clerk', month, ['20.00'])
    const edit = (more: object) => client.send(liquidation.edit, { id: draft.id, reason: '按中心口径调整', ...more })
    expect((await edit({ total: '19.00' })).resultNotice?.error).toContain('医疗费总额与医保中心一致')
    expect((await edit({ recognised: '20.01' })).error?.fields).toHaveProperty('recognised')
    expect((await edit({ fund: '99.00' })).error?.fields).toHaveProperty('fund')
    expect((await edit({ recognised: '1.00', reason: '短' })).error?.fields).toHaveProperty('reason')
    const before = Number(draft.recognised)
    const changed = (await edit({ recognised: '0.00' })).result!
    expect(changed).toMatchObject({
      books: 'edited',
      differs: `医保认可费用 -${before.toFixed(2)}`,
      recognised: '0.00',
    })
    for (const seen of [{ fund: '0.07' }, { total: '0.07' }])
      expect((await claims.apply(client, { ...draft, ...seen })).resultNotice?.error).toContain('申报金额刚有改动')
    expect((await claims.apply(client, changed)).result).toMatchObject({ state: '1', editReason: '按中心口径调整' })
    expect((await edit({ persons: 3 })).statusCode).toBe(409)
    const admin = await bench.counter.server.as('admin')
    const log = await admin.ok(operationLog.paged, { module: 'liquidation', pageSize: 50 })
    expect(log.items.map(({ action }) => action)).toEqual(expect.arrayContaining(['申请清算', '修改清算申报金额']))
  })

  test('3203A and 3204A: an organisation has one application of a month, whatever kind and insurance', async () => {
    const { centre: clients } = bench.counter.server.deps.services
    clients.configure('320100', { claims: '3203A', baseUrl: centre.url })
    const { client, draft } = await claims.drafted('clerk2', month, ['6.00', '1.00'])
    expect(draft).toMatchObject({ persons: 2, total: '7.00', books: 'same' })
    expect(draft.clrType).toBeUndefined()
    const applied = (await claims.apply(client, draft)).result!
    expect(applied).toMatchObject({ state: '1', books: 'same' })
    expect(await client.ok(liquidation.revoke, { id: draft.id, reason: '重新汇总金额' })).toMatchObject({ state: '2' })
    expect((await claims.centre('clerk2', month)).map(({ stas }) => stas)).toEqual(['80'])
    clients.configure('320100', { baseUrl: centre.url })
  })

  test('in Hunan the centre sums by itself: nothing is edited', async () => {
    const { client, draft } = await claims.drafted('clerk3', month, ['20.00'])
    const answer = await client.send(liquidation.edit, { id: draft.id, recognised: '1.00', reason: '按中心口径' })
    expect(answer.resultNotice?.error).toBe('本区划的清算金额由医保中心汇总，不能修改申报金额')
  })

  test('sent back, revoked and applied for again; its settlements are in one application at a time', async () => {
    const { client, draft, ids } = await claims.drafted('clerk', month, ['7.00'])
    const first = (await claims.apply(client, draft)).result!
    await claims.move(first.eventId, 'reject', { text: '缺少申请表' })
    expect(await client.ok(liquidation.queryState, { id: draft.id })).toMatchObject({
      state: '5',
      message: '缺少申请表',
    })
    const revoked = await client.ok(liquidation.revoke, { id: draft.id, reason: '补交申请表' })
    expect(revoked).toMatchObject({ state: '2', message: '撤销原因：补交申请表' })
    expect((await claims.generate(client, month)).results[0]!.text).toBe('生成 1 份')
    const again = (await claims.listed(client, month)).find(({ state }) => state === '0')!
    expect((await claims.apply(client, again)).result).toMatchObject({ state: '1' })
    expect((await claims.centre('clerk', month)).map(({ stas }) => stas)).toEqual(['80', '20'])
    const { db } = bench.counter.server.deps
    const rows = await db.select().from(liquidationItem).where(eq(liquidationItem.orderId, ids[0]!))
    expect(rows.map(({ live }) => live).sort()).toEqual([false, true])
  })

  test('what is under way is asked for store by store; one that cannot be asked is named and stops no other', async () => {
    const { client, draft } = await claims.drafted('clerk', month, ['7.00'])
    const applied = (await claims.apply(client, draft)).result!
    await claims.move(applied.eventId, 'firstReview')
    const area = await bench.counter.server.as('area', { areaCode: '320500' })
    const asked = { from: month, to: month }
    const pull = async () => untilEnded(area, (await area.ok(liquidation.pull, asked)).progressId)
    await centre.fault({ fault: 'refuse', infno: '3205', text: '系统维护' })
    expect((await pull()).results).toMatchObject([{ ok: false, text: expect.stringContaining('系统维护') }])
    expect((await pull()).results).toMatchObject([{ ok: true, text: '已查询 1 份' }])
    expect(await claims.listed(client, month)).toMatchObject([{ state: '3', centreState: '初审' }])
    await client.ok(liquidation.print, { id: draft.id })
    const none = await area.send(liquidation.pull, { from: addMonths(month, 1), to: addMonths(month, 1) })
    expect(none.resultNotice?.error).toBe('没有找到待查询的清算申请')
  })

  test('a draft is deleted; what is applied for is not', async () => {
    const { client, draft } = await claims.drafted('clerk', month, ['7.00'])
    await client.ok(liquidation.remove, { id: draft.id })
    expect(await claims.listed(client, month)).toEqual([])
    await claims.generate(client, month)
    const [anew] = await claims.listed(client, month)
    await claims.apply(client, anew!)
    expect((await client.send(liquidation.remove, { id: anew!.id })).statusCode).toBe(409)
  })

  test('other stores and areas see nothing of it, and of two stores in one list each has its own books', async () => {
    await claims.withFund('clerk', month)
    const { client, draft } = await claims.drafted('clerk', month, ['7.00'])
    await claims.apply(client, draft)
    const nanjing = await bench.counter.server.as('area', { areaCode: '320100' })
    for (const answer of [
      await nanjing.send(liquidation.detail, { id: draft.id }),
      await nanjing.send(liquidation.queryState, { id: draft.id }),
      await claims.apply(nanjing, draft),
      await nanjing.send(liquidation.revoke, { id: draft.id, reason: '不是本店的' }),
    ])
      expect(answer.statusCode).toBe(404)
    const period = { from: month, to: month }
    expect((await nanjing.ok(liquidation.settlements, { id: draft.id })).items).toEqual([])
    expect((await nanjing.ok(liquidation.paged, period)).items).toEqual([])
    expect((await nanjing.ok(liquidation.fundPaged, period)).items).toEqual([])
    const pulled = await nanjing.send(liquidation.pull, period)
    expect(pulled.resultNotice?.error).toBe('没有找到待查询的清算申请')

    const other = storeIdOf('P32050100002')
    const { clrOptins, clrType = '', clrWay = '' } = draft
    const place = { id: `other-${month}`, storeId: other, areaCode: '320500', month, clrOptins, clrType, clrWay }
    await bench.counter.server.deps.db
      .insert(table)
      .values({ ...place, withAccount: false, agreed: true, operatorName: '李', createdAt: bench.clock() })
    const suzhou = await bench.counter.server.as('area', { areaCode: '320500' })
    const listed = (await suzhou.ok(liquidation.paged, period)).items
    expect(listed.map(({ storeId, books, total }) => `${storeId === other} ${books} ${total}`).sort()).toEqual([
      ...['false same 1507.00', 'true same 0.00'],
    ])
    expect((await suzhou.ok(liquidation.fundPaged, period)).items.length).toBeGreaterThan(0)
  })
})
