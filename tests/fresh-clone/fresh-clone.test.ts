import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../tools/free-port.ts'
import { which } from '../../tools/machine.ts'
import { paceOf } from '../../tools/pace.ts'
import { root } from '../../tools/root.ts'
import { until } from '../e2e/until.ts'

// `npm start` on a fresh clone, as the README promises it: Node 20 and npm, nothing else. It installs everything, so
// it runs only where time is (CI=true or REQUIRE_ALL=1).

const wanted = process.env.CI === 'true' || process.env.REQUIRE_ALL === '1'
const firstMs = 120_000
/** On a quiet machine of two cores; a slower one has as much longer as it is slower. */
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

/** A start with what it says; `said` resolves when the text was there, with the ms it took. */
const start = (...command: string[]) => {
  const begin = Date.now()
  const [program = '', ...args] = command
  const child = spawn(join(bin, program), args, {
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
  /** Ctrl-C, or a closed window: the terminal signals the whole group. */
  const signal = (name: 'SIGINT' | 'SIGHUP') => process.kill(-child.pid!, name)
  return { said, ended, signal, text: () => text }
}

const nobodyListens = async () => {
  const ports = [env.PORT, env.AGENT_PORT, env.CENTRE_PORT]
  const answers = await Promise.all(
    ports.map((port) =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        () => true,
        () => false,
      ),
    ),
  )
  return !answers.includes(true)
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
      // How fast packages arrive is the network's affair: what was downloaded once is taken from npm's cache.
      npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm'),
      npm_config_userconfig: process.env.npm_config_userconfig ?? join(process.env.HOME ?? '', '.npmrc'),
    }
  })
  afterAll(async () => {
    // Never by SIGKILL: the parts have groups of their own and would stay behind.
    for (const child of running) process.kill(-child.pid!, 'SIGTERM')
    await until('every part is gone', () => running.size === 0)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }, 180_000)

  test(
    'the first start installs, builds, seeds and is ready; a second beside it is refused; Ctrl-C ends it with 0',
    async () => {
      const first = start('npm', 'start')
      expect(await first.said('医保云已就绪')).toBeLessThan(firstMs)
      expect((await fetch(`http://127.0.0.1:${env.PORT}/health`)).status).toBe(200)
      // What only checks the product is not waited for.
      for (const name of ['vitest', 'typescript', '@biomejs/biome'])
        expect([name, existsSync(join(clone, 'node_modules', name))]).toEqual([name, false])

      const beside = start('npm', 'start')
      expect(await beside.ended).toBe(1)
      const [, holder] = /正由进程 (\d+) 使用/.exec(beside.text()) ?? []
      expect(process.kill(Number(holder), 0)).toBe(true)
      expect((await fetch(`http://127.0.0.1:${env.PORT}/health`)).status).toBe(200)

      first.signal('SIGINT')
      await first.ended
      expect(first.text()).toContain('正在停止…')
      await until('every part is gone', nobodyListens)
      expect(readdirSync(env.DATA_DIR!)).not.toContain('lock')
    },
    firstMs + 60_000,
  )

  test('the second start is quick', async () => {
    const pace = await paceOf()
    // What `npm start` runs: npm itself ends by the signal, whatever its script answers.
    const again = start('node', 'tools/run.mjs', 'start')
    const ms = await again.said('医保云已就绪')
    again.signal('SIGINT')
    expect(await again.ended).toBe(0)
    await until('every part is gone', nobodyListens)
    expect(ms, `the machine is ${pace.toFixed(1)} times as slow`).toBeLessThan(secondMs * pace)
  })

  test('a closed terminal window leaves nothing behind', async () => {
    const third = start('node', 'tools/run.mjs', 'start')
    await third.said('医保云已就绪')
    third.signal('SIGHUP')
    await third.ended
    await until('every part is gone', nobodyListens)
  })
})
