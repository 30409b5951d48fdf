import { expect, test } from 'vitest'
import { groups } from '../../test/samples-recon.ts'
import { equalUntil, type Group } from './day-result.ts'

test('an equal result is the whole day’s only once the day was over', () => {
  const [, equal] = groups as [Group, Group]
  expect(equalUntil(equal)).toBeUndefined()
  expect(equalUntil({ ...equal, at: `${equal.day} 15:02:10` })).toBe('15:02')
  expect(equalUntil({ ...equal, at: `${equal.day} 15:02:10`, state: '3' })).toBeUndefined()
})
