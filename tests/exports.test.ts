import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sources } from '@yibao/server/domains/transfer/sources.ts'
import { expect, test } from 'vitest'

// The page names the list it exports, the server knows its rows: a name that only one of them has would be found by whoever
// presses 导出.

const root = fileURLToPath(new URL('../console/src/', import.meta.url))
const named = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/exportAs: '([^']+)'/g)].map(([, name]) => ({ file, name: name! }))
  })

test('every list that a page exports has its row source on the server', () => {
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ name }) => !Object.hasOwn(sources, name))).toEqual([])
})
