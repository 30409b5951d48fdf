import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { sourcesIn } from './sources.ts'

// Whoever runs the product sets what the documents name, and nothing else does anything: a variable that only the code
// knows helps nobody, one that only a document knows is set in vain.

/** Read by the code and no setting of ours, with the reason why no document has it. */
const notOurs: Record<string, string> = {
  PATH: 'the system’s',
  LOCALAPPDATA: 'the system’s',
  XDG_CONFIG_HOME: 'the system’s',
  CUPS_SERVER: 'CUPS’s own, with its meaning there',
  NODE_COMPILE_CACHE: 'Node’s own, with its meaning there',
  SOURCE_DATE_EPOCH: 'of reproducible builds, with its meaning there',
  CI: 'set by what runs the tests',
  REFUSED_BY_MIRROR: 'set by what runs the tests',
  DRIVERS_DIR: 'handed from the installation to its own processes',
  MACHINE_DATA: 'handed from the installation to its own processes',
  YIBAO_ROOT: 'handed from the installation to its own processes',
  DISPLAY: 'the system’s',
}

const dotted = /\benv\.([A-Z][A-Z_]+)\b/g
const taken = /\{([^{}]*)\} = (?:process\.)?env\b/g

const namesIn = (text: string): string[] => [
  ...[...text.matchAll(dotted)].map(([, name]) => name!),
  ...[...text.matchAll(taken)].flatMap(([, names]) => names!.match(/\b[A-Z][A-Z_]+\b/g) ?? []),
]

const read = new Set(
  sourcesIn(['shared', 'server', 'agent', 'console', 'tools', 'installer', 'tests'])
    .filter((file) => !/\.test\.tsx?$|\/test\/|^tests\/bench\//.test(file))
    .flatMap((file) => namesIn(readFileSync(join(root, file), 'utf8'))),
)

/** What stands as code in a document, blocks too. */
const codeOf = (text: string) => text.match(/```[\s\S]*?```|`[^`\n]+`/g)?.join('\n') ?? ''
/** Names that stand alone as code, or with a value behind them. */
const namedIn = (file: string): Set<string> =>
  new Set(codeOf(readFileSync(join(root, file), 'utf8')).match(/(?<![\w%$/.-])[A-Z][A-Z_]{2,}(?=[=`])/g))

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

test('every variable that the code reads stands in a document', () => {
  const named = new Set(documents.flatMap((file) => [...namedIn(file)]))
  expect([...read].filter((name) => !named.has(name) && !Object.hasOwn(notOurs, name))).toEqual([])
  expect(read.has('SETTLE_WAIT') && read.has('SIGN_CERT'), 'the walk must see names').toBe(true)
  expect(Object.keys(notOurs).filter((name) => !read.has(name))).toEqual([])
})

test('every variable that an operator is told of is read by the code', () => {
  const told = ['docs/OPERATIONS.md', 'docs/INSTALL.md'].flatMap((file) => [...namedIn(file)])
  expect(told.filter((name) => !read.has(name))).toEqual([])
  expect(told).toContain('SETTLE_WAIT')
})
