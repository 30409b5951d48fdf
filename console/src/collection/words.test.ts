import { expect, test } from 'vitest'
import { foundText, reversed, whyBack } from './words.ts'

type Found = Parameters<typeof foundText>[0]
const found = (orderStatus: string, open: string, state: string) => ({ orderStatus, open, state }) as Found

test('重新查询 says how the order stands and what is to be taken or given, the sign in words', () => {
  expect(foundText(found('2', '25.60', 'due'))).toBe('订单已结算，还要收 25.60 元')
  expect(foundText(found('2', '0.01', 'part'))).toBe('订单已结算，还要收 0.01 元')
  expect(foundText(found('2', '0.00', 'full'))).toBe('订单已结算，没有要收或要退的')
  expect(foundText(found('2', '-1234.50', 'over'))).toBe('订单已结算，还要退 1,234.50 元')
  expect(foundText(found('3', '-0.01', 'backPart'))).toBe('订单已撤销，还要退 0.01 元')
  expect(foundText(found('3', '0.00', 'backFull'))).toBe('订单已撤销，已退清')
  expect(foundText(found('3', '0.00', 'none'))).toBe('订单已撤销，没有要收或要退的')
})

test('before a refund stands why: taken back, too much, or neither, and then it is owed again', () => {
  const why = (open: string, state: string) => whyBack({ open, state } as Found)
  for (const state of ['back', 'backPart']) {
    expect(why('-25.60', state)).toBe('医保结算已撤销，收的钱应退还顾客。')
    expect(reversed({ open: '-25.60', state } as Found)).toBe(true)
  }
  expect(why('-0.01', 'over')).toBe('多收了 0.01 元。')
  for (const state of ['full', 'part', 'due']) {
    expect(why('0.00', state)).toBe('医保结算没有撤销，退款后这笔订单又成为待收。')
    expect(reversed({ open: '0.00', state } as Found)).toBe(false)
  }
})
