import { expect, test } from 'vitest'
import { order } from '../../../test/counter/fixtures.ts'
import { firstSettled, lost, play, ready, refusal, twoPriced } from '../../../test/counter/play.ts'
import { stageOf } from '../flow.ts'
import { messageOf } from '../message.ts'

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

test('N1: a choice made while the split was on its way is what is said of it', () => {
  const p = play().read().fill().do({ type: 'presettle' })
  const { edit, turn } = p.state
  p.do({ type: 'chooseAccount', used: false }, { type: 'priced', turn, edit, order: order() })
  expect([stageOf(p.state), p.says]).toEqual(['stale', 'pre.chosen'])
})
