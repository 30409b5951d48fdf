import { expect, test } from 'vitest'
import { keysAbove, matching, type TreeNode, textOf } from './nodes.ts'

const tree: TreeNode[] = [
  {
    key: 'c1',
    title: '示例连锁',
    children: [
      { key: 's1', title: '观前店', words: 'P32050100001 gqd' },
      { key: 's2', title: '新街口店', words: 'xjkd' },
    ],
  },
  { key: 'c2', title: '另一连锁', children: [{ key: 's3', title: '五一店' }] },
]
const keys = (nodes: TreeNode[]): unknown => nodes.map(({ key, children }) => (children ? [key, keys(children)] : key))

test('a hit keeps the way above it; a branch that is hit keeps what is below it', () => {
  expect(keys(matching(tree, '新街口'))).toEqual([['c1', ['s2']]])
  expect(keys(matching(tree, 'GQD'))).toEqual([['c1', ['s1']]])
  expect(keys(matching(tree, '另一'))).toEqual([['c2', ['s3']]])
  expect(matching(tree, '没有')).toEqual([])
  expect(keys(matching(tree, ''))).toEqual(keys(tree))
})

test('a note is found as the title is', () => {
  const types: TreeNode[] = [{ key: 'insutype', title: '险种类型（9）', note: 'insutype' }]
  expect(keys(matching(types, 'INSU'))).toEqual(['insutype'])
  expect(types.map(textOf)).toEqual(['险种类型（9） insutype'])
})

test('the branches to open', () => {
  expect(keysAbove(tree)).toEqual(['c1', 'c2'])
})
