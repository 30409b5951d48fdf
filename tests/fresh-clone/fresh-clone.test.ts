import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { which } from '../../tools/machine.ts'
import { root } from '../../tools/root.ts'
import { freePort } from '../e2e/program.ts'

// `npm start` on a fresh clone, as the README promises it: Node 20 and npm, nothing else. It installs everything, so
// it runs only where time is (CI=true or REQUIRE_ALL=1).

const wanted = process.env.CI === 'true' || process.env.REQUIRE_ALL === '1'
const firstMs = 120_000
const secondMs = 6_000

const folder = mkdtempSync(join(tmpdir(), 'yibao-clone-'))
const clone = join(folder, 'yibao')
const bin = join(folder, 'bin')
let env: NodeJS.ProcessEnv = {}
const running = new Set<ChildProcess>()

/** PATH of a PC with Node and npm: no git, no compiler, no browser. npm itself needs a shell. */
const makePath = () => {
  mkdirSync(bin)
  for (const name of ['node', 'npm', 'npx', 'sh', 'env', 'uname']) {
    const path = which(name)
    if (path) symlinkSync(path, join(bin, name))
  }
}

/** A start of `npm start` with what it says; `said` resolves when the text was there, with the ms it took. */
const npmStart = () => {
  const begin = Date.now()
  const child = spawn(join(bin, 'npm'), ['start'], {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
      for (const listener of listeners) listener()
    })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  const said = (what: string) =>
    new Promise<number>((resolve, reject) => {
      const look = () => text.includes(what) && resolve(Date.now() - begin)
      listeners.add(look)
      look()
      void ended.then((code) => reject(new Error(`ended with ${code}: ${text.slice(-2000)}`)))
    })
  /** Ctrl-C: the terminal signals the whole group. */
  const interrupt = () => process.kill(-child.pid!, 'SIGINT')
  return { said, ended, interrupt, text: () => text }
}

describe.skipIf(!wanted)('a fresh clone', () => {
  beforeAll(async () => {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
    makePath()
    const [port, agent, centre] = await Promise.all([freePort(), freePort(), freePort()])
    env = {
      HOME: folder,
      PATH: bin,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      AGENT_PORT: String(agent),
      CENTRE_PORT: String(centre),
      // The registry is the machine's; everything else of its environment stays outside.
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => /^npm_config_(registry|cache)$/i.test(name)),
      ),
      npm_config_userconfig: process.env.npm_config_userconfig ?? join(process.env.HOME ?? '', '.npmrc'),
    }
  }, 60_000)
  afterAll(async () => {
    for (const child of running) process.kill(-child.pid!, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test(
    'the first start installs, builds, seeds and is ready; a second beside it is refused; Ctrl-C ends it with 0',
    async () => {
      const first = npmStart()
      expect(await first.said('医保云已就绪')).toBeLessThan(firstMs)
      expect((await fetch(`http://127.0.0.1:${env.PORT}/health`)).status).toBe(200)

      const beside = npmStart()
      expect(await beside.ended).toBe(1)
      const [, holder] = /正由进程 (\d+) 使用/.exec(beside.text()) ?? []
      expect(process.kill(Number(holder), 0)).toBe(true)
      expect((await fetch(`http://127.0.0.1:${env.PORT}/health`)).status).toBe(200)

      first.interrupt()
      expect(await first.ended).toBe(0)
      await expect(fetch(`http://127.0.0.1:${env.PORT}/health`)).rejects.toThrow()
      expect(readdirSync(env.DATA_DIR!)).not.toContain('lock')
    },
    firstMs + 60_000,
  )

  test('the second start is quick', async () => {
    const again = npmStart()
    expect(await again.said('医保云已就绪')).toBeLessThan(secondMs)
    again.interrupt()
    expect(await again.ended).toBe(0)
  }, 60_000)
})
