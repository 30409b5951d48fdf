import { expect, test } from 'vitest'
import { guardTab, isGuarded, mayLeave } from './leaving.ts'

test('a tab without a question may be left; one with a question is asked until it is taken back', async () => {
  expect(await mayLeave('/a')).toBe(true)
  const stop = guardTab('/a', async () => false)
  expect([isGuarded('/a'), await mayLeave('/a'), await mayLeave('/b')]).toEqual([true, false, true])
  const stopNewer = guardTab('/a', async () => true)
  stop()
  expect([isGuarded('/a'), await mayLeave('/a')]).toEqual([true, true])
  stopNewer()
  expect(isGuarded('/a')).toBe(false)
})
