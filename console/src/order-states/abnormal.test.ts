import { expect, test } from 'vitest'
import {
  acceptable,
  adviceOf,
  askable,
  billable,
  bindable,
  foundText,
  reversing,
  undoable,
  undoneText,
} from './abnormal.ts'

type Order = Parameters<typeof adviceOf>[0]
type Abnormal = NonNullable<Order['abnormal']>

const order = (status: Order['status'], kind?: Abnormal['kind'], needsPerson = false): Order => ({
  status,
  abnormal: kind && { kind, needsPerson, attempts: 1 },
})

test('every kind says what a person does next, and none of what the row does not offer', () => {
  const kinds = ['unknown', 'reversalUnknown', 'amount', 'lateBooking', 'erpMissing', 'duplicate'] as const
  for (const kind of kinds) expect(adviceOf(order('6', kind))).toHaveLength(2)
  expect(adviceOf(order('2'))).toBeUndefined()
  expect(adviceOf(order('4', 'unknown'))?.[1]).toContain('自动再问')
  // Nothing asks for a person's matter again by itself.
  for (const kind of ['unknown', 'reversalUnknown'] as const)
    expect(adviceOf(order('4', kind, true))?.join()).not.toContain('自动')
  expect(adviceOf(order('4', 'reversalUnknown', true))?.[1]).not.toContain('补录')
  // Its amounts differ from the centre's in the books of the day, twice.
  expect(adviceOf(order('3', 'amount'))?.[1]).toMatch(/已撤销.*日对账/)
  expect(adviceOf(order('5', 'lateBooking'))?.[1]).toContain('日对账')
})

test('a settlement too many is to be reversed, and is nobody’s bill: the order that stands is named', () => {
  const one = order('6', 'duplicate')
  one.abnormal!.duplicateOf = 'MD20261128000102'
  const [what, next] = adviceOf(one)!
  expect(what).toBe('这笔是订单 MD20261128000102 多出的一笔结算')
  expect(next).toMatch(/^不用在 ERP 补开单据.*按「撤销」/)
  expect(billable(one)).toBe(false)
})

test('only what is unknown is asked again, and only a settlement is bound', () => {
  expect([order('4', 'unknown'), order('4', 'reversalUnknown'), order('6', 'amount')].map(askable)).toEqual([
    true,
    true,
    false,
  ])
  expect([order('4', 'unknown'), order('4', 'reversalUnknown'), order('6', 'amount')].map(bindable)).toEqual([
    true,
    false,
    false,
  ])
})

test('what the system has given up may be undone by a person, and is said to be', () => {
  const orders = [order('4', 'unknown', true), order('4', 'unknown'), order('4', 'reversalUnknown', true), order('2')]
  expect(orders.map(undoable)).toEqual([true, false, false, false])
  for (const one of orders) expect(adviceOf(one)?.[1].includes('冲正') ?? false).toBe(undoable(one))
})

test('what a person can judge he may accept; not what is unknown, nor what the centre still holds', () => {
  const orders = [
    order('6', 'amount'),
    order('3', 'amount'),
    order('1', 'lateBooking'),
    order('4', 'unknown'),
    order('2'),
  ]
  expect(orders.map(acceptable)).toEqual([true, true, false, false, false])
  for (const one of orders) expect(adviceOf(one)?.[1].includes('核对完成') ?? false).toBe(acceptable(one))
})

test('a settlement without a bill can be given one wherever its advice says so, and no other', () => {
  const missing = order('6', 'erpMissing')
  missing.abnormal!.billMissing = true
  const gap = order('6', 'amount')
  for (const one of [missing, gap, order('2')])
    expect(adviceOf(one)?.[1].includes('绑定 ERP 单') ?? false).toBe(billable(one))
  gap.abnormal!.billMissing = true
  expect(billable(gap), 'whatever else is wrong with it').toBe(true)
})

test('重查 says what it found', () => {
  const reversed = order('4', 'reversalUnknown')
  expect(foundText(reversing(order('4', 'unknown')), order('2')).text).toBe('已核实：结算成功')
  expect(foundText(reversing(order('4', 'unknown')), order('1')).text).toContain('没有扣款')
  expect(foundText(reversing(reversed), order('3')).text).toBe('已核实：已撤销')
  expect(foundText(reversing(reversed), order('2')).text).toContain('没有撤销')
  expect(foundText(reversing(reversed), reversed)).toMatchObject({
    known: false,
    text: expect.stringContaining('先不要退现金'),
  })
})

test('who undoes what the centre has booked reads that its money has not gone back, and how it does', () => {
  for (const status of ['2', '6'] as const)
    expect(undoneText(order(status))).toMatchObject({
      known: false,
      text: expect.stringMatching(/^没有冲正.*「撤销」/),
    })
  expect(undoneText(order('1'))).toEqual(foundText(false, order('1')))
  expect(undoneText(order('4', 'unknown')).known).toBe(false)
})

test('冲正 that the centre refused says so: the advice of before sends back to the same button', () => {
  const refused = order('4', 'unknown', true)
  refused.abnormal!.lastError = '医保中心：“冲正暂停”'
  expect(undoneText(refused)).toEqual({
    known: false,
    text: expect.stringMatching(/^没有冲正，医保中心：“冲正暂停”。.*稍后再按「冲正」；一直不行，请联系医保经办机构/),
  })
  expect(undoneText(order('4', 'unknown')).text).toContain('系统正在核实')
  expect(undoneText(order('1'))).toMatchObject({ known: true, text: expect.stringContaining('没有扣款') })
})
