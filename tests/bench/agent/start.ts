import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startCloud } from '@yibao/agent/gateway/test/fake-cloud.ts'
import { makeServer } from '@yibao/agent/gateway/test/keys.ts'
import { nativeDrivers } from '../../../agent/test/native.ts'
import { driverId, manifest } from './driver.ts'

export const origin = 'https://console.example.cn'
/** More pages of the console: each may open so many sessions a minute, which a day without its pauses needs. */
export const moreOrigins = [1, 2, 3, 4, 5].map((one) => `https://console${one}.example.cn`)

type AddDrivers = (drivers: ReturnType<typeof nativeDrivers>) => string[]

/** Compiles C libraries and puts them where an administrator installs drivers. */
const install = (place: string, addMore: AddDrivers) => {
  const workshop = mkdtempSync(join(tmpdir(), 'yibao-bench-cc-'))
  const drivers = nativeDrivers(workshop)
  drivers.add(driverId, 'settlement', manifest)
  for (const id of [driverId, ...addMore(drivers)]) cpSync(join(workshop, id), join(place, id), { recursive: true })
  rmSync(workshop, { recursive: true, force: true })
}

const until = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  const end = performance.now() + 30_000
  while (performance.now() < end) {
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    await sleep(50)
  }
  throw new Error(`${what}: not within 30 s`)
}

/**
 * The agent as people run it: gateway, desk and hosts in processes of their own, enrolled with a server. `addMore` adds
 * drivers and answers their ids; `behave` tells one of their libraries how to be from now on. `program`: the packaged
 * executable in place of the sources.
 */
export const startAgent = async (addMore: AddDrivers = () => [], program?: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-bench-agent-'))
  const drivers = join(dataDir, 'agent', 'drivers')
  install(drivers, addMore)
  const library = join(drivers, driverId, 'libsettlement.so')
  const behave = (id: string, word: string) => writeFileSync(join(drivers, id, 'behaviour'), word)
  const server = makeServer()
  const cloud = await startCloud(server, { origins: [origin, ...moreOrigins] })
  const main = fileURLToPath(import.meta.resolve('@yibao/agent/main.ts'))
  const [file, args] = program
    ? [program, ['gateway']]
    : [process.execPath, ['--disable-warning=ExperimentalWarning', main]]
  const child: ChildProcess = spawn(file, args, {
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, AGENT_PORT: '0', SERVER_URL: cloud.url, ENROL_CODE: 'code-1', CONSOLE_DIR: dataDir },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await gone
    }
    await cloud.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const base = await until('address', async () => /本机助手: (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1])
    const hello = async () => (await (await fetch(`${base}/v1/hello`)).json()).result
    const { agentId } = await until('enrolment', async () => {
      const said = await hello()
      return said.pairing === 'enrolled' ? (said as { agentId: string }) : undefined
    })
    await until('desk', async () => ((await fetch(`${base}/health`)).ok ? true : undefined))
    return { base, agentId, server, library, behave, pid: child.pid!, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
export type BenchAgent = Awaited<ReturnType<typeof startAgent>>
