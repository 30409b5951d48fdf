import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

// Two rooms and packages of every kind: one whose modules lie beside each other, one of CommonJS behind an .mjs, and one
// with a folder that is no module in a package that is one.

let home = ''
const put = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
}
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'yibao-loading-'))
  const loading = pathToFileURL(join(import.meta.dirname, 'loading.ts')).href
  put({
    'package.json': '{"type":"module"}',
    'start.mjs': `
      import { pathToFileURL } from 'node:url'
      import { loadQuickly } from '${loading}'
      const keep = loadQuickly(${JSON.stringify(join(home, 'cache/sources.json'))}, pathToFileURL('${home}/'))
      const { said } = await import('./server/a.ts').catch((fault) => ({ said: fault.code + fault.message }))
      if (!process.argv[2]) keep()
      console.log(said)`,
    'server/a.ts': `
      import { b } from './deep/b.ts'
      import { half } from 'half'
      import { many } from 'many'
      import old from 'old'
      const said: string = [b, half, many, old].join(' ')
      export { said }`,
    'server/deep/b.ts': "import { many } from 'many'\nexport const b: string = '䶮' + many",
    'node_modules/many/package.json': '{"type":"module","exports":"./index.js"}',
    'node_modules/many/index.js': "export { many } from './more/many.js'",
    'node_modules/many/more/many.js': "export const many = 'many'",
    'node_modules/old/package.json': '{"exports":"./index.mjs"}',
    'node_modules/old/index.mjs': "import old from './old.js'\nexport default old",
    'node_modules/old/old.js': "module.exports = require('./older.js')",
    'node_modules/old/older.js': "module.exports = 'old'",
    'node_modules/half/package.json': '{"type":"module","exports":"./index.js"}',
    'node_modules/half/index.js': "import half from './other/half.js'\nexport { half }",
    'node_modules/half/other/package.json': '{"type":"commonjs"}',
    'node_modules/half/other/half.js': "module.exports = 'half'",
  })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const kept = () => join(home, 'cache/sources.json')
const start = (...args: string[]) => {
  const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'start.mjs', ...args], {
    ...{ cwd: home, encoding: 'utf8' as const },
  })
  return run.stdout.trim() || run.stderr
}

test('what is loaded is what Node loads, kept or not; a changed file counts at once', () => {
  expect(start('keeps nothing')).toBe('䶮many half many old')
  expect(start()).toBe('䶮many half many old')
  // What was kept is what is run.
  writeFileSync(kept(), readFileSync(kept(), 'utf8').replace('䶮', '𠮷'))
  expect(start()).toBe('𠮷many half many old')
  put({ 'server/deep/b.ts': "export const b: string = 'new'" })
  expect(start()).toBe('new half many old')
  expect(readFileSync(kept(), 'utf8'), 'nobody needs the old one').not.toContain('𠮷')
})

test('what another Node kept, or what is damaged, is made anew', () => {
  start()
  const mine = JSON.parse(readFileSync(kept(), 'utf8'))
  const sources = mine.sources.map(([key]: [string]) => [key, "export const said = 'foreign'"])
  writeFileSync(kept(), JSON.stringify({ node: 'v1.0.0', sources }))
  expect(start()).toBe('䶮many half many old')
  writeFileSync(kept(), readFileSync(kept(), 'utf8').slice(0, 100))
  expect(start()).toBe('䶮many half many old')
  expect(JSON.parse(readFileSync(kept(), 'utf8'))).toEqual(mine)
})

test('where nothing can be kept, it is loaded all the same', () => {
  put({ cache: 'a file in place of the folder' })
  expect(start()).toBe('䶮many half many old')
})

test('a module that is not there is named', () => {
  put({ 'server/deep/b.ts': "export { b } from './c.ts'" })
  expect(start()).toContain('c.ts')
})
