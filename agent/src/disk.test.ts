import { expect, test } from 'vitest'
import { moveOver } from './disk.ts'

const failing = (times: number, code: string) => {
  const seen = { tries: 0 }
  const rename = () => {
    seen.tries += 1
    if (seen.tries <= times) throw Object.assign(new Error(code), { code })
  }
  return { seen, rename }
}

test('a file that a scanner holds is tried again, and in the end the fault is told', () => {
  const brief = failing(2, 'EPERM')
  moveOver('a', 'b', brief.rename, [1, 1, 1])
  expect(brief.seen.tries).toBe(3)
  const lasting = failing(9, 'EBUSY')
  expect(() => moveOver('a', 'b', lasting.rename, [1, 1, 1])).toThrow('EBUSY')
  expect(lasting.seen.tries).toBe(4)
})

test('a fault of another kind is told at once', () => {
  const full = failing(1, 'ENOSPC')
  expect(() => moveOver('a', 'b', full.rename, [1, 1, 1])).toThrow('ENOSPC')
  expect(full.seen.tries).toBe(1)
})
