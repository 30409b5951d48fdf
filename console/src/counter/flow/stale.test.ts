import { errors } from '@yibao/shared/errors.ts'
import { expect, test } from 'vitest'
import { bill, disease, item, order, rxChoice } from '../../../test/counter/fixtures.ts'
import { firstSettled, lost, play, ready, refusal, twoPriced } from '../../../test/counter/play.ts'
import { stageOf } from '../flow.ts'
import { messageOf } from '../message.ts'
import type { CounterEvent } from './events.ts'

// A split that can be booked no more: F9 says why, and what to do.

/** What F9 says of a split that counts no more, and that it books nothing. */
const refusedF9 = (p: ReturnType<typeof play>) => {
  const sent = p.of('settle').length
  p.wait(1000).settle()
  return [p.of('settle').length - sent, p.says]
}

test('F9 on a split that counts no more says what made it so: nobody looks for a change that nobody made', () => {
  const down = { type: 'linked', online: false, agent: true } as const
  const back = { type: 'linked', online: true, agent: true } as const
  // 1.6: the line was cut and is back.
  const cut = ready().do(down, back)
  expect(refusedF9(cut)).toEqual([0, 'net.back'])
  expect(messageOf('net.back')).toMatchObject({ what: '网络已恢复', next: '按 F8 重新预结算' })
  // A change after it is what there is to say then, and a new split ends both.
  cut.do({ type: 'setQuantity', line: cut.state.lines[0]!.id, quantity: '3' })
  expect(refusedF9(cut)).toEqual([0, 'pre.stale'])
  cut.price(order({ settleKey: 'k2' })).settle()
  expect(cut.of('settle').map(({ key }) => key)).toEqual(['k2'])

  expect(refusedF9(ready().do({ type: 'chooseAccount', used: false }))).toEqual([0, 'pre.chosen'])
  expect(refusedF9(ready().read())).toEqual([0, 'pre.chosen'])
  const centre = refusal('', { statusCode: 422, message: '【302002】医保中心：“不予结算”' })
  const refused = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: centre })
  expect(refusedF9(refused)).toEqual([0, 'pre.notBooked'])
  const undone = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  for (const status of ['4', '1'] as const) undone.do({ type: 'orderSeen', orderId: 'o1', order: order({ status }) })
  expect(refusedF9(undone)).toEqual([0, 'settle.resolvedNo'])
})

test('a split of yesterday: the server’s no says so, nothing is charged, and F9 asks for a new one', () => {
  const { status: statusCode, error: message, tips } = errors['order.otherDay']
  const no = refusal('', { statusCode, message, tips, extend: { key: 'order.otherDay' } })
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: no })
  const { key, values } = p.state.message!
  expect(messageOf(key, values)).toMatchObject({ what: message, meaning: '没有结算，没有扣款', next: tips })
  expect(refusedF9(p)).toEqual([0, 'pre.notBooked'])
  p.price(order({ settleKey: 'k2' })).settle()
  expect(p.of('settle').at(-1)?.key).toBe('k2')
})

test('F9 on two splits whose line was cut, and on a second one that has none yet, names neither as changed', () => {
  const cut = twoPriced().do(
    { type: 'linked', online: false, agent: true },
    { type: 'linked', online: true, agent: true },
  )
  expect(refusedF9(cut)).toEqual([0, 'net.back'])
  const second = firstSettled()
  expect(refusedF9(second)).toEqual([0, 'second.first'])
  expect(messageOf('second.first').meaning).toBe('第一笔不受影响，请勿重复结算')
})

test('a choice behind the split takes back that F9 is next: the line says what comes instead', () => {
  const choices: CounterEvent[] = [
    { type: 'chooseAccount', used: false },
    { type: 'chooseMedicalType', medicalType: '14' },
    { type: 'chooseDisease', disease: disease() },
    { type: 'chooseInsurance', insutype: '390' },
    { type: 'setPrescription', prescription: { number: 'RX1', hospital: '示例医院', doctor: '陈䶮' } },
  ]
  for (const event of choices) {
    const p = ready().do(event)
    expect([p.state.priced?.fresh, p.says], event.type).toEqual([false, 'pre.chosen'])
  }
  const two = twoPriced()
  expect(two.says).toBe('second.priced')
  expect(two.do({ type: 'chooseAccount', used: false }).says).toBe('pre.chosen')
})

test('N1: a choice made while the split was on its way is what is said of it', () => {
  const p = play().read().fill().do({ type: 'presettle' })
  const { edit, turn } = p.state
  p.do({ type: 'chooseAccount', used: false }, { type: 'priced', turn, edit, order: order() })
  expect([stageOf(p.state), p.says]).toEqual(['stale', 'pre.chosen'])
})

const removed = () => play().read().fill().do({ type: 'removeLine', line: 'l2' })
const fromErp = () => play().do({ type: 'bill', bill: bill() }).read()
const chronic = () => play().do({ type: 'chooseMedicalType', medicalType: '14' }).read().fill()
const ills = [disease(), disease({ code: 'M01600' })]
const prescription = { number: 'R1', hospital: '示例医院', doctor: '王一' }
const code = '81000000000000000001'

test.each<[what: string, start: () => ReturnType<typeof play>, ...events: CounterEvent[]]>([
  ['another product', ready, { type: 'addItem', item: item({ ownCode: 'D004' }) }],
  ['one more of the same', ready, { type: 'addItem', item: item() }],
  ['a quantity', ready, { type: 'setQuantity', line: 'l1', quantity: '3' }],
  ['a quantity for the last line', ready, { type: 'nextQuantity', quantity: '3' }, { type: 'takeQuantity' }],
  ['a price', ready, { type: 'setPrice', line: 'l1', price: '9.99' }],
  ['a line less', ready, { type: 'removeLine', line: 'l1' }],
  ['the last line less', ready, { type: 'removeLast' }],
  ['a line back', removed, { type: 'button', id: 'undoRemove' }],
  ['a trace code', ready, { type: 'itemsFound', turn: 1, code, trace: true, quantity: undefined, items: [item()] }],
  ['a lot', ready, { type: 'setBatch', line: 'l1', batch: { lot: 'B1' } as never }],
  ['the bill', fromErp, { type: 'bill', bill: bill({ revision: 2, frameId: 'f2' }) }],
  ['the kind', ready, { type: 'chooseMedicalType', medicalType: '14' }],
  ['the disease', ready, { type: 'chooseDisease', disease: disease() }],
  [
    'another disease',
    () => chronic().do({ type: 'chooseDisease', disease: ills[0]! }),
    { type: 'chooseDisease', disease: ills[1]! },
  ],
  ['the account', ready, { type: 'chooseAccount', used: false }],
  ['the prescription', ready, { type: 'setPrescription', prescription }],
  ['a kept prescription', ready, { type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [item()] }],
])('N1: %s changed behind the split, or while it is on its way: F9 books nothing', (_what, start, ...events) => {
  const p = start().price()
  expect(stageOf(p.state)).toBe('split')
  p.do(...events)
  expect([stageOf(p.state), p.wait(1000).settle().of('settle')]).toEqual(['stale', []])
  const late = start().do({ type: 'presettle' })
  const { turn, edit } = late.state
  late.do(...events, { type: 'priced', turn, edit, order: order() })
  expect([stageOf(late.state), late.wait(1000).settle().of('settle')]).toEqual(['stale', []])
})
