import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '@yibao/server/domains/settlement/test/process.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { order } from '@yibao/shared/calls/order.ts'
import type { LoadOrder, LoadReport } from './load.ts'
import type { Place } from './page.ts'

export interface Contestant {
  port: number
  requests: LoadOrder['requests']
  stop: () => Promise<void>
}

/** The pages people look at: the first ones. */
const pages = [1, 1, 2, 1, 3]

const startFile = async (file: string, setup: object) => {
  const child = fork(join(import.meta.dirname, '..', file), {
    env: { ...process.env, BENCH_ORDERS: JSON.stringify(setup) },
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`)))
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }]
  ended.catch(() => {})
  const stop = async () => {
    child.kill('SIGKILL')
  }
  return { port, stop }
}

/** A process of this folder's neighbours that answers the page and believes whoever asks. */
export const startPlain = async (file: string, url: string, places: Record<string, Place>): Promise<Contestant> => ({
  ...(await startFile(file, { url, places })),
  requests: pages.flatMap((page) =>
    Object.keys(places).map((who) => ({ path: `/order/paged?who=${who}&page=${page}` })),
  ),
})

/** One that finds out by itself who asks: by the tokens that the server gave out. */
export const startChain = async (file: string, url: string, { requests }: Contestant): Promise<Contestant> => ({
  ...(await startFile(file, { url, places: {} })),
  requests: requests.map(({ path, token }) => ({ path: `/order/paged${path.slice(path.indexOf('?'))}`, token })),
})

const post = async (url: string, body: unknown, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const { success, result, error } = (await answer.json()) as {
    success: boolean
    result: { token: string }
    error: unknown
  }
  if (!success) throw new Error(`${url}: ${JSON.stringify(error)}`)
  return result.token
}

/** A session of a demo account, in an area if one is given. */
export const logIn = async (base: string, userName: string, areaCode?: string) => {
  const passWord = Buffer.from(`Yibao@2026${String(Date.now()).padStart(13, '0')}`).toString('base64')
  const token = await post(base + auth.login.path, { userName, passWord, isRefreshCache: true })
  return areaCode ? post(base + auth.refreshToken.path, { medicalAreaCode: areaCode }, token) : token
}

/** The server itself over a database, with an administrator of an area and a clerk logged in. */
export const startOurs = async (url: string): Promise<Contestant> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-bench-server-'))
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, CENTRE_URL: 'http://127.0.0.1:9', NODE_ENV: 'production' }
  const server = await startServerProcess({ ...env, SEED: 'demo' })
  const base = `${server.url}/prod-api`
  const tokens = [await logIn(base, 'area', '320500'), await logIn(base, 'clerk')]
  return {
    port: Number(new URL(server.url).port),
    requests: pages.flatMap((page) =>
      tokens.map((token) => ({ path: `/prod-api${order.paged.path}?page=${page}&pageSize=20`, token })),
    ),
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The first answers of every request of a contestant. */
export const answersOf = ({ port, requests }: Contestant): Promise<unknown[]> =>
  Promise.all(
    requests.map(async ({ path, token }) => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json()
    }),
  )

/** A process that makes the load; `run` sends one order and waits for its report. */
export const startLoad = () => {
  const child = fork(join(import.meta.dirname, 'load.ts'))
  return {
    run: async ({ port, requests }: Contestant, connections: number, ms: number): Promise<LoadReport> => {
      const answered = once(child, 'message')
      child.send({ port, requests, connections, ms } satisfies LoadOrder)
      const [report] = (await answered) as [LoadReport]
      if (report.failures) throw new Error(`${report.failures} requests were refused`)
      return report
    },
    stop: () => child.kill('SIGKILL'),
  }
}
