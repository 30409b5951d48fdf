import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { rolesScript } from './roles.ts'

const folder = mkdtempSync(join(tmpdir(), 'yb-roles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (file: string, ...args: string[]) =>
  spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' }).stdout

test.each([
  [['host', '--connect', 'x'], 'host 䶮'],
  [['gateway'], 'agent "𠮷"'],
  [[], 'agent "𠮷"'],
])('%j runs its own text only, with what a script is given', (args, said) => {
  const file = join(folder, 'joined.cjs')
  const text = (words: string) => `require('node:fs').writeSync(1, ${JSON.stringify(words)})`
  writeFileSync(file, rolesScript({ host: text('host 䶮'), agent: text('agent "𠮷"') }))
  expect(run(file, ...args)).toBe(said)
})

test('a bundle is plain ASCII and means what its source says, patterns included', async () => {
  const entry = join(folder, 'entry.ts')
  const show = (what: string) => `process.stdout.write(String(${what}) + ' ')\n`
  writeFileSync(entry, show('/^（[^）]*）$/.test("（䶮）")') + show('/^[𠮷]$/u.test("𠮷")') + show('"元" as string'))
  const { file } = await bundle(entry)
  expect(readFileSync(file, 'utf8')).toMatch(/^\p{ASCII}*$/u)
  expect(run(file)).toBe('true true 元 ')
})
