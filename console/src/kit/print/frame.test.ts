import { expect, test } from 'vitest'
import { printInFrame } from './frame.ts'

test('prints the frame, or says SPEC 8’s words', () => {
  const calls: string[] = []
  printInFrame({ contentWindow: { focus: () => calls.push('focus'), print: () => calls.push('print') } })
  expect(calls).toEqual(['focus', 'print'])
  expect(() => printInFrame(null)).toThrow('iframes may not be supported in this browser.')
  expect(() => printInFrame({ contentWindow: null })).toThrow('Cannot find document.')
})
