import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { sourcesIn } from './sources.ts'

// What no text of ours says to anybody (STYLE, ux 8).

const saying = (words: string): string[] =>
  sourcesIn(['shared/src', 'server/src', 'agent/src', 'console/src']).filter(
    (file) => !/\.test\.tsx?$|\/test\//.test(file) && readFileSync(join(root, file), 'utf8').includes(words),
  )

test('nobody is called 您', () => {
  expect(saying('您')).toEqual([])
})

test('who is told to try again later is told when, or why not now', () => {
  // Why stands in the tips of the one, and before the words of the other.
  expect(saying('请稍后再试').sort()).toEqual(['agent/src/gateway/remote/self-test.ts', 'shared/src/errors.ts'])
})
