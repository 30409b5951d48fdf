import { expect, test } from 'vitest'
import { subjectOf } from './subject.ts'

test.each([
  [undefined, {}],
  [{ storeId: '', from: '2026-10-01', to: '2026-10-01' }, {}],
  [{ storeId: 's-1', keyword: '䶮' }, { storeId: 's-1' }],
  [{ month: '2026-09', from: '2026-08', to: '2026-08' }, { month: '2026-09' }],
  [
    { from: '2026-08', to: '2026-08', storeId: 's-1' },
    { month: '2026-08', storeId: 's-1' },
  ],
  [{ from: '2026-08', to: '2026-09' }, {}],
  [{ from: '2026-08' }, {}],
])('a list of %o is about %o', (asked, about) => {
  expect(subjectOf({ asked })).toEqual(about)
})
