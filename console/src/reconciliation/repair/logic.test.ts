import { expect, test } from 'vitest'
import { differences, groups } from '../../../test/samples-recon.ts'
import {
  automaticOf,
  batchProblem,
  choicesOf,
  classCounts,
  type Difference,
  differenceOf,
  nextOpen,
  sameClass,
  step,
  wayText,
} from './logic.ts'

const rows: Difference[] = differences
const done = (row: Difference): Difference => ({ ...row, handledAt: '2026-11-21 10:00:00' })

test('the way: groups, differences, what can be done alone', () => {
  expect(wayText(groups, rows)).toBe('5 组 · 4 平 · 1 不平 → 4 笔差异 · 3 可自动处理 · 1 需确认')
  expect(wayText(groups, rows.map(done))).toBe('5 组 · 4 平 · 1 不平')
})

test('after a row the next open one below, then from the top', () => {
  const [a, b, c, d] = rows as [Difference, Difference, Difference, Difference]
  expect(nextOpen([a, done(b), c, d], a.id)).toBe(c.id)
  expect(nextOpen([a, b, c, done(d)], d.id)).toBe(a.id)
  expect(nextOpen(rows.map(done), a.id)).toBeUndefined()
})

test('j and k stop at the ends', () => {
  expect(step(rows, 'd-1', -1)).toBe('d-1')
  expect(step(rows, 'd-1', 1)).toBe('d-2')
  expect(step(rows, 'd-4', 1)).toBe('d-4')
})

test('classes are counted in order of appearance', () => {
  expect(classCounts([...rows, rows[1]!])).toEqual([
    ['centreOnlyKnown', 1],
    ['localOnly', 2],
    ['crossDay', 1],
    ['duplicate', 1],
  ])
})

test('Shift+X takes open, unlocked rows of the class', () => {
  const twin = { ...rows[0]!, id: 'd-9' }
  expect(
    sameClass([...rows, twin, { ...twin, id: 'd-10', locked: true }, done({ ...twin, id: 'd-11' })], 'd-1'),
  ).toEqual(['d-1', 'd-9'])
})

test('a batch is one class with one proposal, money of one store', () => {
  const [local, other, , money] = rows as [Difference, Difference, Difference, Difference]
  expect(batchProblem([])).toBe('还没有选中差异')
  expect(batchProblem([local, other])).toContain('不同类别')
  expect(batchProblem([local, { ...local, id: 'x' }])).toBeUndefined()
  expect(batchProblem([local, { ...local, proposal: 'undo' }])).toContain('没有共同的建议')
  expect(batchProblem([money, { ...money, storeName: '另一家' }])).toContain('一家门店')
  // Money of one store goes together, and what moves none of it from all stores.
  expect(batchProblem([money, { ...money, id: 'x' }])).toBeUndefined()
  expect(batchProblem([local, { ...local, storeName: '另一家' }])).toBeUndefined()
  expect(batchProblem([{ ...local, proposal: undefined }])).toContain('没有共同的建议')
})

test('nobody has asked yet whose it is: what needs its numbers waits for that, and it can be undone without', () => {
  const { proposal: _, orderId: __, ...known } = rows[0]!
  const actions: Difference['actions'] = ['backfill', 'undo', 'reverse', 'mark']
  const centre = { setlId: '', mdtrtId: '', reversed: false, total: '60.00' }
  const stranger: Difference = { ...known, class: 'centreOnlyUnknown', actions, centre }
  expect(choicesOf(stranger)).toEqual(['undo'])
  expect(choicesOf({ ...stranger, centre: { ...centre, setlId: 'S1' } })).toEqual(['backfill', 'undo', 'reverse'])
  // What is proposed has its own button.
  expect(choicesOf({ ...rows[0]!, proposal: 'undo', actions: ['backfill', 'undo', 'mark'] })).toEqual(['backfill'])
})

test('difference = local − centre', () => {
  expect(differenceOf('85.60', undefined)).toBe('85.60')
  expect(differenceOf('105.00', '104.88')).toBe('0.12')
  expect(differenceOf(undefined, '60.00')).toBe('-60.00')
})

test('what may be repaired together: open, free rows that only our book changes for, a batch for each class and proposal', () => {
  const ids = (given: readonly Difference[]) => automaticOf(given).map((batch) => batch.map(({ id }) => id))
  expect(ids(rows)).toEqual([['d-1'], ['d-2'], ['d-3']])
  const [known, , , money] = rows as [Difference, Difference, Difference, Difference]
  const twin = { ...known, id: 'd-9' }
  const { proposal: _, ...unadvised } = { ...twin, id: 'd-12' }
  const others = [{ ...twin, id: 'd-10', locked: true }, done({ ...twin, id: 'd-11' }), unadvised, money]
  expect(ids([known, ...others, twin])).toEqual([['d-1', 'd-9']])
  const many = Array.from({ length: 612 }, (_, i) => ({ ...known, id: `m-${i}` }))
  expect(
    automaticOf(many).map(({ length }) => length),
    'as many as a call takes',
  ).toEqual([500, 112])
  expect(automaticOf([])).toEqual([])
})
