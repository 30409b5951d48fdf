import { get } from '@yibao/shared/call.ts'
import { list, text } from '@yibao/shared/field.ts'
import { expect, test } from 'vitest'
import { readInput } from './decode.ts'
import { unkeepable } from './unkeepable.ts'

test('texts that no database keeps are found wherever they stand', () => {
  expect(unkeepable({ name: '䶮𠮷', list: ['a', 1, null, true], empty: '' })).toEqual([])
  expect(unkeepable({ a: 'x\0', b: [{ c: '顾\ud842' }], d: '\udfb7' })).toEqual(['a', 'b.0.c', 'd'])
  expect(unkeepable({ data: { 'k\0': 1 } })).toEqual(['data'])
})

test('an address carries words: a NUL among them is none', () => {
  const call = get('/api/X/Y', { title: '', input: { word: text('词'), more: list(text('词'), '词') } })
  const query = { word: '阿\0莫', more: ['a'] }
  expect(readInput(call, { params: {}, query, body: undefined })).toEqual({ word: '阿莫', more: ['a'] })
})
