import { expect, test } from 'vitest'
import { readJson, readWindow, writeText, writeWindow } from './storage.ts'

test.each([
  ['null', {}],
  ['7', {}],
  ['[1]', {}],
  ['{"a":', {}],
  ['null', []],
  ['{}', []],
  ['[1]', null],
  ['"text"', null],
])('%s of another version is read as nothing where %j is meant', (stored, otherwise) => {
  writeText('ui', stored)
  expect(readJson('ui', otherwise as object | null)).toBe(otherwise)
})

test('what is of its kind is read as it was kept', () => {
  for (const [kept, otherwise] of [
    [{ a: 1 }, {}],
    [{ a: 1 }, null],
    [['䶮'], []],
  ] as const) {
    writeText('ui', JSON.stringify(kept))
    expect(readJson<unknown>('ui', otherwise)).toEqual(kept)
  }
})

test('a window that may keep nothing finds nothing, and goes on', () => {
  writeWindow('yibao.test', '1')
  expect(readWindow('yibao.test')).toBe('')
})
