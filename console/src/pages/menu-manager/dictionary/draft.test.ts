import { expect, test } from 'vitest'
import { emptyDraft, problemOfDraft } from './draft.ts'

const good = { ...emptyDraft, name: 'reason', title: '撤销原因', items: [{ value: '1', name: '拿错药' }] }

test('a draft says what is still missing', () => {
  expect(problemOfDraft(good)).toBeUndefined()
  expect(problemOfDraft({ ...good, name: ' ' })).toBe('请填写编码和名称')
  expect(problemOfDraft({ ...good, items: [...good.items, { value: '2', name: '' }] })).toBe('每个选项都要有编码和名称')
  expect(problemOfDraft({ ...good, items: [...good.items, ...good.items] })).toBe('编码「1」重复')
})
