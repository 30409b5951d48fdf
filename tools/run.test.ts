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
  for (const name of ['run.mjs', 'install.mjs', 'end-with-parent.ts'])
    copyFileSync(join(root, 'tools', name), at('tools', name))
  for (const name of ['start', 'test']) writeFileSync(at('tools', `${name}.ts`), `console.log('${name} runs')`)
  writeFileSync(at('package.json'), '{"type":"module","devDependencies":{"vitest":"5"}}')
  writeFileSync(at('package-lock.json'), '{}')
  writeFileSync(at('bin', 'npm'), npm)
  chmodSync(at('bin', 'npm'), 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const env = () => ({
  ...process.env,
  DATA_DIR: at('data'),
  PATH: `${at('bin')}${delimiter}${process.env.PATH}`,
})

/** What npm was asked for by `npm start` or `npm test`; the command itself must have run after it. */
const asked = (name: 'start' | 'test'): string | undefined => {
  rmSync(at('npm.log'), { force: true })
  const { stdout, status } = spawnSync(process.execPath, [at('tools', 'run.mjs'), name], {
    cwd: folder,
    env: env(),
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

/** `npm start` in a terminal of its own: what it said so far, and how it ended. */
const terminal = () => {
  const child = spawn(process.execPath, [at('tools', 'run.mjs'), 'start'], { env: env(), cwd: folder })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const ended = new Promise((done) => child.once('close', done))
  return { said, ended }
}

const log = () => readFileSync(at('npm.log'), 'utf8').trim().split('\n')

test('of two starts in a fresh clone one installs, and the other waits for it', async () => {
  const slow = npm.replace('[ "$1"', 'while [ ! -e go ]; do sleep 0.1; done\n[ "$1"')
  writeFileSync(at('bin', 'npm'), slow)
  const first = terminal()
  await expect.poll(() => existsSync(at('npm.log')), { timeout: 20_000 }).toBe(true)
  const second = terminal()
  await expect.poll(() => second.said.out, { timeout: 20_000 }).toContain('另一个进程正在安装依赖')
  writeFileSync(at('go'), '')
  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0])
  expect([log().length, existsSync(at('.installing'))]).toEqual([1, false])
  expect(second.said.out).toContain('start runs')
})

test('who was killed while it installed holds nobody up', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(at('.installing'), JSON.stringify({ pid, since: new Date().toISOString() }))
  expect(asked('start')).toBe('ci --omit=dev')
})

test.each(['start', 'lock'])('after a pull nothing is removed under a product that runs (%s)', async (name) => {
  asked('start')
  pull()
  mkdirSync(at('data'))
  writeFileSync(at('data', name), JSON.stringify({ pid: process.pid, since: new Date().toISOString() }))
  const later = terminal()
  expect(await later.ended).toBe(1)
  expect(later.said.err).toContain(`数据目录 ${at('data')} 正由进程 ${process.pid} 使用`)
  expect([log(), later.said.out]).toEqual([[expect.stringContaining('ci')], ''])
  rmSync(at('data', name))
  expect(asked('start')).toBe('ci --omit=dev')
})

test('kill -9 of the first process ends what it started', async () => {
  writeFileSync(at('tools', 'start.ts'), "console.log('start runs'); setInterval(() => {})")
  const child = spawn(process.execPath, [at('tools', 'run.mjs'), 'start'], {
    env: env(),
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  // Both write to this pipe: it ends with the last of them.
  for await (const chunk of child.stdout) if (String(chunk).includes('start runs')) child.kill('SIGKILL')
  expect(await exited).toBe('SIGKILL')
})
