import { describe, expect, test } from 'vitest'
import { bill, order } from '../../../test/counter/fixtures.ts'
import { firstSettled, partAsked, partConfirmed, play, ready, refusal } from '../../../test/counter/play.ts'
import { messageOf } from '../message.ts'
import type { CounterEvent } from './events.ts'
import type { Counter } from './state.ts'

// What only happens to arrive speaks of whose it is, and takes no amount from the screen.

const settled = () =>
  ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })

/** A settlement of before, taken back at an empty counter. */
const reversed = (start = play()) =>
  start.do(
    { type: 'openReversal', orderId: 'o1', key: 'x1' },
    { type: 'reversalLoaded', order: order({ status: '2' }) },
    { type: 'confirmReversal', reason: '顾客退药' },
    { type: 'reversalAnswered', orderId: 'o1', order: order({ status: '3' }) },
  )

const kept = (cash: string) => {
  const p = partConfirmed().do({ type: 'reversalAnswered', orderId: 'old', order: order({ id: 'old', status: '3' }) })
  const { turn, edit } = p.state
  return { p, turn, edit, order: order({ id: 'new', settleKey: 'k2', split: { ...order().split!, cash } }) }
}

const changed = () => {
  const { p, ...priced } = kept('1.00')
  return p.do({ type: 'priced', ...priced })
}

const notSettled = () => {
  const { p, turn, edit } = kept('1.00')
  return p.do({ type: 'priceFailed', turn, edit, refusal: refusal('centre') })
}

const slip = { type: 'printed', orderId: 'before', slipId: 's0' } as const
const on = { online: true, agent: true }

/** R6 as it is read. */
const words = ({ message }: Counter) => {
  const { key, values, aside } = message!
  return [messageOf(key, values), ...(aside ? [messageOf(aside.key, aside.values)] : [])].map(({ what }) => what)
}

describe.each([
  ['the first of two settlements', 'second.own', firstSettled],
  ['what goes back of a settlement of before', 'cancel.done', reversed],
  ['a return whose kept goods cost another amount', 'part.changed', changed],
  ['a return whose kept goods are not settled', 'part.reversedOnly', notSettled],
  ['the purchase that has just ended', 'settle.done', settled],
] as const)('the band of %s stays', (_, key, start) => {
  const news: [string, CounterEvent[]][] = [
    ['somebody else’s slip has no paper', [{ ...slip, state: 'paper' }]],
    ['somebody else’s slip went through the browser', [{ ...slip, state: 'browser' }]],
    ['the agent is gone', [{ type: 'linked', ...on, agent: false }]],
    ['the line is cut', [{ type: 'linked', ...on, online: false }]],
    ['the centre is silent', [{ type: 'linked', ...on, silent: '10:31' }]],
    ['whoever was told of a trouble answers', [{ type: 'reported', fresh: true }]],
  ]
  test.each(news)('%s', (_name, events) => {
    const p = start()
    const { phase, part } = p.state
    p.do({ type: 'linked', ...on })
    expect(p.state.message?.key).toBe(key)
    p.do(...events)
    expect([p.state.message?.key, p.state.phase, p.state.part]).toEqual([key, phase, part])
  })
})

test.each([
  ['second.own', firstSettled],
  ['part.changed', changed],
] as const)('%s stays over what is known of the person late, and over a bill that has to wait', (key, start) => {
  const p = start()
  const { readId } = p.state.person!
  const { ownCode, name, spec } = p.state.lines[0]!.item
  const before = { ownCode, name, spec, quantity: '2', at: '2026-11-26 10:00:00', storeName: '观前店', sameStore: true }
  const known = { enjoyed: false, accountUsable: true, reasons: ['暂停参保'] }
  p.do({ type: 'boughtKnown', readId, bought: [before] }, { type: 'benefitsKnown', readId, benefits: known })
  const told = p.state.log.map((one) => one.key)
  expect([p.state.message?.key, told.includes('item.repeat')]).toEqual([key, true])
  expect(told.some((one) => one.startsWith('person.limited'))).toBe(true)
  p.do({ type: 'bill', bill: bill({ billNo: 'XS009' }) })
  expect([p.state.message?.key, p.says]).toEqual([key, 'erp.waiting'])
})

test('news stands behind the band’s own next step with its buttons, and goes when it is over', () => {
  const p = firstSettled().do({ type: 'linked', ...on }, { ...slip, state: 'paper' })
  expect(p.state.message).toMatchObject({ key: 'second.own', aside: { key: 'print.paper', news: true } })
  p.do({ ...slip, state: 'done' })
  expect(p.state.message?.aside).toBeUndefined()
  p.do({ type: 'linked', ...on, agent: false })
  expect(p.state.message?.aside?.key).toBe('agent.absent')
  p.do({ type: 'linked', ...on })
  expect([p.state.message?.key, p.state.message?.aside]).toEqual(['second.own', undefined])
})

test('the slip of another customer is called his: over who is not settled nobody reads 结算成功 (N7)', () => {
  const p = settled()
    .do({ type: 'clear' })
    .read()
    .fill()
    .price(order({ id: 'o2', settleKey: 'k2' }))
  p.do({ ...slip, orderId: 'o1', state: 'paper' })
  expect(words(p.state)).toEqual(['张* 的小票未打印：打印机缺纸'])
  p.do({ ...slip, orderId: 'o1', state: 'offline', printer: 'XP-58' })
  expect(messageOf(p.state.message!.key, p.state.message!.values).meaning).toBe('结算已完成，张* 的小票在等待')
  // The sheet of the split that is shown is no receipt of anything.
  p.do({ ...slip, orderId: 'o2', state: 'failed', text: '没有打印机' })
  expect(words(p.state)).toEqual(['预结算单没有打印：没有打印机'])
})

test('the slip of a reversal without paper says that it was taken back, not that something was settled', () => {
  const p = reversed(settled())
  expect(p.state.phase).toBe('reversed')
  p.do({ ...slip, orderId: 'o1', state: 'paper' })
  expect(words(p.state)).toEqual(['已撤销，退费单未打印：打印机缺纸'])
  const other = reversed().do({ ...slip, orderId: 'o1', state: 'paper' })
  expect(words(other.state)).toEqual(['已撤销 张* · 退现金 25.60 元', '张* 的退费单未打印：打印机缺纸'])
})

test('a reversal that is verified behind the next customer takes nothing from what he has to pay', () => {
  const p = partAsked()
  expect(p.state.phase).toBe('open')
  const behind = settled().do(
    { type: 'openReversal', orderId: 'o1', key: 'x1' },
    { type: 'reversalLoaded', order: order({ status: '2' }) },
    { type: 'confirmReversal', reason: '顾客退药' },
    { type: 'reversalAnswered', orderId: 'o1', order: order({ status: '4' }) },
  )
  behind
    .do({ type: 'clear' })
    .read()
    .fill()
    .price(order({ id: 'o2', settleKey: 'k2' }))
    .settle()
  behind.do({ type: 'settleAnswered', orderId: 'o2', order: order({ id: 'o2', status: '2' }) })
  expect(behind.state.message?.key).toBe('settle.done')
  behind.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '3' }) })
  const both = ['结算成功 · 收现金 25.60 元', '已撤销 张* · 退现金 25.60 元']
  expect(words(behind.state)).toEqual(both)
  // Its own slip says no word over what goes back, whichever way it came out.
  behind.do({ ...slip, orderId: 'o1', state: 'browser' }, { ...slip, orderId: 'o1', state: 'paper' })
  expect(words(behind.state)).toEqual(both)
  // Nor does that of whoever stands here.
  behind.do({ ...slip, orderId: 'o2', state: 'browser' }, { ...slip, orderId: 'o2', state: 'glyph', text: '𠮷' })
  expect(words(behind.state)).toEqual(both)
  expect(behind.state.log.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['print.browser', 'print.paper', 'print.glyph']),
  )
})

test('a settlement that is verified behind another customer names its cash beside his', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleFailed', orderId: 'o1', refusal: { message: '', code: 'network', statusCode: 0 } })
  p.wait(30_000)
    .do({ type: 'toBackground' })
    .read()
    .fill()
    .price(order({ id: 'o2', settleKey: 'k2' }))
    .settle()
  p.do({ type: 'settleAnswered', orderId: 'o2', order: order({ id: 'o2', status: '2' }) })
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) })
  expect(words(p.state)).toEqual(['结算成功 · 收现金 25.60 元', '已核实：张* 的结算成功 · 收现金 25.60 元'])
})

test('the sum of two settlements stays where their slip goes through the browser', () => {
  const p = firstSettled()
  const { turn, edit } = p.do({ type: 'presettle' }).state
  p.do({ type: 'priced', turn, edit, order: order({ id: 'o2', settleKey: 'k2' }) })
    .wait(1000)
    .settle()
  p.do({ type: 'settleAnswered', orderId: 'o2', order: order({ id: 'o2', status: '2' }) })
  expect(p.state.message?.key).toBe('second.done')
  p.do({ ...slip, orderId: 'o2', state: 'browser' })
  expect([p.state.message?.key, p.says]).toEqual(['second.done', 'print.browser'])
  p.do({ ...slip, orderId: 'o2', state: 'paper' })
  expect([p.state.message?.key, p.says]).toEqual(['second.done', 'print.paper'])
})

test('what a band says again and again is one line under the caret', () => {
  const p = firstSettled()
  for (const _ of [1, 2, 3]) p.do({ ...slip, state: 'paper' })
  expect(p.state.log.filter(({ key }) => key === 'print.paper')).toHaveLength(1)
})
