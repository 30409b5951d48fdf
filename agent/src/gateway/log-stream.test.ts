import { afterEach, expect, test, vi } from 'vitest'
import { logStream } from './log-stream.ts'

afterEach(() => vi.useRealTimers())

test('lines are written together, in their order and only once', () => {
  vi.useFakeTimers()
  const written: string[] = []
  const { write } = logStream({ write: (text) => written.push(text) })
  write('a\n')
  write('b\n')
  expect(written).toEqual([])
  vi.runAllTimers()
  write('c\n')
  vi.runAllTimers()
  expect(written).toEqual(['a\nb\n', 'c\n'])
})

test('what still waits is written when the process ends', () => {
  const before = process.listeners('exit')
  const written: string[] = []
  logStream({ write: (text) => written.push(text) }).write('last\n')
  const [flush] = process.listeners('exit').filter((one) => !before.includes(one))
  flush?.call(process, 0)
  expect(written).toEqual(['last\n'])
})
