import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hello } from '@yibao/shared/agent/entities.ts'
import * as z from 'zod/mini'
import { ask } from '../cloud/ask.ts'
import { readJson } from '../files/disk.ts'
import { type ProbeReport, probeReport, worseThan } from './report.ts'

/** A version has this long to say hello and to be as well as the one before (agent.md 5.4). ms. */
const probeMs = 60_000

/** How long a version has to answer, and to be well (ms): UPDATE_PROBE_MS where a PC needs more than the usual minute. */
export const probeWaitMs = (): number => {
  const given = Number(process.env.UPDATE_PROBE_MS)
  return given > 0 ? given : probeMs
}
const pauseMs = 250
const askMs = 15_000

const listening = z.object({ port: z.int() })
/** As the gateway makes it. The updater may be root, and what is in the gateway's folder may lead to any file. */
const adminToken = z.string().check(z.regex(/^[\w-]{43}$/))
const answer = z.object({ result: probeReport })

/** Address and token by which a program on this machine, run by the same account, reaches the gateway of this folder. */
const reachGateway = (folder: string) => {
  const { port } = listening.parse(readJson(join(folder, 'listening.json')))
  const token = adminToken.parse(readFileSync(join(folder, 'keys', 'admin-token'), 'utf8').trim())
  return { base: `http://127.0.0.1:${port}`, token }
}

const askJson = async (url: string, method: 'GET' | 'POST', headers: Record<string, string>): Promise<unknown> => {
  const signal = AbortSignal.timeout(askMs)
  const { status, text } = await ask(url, { method, headers, signal, ...(method === 'POST' && { body: '{}' }) })
  if (status !== 200) throw new Error(`status ${status}`)
  return JSON.parse(text)
}

/** How the gateway of this folder stands; throws when it does not answer. `folder` is the agent's own under DATA_DIR. */
export const askGateway = async (folder: string): Promise<ProbeReport> => {
  const { base, token } = reachGateway(folder)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return answer.parse(await askJson(`${base}/v1/admin/probe`, 'POST', headers)).result
}

const helloVersion = async (folder: string) => {
  const { base } = reachGateway(folder)
  return z.object({ result: hello }).parse(await askJson(`${base}/v1/hello`, 'GET', {})).result.version
}

/** Whether the gateway of this folder answers, and is this version. */
export const gatewayServes = (folder: string, version: string): Promise<boolean> =>
  helloVersion(folder).then(
    (running) => running === version,
    () => false,
  )

/**
 * Waits until the gateway of this folder is this version and no worse than before, and stays so for a sixth of the time: a
 * desk that ends itself is there for a moment with each of its starts. Answers what is still wrong after a minute (HELLO,
 * POLICY, PRINT, DESK, DRIVER id), undefined when nothing is: devices need a moment after a start.
 */
export const probeGateway = async (
  folder: string,
  version: string,
  before: ProbeReport | undefined,
  waitMs: number = probeMs,
): Promise<string | undefined> => {
  // A PC that comes up has its clock set in this very minute: a version is neither condemned nor waited for by it.
  const until = performance.now() + waitMs
  let well: number | undefined
  for (;;) {
    const wrong = await look(folder, version, before)
    const now = performance.now()
    well = wrong === undefined ? (well ?? now) : undefined
    if (well !== undefined && now - well >= waitMs / 6) return undefined
    if (wrong !== undefined && now + pauseMs > until) return wrong
    await sleep(pauseMs)
  }
}

const look = async (folder: string, version: string, before: ProbeReport | undefined) => {
  try {
    if ((await helloVersion(folder)) !== version) return 'HELLO'
  } catch {
    return 'HELLO'
  }
  try {
    return worseThan(before, await askGateway(folder))
  } catch {
    return 'PROBE'
  }
}
