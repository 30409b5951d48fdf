import { expect, test } from 'vitest'
import { createHandles } from './handles.ts'

test('what libraries answer when nothing was opened is no handle, in 32 bits and in 64', () => {
  const handles = createHandles()
  for (const nothing of [null, undefined, 0, 0n, -1, -1n, 0xffffffffn, 0xffffffffffffffffn])
    expect(handles.keep(nothing)).toBe(null)
})

test('one address has one token, and a token of another process leads nowhere', () => {
  const handles = createHandles()
  const token = handles.keep(4711n)
  expect([handles.keep(4711n), handles.of(token)]).toEqual([token, 4711n])
  expect(handles.keep(4712n)).not.toBe(token)
  for (const foreign of ['h99', 4711, undefined]) expect(() => handles.of(foreign)).toThrow('ARGS_INVALID')
})
