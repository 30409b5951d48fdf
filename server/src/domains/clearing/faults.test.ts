import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { lease } from '../../database/claims.ts'
import { leaseAt } from '../../test/clock.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { startCentreProcess } from '../settlement/test/centre.ts'
import { clearingMonth, clearingRow } from './tables.ts'
import { Clearings } from './test/clearings.ts'

// An answer that got lost, a program that died between two pages or two batches, two persons at once.

const bench = useBench(startCentreProcess)
const clearings = new Clearings(() => bench)
let month = '2050-03'
let year = 2050

beforeEach(async () => {
  month = `${++year}-03`
  await clearings.set({ inFlightMax: 0, authorizeUndo: false })
})

const db = () => bench.counter.server.deps.db
const fault = (name: string, infno: string, more: object = {}) => bench.centre.fault({ fault: name, infno, ...more })
const only = async (client: Parameters<Clearings['page']>[0]) => (await clearings.page(client, month)).summary.only![0]!

const extracted = async (prices = ['9.00']) => {
  const { client } = await clearings.sold('clerk', month, prices)
  await clearings.extract(client, month)
  return client
}
const confirmed = async () => {
  const client = await extracted()
  await clearings.confirmAll(client, month)
  return { client, id: (await only(client)).id }
}

describe('3260, page by page', () => {
  test('killed between two pages, then an answer lost: it goes on there, no row twice, none lost; batches of a hundred', async () => {
    await clearings.stranger('clerk', month, 101)
    const { client } = await clearings.after('clerk', month)
    expect((await clearings.extract(client, month)).results[0]!.text).toBe('已提取 101 笔')
    const { id } = await only(client)
    const before = (await clearings.page(client, month)).items
    const last = before.find(({ seqno }) => seqno === '101')!
    // As it stands after the first page was kept, by an extraction that died behind it.
    let first: object = {}
    const stop = clearings.afterPages('320500', async (n) => {
      const [now] = await db().select().from(clearingMonth).where(eq(clearingMonth.id, id))
      if (n === 2) first = { pageRow: now!.pageRow, pageMark: now!.pageMark }
    })
    await clearings.extract(client, month)
    stop()
    await db().update(clearingRow).set({ run: 1 }).where(eq(clearingRow.monthId, id))
    await db().delete(clearingRow).where(eq(clearingRow.id, last.id))
    const died = { state: '1', run: 1, nextRow: 101, extractedAt: null, ...first } as const
    await db().update(clearingMonth).set(died).where(eq(clearingMonth.id, id))
    expect((await clearings.confirmAll(client, month)).results[0]!.text).toContain('提取未完成')
    await fault('dropBeforeBooking', '3260')
    expect((await clearings.extract(client, month)).results[0]!.ok).toBe(false)
    expect(await only(client)).toMatchObject({ state: '1', rows: 100 })
    await clearings.extract(client, month)
    expect(await only(client)).toMatchObject({ state: '2', rows: 101, centreOnly: 101 })
    const [kept] = await db().select().from(clearingMonth).where(eq(clearingMonth.id, id))
    expect(kept, 'the same run, from where it stopped').toMatchObject({ run: 1, nextRow: 102 })
    const rowIds = (await clearings.page(client, month)).items.map((row) => row.id)
    expect(rowIds.filter((one) => before.some((row) => row.id === one))).toHaveLength(100)

    await clearings.ended(client, await client.ok(clearScore.refuse, { month, rowIds, note: '本店没有这些结算' }))
    expect(await only(client)).toMatchObject({ state: '4', refused: 101 })
    expect(new Set(await clearings.flags('clerk', month))).toEqual(new Set(['0']))
  })

  test('a row without a time is named, and no time is made up for it: it would be confirmed as the centre’s', async () => {
    const { client } = await clearings.sold('clerk', month, ['9.00'])
    const centre = bench.counter.server.deps.services.centre.of('320500')
    centre.send = async (...sent) => {
      const outcome = await Object.getPrototypeOf(centre).send.apply(centre, sent)
      if (sent[1] !== '3260') return outcome
      return {
        ...outcome,
        output: { data: outcome.output.data.map((row: object) => ({ ...row, mdtrt_setl_time: '' })) },
      }
    }
    const { results } = await clearings.extract(client, month)
    Reflect.deleteProperty(centre, 'send')
    expect(results).toMatchObject([
      { ok: false, text: expect.stringMatching(/序号 1 结算号 \S+ 没有可识别的结算时间/) },
    ])
    expect(await only(client)).toMatchObject({ state: '1', rows: 0 })
    expect((await clearings.extract(client, month)).results[0]!.text).toBe('已提取 1 笔')
    const days = async () => (await clearings.page(client, month)).items.map(({ settledAt }) => settledAt.slice(0, 10))
    expect(await days()).toEqual([`${month}-10`])
    // One that was kept under a made up time by an earlier version has the centre's as soon as the month is extracted again.
    await db()
      .update(clearingRow)
      .set({ settledAt: new Date(`${month}-01T00:00:00+08:00`) })
      .where(eq(clearingRow.month, month))
    expect(await days()).toEqual([`${month}-01`])
    await clearings.extract(client, month)
    expect(await days()).toEqual([`${month}-10`])
  })

  test('a node stood still while its page was on the way: what others have come to meanwhile stands, be it unknown', async () => {
    const { client } = await clearings.sold('clerk', month, ['1.00'])
    const centre = bench.counter.server.deps.services.centre.of('320500')
    centre.send = async (...sent) => {
      if (sent[1] !== '3260') return Object.getPrototypeOf(centre).send.apply(centre, sent)
      Reflect.deleteProperty(centre, 'send')
      // Its claim is over: somebody else extracts the month, confirms it, and takes that back.
      bench.clock.advance(lease + 1_000)
      await clearings.extract(client, month)
      await clearings.confirmAll(client, month)
      await fault('dropAfterBooking', '3262')
      await fault('dropBeforeBooking', '3260')
      const { id } = await only(client)
      await client.send(clearScore.rollback, { id, reason: '确认的金额有误' })
      expect(await only(client)).toMatchObject({ state: '6', confirmed: 1 })
      return centre.send(...sent)
    }
    expect((await clearings.extract(client, month)).results).toMatchObject([{ ok: true, text: '已提取 1 笔' }])
    const { id, ...after } = await only(client)
    expect(after).toMatchObject({ state: '6', confirmed: 1 })
    expect(await client.ok(clearScore.resolve, { id })).toMatchObject({ state: '2', open: 1, confirmed: 0 })
    expect(await clearings.flags('clerk', month)).toEqual(['2'])
  })

  test('two at once: both come to the same end', async () => {
    const { client } = await clearings.sold('clerk', month, ['1.00', '2.00'])
    const both = await Promise.all([clearings.extract(client, month), clearings.extract(client, month)])
    expect(both.flatMap(({ results }) => results).some(({ ok }) => ok)).toBe(true)
    expect(await only(client)).toMatchObject({ state: '2', rows: 2, equal: 2 })
  })
})

describe('3261', () => {
  test('booked, then the answer lost: 3260 says so at once', async () => {
    const client = await extracted()
    await fault('dropAfterBooking', '3261')
    expect((await clearings.confirmAll(client, month)).results[0]).toMatchObject({ ok: true, text: '已确认 1 笔' })
    expect(await only(client)).toMatchObject({ state: '4', confirmed: 1 })
  })

  test('booked, lost, and the question lost too: unknown, never sent again, then definite', async () => {
    const client = await extracted()
    await fault('dropAfterBooking', '3261')
    await fault('dropBeforeBooking', '3260')
    const { results } = await clearings.confirmAll(client, month)
    expect(results[0]!.text).toContain('不知道清分确认是否成功')
    const one = await only(client)
    expect(one).toMatchObject({ state: '5', unknown: 1, open: 0 })
    expect((await clearings.confirmAll(client, month)).results[0]!.text).toContain('确认结果未知')
    expect((await clearings.extract(client, month)).results[0]!.text).toContain('确认结果未知')
    expect(await client.ok(clearScore.resolve, { id: one.id })).toMatchObject({ state: '4', confirmed: 1, unknown: 0 })
    expect(await clearings.flags('clerk', month)).toEqual(['1'])
  })

  test.each(['dropBeforeBooking', 'http500', 'malformed'])(
    '%s: open again only when nothing can arrive any more',
    async (name) => {
      await clearings.set({ inFlightMax: 600_000 })
      const client = await extracted()
      // A cut-off answer was booked: the centre says so, and nothing has to be waited for.
      await fault(name, '3261')
      const { results } = await clearings.confirmAll(client, month)
      const one = await only(client)
      if (name === 'malformed') return expect(one).toMatchObject({ state: '4' })
      expect(results[0]!.text).toContain('不知道清分确认是否成功')
      expect(one).toMatchObject({ state: '5' })
      const early = await client.send(clearScore.resolve, { id: one.id })
      expect(early.resultNotice).toMatchObject({ error: '医保中心还没有收到清分确认，但报文可能仍在途中' })
      expect((await client.send(clearScore.rollback, { id: one.id, reason: '等不及核实结果' })).statusCode).toBe(409)
      const { client: later } = await clearings.after('clerk', month, '09:15:00')
      expect(await later.ok(clearScore.resolve, { id: one.id })).toMatchObject({ state: '2', open: 1 })
      expect((await clearings.confirmAll(later, month)).results[0]!.text).toBe('已确认 1 笔')
      expect(await clearings.flags('clerk', month)).toEqual(['1'])
    },
  )

  test('what a message may take is counted from when its connection was closed, not from when it left', async () => {
    await clearings.set({ inFlightMax: 100_000 })
    const client = await extracted()
    await fault('delay', '3261', { ms: 1000 })
    await fault('dropBeforeBooking', '3261')
    const asked = client.ok(clearScore.confirm, { month })
    const sent = async () => (await db().select().from(clearingMonth).where(eq(clearingMonth.month, month)))[0]!.state
    const left = bench.clock().getTime()
    await expect.poll(sent, { interval: 10 }).toBe('5')
    const [under] = await db().select().from(clearingMonth).where(eq(clearingMonth.month, month))
    expect(under!.closedAt!.getTime() - left, 'at the latest, should its program die').toBeGreaterThanOrEqual(60_000)
    bench.clock.advance(50_000)
    await clearings.ended(client, await asked)
    const { id } = await only(client)
    bench.clock.advance(90_000)
    expect((await client.send(clearScore.resolve, { id })).resultNotice?.error).toContain('可能仍在途中')
    bench.clock.advance(12_000)
    expect(await client.ok(clearScore.resolve, { id })).toMatchObject({ state: '2', open: 1 })
  })

  test.each([
    ['refused', { fault: 'refuse', text: '清分窗口未开放' }],
    ['taken', undefined],
  ])('%s, when somebody else has the month by then: the rows are his to make definite', async (_, answer) => {
    const client = await extracted(['1.00', '2.00'])
    const { id } = await only(client)
    const claimedUntil = leaseAt(bench.clock().getTime() + 600_000)
    const now = async () => (await db().select().from(clearingMonth).where(eq(clearingMonth.id, id)))[0]!
    await fault('delay', '3261', { ms: 700 })
    if (answer) await bench.centre.fault({ ...answer, infno: '3261' })
    const asked = client.ok(clearScore.confirm, { month })
    await expect.poll(async () => (await now()).state, { interval: 10 }).toBe('5')
    await db().update(clearingMonth).set({ claimedUntil }).where(eq(clearingMonth.id, id))
    const { results } = await clearings.ended(client, await asked)
    expect(results[0]!.text).toContain('另一个人正在处理这家门店的清分')
    expect(await only(client)).toMatchObject({ state: '5', unknown: 2 })
    expect(await now()).toMatchObject({ claimedUntil, message: '' })
    await db().update(clearingMonth).set({ claimedUntil: null }).where(eq(clearingMonth.id, id))
    const { client: later } = await clearings.after('clerk', month, '09:15:00')
    const made = answer ? { state: '2', open: 2 } : { state: '4', confirmed: 2 }
    expect(await later.ok(clearScore.resolve, { id })).toMatchObject(made)
    expect(await clearings.flags('clerk', month)).toEqual(answer ? ['2', '2'] : ['1', '1'])
  })

  test('a claim that ran out before the batch left: nothing is sent, and the one who has the month decides', async () => {
    const client = await extracted(['1.00', '2.00'])
    const { id } = await only(client)
    // The first claim compares, the second one sends.
    const free = await clearings.claimLostAt(2)
    const { results } = await clearings.confirmAll(client, month).finally(free)
    expect(results[0]!.text).toContain('另一个人正在处理这家门店的清分')
    expect(await only(client)).toMatchObject({ state: '2', open: 2, unknown: 0 })
    expect(await clearings.flags('clerk', month)).toEqual(['2', '2'])
    await db().update(clearingMonth).set({ claimedUntil: null }).where(eq(clearingMonth.id, id))
    expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 2 笔')
  })

  test('a program that died while it sent leaves the batch unknown; the rest of it is open', async () => {
    const client = await extracted(['1.00', '2.00'])
    const { id } = await only(client)
    const [row] = (await clearings.page(client, month)).items
    const now = bench.clock()
    await db().update(clearingRow).set({ answer: 'unknown', asked: 'confirmed' }).where(eq(clearingRow.id, row!.id))
    const claimedUntil = leaseAt(now.getTime() + 60_000)
    await db().update(clearingMonth).set({ state: '5', closedAt: now, claimedUntil }).where(eq(clearingMonth.id, id))
    expect((await client.send(clearScore.resolve, { id })).resultNotice?.error).toBe('另一个人正在处理这家门店的清分')
    bench.clock.advance(60_001)
    expect(await client.ok(clearScore.resolve, { id })).toMatchObject({ state: '2', open: 2, unknown: 0 })
  })

  test('refused: nothing is there, and the centre’s words stand', async () => {
    const client = await extracted()
    await fault('refuse', '3261', { text: '清分窗口未开放' })
    expect((await clearings.confirmAll(client, month)).results[0]!.text).toContain('清分窗口未开放')
    expect(await only(client)).toMatchObject({ state: '2', open: 1, message: '医保中心：“清分窗口未开放”' })
    expect(await clearings.flags('clerk', month)).toEqual(['2'])
    const [row] = (await clearings.page(client, month)).items
    expect([row!.answer, row!.answeredBy, row!.answeredAt], 'nobody has answered it').toEqual([
      'open',
      undefined,
      undefined,
    ])
  })

  test('the centre dies behind the booking and comes back: it is there', async () => {
    const client = await extracted()
    await fault('exit', '3261', { when: 'after' })
    await clearings.confirmAll(client, month)
    expect(await only(client)).toMatchObject({ state: '5' })
    await bench.centre.restart()
    const later = (await clearings.after('clerk', month, '12:00:00')).client
    expect(await later.ok(clearScore.resolve, { id: (await only(later)).id })).toMatchObject({ state: '4' })
  })

  test('two confirm at once: each row is answered once', async () => {
    const client = await extracted(['1.00', '2.00'])
    await fault('delay', '3261', { ms: 200 })
    await Promise.all([clearings.confirmAll(client, month), clearings.confirmAll(client, month)])
    expect(await only(client)).toMatchObject({ state: '4', confirmed: 2 })
    expect(await clearings.flags('clerk', month)).toEqual(['1', '1'])
  })
})

describe('3262', () => {
  const reason = '确认的金额有误'
  test('taken, then the answer lost: found at once', async () => {
    const { client, id } = await confirmed()
    await fault('dropAfterBooking', '3262')
    expect(await client.ok(clearScore.rollback, { id, reason })).toMatchObject({ state: '2', open: 1, confirmed: 0 })
    expect(await clearings.flags('clerk', month)).toEqual(['2'])
  })

  test('the way out of a confirmation whose end nobody tells: everything is open at both sides', async () => {
    const client = await extracted()
    await fault('dropAfterBooking', '3261')
    await fault('dropBeforeBooking', '3260')
    await clearings.confirmAll(client, month)
    const { id, ...before } = await only(client)
    expect(before).toMatchObject({ state: '5', unknown: 1 })
    const back = await client.ok(clearScore.rollback, { id, reason })
    expect(back).toMatchObject({ state: '2', open: 1, unknown: 0 })
    expect(await clearings.flags('clerk', month)).toEqual(['2'])
    expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  })

  test('never arrived: unknown, then as it was, then rolled back', async () => {
    await clearings.set({ inFlightMax: 600_000 })
    const { client, id } = await confirmed()
    await fault('dropBeforeBooking', '3262')
    const lost = await client.send(clearScore.rollback, { id, reason })
    expect(lost.resultNotice?.error).toBe('医保中心没有答复，不知道清分回退是否成功')
    expect(await only(client)).toMatchObject({ state: '6', confirmed: 1 })
    await clearings.ended(client, await client.ok(clearScore.compare, { month }))
    expect(await only(client), 'compared anew it is as unknown').toMatchObject({ state: '6', confirmed: 1 })
    expect((await clearings.confirmAll(client, month)).results[0]!.text).toContain('回退结果未知')
    expect((await client.send(clearScore.resolve, { id })).statusCode).toBe(409)
    const { client: later } = await clearings.after('clerk', month, '09:15:00')
    expect(await later.ok(clearScore.resolve, { id })).toMatchObject({ state: '4', confirmed: 1 })
    expect(await later.ok(clearScore.rollback, { id, reason })).toMatchObject({ state: '2' })
  })

  test.each([
    ['refused', { fault: 'refuse', text: '清分已上报，不能回退' }, { state: '4', confirmed: 1 }, ['1']],
    ['taken', undefined, { state: '2', open: 1 }, ['2']],
  ])(
    '%s, when somebody else has the month by then: unknown from before it left, and his to make definite',
    async (_, answer, made, flags) => {
      const { client, id } = await confirmed()
      const now = async () => (await db().select().from(clearingMonth).where(eq(clearingMonth.id, id)))[0]!
      const left = bench.clock().getTime()
      await fault('delay', '3262', { ms: 700 })
      if (answer) await bench.centre.fault({ ...answer, infno: '3262' })
      const asked = client.send(clearScore.rollback, { id, reason })
      await expect.poll(async () => (await now()).state, { interval: 10 }).toBe('6')
      expect((await now()).closedAt!.getTime() - left, 'at the latest, should its program die').toBeGreaterThanOrEqual(
        60_000,
      )
      const claimedUntil = leaseAt(left + 600_000)
      await db().update(clearingMonth).set({ claimedUntil }).where(eq(clearingMonth.id, id))
      expect((await asked).resultNotice?.error).toContain(answer?.text ?? '另一个人正在处理这家门店的清分')
      expect(await only(client)).toMatchObject({ state: '6', confirmed: 1 })
      await db().update(clearingMonth).set({ claimedUntil: null }).where(eq(clearingMonth.id, id))
      expect((await clearings.confirmAll(client, month)).results[0]!.text).toContain('回退结果未知')
      const { client: later } = await clearings.after('clerk', month, '09:15:00')
      expect(await later.ok(clearScore.resolve, { id })).toMatchObject(made)
      expect(await clearings.flags('clerk', month)).toEqual(flags)
    },
  )

  test('never arrived, of a month that was confirmed in part: what stands at the centre stands here', async () => {
    const client = await extracted(['1.00', '2.00'])
    const [row] = (await clearings.page(client, month)).items
    await clearings.ended(client, await client.ok(clearScore.confirm, { month, rowIds: [row!.id] }))
    const { id } = await only(client)
    await fault('dropBeforeBooking', '3262')
    await client.send(clearScore.rollback, { id, reason })
    expect(await only(client)).toMatchObject({ state: '3', confirmed: 1, open: 1 })
    expect((await clearings.flags('clerk', month)).sort()).toEqual(['1', '2'])
  })

  test('a claim that ran out before it left: nothing is sent', async () => {
    const { client, id } = await confirmed()
    const free = await clearings.claimLostAt(1)
    const answer = await client.send(clearScore.rollback, { id, reason }).finally(free)
    expect(answer.resultNotice?.error).toContain('另一个人正在处理这家门店的清分')
    expect(await only(client)).toMatchObject({ state: '4', confirmed: 1 })
    expect(await clearings.flags('clerk', month)).toEqual(['1'])
  })

  test('refused: it stands as it was', async () => {
    const { client, id } = await confirmed()
    const closedAt = async () => (await db().select().from(clearingMonth).where(eq(clearingMonth.id, id)))[0]!.closedAt
    const before = await closedAt()
    await fault('refuse', '3262', { text: '清分已上报，不能回退' })
    expect((await client.send(clearScore.rollback, { id, reason })).resultNotice?.error).toContain('清分已上报')
    expect(await only(client)).toMatchObject({ state: '4', confirmed: 1, message: '医保中心：“清分已上报，不能回退”' })
    expect(await closedAt(), 'what is waited for is still the message before').toEqual(before)
    expect(await clearings.flags('clerk', month)).toEqual(['1'])
  })

  test('answered, its connection is closed: an application that is approved a moment later finds no message after it', async () => {
    const closedAt = async () =>
      (await db().select().from(clearingMonth).where(eq(clearingMonth.month, month)))[0]!.closedAt
    const { client, id } = await confirmed()
    // Within a second, for the test's clock stands still and the database's goes on.
    expect((await closedAt())!.getTime() - 1000, 'of the confirmation').toBeLessThan(bench.clock().getTime())
    // What was answered is on its way no more.
    await clearings.set({ inFlightMax: 600_000 })
    await client.ok(clearScore.rollback, { id, reason })
    expect((await closedAt())!.getTime() - 1000, 'of the roll-back').toBeLessThan(bench.clock().getTime())
  })

  test('rolled back on the centre’s own site: it has nothing to take back, and ours is open as well', async () => {
    const { client, id } = await confirmed()
    await client.ok(clearScore.rollback, { id, reason })
    await db().update(clearingRow).set({ answer: 'confirmed' }).where(eq(clearingRow.monthId, id))
    await db().update(clearingMonth).set({ state: '4' }).where(eq(clearingMonth.id, id))
    expect(await client.ok(clearScore.rollback, { id, reason })).toMatchObject({ state: '2', open: 1, confirmed: 0 })
    expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  })
})

test('the centre cannot be reached: nothing has left, so all is as it was and nothing is unknown', async () => {
  const client = await extracted()
  const { id } = await only(client)
  const cut = async (ask: () => Promise<unknown>, kept: object) => {
    await bench.centre.kill()
    expect(JSON.stringify(await ask())).toContain('医保中心暂时不能访问')
    expect(await only(client)).toMatchObject({ unknown: 0, ...kept })
    await bench.centre.restart()
    await clearings.after('clerk', month, '12:00:00')
  }
  await cut(() => clearings.confirmAll(client, month), { state: '2', open: 1 })
  await clearings.confirmAll(client, month)
  const rollback = () => client.send(clearScore.rollback, { id, reason: '确认的金额有误' })
  await cut(rollback, { state: '4', confirmed: 1 })
  expect((await rollback()).result).toMatchObject({ state: '2', open: 1 })
})

test('rolled back at the centre behind our back: the next extraction says so', async () => {
  const { client } = await confirmed()
  await fault('refuse', '3261', { times: 0, text: '不应再发' })
  const { id } = await only(client)
  await client.ok(clearScore.rollback, { id, reason: '确认的金额有误' })
  // Ours still says confirmed, as in a store that rolled back on the centre's own site.
  await db().update(clearingRow).set({ answer: 'confirmed' }).where(eq(clearingRow.monthId, id))
  await db().update(clearingMonth).set({ state: '4' }).where(eq(clearingMonth.id, id))
  await clearings.extract(client, month)
  expect(await only(client)).toMatchObject({ state: '2', open: 1, confirmed: 0 })
})
