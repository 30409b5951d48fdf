import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databaseEra } from '../../database/life.ts'
import { area } from '../organisation/tables.ts'
import { type Clerk, openBench } from '../reconciliation/test/bench.ts'

import { startCentre } from '../settlement/test/centre.ts'
import { oddCentre } from '../settlement/test/odd-centre.ts'
import { liquidationItem, liquidation as table } from './tables.ts'
import { Claims } from './test/claims.ts'

// What a centre answers in other words, with nothing or with too little: no application stays unknown for good, and none
// takes another one's number.

const centre = opened(async () => {
  const near = await startCentre()
  const odd = await oddCentre(near)
  return { ...odd, close: () => odd.close().then(near.close) }
})
const bench = opened(() => openBench(centre))
const claims = new Claims(() => bench)
let month = '2091-01'
const db = () => bench.counter.server.deps.db
const set = (settings: object) =>
  db()
    .update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })

beforeEach(async () => {
  month = addMonths(month, 2)
  await set({ inFlightMax: 0, reverseLiquidated: true })
})
afterEach(async () => {
  centre.asGiven()
  await centre.clearFaults()
})

const fault = (name: string, infno: string, more: object = {}) => centre.fault({ fault: name, infno, ...more })
const rowOf = async (id: string) => (await db().select().from(table).where(eq(table.id, id)))[0]!
const reason = '申报金额有误'

const applied = async (who: Clerk = 'clerk') => {
  const { client, draft, ids } = await claims.drafted(who, month, ['9.00'])
  const { id } = draft
  const { eventId } = (await claims.apply(client, draft)).result!
  return {
    ...{ client, id, eventId: eventId!, revoke: () => client.send(liquidation.revoke, { id, reason }) },
    query: () => client.send(liquidation.queryState, { id }),
    found: (revoked?: '0' | '1') => client.send(liquidation.resolve, { id, revoked, reason: '电话问过中心' }),
    live: async () =>
      (await db().select().from(liquidationItem).where(eq(liquidationItem.orderId, ids[0]!))).map((one) => one.live),
    anew: async () => (await claims.generate(client, month)).results[0]!,
  }
}

describe('a revocation without an answer', () => {
  const lost = async (how = 'dropAfterBooking') => {
    const one = await applied()
    await fault(how, '3204')
    await fault('http500', '3205')
    expect((await one.revoke()).statusCode).toBe(504)
    expect(await rowOf(one.id)).toMatchObject({ state: '8' })
    return one
  }

  test('the centre refuses the question, for it is revoked: so it is here; that of a store says nothing', async () => {
    const { id, eventId, query, live, anew } = await lost()
    for (const text of ['该定点机构已被撤销', '签到已撤销，请重新申请签到', '申请的定点医药机构资格已被撤销']) {
      await fault('refuse', '3205', { text })
      expect((await query()).success, text).toBe(false)
      expect([(await rowOf(id)).state, await live()]).toEqual(['8', [true]])
    }
    expect(await anew()).toMatchObject({ ok: false, text: expect.stringContaining('结果未知，请按「查询进度」或') })
    await fault('refuse', '3205', { text: `清算申请 ${eventId} 已撤销` })
    expect((await query()).result).toMatchObject({ state: '2', message: `撤销原因：${reason}` })
    expect(await live()).toEqual([false])
    expect((await anew()).text).toBe('生成 1 份')
  })

  test('the centre answers with an empty result: it has none; what cannot be read says nothing', async () => {
    const { id, query, live } = await lost()
    for (const result of [{ code: '0' }, [{}], 'OK', undefined]) {
      centre.change('3205', (output) => void Object.assign(output, { result }))
      expect((await query()).resultNotice?.error).toBe('医保中心暂时不能访问')
      expect([(await rowOf(id)).state, await live()]).toEqual(['8', [true]])
    }
    centre.change('3205', (output) => void Object.assign(output, { result: [] }))
    expect((await query()).result).toMatchObject({ state: '2' })
    expect(await live()).toEqual([false])
  })

  test('a person found it revoked: only when nothing is on its way, and not against what the centre answers', async () => {
    const { client, id, found, live, anew } = await lost()
    await set({ inFlightMax: 600_000 })
    await fault('refuse', '3205', { text: '数据已归档', times: 0 })
    expect((await found()).error?.fields).toHaveProperty('revoked')
    for (const said of ['0', '1'] as const)
      expect((await found(said)).resultNotice?.error).toContain('撤销的报文可能仍在途中')
    bench.clock.advance(601_000)
    expect((await found('1')).result).toMatchObject({
      ...{ state: '2', message: expect.stringMatching(/核实：医保中心已撤销（电话问过中心）$/) },
    })
    expect(await live()).toEqual([false])
    expect((await anew()).text).toBe('生成 1 份')
    expect((await rowOf(id)).stateBefore).toBeNull()
    expect(client).toBeDefined()
  })

  test('a person found it standing: it may be revoked once more; one that the centre shows is not revoked by his word', async () => {
    const { id, found, revoke, live } = await lost('dropBeforeBooking')
    expect((await found('1')).resultNotice?.error).toContain('医保中心答复这份申请是「已申请」')
    expect([(await rowOf(id)).state, await live()]).toEqual(['8', [true]])
    await fault('refuse', '3205', { text: '数据已归档' })
    expect((await found('0')).result).toMatchObject({ state: '1' })
    expect((await revoke()).result).toMatchObject({ state: '2' })
  })
})

test('a person was wrong and the centre has it all the same: by its number it is found again', async () => {
  const { eventId, revoke, found } = await applied()
  await fault('dropBeforeBooking', '3204')
  await fault('refuse', '3205', { text: '数据已归档', times: 0 })
  await revoke()
  expect((await found('1')).result).toMatchObject({ state: '2' })
  await centre.clearFaults()
  const { client } = await claims.after('clerk', month, '10:00:00')
  await claims.generate(client, month)
  const draft = (await claims.listed(client, month)).find(({ state }) => state === '0')!
  expect((await claims.apply(client, draft)).resultNotice?.error).toContain(eventId)
  const typed = () => client.send(liquidation.resolve, { id: draft.id, eventId, reason: '中心答复的事件号' })
  centre.change('3205', (output) => void Object.assign(output.result as object, { clr_stas: '99' }))
  expect((await typed()).resultNotice?.error).toContain('它已经撤销')
  centre.asGiven()
  expect((await typed()).result).toMatchObject({ state: '1', eventId, books: 'same' })
})

test('sent back, and to this centre there is nothing to revoke: a person says so, and the month is applied for anew', async () => {
  const { id, eventId, revoke, query, found, anew } = await applied()
  await claims.move(eventId, 'reject', { text: '缺少申请表' })
  expect((await query()).result).toMatchObject({ state: '5' })
  bench.clock.advance(61_000)
  expect((await found('0')).result, 'what has to be put right stays there').toMatchObject({
    ...{ state: '5', message: expect.stringMatching(/缺少申请表.*没有撤销/) },
  })
  await fault('refuse', '3204', { text: '已驳回，无需撤销' })
  expect((await revoke()).success).toBe(false)
  expect([(await rowOf(id)).state, (await anew()).ok]).toEqual(['5', false])
  bench.clock.advance(61_000)
  expect((await found('1')).result).toMatchObject({ state: '2' })
  expect((await anew()).text).toBe('生成 1 份')
})

test('an empty result is no dead line: what was there is gone, and a wrong number is told to be none', async () => {
  const { client, id, eventId, query } = await applied()
  await claims.move(eventId, 'firstReview')
  expect((await query()).result).toMatchObject({ state: '3' })
  centre.change('3205', (output) => void Object.assign(output, { result: null }))
  expect((await query()).result).toMatchObject({
    state: '1',
    message: expect.stringContaining('医保中心查不到这份申请'),
  })
  centre.asGiven()
  month = addMonths(month, 2)
  const { draft } = await claims.drafted('clerk', month, ['9.00'])
  const { client: later } = await claims.after('clerk', month, '10:00:00')
  await fault('dropAfterBooking', '3203')
  const sent = await claims.apply(later, draft)
  expect([sent.statusCode, sent.resultNotice?.tips]).toEqual([504, expect.stringContaining('再按「核实结果」')])
  centre.change('3205', (output) => void Object.assign(output, { result: [] }))
  const theirs = (await claims.centre('clerk', month))[0]!.evt_id
  const typed = await later.send(liquidation.resolve, { id: draft.id, eventId: theirs, reason: '电话问过中心' })
  expect(typed.resultNotice?.error).toContain('医保中心没有这个事件号')
  expect([(await rowOf(id)).eventId, client]).toEqual([eventId, expect.anything()])
})

test('where no month can be asked for, the row says so, and generating says that a person has to look', async () => {
  const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
  await fault('dropAfterBooking', '3203')
  await claims.apply(client, draft)
  expect(await claims.listed(client, month)).toMatchObject([{ state: '7', findable: false }])
  expect((await claims.generate(client, month)).results[0]).toMatchObject({
    ...{ ok: false, text: '结果未知，请按「查询进度」或「核实结果」核实，没有重复生成 1 份' },
  })
})

test('a draft whose sums are the same and whose month agrees now is made anew for that, not for its sums', async () => {
  const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
  await db().update(table).set({ agreed: false }).where(eq(table.id, draft.id))
  expect((await claims.generate(client, month)).results[0]!.text).toBe(
    '月对账结果有变动，重新生成（修改过的金额需重新填写） 1 份',
  )
  expect(await claims.listed(client, month)).toMatchObject([{ agreed: true }])
})

describe('3693 names no way of clearing, or a status of its own', () => {
  const shown = (change: object) =>
    centre.change('3693', (output) => {
      for (const row of [output.data].flat()) Object.assign(row as object, change)
    })
  /** Of one month an application that the centre has, and a draft of another way. */
  const twoWays = async () => {
    const day = await bench.day('clerk3', `${month}-10`)
    await day.buy('4.00')
    const other = await day.buy('5.00')
    await day.patch(other.id, { clrWay: '03' })
    const { client } = await claims.after('clerk3', month)
    await claims.agree(client, month)
    expect((await claims.generate(client, month)).results[0]!.text).toBe('生成 2 份')
    const [first, second] = (await claims.listed(client, month)).sort((a, b) => (a.clrWay! < b.clrWay! ? -1 : 1))
    const eventId = (await claims.apply(client, first!)).result!.eventId!
    return { client, draft: second!, eventId }
  }

  test('a lost one that never came does not take the number of the other way', async () => {
    const { client, draft } = await twoWays()
    shown({ clr_way: '' })
    await fault('dropBeforeBooking', '3692')
    expect((await claims.apply(client, draft)).statusCode).toBe(504)
    expect(await rowOf(draft.id)).toMatchObject({ state: '7', eventId: '' })
    expect(await client.ok(liquidation.queryState, { id: draft.id })).toMatchObject({ state: '0' })
    expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1' })
    expect(await claims.centre('clerk3', month)).toHaveLength(2)
  })

  test('nor of what was revoked, whatever the centre calls that', async () => {
    const { client, revoke } = await applied('clerk3')
    expect((await revoke()).success).toBe(true)
    await claims.generate(client, month)
    const draft = (await claims.listed(client, month)).find(({ state }) => state === '0')!
    shown({ clr_stas: '81' })
    await fault('dropBeforeBooking', '3692')
    expect((await claims.apply(client, draft)).statusCode).toBe(504)
    expect(await client.ok(liquidation.queryState, { id: draft.id })).toMatchObject({ state: '0' })
  })

  test('what was applied for after the backup is found behind the other way', async () => {
    const { client, draft } = await twoWays()
    const { eventId } = (await claims.apply(client, draft)).result!
    const asInBackup = { state: '0' as const, eventId: '', closedAt: null, appliedBy: '', appliedAt: null }
    await db().update(table).set(asInBackup).where(eq(table.id, draft.id))
    onTestFinished(async () => void (await db().delete(databaseEra)))
    await db().delete(databaseEra)
    await db()
      .insert(databaseEra)
      .values([
        { life: 'before', beganAt: new Date(0) },
        { life: sql`database_life()`, beganAt: bench.clock() } as never,
      ])
    shown({ clr_way: '' })
    expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1', eventId })
    expect(await claims.centre('clerk3', month)).toHaveLength(2)
  })
})
