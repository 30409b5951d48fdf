import { order } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { intent } from '../order/tables.ts'
import { recoverDue } from './recover/recover.ts'
import { openCounter, otc } from './test/counter.ts'
import { openOddCentre } from './test/odd-centre.ts'

// Whoever settles a dispute with a centre has to say what was asked and what was answered, and what each fund paid.

const centre = opened(openOddCentre)
const counter = opened(() => openCounter('clerk', { config: { settleWait: 5_000 } }, centre))
afterEach(async () => {
  centre.asGiven()
  await centre.clearFaults()
})

/** Persons of the demo area, each of whom buys once: of two alike, one waits for the other's end. */
let last = 0
const nextPerson = () => `320500${String(++last).padStart(14, '0')}`

const buy = async (price: string) => {
  const priced = await counter.preSettle(await counter.read(nextPerson()), {
    lines: otc(price),
    prescription: undefined,
  } as never)
  await counter.settle(priced)
  return counter.clerk.ok(order.get, { id: priced.id })
}

const messagesOf = async ({ id }: { id: string }) => {
  const manager = await counter.server.as('area1', { areaCode: '320500' })
  return manager.ok(order.messages, { id })
}

test('a settlement and its reversal are kept as they went and came, sealed, and shown masked; each look is recorded', async () => {
  const bought = await buy('1.01')
  const reason = { orderId: bought.id, reason: '顾客退药' }
  await counter.clerk.ok(settlement.cancel, reason)
  const told = await messagesOf(bought)
  expect(told.map(({ infno, outcome }) => [infno, outcome])).toEqual([
    ['2102', 'reversed'],
    ['2103', 'booked'],
  ])
  const [paid, back] = told.map(({ response = '' }) => JSON.parse(response))
  expect(paid.output.setlinfo).toMatchObject({ setl_id: bought.setlId, medins_setl_id: told[0]!.msgid })
  expect(told[0]!.response, 'to the digit').toContain('"medfee_sumamt": 1.01')
  expect(back.output.setlinfo.medins_setl_id).toBe(told[1]!.msgid)
  const { db } = counter.server.deps
  const rows = await db.select().from(intent).where(eq(intent.orderId, bought.id))
  for (const { answer } of rows) expect(answer).not.toContain('setlinfo')
  // Of the person nothing is said in full.
  const [first] = rows
  const sent = counter.server.deps.services.vault.open(first!.payload)
  const credential = /"mdtrt_cert_no":"([^"]+)/.exec(sent)?.[1] ?? ''
  expect(credential.length).toBeGreaterThan(8)
  expect(JSON.stringify(told)).not.toContain(credential)
  const looked = and(eq(operationLog.action, '查看结算报文'), eq(operationLog.target, bought.orderNo))
  await expect.poll(async () => (await db.select().from(operationLog).where(looked)).length).toBe(1)
})

test('messages are shown however long they are', async () => {
  const part = { fund_pay_type: '390101', fund_pay_type_name: '䶮城门诊统筹', inscp_scp_amt: 1, crt_payb_lmt_amt: 2000 }
  const setldetail = Array.from({ length: 200 }, () => ({ ...part, fund_payamt: 0 }))
  centre.change('2102', (output) => ({ ...output, setldetail }))
  const [told] = await messagesOf(await buy('1.07'))
  expect(JSON.parse(told!.response!).output.setldetail).toHaveLength(200)
})

test('a refusal is kept with its words, and what nobody could read with what it was', async () => {
  await centre.fault({ fault: 'refuse', infno: '2102', text: '账户余额不足以支付' })
  const refused = await buy('1.02')
  expect(refused.status).toBe('1')
  const [no] = await messagesOf(refused)
  expect(no).toMatchObject({ infno: '2102', outcome: 'refused' })
  expect(no!.response).toContain('账户余额不足以支付')
  centre.change('2102', () => ({ setlinfo: { medfee_sumamt: '1.03' } }))
  const unreadable = await buy('1.03')
  expect(unreadable.status).toBe('4')
  const [odd] = await messagesOf(unreadable)
  expect(odd).toMatchObject({ outcome: 'unknown' })
  expect(odd!.response).toContain('"medfee_sumamt": "1.03"')
  centre.asGiven()
  // The look-up finds it: what came to the message itself stays.
  await recoverDue(counter.server.deps)
  const [found] = await messagesOf(unreadable)
  expect(found).toMatchObject({ outcome: 'booked', response: odd!.response })
  const booked = await counter.clerk.ok(order.get, { id: unreadable.id })
  expect(booked).toMatchObject({ status: '2', total: '1.03' })
  const rows = await centre.book('P32050100001', formatDay(new Date()))
  expect(rows.filter(({ setl_id }) => setl_id === booked.setlId)).toMatchObject([
    { infno: '2102', medfee_sumamt: '1.03', undone: false },
  ])
})

test('where nothing came nothing is shown', async () => {
  await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const lost = await buy('1.04')
  expect(lost.status).toBe('4')
  const [message] = await messagesOf(lost)
  expect(message!.response).toBeUndefined()
})

test('a clerk is told nothing of it', async () => {
  const bought = await buy('1.05')
  const answer = await counter.clerk.send(order.messages, { id: bought.id })
  expect(answer.statusCode).toBe(403)
})

test('what each fund paid stands with the order, by the centre’s own names', async () => {
  const row = { fund_pay_type: '390101', fund_pay_type_name: '职工门诊统筹', inscp_scp_amt: 1, crt_payb_lmt_amt: 2000 }
  centre.change('2102', (output) => ({ ...output, setldetail: [{ ...row, fund_payamt: 0.01, setl_proc_info: '甲' }] }))
  const bought = await buy('1.06')
  expect(bought.funds).toEqual([
    {
      ...{ fund: '390101', name: '职工门诊统筹', process: '甲' },
      ...{ inScope: '1.00', limitBefore: '2000.00', amount: '0.01' },
    },
  ])
})
