import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tools/root.ts'
import { foldersOf, neededBy, notices } from './notices.ts'

const inputs = ['agent/src/main.ts', 'node_modules/fastify/lib/server.js', 'node_modules/a/node_modules/@b/c/index.js']

test('a bundled file is of the innermost package that holds it', () => {
  expect(foldersOf(inputs)).toEqual(['node_modules/fastify', 'node_modules/a/node_modules/@b/c'])
})

test('what a room needs is found as Node finds it, the nearest first', () => {
  const packages = {
    console: { dependencies: { a: '1', b: '1', own: '*' } },
    'node_modules/own': { link: true },
    'node_modules/a': { dependencies: { b: '2' } },
    'node_modules/a/node_modules/b': {},
    'node_modules/b': {},
  }
  expect(neededBy('console', { packages }).sort()).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
  ])
})

test('the notices name what is in the files, with the texts of the licences', () => {
  const text = notices(['node_modules/fastify/lib/server.js'], { windows: true })
  const fastify = JSON.parse(readFileSync(join(root, 'node_modules/fastify/package.json'), 'utf8')).version
  for (const part of [
    `fastify ${fastify}`,
    'Node.js',
    'koffi',
    'react ',
    'SIL OPEN FONT LICENSE',
    'SumatraPDF 3.4.6',
    'GPL-3.0',
    'Permission is hereby granted',
  ])
    expect(text).toContain(part)
  expect(notices([], { windows: false })).not.toContain('SumatraPDF')
})
