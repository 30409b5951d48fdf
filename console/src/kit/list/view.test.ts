import { get, pageOf, paging } from '@yibao/shared/call.ts'
import { choice, day, flag, group, id, idCard, integer, note, optional } from '@yibao/shared/field.ts'
import { expect, test } from 'vitest'
import { filtersOf, stateOf, viewOf } from './view.ts'

const call = get('/api/Test/Paged', {
  title: '测试',
  input: {
    ...paging,
    from: optional(day('开始')),
    status: optional(choice('状态', { 1: '开', 2: '关' })),
    open: optional(flag('在签')),
    attempts: optional(integer('次数')),
    keyword: optional(note('查找')),
    certificate: optional(idCard('证件号')),
  },
  result: pageOf(group('行', { id: id('编号') })),
})

test('filters, page and sort go to the address and come back the same', () => {
  const state = {
    filters: { from: '2026-11-20', status: '2', open: false, attempts: 3, keyword: '王𠮷' },
    page: 4,
    sortField: 'total',
    sortOrder: 'descend' as const,
  }
  const view = viewOf(call, state)
  expect(view).toEqual({
    'f.from': '2026-11-20',
    'f.status': '2',
    'f.open': 'false',
    'f.attempts': '3',
    'f.keyword': '王𠮷',
    'f.page': '4',
    'f.sort': '-total',
  })
  expect(stateOf(call, view)).toEqual(state)
})

test('the first page and empty filters leave no trace', () => {
  expect(viewOf(call, { filters: { keyword: '', status: undefined }, page: 1 })).toEqual({})
  expect(stateOf(call, {})).toBeUndefined()
})

test('no number of a person gets into an address, by field or by free text', () => {
  const filters = { certificate: '320502199001011237', keyword: '320502199001011237' }
  expect(viewOf(call, { filters, page: 1 })).toEqual({})
  expect(viewOf(call, { filters: { keyword: '卡 123456' }, page: 1 })).toEqual({})
  expect(viewOf(call, { filters: { keyword: 'A12345' }, page: 1 })).toEqual({ 'f.keyword': 'A12345' })
})

test('what another list of the page asks about stays out of the address: whether it is a number nobody knows here', () => {
  expect(viewOf(call, { filters: { note: '320502199001011237', from: '2026-11-20' }, page: 1 })).toEqual({
    'f.from': '2026-11-20',
  })
})

test('strange parameters are passed over', () => {
  expect(stateOf(call, { 'f.page': '-3', 'f.nothing': '1', 'f.constructor': 'x' })).toEqual({ filters: {}, page: 1 })
  expect(filtersOf(call, { status: '1', groupId: 'g' })).toEqual({ status: '1' })
  // What the page says of itself beside the list takes no filter away.
  expect(stateOf(call, { 'f.place': '320500' })).toBeUndefined()
})

test('what is no day, number or choice is left out: it would stand there as Invalid Date', () => {
  const strange = { from: 'abc', status: '9', attempts: 'x', keyword: '' }
  expect(filtersOf(call, strange)).toEqual({ keyword: '' })
  expect(filtersOf(call, { from: '', attempts: '' }), 'nothing asked').toEqual({ from: '', attempts: '' })
  for (const from of ['2026-02-30', '2026-2-3', '2026-11', '1e9']) expect(filtersOf(call, { from })).toEqual({})
  expect(stateOf(call, { 'f.from': 'abc', 'f.status': '1' })).toEqual({ filters: { status: '1' }, page: 1 })
})
