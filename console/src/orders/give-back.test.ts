import { expect, test } from 'vitest'
import { giveBackText, reversalAbout } from './give-back.ts'

test('what goes back is said with its way, and with the amounts where there are several', () => {
  expect(giveBackText(undefined)).toBeUndefined()
  expect(giveBackText([])).toBeUndefined()
  expect(giveBackText([{ kindName: '微信支付', amount: '12.30' }])).toBe('请退还顾客 12.30 元（微信支付）')
  const both = [
    { kindName: '现金', amount: '0.01' },
    { kindName: '银行卡', amount: '1234.50' },
  ]
  expect(giveBackText(both)).toBe('请退还顾客 1,234.51 元（现金 0.01、银行卡 1,234.50）')
})

test('who approves a reversal reads whose it is and all that goes back, where nothing of it is cash too', () => {
  const about = reversalAbout({ maskedName: '𠮷*', account: '1059.40', cash: '0.00' })
  expect(about).toBe('撤销 𠮷* 的结算，退回个人账户 1,059.40，退现金 0.00')
})
