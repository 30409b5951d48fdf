import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'

test('two at a time, in their order; one that fails lets the next one in', async () => {
  const run = atMost(2)
  const begun: number[] = []
  const works = [0, 1, 2, 3].map((n) => {
    let [resolve, reject] = [() => {}, (_: Error) => {}]
    const ends = new Promise<void>((yes, no) => {
      ;[resolve, reject] = [yes, no]
    })
    const work = run(() => {
      begun.push(n)
      return ends
    })
    return { work, resolve, reject }
  })
  expect(begun).toEqual([0, 1])
  works[1]!.reject(new Error('broken'))
  await expect(works[1]!.work).rejects.toThrow('broken')
  expect(begun).toEqual([0, 1, 2])
  works[0]!.resolve()
  await works[0]!.work
  expect(begun).toEqual([0, 1, 2, 3])
  for (const { resolve } of works) resolve()
  await Promise.all([works[2]!.work, works[3]!.work])
  await run(async () => begun.push(4))
  expect(begun).toEqual([0, 1, 2, 3, 4])
})
