import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'
import { createQueue } from './queue.ts'

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('callers are served one at a time, in their order, a failing one included', async () => {
  const queue = createQueue()
  const { open, opened } = gate()
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} in`)
    await opened
    log.push(`${name} out`)
    if (name === 'b') throw new Error('b')
  }
  const all = ['a', 'b', 'c'].map((name) => queue(1000, work(name)).catch(() => {}))
  open()
  await Promise.all(all)
  expect(log).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
})

test('four wait, the fifth is refused, and room is made again', async () => {
  const queue = createQueue()
  const { open, opened } = gate()
  const all = [1, 2, 3, 4, 5].map(() => queue(1000, () => opened))
  await expect(queue(1000, () => opened)).rejects.toMatchObject({ code: 'DRIVER_BUSY' })
  open()
  await Promise.all(all)
  expect(await queue(1000, async () => 'served')).toBe('served')
})

test('a caller that gave up leaves no hole in the line', async () => {
  const queue = createQueue()
  const { open, opened } = gate()
  const first = queue(1000, () => opened)
  let served = false
  const late = queue(10, async () => {
    served = true
  })
  const third = queue(1000, async () => 'third')
  await expect(late).rejects.toMatchObject({ code: 'DRIVER_BUSY' })
  open()
  await first
  expect(await third).toBe('third')
  expect(served).toBe(false)
})

test('the breaker counts failures within five minutes only', () => {
  let now = 0
  const breaker = createBreaker(() => now)
  for (const minute of [0, 3, 6]) {
    now = minute * 60_000
    breaker.failed()
  }
  expect(breaker.waitMs()).toBe(0)
  now += 1000
  breaker.failed()
  expect(breaker.waitMs()).toBe(60_000)
  now += 59_999
  expect(breaker.waitMs()).toBe(1)
  now += 1
  breaker.worked()
  breaker.failed()
  expect(breaker.waitMs()).toBe(0)
})
