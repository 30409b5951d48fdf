import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { sourcesIn, targetOf } from './sources.ts'

// A file's exports are what the others stand on: whoever changes it looks for them there. What only its own file uses is
// none, and what nobody uses is dead.

const named = /(?:^|\n)\s*(?:import|export)\s[^'"`;{*]*(?:\{([^}]*)\}|\*[^'"`;]*?)\s*from\s+['"]([^'"]+)['"]/g
const whole = /\b(?:import|mock)\(\s*['"]([^'"]+)['"]/g

/** Names that a file takes of others; `*`: all of them, by a namespace, a late import or an export that hands on. */
const takenBy = (file: string, text: string): string[] => [
  ...[...text.matchAll(named)].flatMap(([, names = '*', from]) =>
    names.split(',').map((one) => `${targetOf(file, from!)} ${/^\s*(?:type\s+)?(\S*)/.exec(one)![1]}`),
  ),
  ...[...text.matchAll(whole)].map(([, from]) => `${targetOf(file, from!)} *`),
]

const declared = /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|type|interface) (\w+)/gm

/** Taken by what no source spells: the build puts late parts in place of antd's, a bench is started by its name. */
const elsewhere = /^console\/src\/kit\/late\/|^tests\/bench\/[^/]+\.ts$/

test('what a file exports, another one takes', () => {
  const taken = new Set<string>()
  const exported: [file: string, name: string][] = []
  for (const file of sourcesIn(['shared', 'server', 'agent', 'console', 'tests', 'tools', 'installer'])) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const one of takenBy(file, text)) taken.add(one)
    if (!elsewhere.test(file)) for (const [, name] of text.matchAll(declared)) exported.push([file, name!])
  }
  const idle = exported.filter(([file, name]) => !taken.has(`${file} ${name}`) && !taken.has(`${file} *`))
  expect(idle.map(([file, name]) => `${file}: ${name}`)).toEqual([])
  expect(taken.has('server/src/database/open.ts Database'), 'the walk must see names').toBe(true)
})
