import { expect, test } from 'vitest'
import { matchFiles } from './match.ts'

const chosen = (path: string, size: number) => ({ name: path.split('/').pop()!, webkitRelativePath: path, size })

test('files by the end of their path and their size', () => {
  const files = [
    chosen('dist/win/agent.exe', 9),
    chosen('dist/linux/console/index.html', 3),
    chosen('dist/linux/agent', 5),
    chosen('dist/notes/agent', 4),
  ]
  const wanted = [
    { path: 'agent', size: 5 },
    { path: 'console/index.html', size: 3 },
    { path: 'native/koffi.node', size: 8 },
  ]
  const { found, absent } = matchFiles(wanted, files)
  expect(found.map(({ file }) => file.webkitRelativePath)).toEqual([
    'dist/linux/agent',
    'dist/linux/console/index.html',
  ])
  expect(absent).toEqual(['native/koffi.node'])
})

test('two systems that hold a file of the same name and size get one each', () => {
  const files = [chosen('a/x/koffi.node', 8), chosen('a/y/koffi.node', 8)]
  const { found, absent } = matchFiles(
    [
      { path: 'koffi.node', size: 8 },
      { path: 'koffi.node', size: 8 },
    ],
    files,
  )
  expect([new Set(found.map(({ file }) => file)).size, absent]).toEqual([2, []])
})
