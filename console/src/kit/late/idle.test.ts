import { expect, test, vi } from 'vitest'
import { flattenKeys } from './flat-keys.ts'
import { whenIdle } from './idle.ts'

test('parts are read one after the other while nothing else happens; one that fails stops none', async () => {
  vi.useFakeTimers()
  const seen: string[] = []
  const reading = (name: string) => async () => {
    seen.push(name)
    if (name === 'b') throw new Error('no network')
  }
  for (const name of ['a', 'b', 'c']) whenIdle(reading(name))
  expect(seen, 'the page comes first').toEqual([])
  await vi.advanceTimersByTimeAsync(2100)
  expect(seen, 'and is drawn in peace').toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(seen).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(400)
  expect(seen).toEqual(['a', 'b', 'c'])
  // One that is named after all were read starts anew.
  await vi.advanceTimersByTimeAsync(1000)
  whenIdle(reading('d'))
  await vi.advanceTimersByTimeAsync(200)
  expect(seen).toEqual(['a', 'b', 'c', 'd'])
  vi.useRealTimers()
})

test('values of nested filters, each once and in order', () => {
  expect(flattenKeys([{ value: 1, children: [{ value: 2 }] }, { value: 3 }])).toEqual([1, 2, 3])
  expect(flattenKeys(undefined)).toEqual([])
})
