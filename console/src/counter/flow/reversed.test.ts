import { expect, test } from 'vitest'
import { order } from '../../../test/counter/fixtures.ts'
import { play } from '../../../test/counter/play.ts'
import { messageOf } from '../message.ts'

const band = (...giveBack: { kindName: string; amount: string }[]) => {
  const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  p.do({ type: 'reversalAnswered', orderId: 'o1', order: order({ status: '3', giveBack }) })
  const { what, next } = messageOf(p.state.message!.key, p.state.message!.values)
  return [what, next]
}

test('what was paid by WeChat goes back by WeChat: no cash is named beside it, which would be handed out as well', () => {
  expect(band({ kindName: '现金', amount: '5.00' }, { kindName: '微信支付', amount: '20.60' })).toEqual([
    '已撤销 · 请退还顾客 25.60 元（现金 5.00、微信支付 20.60）',
    '退费单正在打印',
  ])
})

test('where only a part is known by how it was paid, the whole is named as it was due', () => {
  expect(band()).toEqual(['已撤销 · 退现金 25.60 元', '退费单正在打印'])
  expect(band({ kindName: '微信支付', amount: '20.60' })).toEqual([
    '已撤销 · 退现金 25.60 元',
    '请退还顾客 20.60 元（微信支付）。退费单正在打印',
  ])
})
