import { expect, test } from 'vitest'
import { markedActions, rowActions, type StockRow } from './stock-actions.ts'

const rows = ['waiting', 'uploaded', 'refused', 'unknown', 'deleted', 'needless'].map(
  (state) => ({ id: state, state }) as unknown as StockRow,
)
const shownOn = (key: string) =>
  rows.filter((row) => rowActions.find((one) => one.key === key)?.shown?.(row)).map(({ id }) => id)

test('the ticked rows that are uploaded are those that nobody took off', () => {
  const [upload] = markedActions
  const off = rows.filter(({ state }) => state === 'deleted' || state === 'needless' || state === 'uploaded')
  expect(upload?.disabled?.(off)).toBe('选中的都已上传、已删除或不用上传')
  expect(upload?.disabled?.(rows)).toBeUndefined()
})

test('what was taken away at the centre is told again by the button of its own row; what needs no telling by none', () => {
  expect(shownOn('upload')).toEqual(['waiting', 'refused', 'unknown', 'deleted'])
})
