import { expect, test } from 'vitest'
import { type Dropdown, draftOf, emptyDraft, joinedDraft, problemOfDraft } from './draft.ts'

const good = { ...emptyDraft, name: 'reason', title: '撤销原因', items: [{ value: '1', name: '拿错药' }] }

test('a draft says what is still missing', () => {
  expect(problemOfDraft(good)).toBeUndefined()
  expect(problemOfDraft({ ...good, name: ' ' })).toBe('请填写编码和名称')
  expect(problemOfDraft({ ...good, items: [...good.items, { value: '2', name: '' }] })).toBe('每个选项都要有编码和名称')
  expect(problemOfDraft({ ...good, items: [...good.items, ...good.items] })).toBe('编码「1」重复')
})

const stored = (title: string, revision: number, ...options: [string, string][]): Dropdown => ({
  ...{ name: 'reason', title, revision, updatedBy: '郑区管', updatedAt: '2026-11-21 09:00:00' },
  items: options.map(([value, name]) => ({ value, name })),
})
const opened = stored('原因', 1, ['1', '拿错药'], ['2', '多收'], ['3', '其他'])
const mineOf = (title: string, ...options: [string, string][]) => draftOf(stored(title, 1, ...options))

test('my options and those that another one saved meanwhile both stand, made from his list', () => {
  const mine = mineOf('原因', ['1', '拿错药䶮'], ['3', '其他'], ['4', '我加的'])
  const now = stored('撤销原因', 2, ['1', '拿错药'], ['2', '多收'], ['3', '其他'], ['5', '他加的'])
  const { draft, contested } = joinedDraft(opened, mine, now)
  expect(contested).toEqual([])
  expect(draft).toMatchObject({ title: '撤销原因', revision: 2, isNew: false })
  expect(draft.items.map(({ value, name }) => [value, name])).toEqual([
    ['1', '拿错药䶮'],
    ['3', '其他'],
    ['5', '他加的'],
    ['4', '我加的'],
  ])
})

test('what he took away stays away; what both changed is mine and is named', () => {
  const mine = mineOf('原因', ['1', '我的说法'], ['2', '多收'], ['3', '其他'])
  const { draft, contested } = joinedDraft(opened, mine, stored('原因', 2, ['1', '他的说法'], ['2', '多收']))
  expect(draft.items.map(({ name }) => name)).toEqual(['我的说法', '多收'])
  expect(contested).toEqual(['他的说法'])
})
