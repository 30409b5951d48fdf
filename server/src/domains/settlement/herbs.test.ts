import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { order } from '../order/tables.ts'
import { openCounter, plain } from './test/counter.ts'
import { takenSent } from './test/sent.ts'

// What a settlement tells the centre of herbs and of how goods are taken.

const zhangSan = '32050000000000000001'
const counter = opened(() => openCounter('clerk', { config: { settleWait: 5_000 }, settings: plain }))
beforeEach(() => counter.centre.clearFaults())

// 黄芪 and 当归: of either this centre pays nothing when it is used alone; 丹参 is paid for however it is used.
const huangqi = { ownCode: '100159', quantity: '70', price: '0.1200' }
const danggui = { ownCode: '100160', quantity: '70', price: '0.1850' }
const danshen = { ownCode: '100165', quantity: '100', price: '0.1020' }
const vitamin = { ownCode: '100003', quantity: '1', price: '15.60' }

const price = async (lines: object[], more: object = {}) =>
  counter.preSettle(await counter.read(zhangSan), { lines, ...more } as never)

const sent = (orderId: string) => takenSent(counter.server, orderId)

const settled = async (lines: object[], more: object = {}) => {
  const priced = await price(lines, more)
  const answer = await counter.settle(priced)
  if (!answer.success) throw new Error(JSON.stringify(answer.resultNotice))
  return priced.id
}

test('several herbs are a formula and one is used alone, unless somebody says otherwise; other goods say nothing of it', async () => {
  expect(await sent(await settled([huangqi, vitamin, danggui]))).toEqual([
    ['100159', '1', '', '', '', '0'],
    ['100003', '', '', '', '', '0'],
    ['100160', '1', '', '', '', '0'],
  ])
  expect(await sent(await settled([danshen]))).toEqual([['100165', '2', '', '', '', '0']])
  const id = await settled([huangqi, vitamin], { herbs: { use: '1', doses: 7 } })
  expect(await sent(id)).toEqual([
    ['100159', '1', '每剂 10克，共 7 剂', '', '', '0'],
    ['100003', '', '', '', '', '0'],
  ])
  expect((await counter.clerk.ok(orderCalls.get, { id })).herbs).toEqual({ use: '1', doses: 7 })
})

test('what the centre pays depends on it: an F8 after another word is another split', async () => {
  const alone = await price([huangqi])
  expect([alone.split?.fullySelfPaid, alone.herbs]).toEqual(['8.40', { use: '2' }])
  expect(alone.reasons[0]).toBe('按使用方式不予支付的饮片自费 8.40')
  const { id: orderId } = alone
  const formula = await price([huangqi], { orderId, herbs: { use: '1', doses: 3 } })
  expect([formula.id, formula.split?.fullySelfPaid, formula.split?.inScope]).toEqual([orderId, '0.00', '8.40'])
  // 70 克 in 3 doses is no number that anybody would write.
  expect(formula.settleKey).not.toBe(alone.settleKey)
  await counter.settle(formula)
  expect((await sent(orderId))[0]).toEqual(['100159', '1', '共 3 剂', '', '', '0'])
})

test('what is kept of a formula is one still, also where its order was sold before anybody was told', async () => {
  const replaces = await settled([huangqi, danggui])
  const { db } = counter.server.deps
  const [row] = await db.select().from(order).where(eq(order.id, replaces))
  const { herbs: _, ...basket } = row!.basket
  await db.update(order).set({ basket }).where(eq(order.id, replaces))
  expect((await price([huangqi], { replaces })).herbs).toEqual({ use: '1' })
})

test('of a part of what was dispensed nobody knows how many doses it makes', async () => {
  const replaces = await settled([huangqi, danggui], { herbs: { use: '1', doses: 7 } })
  const half = { ...huangqi, quantity: '35' }
  expect((await price([half, danggui], { replaces })).herbs).toEqual({ use: '1' })
  expect((await price([danggui], { replaces })).herbs).toEqual({ use: '1', doses: 7 })
})

test('a parked basket comes back with it, and with what an ERP said of its goods', async () => {
  const dosage = { dose: '1片', frequency: '每日一次', way: '口服', days: 30 }
  const basket = {
    medicalType: '41',
    herbs: { use: '1', doses: 7 },
    lines: [huangqi, danggui, { ...vitamin, dosage }],
  }
  const { parkedId } = await counter.clerk.ok(settlement.park, basket as never)
  const back = await counter.clerk.ok(settlement.unpark, { parkedId })
  expect(back.herbs).toEqual(basket.herbs)
  expect(back.lines.map((line) => line.dosage)).toEqual([undefined, undefined, dosage])
  const id = await settled(back.lines, { orderId: back.orderId, herbs: back.herbs })
  expect((await sent(id))[2]).toEqual(['100003', '', '1片', '每日一次', '口服', '30.00'])
})
