import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

interface Started {
  child: ChildProcess
  base: string
  /** ms from the start of the process to its first answer */
  ms: number
  stop: () => Promise<void>
}

/** Starts an executable and asks it for /v1/hello as soon as it says where it listens. */
export const startProgram = async (file: string, args: string[], env: NodeJS.ProcessEnv): Promise<Started> => {
  const begin = performance.now()
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  const base = await new Promise<string>((resolve, reject) => {
    child.on('exit', () => reject(new Error(`${file} ended: ${output}`)))
    child.stdout.on('data', (chunk) => {
      output += chunk
      const address = /本机助手: (http:\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
  })
  const answer = await fetch(`${base}/v1/hello`)
  await answer.body?.cancel()
  const ms = performance.now() - begin
  const stop = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 5000)
    await gone
    clearTimeout(force)
  }
  return { child, base, ms, stop }
}

const pss = (pid: number) =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? Number.NaN) / 1024

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

/** Memory of a process and its children, MiB of the proportional kind: what is shared is counted once. */
export const memoryOf = (pid: number): number => [pid, ...childrenOf(pid)].reduce((sum, one) => sum + pss(one), 0)

/** Waits until an agent and its desk are ready, and a little longer. */
export const idle = async (base: string): Promise<void> => {
  while ((await fetch(`${base}/health`)).status !== 200) await sleep(50)
  await sleep(3000)
}
