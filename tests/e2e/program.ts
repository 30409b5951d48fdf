import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../tools/root.ts'

/** A part of the product as the process people run: it can be killed at any moment and started again. */
export interface Program {
  url: string
  pid: () => number | undefined
  /** SIGKILL; resolves when it is gone. */
  kill: () => Promise<void>
  /** SIGTERM, SIGKILL after 8 s; resolves when it is gone. */
  stop: () => Promise<void>
  /** Starts it (again) on the same port and data; resolves when /health answers 200. */
  start: () => Promise<void>
}

const startMs = 100_000
const stopMs = 8_000
const answerMs = 5_000
const pauseMs = 50

const alive = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null

/**
 * `script` is a path in the repository; `port` the one its `env` tells it to use. Its last words are in the error when
 * it does not start.
 */
export const program = (script: string, args: string[], port: number, env: NodeJS.ProcessEnv): Program => {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let said = ''

  const start = async () => {
    said = ''
    const mine = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = mine
    for (const stream of [mine.stdout, mine.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk).slice(-4000)
      })
    const until = Date.now() + startMs
    let heard = 'nothing'
    while (alive(mine) && Date.now() < until) {
      // A question that stays without an answer is asked again: it may have met whoever had the port before.
      const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(answerMs) }).catch((fault: Error) => {
        heard = String(fault.cause ?? fault.message)
      })
      await answer?.body?.cancel()
      if (answer?.status === 200) return
      if (answer) heard = `status ${answer.status}`
      await new Promise((again) => setTimeout(again, pauseMs))
    }
    await end('SIGKILL')
    throw new Error(`${script} did not start (last heard: ${heard}): ${said}`)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!alive(child)) return
    const gone = new Promise((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    const force = setTimeout(() => child?.kill('SIGKILL'), stopMs)
    await gone
    clearTimeout(force)
  }
  return { url, pid: () => child?.pid, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
