import { expect, test } from 'vitest'
import { order, split } from '../../../test/counter/fixtures.ts'
import { partConfirmed, play, ready } from '../../../test/counter/play.ts'
import { cashDue } from './cash-due.ts'

test('what changes hands: nothing known, cash due, and after a reversal what goes back, by its way', () => {
  expect(cashDue(play().state)).toEqual({ title: '应收现金', text: '--' })
  const p = ready().settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2', cash: '25.60' }) })
  const settled = p.state
  expect(cashDue(settled)).toEqual({ title: '应收现金', text: '25.60' })
  const reversed = (giveBack: { kindName: string; amount: string; booked: boolean }[]) =>
    cashDue({
      ...settled,
      phase: 'reversed',
      priced: { ...settled.priced!, order: { ...settled.priced!.order, status: '3', giveBack } },
    })
  const cash = { kindName: '现金', amount: '25.60', booked: false }
  expect(reversed([cash])).toEqual({ title: '退现金', text: '-25.60' })
  expect(reversed([{ kindName: '微信支付', amount: '25.60', booked: true }])).toEqual({
    ...{ title: '退还顾客', text: '-25.60' },
  })
  expect(reversed([{ ...cash, amount: '0.00' }])).toEqual({ title: '退现金', text: '0.00' })
})

test('after a partial return it is the difference: who gets money back is not shown an amount to pay', () => {
  const at = (cash: string, old = '25.60') => {
    const p = partConfirmed().do({ type: 'reversalAnswered', orderId: 'old', order: order({ id: 'old', status: '3' }) })
    const again = order({ id: 'new', settleKey: 'k3', split: split({ cash }) })
    p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: again }).wait(1000).settle()
    p.do({ type: 'settleAnswered', orderId: 'new', order: { ...again, status: '2' } })
    expect([p.state.phase, p.state.part?.at, p.state.part?.old.cash]).toEqual(['settled', 'done', old])
    return cashDue(p.state)
  }
  expect(at('10.00')).toEqual({ title: '应退现金', text: '-15.60' })
  expect(at('25.60')).toEqual({ title: '应收现金', text: '0.00' })
  expect(at('30.00')).toEqual({ title: '应收现金', text: '4.40' })
})

test('the second press of a double one on the narrow bar leaves what is to be paid on the screen (N5)', () => {
  const p = ready().settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  p.do({ type: 'next' })
  expect([p.state.phase, p.says]).toEqual(['settled', 'settle.done'])
  p.wait(400).do({ type: 'next' })
  expect(p.state.lines).toEqual([])
})
