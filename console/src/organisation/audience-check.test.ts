import { expect, test } from 'vitest'
import { checkAudience } from './audience-check.ts'

test.each([
  [{ scope: 'all' }, undefined],
  [{ scope: 'areas', areas: ['320500'] }, undefined],
  [{ scope: 'areas', stores: ['s-1'] }, { areas: '请选择区划' }],
  [{ scope: 'areas', areas: [] }, { areas: '请选择区划' }],
  [{ scope: 'stores', stores: ['s-1'] }, undefined],
  [{ scope: 'stores', areas: ['320500'] }, { stores: '请选择门店' }],
])('%o: %o', (values, problems) => {
  expect(checkAudience(values)).toEqual(problems)
})
