import { expect, test } from 'vitest'
import { item, order } from '../../../test/counter/fixtures.ts'
import { play, ready, refusal } from '../../../test/counter/play.ts'
import type { Refusal } from './model.ts'

const frozen = (over: Partial<Refusal> = {}) =>
  refusal('302002', { statusCode: 422, message: '【302002】医保中心：“个人账户已冻结，王䶮”', ...over })
const refused = (over: Partial<Refusal> = {}) => {
  const p = play().read().fill().do({ type: 'presettle' })
  return p.do({ type: 'priceFailed', turn: 1, edit: p.state.edit, refusal: frozen(over) })
}
const advised = (since: number) =>
  ({
    type: 'advised',
    since,
    key: 'pre.refused',
    explain: '个人账户不能支付',
    next: '把「个人账户」改为不用。',
  }) as const

test('of what the centre refused the hint library says what it means and what to do (M23)', () => {
  const p = refused()
  const { at, values } = p.state.message!
  expect(values).toMatchObject({ explain: '没有结算，没有扣款', next: '复制原文并联系管理员' })
  const asked = { do: 'advise', since: at, key: 'pre.refused', text: '个人账户已冻结，王䶮', infno: '2101' }
  expect(p.of('advise')).toEqual([asked])
  p.wait(900).do(advised(at))
  expect(p.state.message).toMatchObject({ at, values: { explain: '个人账户不能支付', next: '把「个人账户」改为不用' } })
  expect(p.state.log.filter(({ key }) => key === 'pre.refused')).toHaveLength(1)
})

test('in a registered visit it is asked by the message that was refused, which the server says', () => {
  const said = (infno: string) => ({ extend: { key: 'centre.refused', centreText: '', infno } })
  expect(refused(said('2204')).of('advise')).toMatchObject([{ infno: '2204', text: '个人账户已冻结，王䶮' }])
  const settled = ready().settle()
  settled.do({ type: 'settleFailed', orderId: 'o1', refusal: frozen(said('2207')) })
  expect(settled.of('advise')).toMatchObject([{ infno: '2207' }])
})

test('advice that comes late never replaces what is said by then', () => {
  const p = refused()
  const { at } = p.state.message!
  p.wait(10).do({ type: 'addItem', item: item() }, { type: 'presettle' }, advised(at))
  expect(p.says).toBe('pre.wait')
  p.do({ type: 'priceFailed', turn: 1, edit: p.state.edit, refusal: frozen() }, advised(at))
  expect(p.state.message?.values.explain).toBe('没有结算，没有扣款')
})

test('it is asked once for each refusal of the centre, under its transaction, and never for one of ours', () => {
  expect(refused({ tips: '请按 F2 重新读卡' }).of('advise')).toEqual([])
  expect(refused({ code: '', statusCode: 409, message: '还没有签到' }).of('advise')).toEqual([])
  const settled = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: frozen() })
  const read = play().do({ type: 'read' }, { type: 'readFailed', seq: 1, refusal: frozen() })
  const reversed = ready().settle()
  reversed.do(
    { type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) },
    { type: 'openReversal', orderId: 'o1', key: 'x' },
    { type: 'reversalLoaded', order: order({ status: '2' }) },
    { type: 'confirmReversal', reason: '退货' },
    { type: 'reversalFailed', orderId: 'o1', refusal: frozen() },
  )
  const infnos = [settled, read, reversed].map((p) => p.of('advise').map(({ infno }) => infno))
  expect(infnos).toEqual([['2102'], ['1101'], ['2103']])
  // The booked and the refused settlement keep what they mean.
  expect(settled.state.message?.values.next).toBe('按 F8 重新预结算')
})
