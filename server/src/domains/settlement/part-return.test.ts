import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { intent, order } from '../order/tables.ts'
import { recoverIntent } from './recover/recover.ts'
import { startCentre } from './test/centre.ts'
import { type Counter, openCounter, otc, plain } from './test/counter.ts'

// A partial return (ux 1.4) seen from the server: the kept lines are booked once, and never beside the old settlement.

const insured = '32050000000000000001'
const somebodyElse = '32050000000000000002'

let counter: Counter
let before = 0
const book = async () => (await centre.book('P32050100001', formatDay(new Date()))).filter((row) => !row.undone)
/** Rows that count at the centre since the test began: settlements that stand. */
const standing = async () => (await book()).slice(before).filter((row) => row.infno === '2102' && !row.reversed)

const centre = opened(startCentre)
beforeEach(async () => {
  counter = await openCounter('clerk', { config: { settleWait: 5_000 }, settings: plain }, centre)
  before = (await book()).length
})
afterEach(async () => {
  await centre.clearFaults()
  await counter.close()
})

const both = [...otc('3.00'), { ownCode: '100003', quantity: '1', price: '2.00' }]
const settled = async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: both })
  expect((await counter.settle(one)).success).toBe(true)
  return one
}
const kept = async (replaces: string, over = {}) =>
  counter.preSettle(await counter.read(insured), { lines: otc('3.00'), replaces, ...over })
const cancel = (orderId: string, key = 'k1') =>
  counter.clerk.send(settlement.cancel, { orderId, reason: '部分退货' }, { 'idempotency-key': key })
const read = (id: string) => counter.clerk.ok(orderCalls.get, { id })
const recover = async () => {
  const open = await counter.server.deps.db.select({ id: intent.id }).from(intent).where(sql`outcome = 'unknown'`)
  for (const { id } of open) await recoverIntent(counter.server.deps, id)
}

test('who comes back without a slip is found by his card: all of his orders, and nobody else’s', async () => {
  const [stands, back] = [await settled(), await settled()]
  await cancel(back.id)
  await counter.settle(await counter.preSettle(await counter.read(somebodyElse), { lines: otc('3.00') }))
  const { readId } = await counter.read(insured)
  const of = async (input: object) =>
    (await counter.clerk.ok(orderCalls.paged, input)).items.map(({ id, status }) => [id, status])
  expect(await of({ readId })).toEqual([
    [back.id, '3'],
    [stands.id, '2'],
  ])
  expect(await of({ readId, status: '2' })).toEqual([[stands.id, '2']])
  expect(await of({})).toHaveLength(3)
  // A reading is of who read it, at his counter and for its time; nobody looks through the orders by another one's.
  const area = await counter.server.as('area', { areaCode: '320500' })
  for (const who of [area, await counter.server.as('clerk2')])
    expect((await who.send(orderCalls.paged, { readId })).success).toBe(false)
  expect((await counter.clerk.send(orderCalls.paged, { readId: 'gone' })).resultNotice?.error).toContain('读')
  expect(await read(back.id)).toMatchObject({ reversalReason: '部分退货', reversedAt: expect.any(String) })
})

describe('partial return', () => {
  test('priced beside the old settlement, booked only after its reversal, once', async () => {
    const old = await settled()
    const fresh = await kept(old.id)
    expect((await counter.settle(fresh)).resultNotice?.error).toContain('原单还没有撤销')
    expect(await standing()).toHaveLength(1)

    expect((await cancel(old.id)).result).toMatchObject({ status: '3' })
    const again = await kept(old.id, { orderId: fresh.id })
    expect((await counter.settle(again)).result).toMatchObject({ id: fresh.id, status: '2' })
    const rows = await standing()
    expect(rows.map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['3.00'])

    const twice = await kept(old.id)
    expect((await counter.settle(twice)).resultNotice?.error).toContain('已经结算过')
    expect(await standing()).toHaveLength(1)
  })

  test('two counters settle the kept lines in the same moment: one of them does', async () => {
    const old = await settled()
    const [one, two] = [await kept(old.id), await kept(old.id)]
    await cancel(old.id)
    const answers = await Promise.all([counter.settle(one), counter.settle(two)])
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
    // Which guard saw it first depends on the moment: the look at the same purchase under way, or the intent's own key.
    const refused = answers.find(({ success }) => !success)?.resultNotice?.error
    expect(refused).toMatch(/已经结算过|结果未知的相同购药/)
    expect((await standing()).map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['3.00'])
  })

  test('two counters keep different goods of it in one instant: one of them does, and nothing is paid for twice', async () => {
    const old = await settled()
    const [one, two] = [await kept(old.id), await kept(old.id, { lines: both.slice(1) })]
    await cancel(old.id)
    // Neither is written before both have been looked at.
    const { db } = counter.server.deps
    await db.execute(sql`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.5); return new; end $$`)
    await db.execute(sql`create trigger wait before insert on settlement_intent execute function wait()`)
    const answers = await Promise.all([counter.settle(one), counter.settle(two)])
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
    expect(answers.find(({ success }) => !success)?.resultNotice?.error).toContain('已经结算过')
    const [row, ...more] = await standing()
    expect([row!.medfee_sumamt, more]).toEqual([answers[0]!.success ? '3.00' : '2.00', []])
    expect([(await read(one.id)).status, (await read(two.id)).status].sort()).toEqual(['1', '2'])
  })

  test('what only the old one knows goes on: prescription, disease, pharmacist, and that he keeps his account', async () => {
    const chronic = '32050000000000000003'
    const asked = {
      ...{ medicalType: '14', diseaseCode: 'M01600', diseaseName: '糖尿病', accountUsed: false },
      ...{ pharmacistCode: 'YS320501000001', pharmacistName: '王药师' },
      lines: [{ ownCode: '100001', quantity: '2', price: '20.00' }],
    }
    const old = await counter.preSettle(await counter.read(chronic), asked as never)
    expect((await counter.settle(old)).success).toBe(true)
    await cancel(old.id)
    const keeps = async (medicalType: string) => {
      const lines = [{ ownCode: '100001', quantity: '1', price: '20.00' }]
      const input = { lines, medicalType, replaces: old.id, prescription: undefined }
      const { id, split, settleKey } = await counter.preSettle(await counter.read(chronic), input as never)
      const [row] = await counter.server.deps.db.select().from(order).where(eq(order.id, id))
      return { split, basket: row!.basket, one: { id, settleKey } as never }
    }
    const known = { accountUsed: false, pharmacistCode: 'YS320501000001', pharmacistName: '王药师' }
    const prescription = { number: 'RX20261120001' }
    const elsewhere = await keeps('41')
    expect(elsewhere.basket).toMatchObject({ ...known, prescription })
    expect(elsewhere.basket.diseaseCode, 'of another kind of purchase it is none').toBeUndefined()
    const same = await keeps('14')
    expect(same.basket).toMatchObject({ ...known, prescription, diseaseCode: 'M01600', diseaseName: '糖尿病' })
    expect(same.split?.account).toBe('0.00')
    expect((await counter.settle(same.one)).result).toMatchObject({ status: '2', total: '20.00', account: '0.00' })
  })

  test('the bond outlives a later request and a park: who drops `replaces` is refused all the same', async () => {
    const old = await settled()
    const fresh = await kept(old.id)
    const { readId } = await counter.read(insured)
    await counter.clerk.ok(settlement.park, { orderId: fresh.id, readId, medicalType: '41', lines: otc('3.00') })
    await counter.clerk.ok(settlement.unpark, { parkedId: fresh.id })
    const again = await kept(old.id, { orderId: fresh.id, replaces: undefined })
    expect((await counter.settle(again)).resultNotice?.error).toContain('原单还没有撤销')
    expect(await standing()).toHaveLength(1)
  })

  test('the bond is there from the first park on, when nothing was priced yet', async () => {
    const old = await settled()
    const { readId } = await counter.read(insured)
    const put = { readId, medicalType: '41', lines: otc('3.00'), replaces: old.id }
    const { parkedId } = await counter.clerk.ok(settlement.park, put)
    await counter.clerk.ok(settlement.unpark, { parkedId })
    const priced = await kept(old.id, { orderId: parkedId, replaces: undefined })
    expect((await counter.settle(priced)).resultNotice?.error).toContain('原单还没有撤销')
    expect(await standing()).toHaveLength(1)
  })

  test('what is kept and was put aside comes back as that, with what the old one came to, once the old one is reversed', async () => {
    const old = await settled()
    const { readId } = await counter.read(insured)
    // The server alone knows the disease's code: the counter that returned it had its name.
    const put = { readId, medicalType: '41', diseaseName: '糖尿病', lines: otc('3.00'), replaces: old.id }
    const { parkedId } = await counter.clerk.ok(settlement.park, put)
    const taken = () => counter.clerk.ok(settlement.unpark, { parkedId })
    expect((await taken()).replaces, 'it stands').toBeUndefined()
    await counter.clerk.ok(settlement.park, { ...put, replaces: undefined, orderId: parkedId })
    expect((await cancel(old.id)).result).toMatchObject({ status: '3' })
    const { maskedName, cash, account, fundTotal } = await read(old.id)
    const known = { orderId: old.id, maskedName, cash, account, fundTotal, settledAt: expect.any(String) }
    expect(await taken()).toMatchObject({ diseaseName: '糖尿病', replaces: known })
    const ordinary = await counter.clerk.ok(settlement.park, { medicalType: '41', lines: otc('3.00') })
    expect(await counter.clerk.ok(settlement.unpark, { parkedId: ordinary.parkedId })).not.toHaveProperty('replaces')
  })

  test('what a draft was made for stays: another settlement of his, returned by now, frees nothing', async () => {
    const [old, other] = [await settled(), await settled()]
    const fresh = await kept(old.id)
    await cancel(other.id)
    const again = await kept(other.id, { orderId: fresh.id })
    expect((await counter.settle(again)).resultNotice?.error).toContain('原单还没有撤销')
    const { readId } = await counter.read(insured)
    const put = { readId, medicalType: '41', lines: otc('3.00'), replaces: other.id }
    await counter.clerk.ok(settlement.park, { ...put, orderId: fresh.id })
    await counter.clerk.ok(settlement.unpark, { parkedId: fresh.id })
    const taken = await kept(other.id, { orderId: fresh.id })
    expect((await counter.settle(taken)).resultNotice?.error).toContain('原单还没有撤销')
    expect((await standing()).map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['5.00'])
  })

  test('more than was bought, or something else, is not what is kept: no rule was asked about it', async () => {
    const old = await settled()
    const { readId, insutype } = await counter.read(insured)
    const ask = async (lines: ReturnType<typeof otc>) => {
      const asked = { readId, insutype, medicalType: '41', replaces: old.id, lines }
      return (await counter.clerk.send(settlement.preSettle, asked)).resultNotice?.error ?? ''
    }
    expect(await ask(otc('3.00', '1.5'))).toContain('超过原单的数量')
    expect(await ask([...otc('3.00'), ...otc('3.00')])).toContain('超过原单的数量')
    expect(await ask([{ ownCode: '100001', quantity: '1', price: '3.00' }])).toContain('100001超过原单的数量')
    expect(await ask(both)).toBe('')
  })

  test('nothing is kept of what was never settled: its goods would pass the rules as if they had been sold', async () => {
    const priced = await counter.preSettle(await counter.read(insured), { lines: both })
    const { readId, insutype } = await counter.read(insured)
    const keep = { readId, insutype, medicalType: '41', replaces: priced.id, lines: otc('3.00') }
    const errorOf = async () => (await counter.clerk.send(settlement.preSettle, keep)).resultNotice?.error
    expect(await errorOf()).toBe('订单已是「已预结算」，不能部分退货')
    await counter.clerk.ok(settlement.drop, { orderId: priced.id, reason: '顾客不要了' })
    expect(await errorOf()).toBe('订单已是「已作废」，不能部分退货')
  })

  test('somebody else’s credential is refused before anything is sent', async () => {
    const old = await settled()
    const other = await counter.read(somebodyElse)
    const input = { readId: other.readId, insutype: other.insutype, medicalType: '41', lines: otc('3.00') }
    const answer = await counter.clerk.send(settlement.preSettle, { ...input, replaces: old.id })
    expect(answer.resultNotice?.error).toContain('参保人不一致')
  })

  test('a refused reversal: the old one stays valid, the new one is voided and can no longer be settled', async () => {
    const old = await settled()
    const fresh = await kept(old.id)
    await centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限' })
    expect((await cancel(old.id)).resultNotice?.error).toContain('已超过撤销期限')
    // Asked once more by the same key, as by a page that missed the answer: it is the answer, and nothing is sent.
    await centre.clearFaults()
    expect((await cancel(old.id)).resultNotice?.error).toContain('已超过撤销期限')
    const dropped = await counter.clerk.ok(settlement.drop, { orderId: fresh.id, reason: '原单没有撤销' })
    expect(dropped.status).toBe('7')
    expect((await counter.settle(fresh)).success).toBe(false)
    expect((await read(old.id)).status).toBe('2')
    expect((await standing()).map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['5.00'])
  })

  test('while the reversal is unknown the kept lines stay locked; what recovery finds frees them', async () => {
    const old = await settled()
    const fresh = await kept(old.id)
    await centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
    expect((await cancel(old.id)).result).toMatchObject({ status: '4', abnormal: { kind: 'reversalUnknown' } })
    // Whoever takes them up again meanwhile is told their price, and waits.
    const again = await kept(old.id, { orderId: fresh.id })
    expect((await counter.settle(again)).resultNotice?.error).toContain('原单还没有撤销')
    await recover()
    expect((await read(old.id)).status).toBe('3')
    expect((await counter.settle(again)).result).toMatchObject({ status: '2' })
    expect((await standing()).map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['3.00'])
  })

  test('an ERP order is returned in the ERP; a settled order cannot be dropped', async () => {
    const erp = await counter.preSettle(await counter.read(insured), {
      lines: otc('3.00'),
      erpBill: `XS${before}-${process.pid}`,
      erpTotal: '3.00',
    })
    await counter.settle(erp)
    const person = await counter.read(insured)
    const input = { readId: person.readId, insutype: person.insutype, medicalType: '41', lines: otc('1.00') }
    expect((await counter.clerk.send(settlement.preSettle, { ...input, replaces: erp.id })).resultNotice?.error).toBe(
      '这笔来自 ERP，不能在这里部分退货',
    )
    expect((await counter.clerk.send(settlement.drop, { orderId: erp.id, reason: '试试' })).success).toBe(false)
    expect((await read(erp.id)).status).toBe('2')
  })
})
