import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../base/ids.ts'
import { databaseEra } from '../../database/life.ts'
import { leaseAt } from '../../test/clock.ts'
import { area } from '../organisation/tables.ts'
import type { Clerk } from '../reconciliation/test/bench.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { startCentreProcess } from '../settlement/test/centre.ts'
import { liquidation as table } from './tables.ts'
import { Claims } from './test/claims.ts'

// An answer that got lost, a program that died, two persons at once: one application at the centre, and ours says so.

const bench = useBench(startCentreProcess)
const claims = new Claims(() => bench)
let month = '2041-01'
const deps = () => bench.counter.server.deps
const set = (settings: object) =>
  deps()
    .db.update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })

beforeEach(async () => {
  month = addMonths(month, 2)
  await set({ inFlightMax: 0, reverseLiquidated: true })
})

const fault = (name: string, infno: string, more: object = {}) => bench.centre.fault({ fault: name, infno, ...more })
/** When nothing that was sent can arrive any more, by both clocks. */
const later = (who: Clerk) => claims.after(who, month, '09:15:00')
const reason = '申报金额有误'

describe('3692 and 3693 (430100): a month can be asked for', () => {
  test('booked, then the answer lost: found at once by 3693', async () => {
    const { client, draft } = await claims.drafted('clerk3', month, ['9.00'])
    await fault('dropAfterBooking', '3692')
    const applied = await claims.apply(client, draft)
    expect(applied.result).toMatchObject({ state: '1', eventId: expect.stringMatching(/^430100Q/) })
    expect(await claims.centre('clerk3', month)).toHaveLength(1)
  })

  test.each(['dropBeforeBooking', 'http500'])(
    '%s: unknown until nothing can arrive any more, then free',
    async (name) => {
      await set({ inFlightMax: 600_000 })
      const { client, draft } = await claims.drafted('clerk3', month, ['9.00'])
      await fault(name, '3692')
      const lost = await claims.apply(client, draft)
      expect(lost.statusCode).toBe(504)
      expect(lost.resultNotice?.error).toBe('医保中心没有答复，不知道清算申请是否成功')
      expect(await claims.listed(client, month)).toMatchObject([{ state: '7' }])
      expect((await claims.apply(client, draft)).statusCode, 'never sent again while unknown').toBe(409)
      const early = await client.send(liquidation.queryState, { id: draft.id })
      expect(early.resultNotice).toMatchObject({ error: '医保中心还没有这份申请，但报文可能仍在途中' })
      bench.clock.advance(601_000)
      const free = await client.ok(liquidation.queryState, { id: draft.id })
      expect([free.state, free.appliedBy, free.appliedAt]).toEqual(['0', undefined, undefined])
      expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1' })
      expect(await claims.centre('clerk3', month)).toHaveLength(1)
    },
  )

  test('applied for after the backup that was played back: found before it is applied for again, or not sent', async () => {
    const { client, draft } = await claims.drafted('clerk3', month, ['9.00'])
    const { eventId } = (await claims.apply(client, draft)).result!
    const { db } = deps()
    const asInBackup = { state: '0' as const, eventId: '', closedAt: null, appliedBy: '', appliedAt: null }
    await db.update(table).set(asInBackup).where(eq(table.id, draft.id))
    onTestFinished(async () => void (await db.delete(databaseEra)))
    await db.delete(databaseEra)
    await db
      .insert(databaseEra)
      .values([
        { life: 'before', beganAt: new Date(0) },
        { life: sql`database_life()`, beganAt: bench.clock() } as never,
      ])
    await fault('dropBeforeBooking', '3693')
    expect((await claims.apply(client, draft)).statusCode).toBe(502)
    const message = '医保中心已有这个月的申请，没有重复提交'
    expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1', eventId, message })
    expect(await claims.centre('clerk3', month)).toHaveLength(1)
  })

  test('the question after a lost answer is lost too: unknown, and made definite later', async () => {
    const { client, draft } = await claims.drafted('clerk3', month, ['9.00'])
    await fault('malformed', '3692')
    await fault('dropBeforeBooking', '3693', { times: 2 })
    expect((await claims.apply(client, draft)).statusCode).toBe(504)
    expect((await client.send(liquidation.queryState, { id: draft.id })).statusCode).toBe(502)
    expect(await client.ok(liquidation.queryState, { id: draft.id })).toMatchObject({ state: '1', books: 'same' })
    expect(await claims.centre('clerk3', month)).toHaveLength(1)
  })
})

describe('3203 and 3205 (320500): only a number can be asked for', () => {
  const lost = async () => {
    const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
    await fault('dropAfterBooking', '3203')
    expect((await claims.apply(client, draft)).statusCode).toBe(504)
    expect((await claims.listed(client, month))[0]).toMatchObject({ state: '7', books: 'same' })
    const asked = await client.send(liquidation.queryState, { id: draft.id })
    expect(asked.resultNotice?.tips).toContain('再按「核实结果」填写申请事件号')
    return { client, draft }
  }

  test('booked, then lost: the number that a person found is checked with the centre and kept', async () => {
    const other = await claims.drafted('clerk', month, ['1.00'])
    const elsewhere = (await claims.apply(other.client, other.draft)).result!
    month = addMonths(month, 2)
    const { client, draft } = await lost()
    const resolve = (eventId?: string) =>
      client.send(liquidation.resolve, { id: draft.id, eventId, reason: '电话问过中心' })
    expect((await resolve('320500Q9999999999')).resultNotice?.error).toContain('不存在')
    expect((await resolve(elsewhere.eventId)).resultNotice?.error).toContain('它属于另一份申请')
    const [theirs] = await claims.centre('clerk', month)
    expect((await resolve(theirs!.evt_id)).result).toMatchObject({ state: '1', eventId: theirs!.evt_id })
    expect(await claims.centre('clerk', month)).toHaveLength(1)
  })

  test('a number of another month or store is not taken', async () => {
    const first = await claims.drafted('clerk', month, ['1.00'])
    await fault('dropAfterBooking', '3203')
    await claims.apply(first.client, first.draft)
    const [stranger] = await claims.centre('clerk', month)
    month = addMonths(month, 2)
    const { client, draft } = await lost()
    const input = { id: draft.id, eventId: stranger!.evt_id, reason: '电话问过中心' }
    expect((await client.send(liquidation.resolve, input)).resultNotice?.error).toContain(
      '月份、清算机构、类别或方式不同',
    )
    expect((await claims.listed(client, month))[0]).toMatchObject({ state: '7' })
  })

  test('never arrived: said to be none only when nothing is on its way; then applied for, once', async () => {
    await set({ inFlightMax: 600_000 })
    const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
    await fault('dropBeforeBooking', '3203')
    expect((await claims.apply(client, draft)).statusCode).toBe(504)
    const none = () => client.send(liquidation.resolve, { id: draft.id, reason: '中心网站没有' })
    expect((await none()).statusCode).toBe(409)
    await later('clerk')
    expect((await none()).result).toMatchObject({ state: '0', message: expect.stringContaining('中心没有这份申请') })
    expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1' })
    expect(await claims.centre('clerk', month)).toHaveLength(1)
  })

  test('a wrong "none": the centre refuses the second one, and says which it has', async () => {
    const { client, draft } = await lost()
    await client.ok(liquidation.resolve, { id: draft.id, reason: '中心网站没有' })
    const again = await claims.apply(client, draft)
    expect(again.resultNotice?.error).toContain('已申请清算')
    expect((await claims.listed(client, month))[0]).toMatchObject({
      state: '0',
      message: expect.stringContaining('事件号'),
    })
    const [theirs] = await claims.centre('clerk', month)
    const number = { id: draft.id, eventId: theirs!.evt_id, reason: '中心答复的事件号' }
    expect((await client.send(liquidation.resolve, number)).result).toMatchObject({ state: '1', books: 'same' })
    expect(await claims.centre('clerk', month)).toHaveLength(1)
  })

  test('refused: nothing is there and the words of the centre stand', async () => {
    const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
    await fault('refuse', '3203', { text: '清算窗口未开放' })
    expect((await claims.apply(client, draft)).resultNotice?.error).toContain('清算窗口未开放')
    expect(await claims.listed(client, month)).toMatchObject([{ state: '0', message: '清算窗口未开放' }])
  })

  test('amounts that are not the centre’s own are refused with both', async () => {
    const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
    const edited = await client.ok(liquidation.edit, { id: draft.id, persons: 2, reason: '按人次口径' })
    expect((await claims.apply(client, edited)).resultNotice?.error).toContain('清算人次：中心 1，申报 2')
  })
})

describe.each([
  ['clerk', '3204', '3205'],
  ['clerk3', '3691', '3693'],
] as const)('revoking by %s', (who, infno, asking) => {
  const applied = async () => {
    const { client, draft } = await claims.drafted(who, month, ['9.00'])
    const one = (await claims.apply(client, draft)).result!
    expect(one.state).toBe('1')
    return { client, id: draft.id, revoke: () => client.send(liquidation.revoke, { id: draft.id, reason }) }
  }

  test('taken, then the answer lost: found at once', async () => {
    const { revoke } = await applied()
    await fault('dropAfterBooking', infno)
    expect((await revoke()).result).toMatchObject({ state: '2' })
    expect((await claims.centre(who, month))[0]).toMatchObject({ stas: '80' })
  })

  test('never arrived: unknown, then as it was, then revoked', async () => {
    await set({ inFlightMax: 600_000 })
    const { client, id, revoke } = await applied()
    await fault('dropBeforeBooking', infno)
    expect((await revoke()).resultNotice?.error).toBe('医保中心没有答复，不知道清算撤销是否成功')
    expect((await claims.listed(client, month))[0]).toMatchObject({ state: '8' })
    expect((await revoke()).statusCode).toBe(409)
    expect((await client.send(liquidation.queryState, { id })).statusCode).toBe(409)
    await later(who)
    expect(await client.ok(liquidation.queryState, { id })).toMatchObject({ state: '1' })
    expect((await revoke()).result).toMatchObject({ state: '2' })
  })

  test('taken, lost, and the question lost too: made definite later; its settlements are free', async () => {
    const { client, id, revoke } = await applied()
    await fault('dropAfterBooking', infno)
    await fault('http500', asking)
    expect((await revoke()).statusCode).toBe(504)
    expect(await client.ok(liquidation.queryState, { id })).toMatchObject({ state: '2' })
    expect((await claims.generate(client, month)).results[0]!.text).toBe('生成 1 份')
  })

  test('refused: it stands as it was', async () => {
    const { client, revoke } = await applied()
    await fault('refuse', infno, { text: '清算窗口已关闭' })
    expect((await revoke()).resultNotice?.error).toContain('清算窗口已关闭')
    expect((await claims.listed(client, month))[0]).toMatchObject({ state: '1', message: '清算窗口已关闭' })
  })
})

test('of a message that is on its way stands when its connection is closed at the latest: its program may die', async () => {
  const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
  await fault('delay', '3203', { ms: 500 })
  const left = bench.clock().getTime()
  const asked = claims.apply(client, draft)
  const now = async () => (await deps().db.select().from(table).where(eq(table.id, draft.id)))[0]!
  await expect.poll(async () => (await now()).state, { interval: 10 }).toBe('7')
  expect((await now()).closedAt!.getTime() - left).toBeGreaterThanOrEqual(60_000)
  expect((await asked).result).toMatchObject({ state: '1' })
})

test('two persons at once: one message, one application; the other one hears so', async () => {
  const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
  await fault('delay', '3203', { ms: 300 })
  const answers = await Promise.all([claims.apply(client, draft), claims.apply(client, draft)])
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
  expect(answers.find(({ success }) => !success)?.resultNotice?.error).toBe('另一个人正在处理这份申请')
  expect(await claims.centre('clerk', month)).toHaveLength(1)
})

test('two generate at once: one draft, every settlement in it once', async () => {
  const { client } = await claims.closed('clerk', month, ['9.00', '1.00'])
  await Promise.all([claims.generate(client, month), claims.generate(client, month)])
  expect(await claims.listed(client, month)).toMatchObject([{ persons: 2, total: '10.00' }])
})

test('a program that died while it sent leaves it unknown, free again after its lease', async () => {
  const { client, draft } = await claims.drafted('clerk3', month, ['9.00'])
  const died = (until: Date) =>
    deps()
      .db.update(table)
      .set({ state: '7', closedAt: bench.clock(), claimedUntil: leaseAt(until) })
      .where(eq(table.id, draft.id))
  await died(new Date(bench.clock().getTime() + 60_000))
  expect((await client.send(liquidation.queryState, { id: draft.id })).resultNotice?.error).toBe(
    '另一个人正在处理这份申请',
  )
  await died(new Date(bench.clock().getTime() - 1))
  bench.clock.advance(1)
  expect(await client.ok(liquidation.queryState, { id: draft.id })).toMatchObject({ state: '0' })
})

test('the centre dies behind the booking and comes back: it is there', async () => {
  const { client, draft } = await claims.drafted('clerk3', month, ['9.00'])
  await fault('exit', '3692', { when: 'after' })
  expect((await claims.apply(client, draft)).statusCode).toBe(504)
  await bench.centre.restart()
  await claims.after('clerk3', month, '12:00:00')
  expect(await client.ok(liquidation.queryState, { id: draft.id })).toMatchObject({ state: '1' })
})

test('the centre cannot be reached: nothing has left, so it is as it was and nothing is unknown', async () => {
  const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
  const cut = async (ask: () => ReturnType<typeof claims.apply>, state: string) => {
    await bench.centre.kill()
    expect((await ask()).resultNotice?.error).toBe('医保中心暂时不能访问')
    expect(await claims.listed(client, month)).toMatchObject([{ state }])
    await bench.centre.restart()
    await claims.after('clerk', month, '12:00:00')
  }
  await cut(() => claims.apply(client, draft), '0')
  expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1' })
  const revoke = () => client.send(liquidation.revoke, { id: draft.id, reason })
  await cut(revoke, '1')
  expect((await revoke()).result).toMatchObject({ state: '2' })
})

test('what is claimed is reversed only where the area allows it', async () => {
  const { client, draft, ids } = await claims.drafted('clerk', month, ['9.00'])
  const cancel = () =>
    client.send(settlement.cancel, { orderId: ids[0]!, reason: '顾客退药' }, { 'idempotency-key': newId() })
  await claims.apply(client, draft)
  await set({ reverseLiquidated: false })
  expect((await cancel()).resultNotice?.error).toBe(`这笔结算已在 ${month} 的清算申请中，本区划不允许撤销`)
  await client.ok(liquidation.revoke, { id: draft.id, reason })
  expect((await cancel()).success).toBe(true)
})

test('a claimed one that was reversed is refused as reversed, not as claimed', async () => {
  const { client, draft, ids } = await claims.drafted('clerk', month, ['9.00'])
  const cancel = () =>
    client.send(settlement.cancel, { orderId: ids[0]!, reason: '顾客退药' }, { 'idempotency-key': newId() })
  await claims.apply(client, draft)
  expect((await cancel()).success).toBe(true)
  await set({ reverseLiquidated: false })
  expect((await cancel()).resultNotice?.error).toContain('已撤销')
})
