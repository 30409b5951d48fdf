import { money } from '@yibao/shared/field.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picked } from './picked.tsx'
import type { Row } from './spec.ts'
import type { Action, Matching, Tools } from './types.ts'

const read: Action<readonly Row[]> = { key: 'read', text: '标为已读', run: () => undefined, runAll: () => undefined }
const drawn = (matching: Partial<Matching>, action = read) =>
  renderToStaticMarkup(
    <Picked
      batch={[action]}
      {...{ shape: {}, shown: [], picked: [{ id: '1' }], tools: {} as Tools, onClear: () => undefined }}
      matching={{ input: {}, total: 5000, bound: false, ...matching }}
    />,
  )
const offer = (html: string) => /选择符合条件的全部 [^<]*/.exec(html)?.[0]

test('everything that matches is offered by its number, where it is known, and at least that where it was not counted on', () => {
  expect(offer(drawn({}))).toBe('选择符合条件的全部 5,000 条')
  expect(offer(drawn({ bound: true, total: 10_000 }))).toBe('选择符合条件的全部 10,000+ 条')
  for (const total of [undefined, 0, 1]) expect(offer(drawn({ total }))).toBeUndefined()
})

test('what nobody may do with what is ticked is not offered for everything either', () => {
  expect(offer(drawn({}, { ...read, shown: () => false }))).toBeUndefined()
  // Nobody is signed in: what needs a right is nobody's.
  expect(offer(drawn({}, { ...read, need: { menuCode: 'MsgCenter' } }))).toBeUndefined()
})

test('of what is ticked it says how many are added up, where it is fewer', () => {
  const rows = [
    { id: '1', total: '1.00', done: true },
    { id: '2', total: '2.00', done: false },
  ]
  const said = (counts?: (row: Row) => boolean, picked: Row[] = rows) =>
    renderToStaticMarkup(
      <Picked
        batch={[]}
        shape={{ total: money('费用总额') }}
        shown={[{ key: 'total', title: '费用总额' }]}
        {...{ picked, counts, tools: {} as Tools, onClear: () => undefined }}
        matching={{ input: {}, total: 2, bound: false }}
      />,
    ).replaceAll(/<[^>]*>/g, ' ')
  expect(said()).toMatch(/选中 2 条 +费用总额 3\.00/)
  expect(said(() => true)).not.toContain('计入')
  expect(said(({ done }) => done === true)).toMatch(/选中 2 条 +其中 1 条计入合计 +费用总额 1\.00/)
  expect(said(() => false, rows.slice(1))).not.toContain('计入')
})
