import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const opened = { name: '李䶮', phone: '1', memo: '', areas: ['320500'] }

test('a field left alone is what somebody else made of it, hidden ones too; mine are mine', () => {
  const now = { ...opened, phone: '2', areas: ['320500', '320100'] }
  expect(merge({ opened, mine: { ...opened, name: '李𠮷', memo: undefined }, seen: opened, now })).toEqual({
    values: { name: '李𠮷', phone: '2', memo: '', areas: ['320500', '320100'] },
    contested: [],
  })
})

test('a field emptied here stays empty', () => {
  const { values } = merge({ opened, mine: { ...opened, phone: undefined }, seen: opened, now: opened })
  expect(values.phone).toBeUndefined()
})

test('both changed one field: said once, unless to the same', () => {
  const mine = { ...opened, phone: '3' }
  const now = { ...opened, phone: '2' }
  expect(merge({ opened, mine, seen: opened, now }).contested).toEqual(['phone'])
  expect(merge({ opened, mine, seen: now, now })).toMatchObject({ contested: [], values: { phone: '3' } })
  expect(merge({ opened, mine, seen: opened, now: mine }).contested).toEqual([])
})
