import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeadlines } from './deadlines.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const start = () => {
  const late: string[] = []
  return { late, deadlines: createDeadlines<string>((key) => late.push(key)) }
}

test('each is told when its own time is up, whatever the order they came in', () => {
  const { late, deadlines } = start()
  deadlines.add('long', 300)
  deadlines.add('short', 100)
  deadlines.add('middle', 200)
  vi.advanceTimersByTime(99)
  expect(late).toEqual([])
  vi.advanceTimersByTime(1)
  expect(late).toEqual(['short'])
  vi.advanceTimersByTime(100)
  expect(late).toEqual(['short', 'middle'])
  vi.advanceTimersByTime(100)
  expect(late).toEqual(['short', 'middle', 'long'])
})

test('who was in time is not told, and one that came meanwhile keeps its whole time', () => {
  const { late, deadlines } = start()
  deadlines.add('answered', 100)
  vi.advanceTimersByTime(50)
  deadlines.drop('answered')
  deadlines.add('next', 100)
  vi.advanceTimersByTime(99)
  expect(late).toEqual([])
  vi.advanceTimersByTime(1)
  expect(late).toEqual(['next'])
})

test('many that are answered in time share one timer, and none is left after the end', () => {
  const { late, deadlines } = start()
  for (let i = 0; i < 50; i++) {
    deadlines.add(`n${i}`, 1000)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    deadlines.drop(`n${i}`)
  }
  deadlines.add('open', 1000)
  deadlines.close()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(5000)
  expect(late).toEqual([])
})

test('what is asked because something was late has a deadline too', () => {
  const late: number[] = []
  const deadlines = createDeadlines<number>((key) => {
    late.push(key)
    if (key < 3) deadlines.add(key + 1, 100)
  })
  deadlines.add(1, 100)
  vi.advanceTimersByTime(1000)
  expect(late).toEqual([1, 2, 3])
  expect(vi.getTimerCount()).toBe(0)
})
