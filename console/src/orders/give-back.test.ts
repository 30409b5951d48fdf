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

test('what a server node of the version before answers is not all that goes back: the cash of the split is', () => {
  // Nobody wrote a payment down: there it named none, which is not that nothing goes back.
  const none = { ...order, giveBack: [] }
  expect([backWords(none), backSum(none), allCash(none)]).toEqual(['退现金 1,240.10', 124010, true])
  expect(reversalAbout(none)).toBe('撤销 𠮷* 的结算，退回个人账户 1,059.40，退现金 1,240.10')
  // Of two ways it named the one that was written down; the 5.60 in cash were not in its answer.
  const { booked: _, ...old } = wechat
  const some = { ...order, giveBack: [old as typeof wechat] }
  expect([backWords(some), backSum(some), allCash(some)]).toEqual(['退现金 1,240.10', 124010, true])
})

test('where all has gone back already, or nothing was due, nothing goes back: that is an answer too', () => {
  const gone = { ...order, giveBack: [{ ...cash, amount: '0.00' }] }
  expect([backWords(gone), backSum(gone)]).toEqual(['退现金 0.00', 0])
  expect(backWords({ cash: '0.00', giveBack: [] })).toBe('退现金 0.00')
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
