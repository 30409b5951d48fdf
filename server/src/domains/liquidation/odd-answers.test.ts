import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { newId } from '../../base/ids.ts'
import { leaseAt } from '../../test/clock.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { area } from '../organisation/tables.ts'
import { type Clerk, openBench } from '../reconciliation/test/bench.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { oddCentre } from '../settlement/test/odd-centre.ts'
import { liquidationItem, liquidation as table } from './tables.ts'
import { Claims } from './test/claims.ts'

// What a centre says of an application that is not what we hold, and a claim of ours that has run out meanwhile.

const centre = opened(async () => {
  const near = await startCentre()
  const odd = await oddCentre(near)
  return { ...odd, close: () => odd.close().then(near.close) }
})
const bench = opened(() => openBench(centre))
const claims = new Claims(() => bench)
let month = '2051-01'
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
/** The one application in an answer of 3205, or of 3693. */
const first = (output: Record<string, unknown>) => [output.result ?? output.data].flat()[0] as Record<string, unknown>
const rowOf = async (id: string) => (await db().select().from(table).where(eq(table.id, id)))[0]!
const reason = '申报金额有误'
const busy = '另一个人正在处理这份申请'

const applied = async (who: Clerk, price = '9.00') => {
  const { client, draft, ids } = await claims.drafted(who, month, [price])
  const one = (await claims.apply(client, draft)).result!
  expect(one).toMatchObject({ state: '1', appliedBy: expect.any(String), queriedAt: expect.any(String) })
  const { id } = draft
  const revoke = () => client.send(liquidation.revoke, { id, reason })
  const query = () => client.send(liquidation.queryState, { id })
  return { client, id, ids, eventId: one.eventId!, revoke, query }
}

const lost = async (who: Clerk, how = 'dropAfterBooking') => {
  const { client, draft, ids } = await claims.drafted(who, month, ['9.00'])
  await fault(how, who === 'clerk3' ? '3692' : '3203')
  if (who === 'clerk3') await fault('http500', '3693')
  expect((await claims.apply(client, draft)).statusCode).toBe(504)
  expect(await rowOf(draft.id)).toMatchObject({ state: '7', eventId: '', appliedBy: expect.stringContaining('店员') })
  const resolve = (eventId?: string) =>
    client.send(liquidation.resolve, { id: draft.id, eventId, reason: '电话问过中心' })
  return { client, draft, id: draft.id, ids, resolve }
}

test('whose claim has run out before his message left sends none', async () => {
  const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
  await db().execute(sql`create function elsewhere() returns trigger language plpgsql as $$ begin
    if new.state = '7' then return null; end if; return new; end $$`)
  await db().execute(
    sql`create trigger elsewhere before update on liquidation for each row execute function elsewhere()`,
  )
  const answer = await claims.apply(client, draft)
  await db().execute(sql`drop trigger elsewhere on liquidation`)
  expect(answer.resultNotice?.error).toBe(busy)
  expect([await claims.centre('clerk', month), (await rowOf(draft.id)).state]).toEqual([[], '0'])
})

test('an answer that comes after somebody else took the application up changes nothing of his', async () => {
  const { client, draft } = await claims.drafted('clerk3', month, ['9.00'])
  await fault('delay', '3692', { ms: 400 })
  const asked = claims.apply(client, draft)
  await expect.poll(async () => (await rowOf(draft.id)).state, { interval: 10 }).toBe('7')
  const his = leaseAt(bench.clock().getTime() + 900_000)
  await db().update(table).set({ claimedUntil: his }).where(eq(table.id, draft.id))
  await asked
  expect(await rowOf(draft.id)).toMatchObject({ state: '7', eventId: '', claimedUntil: his, queriedAt: null })
  await db().update(table).set({ claimedUntil: null }).where(eq(table.id, draft.id))
  expect(await client.ok(liquidation.queryState, { id: draft.id })).toMatchObject({ state: '1' })
  expect(await claims.centre('clerk3', month)).toHaveLength(1)
})

test('whose month turned unequal after the draft is not applied for; an unchanged sum says nothing', async () => {
  const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
  await (await bench.day('clerk', `${month}-11`)).centreOnly(`P32050100001${month.replace('-', '')}11080000000001`)
  const { client: again } = await claims.after('clerk', month, '10:00:00')
  await claims.agree(again, month)
  const answer = await claims.apply(again, draft)
  expect(answer.resultNotice?.error).toContain('不平')
  expect([await claims.centre('clerk', month), (await rowOf(draft.id)).state]).toEqual([[], '0'])
  expect(client).toBeDefined()
})

test('a revocation without an answer ends only when the centre says that this very application is gone', async () => {
  const { id, ids, revoke, query } = await applied('clerk')
  const live = async () =>
    (await db().select().from(liquidationItem).where(eq(liquidationItem.orderId, ids[0]!))).map((item) => item.live)
  const says = (text: string) => fault('refuse', '3205', { text })
  await fault('dropAfterBooking', '3204')
  await says('定点机构信息不存在')
  expect((await revoke()).resultNotice?.error).toBe('医保中心没有答复，不知道清算撤销是否成功')
  await says('签到编号不存在请重新申请签到')
  expect((await query()).success).toBe(false)
  expect([(await rowOf(id)).state, await live()]).toEqual(['8', [true]])
  await says('未查到该清算申请')
  expect((await query()).result).toMatchObject({ state: '2', message: `撤销原因：${reason}` })
  expect(await live()).toEqual([false])
  expect((await query()).statusCode, 'nothing more is asked of what is revoked').toBe(409)
})

test('a revocation without an answer, and gone when asked about: revoked at once', async () => {
  const { client, revoke } = await applied('clerk')
  await fault('dropAfterBooking', '3204')
  await fault('refuse', '3205', { text: `清算申请【${'320500Q'.padEnd(30, '0')}】不存在` })
  expect((await revoke()).result).toMatchObject({ state: '2' })
  expect((await claims.generate(client, month)).results[0]!.text).toBe('生成 1 份')
})

test('a revocation that the centre refuses because it is revoked there already has come to its end', async () => {
  const { client, id, revoke } = await applied('clerk')
  await fault('refuse', '3204', { text: '该清算申请已被撤销' })
  expect((await revoke()).result).toMatchObject({ state: '2', message: `撤销原因：${reason}` })
  expect((await claims.generate(client, month)).results[0]!.text).toBe('生成 1 份')
  expect((await rowOf(id)).state).toBe('2')
})

test('when the money came is told by the first answer that says so, however often it is asked for', async () => {
  const { id, eventId, query } = await applied('clerk')
  for (const move of ['firstReview', 'approve', 'pay']) await claims.move(eventId, move)
  expect((await query()).result).toMatchObject({ state: '6' })
  const { paidAt } = await rowOf(id)
  bench.clock.advance(60_000)
  expect((await query()).result).toMatchObject({ state: '6' })
  expect(await rowOf(id)).toMatchObject({ paidAt, queriedAt: bench.clock() })
})

test('the centre knows no application that it took: it stays claimed, and a person has to look', async () => {
  const { client, id, query } = await applied('clerk')
  await fault('refuse', '3205', { text: '清算申请不存在' })
  expect((await query()).result).toMatchObject({
    state: '1',
    message: expect.stringMatching(/^医保中心查不到这份申请。请与中心核实/),
  })
  bench.clock.advance(61_000)
  const none = await client.send(liquidation.resolve, { id, reason: '中心网站没有' })
  expect(none.statusCode, 'nobody declares it for never sent').toBe(409)
  expect((await claims.generate(client, month)).results[0]!.text).toBe('已申请，不重复生成 1 份')
  expect((await rowOf(id)).state).toBe('1')
})

test('revoked on the centre’s own site: so it is here, and its settlements are free', async () => {
  const { client, id, query } = await applied('clerk')
  centre.change('3205', (output) => void Object.assign(first(output), { clr_stas: '80' }))
  expect((await query()).result).toMatchObject({ state: '2' })
  expect((await claims.generate(client, month)).results[0]!.text).toBe('生成 1 份')
  expect((await rowOf(id)).state).toBe('2')
})

test('a state that we do not know leaves ours as it was before the message whose answer was lost', async () => {
  const { client, id, eventId, revoke, query } = await applied('clerk')
  await claims.move(eventId, 'reject', { text: '缺少申请表' })
  const office = await bench.counter.server.as('area', { areaCode: '320500' })
  const pull = async () =>
    untilEnded(office, (await office.ok(liquidation.pull, { from: month, to: month })).progressId)
  await pull()
  expect((await rowOf(id)).state).toBe('5')
  expect((await pull()).results, 'what was sent back is still asked about').toMatchObject([
    { ok: false, text: '已查询 1 份，1 份已驳回，打开看中心说明' },
  ])
  expect((await claims.generate(client, month)).results, 'it is not applied for any more').toMatchObject([
    { ok: false, text: '已被驳回，按「撤销申请」后才能重新生成 1 份' },
  ])
  await fault('dropBeforeBooking', '3204')
  expect((await revoke()).statusCode).toBe(504)
  centre.change('3205', (output) => void Object.assign(first(output), { clr_stas: '99' }))
  expect((await query()).result).toMatchObject({ state: '5' })
  centre.asGiven()
  expect((await client.send(liquidation.revoke, { id, reason })).result).toMatchObject({ state: '2' })
})

test('a number that a person found is taken when it is ours and stands, whatever the name of its state', async () => {
  const { id, resolve } = await lost('clerk')
  const [theirs] = await claims.centre('clerk', month)
  const shown = (change: object) => centre.change('3205', (output) => void Object.assign(first(output), change))
  for (const [text, change] of [
    ['它是另一家机构的', { fixmedins_code: 'P32050100002' }],
    ['它已经撤销', { clr_stas: '80' }],
    ['医保中心没有这个事件号', { clr_appy_evt_id: '320500Q9' }],
  ] as const) {
    shown(change)
    expect((await resolve(theirs!.evt_id)).resultNotice?.error).toContain(text)
    expect(await rowOf(id)).toMatchObject({ state: '7', eventId: '' })
  }
  shown({ clr_stas: '99' })
  expect((await resolve(theirs!.evt_id)).result).toMatchObject({ state: '1', eventId: theirs!.evt_id })
})

test.each([
  ['neither kind nor way', { clr_type: '', clr_way: '' }],
  ['a kind and a way of its own', { clr_type: '11', clr_way: '1' }],
])('an area that names no kind and way: a found number is taken where the centre tells %s', async (_, told) => {
  const { centre: clients } = bench.counter.server.deps.services
  clients.configure('320100', { claims: '3203A', baseUrl: centre.url })
  onTestFinished(() => clients.configure('320100', { baseUrl: centre.url }))
  const { client, draft } = await claims.drafted('clerk2', month, ['9.00'])
  await fault('dropAfterBooking', '3203A')
  expect((await claims.apply(client, draft)).statusCode).toBe(504)
  expect(await rowOf(draft.id)).toMatchObject({ state: '7', clrType: '', clrWay: '' })
  const [theirs] = await claims.centre('clerk2', month)
  const resolve = () =>
    client.send(liquidation.resolve, { id: draft.id, eventId: theirs!.evt_id, reason: '电话问过中心' })
  centre.change('3205', (output) => void Object.assign(first(output), { ...told, clr_ym: '204912' }))
  expect((await resolve()).resultNotice?.error).toContain('月份、清算机构、类别或方式不同')
  centre.change('3205', (output) => void Object.assign(first(output), told))
  expect((await resolve()).result).toMatchObject({ state: '1', eventId: theirs!.evt_id })
  expect((await claims.centre('clerk2', month)).map(({ stas }) => stas)).toEqual(['20'])
})

test('funds that are cleared under one number, and one of them in two parts: each is there with all that is its', async () => {
  const { id, client, query, eventId } = await applied('clerk')
  const row = (fund_pay_type: string, amount: string, paid: string) => ({
    ...{ clr_appy_evt_id: eventId, fee_clr_id: '320500C1', fund_pay_type, fund_appy_sum: amount },
    ...{ det_sumamt: '0.01', dpst: '0.00', act_dfr_amt: paid },
  })
  const parts = [row('310100', '5.00', '4.99'), row('330100', '0.01', '0.00'), row('310100', '2.00', '1.99')]
  centre.change('3205', (output) => void Object.assign(output, { detail: parts }))
  expect((await query()).success).toBe(true)
  const { funds } = await client.ok(liquidation.detail, { id })
  expect(funds.map(({ fund, applied, deducted, paid }) => [fund, applied, deducted, paid])).toEqual([
    ['310100', '7.00', '0.02', '6.98'],
    ['330100', '0.01', '0.01', '0.00'],
  ])
})

test('an application of before, revoked by now, is not the one whose answer was lost', async () => {
  const before = await applied('clerk3')
  expect((await before.revoke()).success).toBe(true)
  await claims.generate(before.client, month)
  const draft = (await claims.listed(before.client, month)).find(({ state }) => state === '0')!
  await fault('dropBeforeBooking', '3692')
  await set({ inFlightMax: 600_000 })
  expect((await claims.apply(before.client, draft)).statusCode).toBe(504)
  expect(await rowOf(draft.id)).toMatchObject({ state: '7', eventId: '' })
  await claims.after('clerk3', month, '09:30:00')
  const office = await bench.counter.server.as('admin', { areaCode: '430100' })
  const pulled = await office.ok(liquidation.pull, { from: month, to: month })
  expect((await untilEnded(office, pulled.progressId)).results).toMatchObject([{ ok: true }])
  expect(await rowOf(draft.id)).toMatchObject({ state: '0', message: expect.stringContaining('没有这份申请') })
})

test('somebody works on a draft: it is not made anew under him', async () => {
  const { draft } = await claims.drafted('clerk', month, ['9.00'])
  await (await bench.day('clerk', `${month}-12`)).buy('1.00')
  const { client } = await claims.after('clerk', month, '10:00:00')
  await claims.agree(client, month)
  const until = leaseAt(bench.clock().getTime() + 60_000)
  await db().update(table).set({ claimedUntil: until }).where(eq(table.id, draft.id))
  expect((await claims.generate(client, month)).results[0]!.text).toBe(`${busy}。请刷新后查看`)
  expect(await rowOf(draft.id)).toMatchObject({ state: '0', claimTotal: 900 })
})

test('what moves between the reading and the writing of a draft leaves none', async () => {
  const { client, ids } = await claims.closed('clerk', month, ['9.00'])
  await db().execute(sql`create function moved() returns trigger language plpgsql as $$ begin
    update purchase_order set cash = cash + 1 where id = ${sql.raw(`'${ids[0]}'`)}; return new; end $$`)
  await db().execute(sql`create trigger moved before insert on liquidation for each row execute function moved()`)
  const { results } = await claims.generate(client, month)
  await db().execute(sql`drop trigger moved on liquidation`)
  expect(results[0]!.text).toBe('账目刚有变动，没有生成。请重新生成')
  expect(await claims.listed(client, month)).toEqual([])
})

test('what may be claimed is not reversed where the area forbids it; a draft is nothing yet', async () => {
  const { client, ids, draft } = await claims.drafted('clerk', month, ['9.00', '1.00'])
  await set({ reverseLiquidated: false })
  const cancel = (id: string) =>
    client.send(settlement.cancel, { orderId: id, reason: '顾客退药' }, { 'idempotency-key': newId() })
  await db().update(table).set({ state: '7' }).where(eq(table.id, draft.id))
  expect((await cancel(ids[0]!)).resultNotice?.error).toContain(`已在 ${month} 的清算申请中`)
  await db().update(table).set({ state: '0' }).where(eq(table.id, draft.id))
  expect((await cancel(ids[1]!)).success).toBe(true)
})
