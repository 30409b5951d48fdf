import { expect, test } from 'vitest'
import { allCash, backSum, backWords, returnLines, reversalAbout } from './give-back.ts'

const cash = { kindName: '现金', amount: '5.60', booked: false }
const wechat = { kindName: '微信支付', amount: '1234.50', booked: true }
const order = { maskedName: '𠮷*', account: '1059.40', familyAccount: '0.00', cash: '1240.10' }

test('what goes back is said with its way: what was paid by WeChat is no cash', () => {
  const both = { ...order, giveBack: [wechat, cash] }
  expect(backWords(both)).toBe('退微信支付 1,234.50、退现金 5.60')
  expect([backSum(both), allCash(both)]).toEqual([124010, false])
  // Where nobody said how, it is cash, as the split has it.
  expect(backWords(order)).toBe('退现金 1,240.10')
  expect([backSum(order), allCash(order)]).toEqual([124010, true])
})

test('who reverses, and who approves it, reads all that goes back, mutual aid within the account too', () => {
  expect(reversalAbout({ ...order, cash: '0.00' })).toBe('撤销 𠮷* 的结算，退回个人账户 1,059.40，退现金 0.00')
  const aided = { ...order, familyAccount: '59.40', giveBack: [wechat, cash] }
  expect(reversalAbout(aided)).toBe(
    '撤销 𠮷* 的结算，退回个人账户 1,059.40（其中共济 59.40），退微信支付 1,234.50、退现金 5.60',
  )
  expect(returnLines(aided, '10.00').map(({ title, amount }) => `${title} ${amount}`)).toEqual([
    '退回个人账户 1059.40',
    '其中共济 59.40',
    '退微信支付 1234.50',
    '退现金 5.60',
    '退回基金 10.00',
  ])
})
