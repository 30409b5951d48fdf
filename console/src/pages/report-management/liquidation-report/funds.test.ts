import { expect, test } from 'vitest'
import { fundsOf } from './funds.ts'

const viewOf = (of: Record<string, string>) =>
  Object.fromEntries([...new URL(`http://c${of.paid}`).searchParams].map(([key, value]) => [key.slice(2), value]))

test('a row leads to the funds of its month and store, in the state that was asked for; an application to its own', () => {
  const month = { from: '2026-11', to: '2026-11', storeId: 's-1' }
  const own = { ...month, liquidationId: 'a-1' }
  expect(viewOf(fundsOf({ key: '2026-11/s-1/a-1' }, {}))).toEqual(own)
  expect(viewOf(fundsOf({ key: '2026-11/s-1/a-1' }, { clrType: '14', state: '6' }))).toEqual({ ...own, state: '6' })
  expect(viewOf(fundsOf({ key: '2026-11/s-1' }, { groupBy: 'storeMonth' }))).toEqual(month)
  expect(viewOf(fundsOf({ key: '2026-11/s-1' }, { groupBy: 'storeMonth', state: 'paid' as never }))).toEqual({
    ...month,
    state: 'paid',
  })
  expect(fundsOf({ key: 's-1' }, { groupBy: 'store' })).toEqual({})
})

test('a month’s sum of one kind or office leads nowhere: the list would show the funds of all the others, too', () => {
  for (const narrowed of [{ clrType: '14' }, { clrOptins: '320500' }])
    expect(fundsOf({ key: '2026-11/s-1' }, { groupBy: 'storeMonth', ...narrowed })).toEqual({})
})
