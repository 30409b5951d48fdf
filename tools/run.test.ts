import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './root.ts'

// What `npm start` and `npm test` install, with an npm that only notes what it was asked for.

let folder: string
const at = (...names: string[]) => join(folder, ...names)

const npm = `#!/bin/sh
echo "$*" >> npm.log
[ "$1" = ci ] && rm -rf node_modules
mkdir -p node_modules/zod
case "$*" in *--omit=dev*) ;; *) mkdir -p node_modules/vitest; echo '{}' > node_modules/vitest/package.json ;; esac
echo '{}' > node_modules/.package-lock.json
`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yibao-run-'))
  mkdirSync(at('tools'))
  mkdirSync(at('bin'))
  for (const name of ['run.mjs', 'end-with-parent.ts']) copyFileSync(join(root, 'tools', name), at('tools', name))
  for (const name of ['start', 'test']) writeFileSync(at('tools', `${name}.ts`), `console.log('${name} runs')`)
  writeFileSync(at('package.json'), '{"type":"module","devDependencies":{"vitest":"5"}}')
  writeFileSync(at('package-lock.json'), '{}')
  writeFileSync(at('bin', 'npm'), npm)
  chmodSync(at('bin', 'npm'), 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What npm was asked for by `npm start` or `npm test`; the command itself must have run after it. */
const asked = (name: 'start' | 'test'): string | undefined => {
  rmSync(at('npm.log'), { force: true })
  const { stdout, status } = spawnSync(process.execPath, [at('tools', 'run.mjs'), name], {
    cwd: folder,
    env: { ...process.env, PATH: `${at('bin')}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, expect.stringContaining(`${name} runs`)])
  return existsSync(at('npm.log')) ? readFileSync(at('npm.log'), 'utf8').replace(/ --prefer.*\n$/, '') : undefined
}

/** The lock as a pull leaves it: newer than what is installed. */
const pull = () => {
  const later = Date.now() / 1000 + 60
  utimesSync(at('package-lock.json'), later, later)
}

test('start leaves the development packages out, test adds them beside, and neither installs again', () => {
  expect(asked('start')).toBe('ci --omit=dev')
  expect(asked('start')).toBeUndefined()
  expect(asked('test')).toBe('install --no-save')
  expect([asked('test'), asked('start')]).toEqual([undefined, undefined])
})

test('after a pull both install what they had', () => {
  asked('start')
  pull()
  expect(asked('start')).toBe('ci --omit=dev')
  asked('test')
  pull()
  expect(asked('start')).toBe('ci')
  expect(asked('test')).toBe('ci')
})

test('a fresh clone that is tested first has everything for the start', () => {
  expect([asked('test'), asked('start')]).toEqual(['ci', undefined])
})

test('kill -9 of the first process ends what it started', async () => {
  writeFileSync(at('tools', 'start.ts'), "console.log('start runs'); setInterval(() => {})")
  const child = spawn(process.execPath, [at('tools', 'run.mjs'), 'start'], {
    env: { ...process.env, PATH: `${at('bin')}${delimiter}${process.env.PATH}` },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  // Both write to this pipe: it ends with the last of them.
  for await (const chunk of child.stdout) if (String(chunk).includes('start runs')) child.kill('SIGKILL')
  expect(await exited).toBe('SIGKILL')
})
