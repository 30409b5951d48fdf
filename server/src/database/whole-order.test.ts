import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Several rows have one moment: a list that is put in order by it alone shows one twice and another never as its pages are
// turned, and the newest of two is now this one and now that. Behind a moment something has to follow that settles it.

const root = join(import.meta.dirname, '..')
const moment = /^(?:(?:asc|desc)\()?(?:\$\{)?\w+\.(?:at|\w+At|\w+_at)\}?\)?$/

/** The arguments of a call that begin behind its bracket at `from`. */
const argumentsAt = (source: string, from: number): string[] => {
  const found = ['']
  let depth = 0
  for (let i = from; i < source.length; i++) {
    const one = source[i]!
    if (one === ')' && depth === 0) break
    if ('([{'.includes(one)) depth += 1
    if (')]}'.includes(one)) depth -= 1
    if (one === ',' && depth === 0) found.push('')
    else found[found.length - 1] += one
  }
  return found.map((text) => text.trim()).filter(Boolean)
}

const lastKeys = (source: string): string[] => [
  ...[...source.matchAll(/\.orderBy\(/g)].flatMap(({ index, 0: call }) =>
    argumentsAt(source, index + call.length).slice(-1),
  ),
  // Written out: what follows the last comma of it, without its direction.
  ...[...source.matchAll(/order by ([^)`\n]*)/g)].flatMap(([, keys]) =>
    keys!
      .replace(/ (?:limit|nulls) .*$/, '')
      .split(', ')
      .slice(-1)
      .map((key) => key.replace(/ (?:asc|desc)$/, '').trim()),
  ),
]

const offenders = (name: string, source: string): string[] =>
  lastKeys(source)
    .filter((key) => moment.test(key))
    .map((key) => `${name}: ${key}`)

test('a list that ends in a moment is found, however it is written', () => {
  const written = [
    '.orderBy(desc(a.createdAt))',
    '.orderBy(\n  desc(eq(a.b, c)),\n  a.at,\n)',
    `sql order by $\{a.dueAt} desc limit 1`,
    'sql`select 1 order by o.settled_at desc limit 5`',
  ]
  for (const one of written) expect(offenders('x', one), one).toHaveLength(1)
  const settled = [
    '.orderBy(asc(a.at), asc(a.id))',
    `sql order by $\{a.at} desc, $\{a.id} desc limit 1`,
    '.orderBy(a.name)',
  ]
  for (const one of settled) expect(offenders('x', one), one).toEqual([])
})

test('no statement puts rows in order by a moment alone', () => {
  const files = globSync('**/*.ts', { cwd: root }).filter((name) => !/\.test\.ts$|(?:^|\/)test\//.test(name))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((name) => offenders(name, readFileSync(join(root, name), 'utf8')))).toEqual([])
})
