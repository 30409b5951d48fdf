import { rangeTitle } from '@yibao/shared/asked.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { expect, test } from 'vitest'
import { daysSaid } from './days-said.ts'

const day = { from: '2026-11-20', to: '2026-11-20' }
const booked = { settledFrom: '2026-11-20', settledTo: '2026-11-20' }

test('the days of a list of orders say which day is meant: the one an order was begun on is not the one it was booked on', () => {
  const { paged, totals, abnormalPaged } = order
  for (const { input } of [paged, totals, abnormalPaged]) {
    expect(rangeTitle(metaOf(input.shape.from)!)).toBe('创建日期')
    expect(rangeTitle(metaOf(input.shape.settledFrom)!)).toBe('结算日期')
  }
})

test('whichever days are asked for, the sums say what they leave out and how a day of the books is asked for', () => {
  expect(daysSaid(day)).toMatch(/挂单后结算的、补录的，也算在创建那天。.*请清空创建日期，改填结算日期/)
  expect(daysSaid({ from: day.from })).toBe(daysSaid(day))
  // Both at once leave out what was begun on another day and booked on this one.
  expect(daysSaid({ ...day, ...booked })).toMatch(/别的日子创建的不在内。.*请清空创建日期/)
  expect(daysSaid(booked)).toMatch(/日对账把它计在撤销那天/)
  expect(daysSaid({ reversedTo: day.to, ...day })).toMatch(/退了多少请看结算报表/)
  expect(daysSaid({})).toMatch(/核对某天的账，请填结算日期/)
})
