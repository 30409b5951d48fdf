import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

test('many calls during a run become one more run, begun after the last of them', async () => {
  const ends: (() => void)[] = []
  let begun = 0
  const ask = coalesce(() => {
    begun++
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  ask()
  for (let i = 0; i < 50; i++) ask()
  expect(begun).toBe(1)
  ends[0]!()
  await settle()
  expect(begun).toBe(2)
  ends[1]!()
  await settle()
  expect(begun).toBe(2)
  ask()
  expect(begun).toBe(3)
})

test('a run that fails does not end the asking', async () => {
  let begun = 0
  const ask = coalesce(async () => {
    begun++
    throw new Error('cut')
  })
  ask()
  await new Promise((resolve) => setImmediate(resolve))
  ask()
  expect(begun).toBe(2)
})
