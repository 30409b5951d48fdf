import { expect, test } from 'vitest'
import { leadOf } from './lead.ts'

test('an application leads with what the centre kept back or refused, and with nothing when there is nothing to do', () => {
  const paid = { state: '4', books: 'same', message: '', deducted: '0.00' } as const
  expect(leadOf(paid)).toBe('')
  expect(leadOf({ ...paid, message: '已拨付' })).toBe('')
  expect(leadOf({ ...paid, state: '3', deducted: '1012.50', message: '超限价' })).toBe(
    '超限价。中心扣款 1,012.50 元，拨付时少付这一部分。有异议的，请向医保经办机构核对。',
  )
  expect(leadOf({ ...paid, state: '5', message: '人次不符。' })).toBe(
    '人次不符。按中心说明改正后，撤销这份申请，再重新生成。',
  )
})
