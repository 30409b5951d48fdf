import { expect, test } from 'vitest'
import { jobAdded } from './job-watch.ts'

// What is made of Windows' own answers about a watched printer.

test.each([
  ['a job came', 0, 0x100, true],
  ['a job came and is being printed', 0, 0x700, true],
  ['something else changed', 0, 0x1, false],
  ['nothing changed', 0x102, 0x100, false],
  ['something changed and the spooler does not say what', 0, undefined, undefined],
  ['the watch is broken', 0xffffffff, 0x100, undefined],
])('%s', async (_, waited, changes, said) => {
  expect(await jobAdded(waited, async () => changes)).toBe(said)
})
