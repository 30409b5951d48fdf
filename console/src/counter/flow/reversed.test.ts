import { expect, test } from 'vitest'
import { order } from '../../../test/counter/fixtures.ts'
import { play } from '../../../test/counter/play.ts'
import { messageOf } from '../message.ts'

const band = (giveBack?: { kindName: string; amount: string; booked: boolean }[]) => {
  const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  p.do({ type: 'reversalAnswered', orderId: 'o1', order: order({ status: '3', giveBack }) })
  const { what, next } = messageOf(p.state.message!.key, p.state.message!.values)
  return [what, next]
}

test('what was paid by WeChat goes back by WeChat: no cash is named beside it, which would be handed out as well', () => {
  const wechat = { kindName: '微信支付', amount: '20.60', booked: true }
  expect(band([wechat, { kindName: '现金', amount: '5.00', booked: false }])).toEqual([
    '已撤销 · 退微信支付 20.60、退现金 5.00 元',
    '退费单正在打印',
  ])
  expect(band()).toEqual(['已撤销 · 退现金 25.60 元', '退费单正在打印'])
})
