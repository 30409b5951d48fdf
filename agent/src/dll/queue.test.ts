import { expect, test } from 'vitest'
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

test('one whose turn came takes no other out of the line when his time is up', async () => {
  const queue = createQueue()
  const [first, second] = [gate(), gate()]
  const before = queue(1000, () => first.opened)
  const served = queue(30, () => second.opened)
  first.open()
  await before
  const behind = queue(5000, async () => 'behind')
  await new Promise((past) => setTimeout(past, 60))
  second.open()
  await served
  expect(await behind).toBe('behind')
})
