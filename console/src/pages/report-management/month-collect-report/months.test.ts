import { expect, test } from 'vitest'
import { monthsOf } from './months.ts'

const period = { from: '2026-10', to: '2026-11' }
const viewOf = (of: Record<string, string>) =>
  Object.fromEntries([...new URL(`http://c${of.openDays}`).searchParams].map(([key, value]) => [key.slice(2), value]))

test('a row leads to the days of its months and its store', () => {
  expect(viewOf(monthsOf({ key: '2026-11/s-1' }, { ...period, groupBy: 'storeMonth' }))).toEqual({
    ...{ from: '2026-11', to: '2026-11', storeId: 's-1' },
  })
  expect(viewOf(monthsOf({ key: 's-1' }, { ...period, groupBy: 'store', areaCode: '320100' }))).toEqual({
    ...{ ...period, storeId: 's-1' },
  })
  expect(viewOf(monthsOf({ key: '2026-11' }, { ...period, groupBy: 'month', storeId: 's-2' }))).toEqual({
    ...{ from: '2026-11', to: '2026-11', storeId: 's-2' },
  })
})

test('a month of an area’s or a company’s stores leads nowhere: 月对账 would show the days of all the others, too', () => {
  for (const narrowed of [{ areaCode: '320100' }, { companyId: 'c-1' }]) {
    const question = { ...period, groupBy: 'month' as const, ...narrowed }
    expect(monthsOf({ key: '2026-11' }, question)).toEqual({})
    expect(monthsOf({ key: '2026-11' }, { ...question, storeId: 's-1' })).toHaveProperty('openDays')
    expect(monthsOf({ key: '2026-11/s-1' }, { ...question, groupBy: 'storeMonth' })).toHaveProperty('openDays')
  }
})
