import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../../../main.ts')

/** Each of these servers has a new data folder: what the first of them compiled serves all of this machine. */
const compiled = join(tmpdir(), `yibao-compiled-${userInfo().uid}`)

/** The server as a process of its own, on its own data folder: it can be killed at any moment and started again. */
export interface ServerProcess {
  url: string
  /** What it has written so far, of all its starts. */
  output: () => string
  /** SIGKILL; resolves when it is gone. */
  kill: () => Promise<void>
  /** Starts it again on the same data; resolves when it answers. */
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Resolves with its exit code once it has ended by itself. */
  ended: () => Promise<number | null>
}

/** Starts a server process and waits until it answers. `env` carries DATA_DIR, CENTRE_URL and the waiting times. */
export const startServerProcess = async (env: NodeJS.ProcessEnv): Promise<ServerProcess> => {
  let child: ChildProcess | undefined
  let url = ''
  let output = ''
  mkdirSync(compiled, { recursive: true, mode: 0o700 })
  const own = { LOG_LEVEL: 'error', CONSOLE_DIR: '', CUSTOM_DATA_INFO: '0', NODE_COMPILE_CACHE: compiled }
  const start = async () => {
    const port = url ? new URL(url).port : '0'
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env: { ...process.env, PORT: port, ...own, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
    url = await new Promise<string>((resolve, reject) => {
      child!.stdout!.on('data', (data: Buffer) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(data.toString())
        if (found) resolve(found[0])
      })
      child!.once('exit', (code) => reject(new Error(`server ended with ${code} while starting`)))
    })
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child!.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  await start()
  return {
    get url() {
      return url
    },
    output: () => output,
    kill: () => end('SIGKILL'),
    start,
    stop: () => end('SIGTERM'),
    ended: async () => {
      const one = child!
      if (one.exitCode === null && one.signalCode === null) await new Promise((resolve) => one.once('exit', resolve))
      return one.exitCode
    },
  }
}
