import { describe, expect, test } from 'vitest'
import { order, person } from '../../../../test/counter/fixtures.ts'
import { lost, play, refusal } from '../../../../test/counter/play.ts'
import { messageOf } from '../../message.ts'
import { draftOf } from '../draft.ts'

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
    '已撤销 张* · 退微信支付 20.60、退现金 5.00 元',
    '退费单正在打印',
  ])
  expect(band()).toEqual(['已撤销 张* · 退现金 25.60 元', '退费单正在打印'])
})

test('an order that was closed before it was there is not shown, and not reversed, in the dialog of the one opened after it', () => {
  const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' }, { type: 'closeDialog' })
  p.do({ type: 'openReversal', orderId: 'o2', key: 'x2' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  expect([p.state.dialog, p.of('cancel')]).toMatchObject([{ order: undefined }, []])
  p.do({ type: 'reversalLoaded', order: order({ id: 'o2', status: '2' }) })
  // Late, again: what is being confirmed stays what was read.
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  expect(p.of('cancel')).toMatchObject([{ orderId: 'o2', key: 'x2', reason: '顾客退货' }])
  // Esc does not call off what has left, and a second press sends nothing.
  p.do({ type: 'closeDialog' }, { type: 'confirmReversal', reason: '顾客退货' })
  expect([p.of('cancel').length, p.state.dialog]).toMatchObject([1, { kind: 'reversal', busy: true }])
})

test('what could not be loaded closes its own dialog only, and one under way is replaced by no other', () => {
  const fell = { type: 'reversalLost', orderId: 'o1', refusal: lost } as const
  const typing = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' }, { type: 'closeDialog' })
  typing.do({ type: 'openReversal', orderId: 'o2', key: 'x2' }, fell)
  expect([typing.state.dialog, typing.says]).toMatchObject([{ orderId: 'o2' }, undefined])
  const own = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' }, fell)
  expect([own.state.dialog, own.says]).toEqual([undefined, 'other.failed'])

  const busy = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
  busy.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  busy.do({ type: 'openReversal', orderId: 'o2', key: 'x2' })
  expect([busy.state.dialog, busy.says]).toMatchObject([{ orderId: 'o1', busy: true }, 'cancel.wait'])
  // Of another one, whose end was told before its own answer, nothing is closed and nothing said.
  busy.do({ type: 'reversalFailed', orderId: 'o3', refusal: lost })
  expect([busy.state.dialog, busy.state.background]).toMatchObject([{ orderId: 'o1' }, []])
})

test('a reversal without an answer is watched once, whatever comes of it in between, and a no of the order is said', () => {
  const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  const fell = { type: 'reversalFailed', orderId: 'o1', refusal: lost } as const
  p.do(fell, fell, { type: 'reversalAnswered', orderId: 'o1', order: order({ status: '4' }) })
  expect(p.state.background).toMatchObject([{ orderId: 'o1', maskedName: '张*', kind: 'reversal' }])
  expect(p.of('look').map(({ orderId }) => orderId)).toEqual(['o1', 'o1', 'o1'])
  const seen = (status: '4' | '2') =>
    p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status }) }).state.background.length
  expect([seen('4'), seen('2'), p.says]).toEqual([1, 0, 'cancel.stillOn'])
  expect(p.of('print')).toEqual([])
})

test.each(['3', '5'] as const)('status %s is a reversal that is done', (status) => {
  const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  p.do({ type: 'reversalAnswered', orderId: 'o1', order: order({ status }) })
  expect([p.says, p.state.background, p.of('print')]).toMatchObject(['cancel.done', [], [{ kind: 'reversal' }]])
})

test('a card that is not read before the reversal leaves its dialog open, with the second person’s word while that counts', () => {
  const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
  const yes = { type: 'confirmReversal', reason: '顾客退货', authorizationId: 'a1' } as const
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, yes)
  const mute = { ...lost, message: '卡没有应答', code: 'CARD_MUTE', atDevice: true }
  p.do({ type: 'reversalFailed', orderId: 'o1', refusal: mute })
  const { what, meaning, next } = messageOf(p.state.message!.key, p.state.message!.values)
  expect([what, meaning, next]).toEqual([
    '撤销前再次读卡：卡没有应答',
    '还没有撤销，原结算仍然有效',
    '请放好参保人本人的卡，或另选一种证件，再确认撤销',
  ])
  expect(p.state.dialog).toMatchObject({ kind: 'reversal', orderId: 'o1', busy: false, authorizationId: 'a1' })
  p.do(yes)
  expect(p.of('cancel').map(({ key, authorizationId }) => [key, authorizationId])).toEqual([
    ['x1', 'a1'],
    ['x1', 'a1'],
  ])
  p.do({ type: 'reversalFailed', orderId: 'o1', refusal: refusal('', { extend: { key: 'authorize.used' } }) })
  expect([p.says, p.state.dialog]).toMatchObject(['cancel.failed', { busy: false, authorizationId: undefined }])
})

describe('a page that dies while a reversal is under way', () => {
  const again = (reader = play()) => {
    const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
    p.do({ type: 'reversalLoaded', order: order({ status: '2' }) })
    expect(draftOf(p.state, 5)).toBeUndefined()
    p.do({ type: 'confirmReversal', reason: '顾客退货' })
    const draft = JSON.parse(JSON.stringify(draftOf(p.state, 5)))
    return reader.do({ type: 'restored', key: 'd', draft })
  }
  const seen = (status: '2' | '3' | '4') => ({ type: 'orderSeen', orderId: 'o1', order: order({ status }) }) as const

  test.each([
    ['a free counter', () => again()],
    ['somebody at the counter', () => again(play().read().fill())],
  ])('behind %s it says so, and its end is told with its slip', (_, at) => {
    const p = at()
    expect([p.says, p.state.background, p.of('look')]).toMatchObject([
      'cancel.unknown',
      [{ orderId: 'o1', maskedName: '张*', kind: 'reversal', inFlight: false }],
      [{ orderId: 'o1' }],
    ])
    p.do(seen('4'), seen('3'))
    expect([p.says, p.state.background, p.of('print')]).toMatchObject(['cancel.done', [], [{ kind: 'reversal' }]])
  })

  test.each([
    ['who is back', person(), '按 F8 重新预结算'],
    ['who has to be read again', undefined, '请重新读取凭证后按 F8'],
  ])('the next one’s basket comes back behind the warning, with its customer %s', (_, who, next) => {
    const p = play().read().fill().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
    p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
    const q = play().do({ type: 'restored', key: 'd', draft: JSON.parse(JSON.stringify(draftOf(p.state, 5))) })
    const shown = () => [q.state.message?.key, q.state.message?.aside?.key, q.state.message?.aside?.values.next]
    expect(shown()).toEqual(['cancel.unknown', 'draft.back', '按 F8 重新预结算'])
    q.do({ type: 'personKept', turn: q.state.turn, person: who })
    expect([...shown(), q.state.person?.readId]).toEqual(['cancel.unknown', 'draft.back', next, who?.readId])
  })

  test('one that did not come to pass is a no: the settlement stands, and nothing prints', () => {
    const p = again().do(seen('4'), seen('2'))
    expect([p.says, p.state.background, p.of('print')]).toEqual(['cancel.stillOn', [], []])
  })
})

test('a reversal that another PC has asked for is told here and prints there', () => {
  const abnormal = { kind: 'reversalUnknown' as const, attempts: 1, needsPerson: false }
  const p = play().do({ type: 'ordersOpen', rows: [{ ...order({ status: '4' }), abnormal }] })
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '3' }) })
  expect([p.says, p.state.message?.values.slip, p.of('print')]).toEqual([
    'cancel.done',
    '退费单还没有打印，需要时在最近中点姓名打印',
    [],
  ])
})
