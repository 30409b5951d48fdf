import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newPostgres } from '@yibao/server/test/postgres.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import type { Bench } from './kit/row.ts'
import { interleave, median } from './kit/stats.ts'
import { fill } from './orders/fill.ts'

const rounds = 3
const columns = [
  ...['orderNo', 'storeName', 'maskedName', 'insutype', 'medicalType', 'total', 'fundTotal', 'account', 'cash'],
  ...['status', 'operatorName', 'createdAt'],
]

interface Measured {
  firstByte: number
  ms: number
  mb: number
  bytes: number
}

const startChild = async (file: string, env: NodeJS.ProcessEnv) => {
  const child = fork(join(import.meta.dirname, 'export', file), { env: { ...process.env, ...env } })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const watch = async () => {
    const answered = once(child, 'message')
    child.send('watch')
    return ((await answered) as [{ grown: number }])[0].grown / 2 ** 20
  }
  return { base: `http://127.0.0.1:${port}`, watch, stop: () => child.kill('SIGKILL') }
}

const download = (url: string, headers: Record<string, string>) =>
  new Promise<Omit<Measured, 'mb'>>((resolve, reject) => {
    const begin = performance.now()
    let firstByte = Number.NaN
    let bytes = 0
    get(url, { headers }, (answer) => {
      answer.on('data', (chunk: Buffer) => {
        if (!bytes) firstByte = performance.now() - begin
        bytes += chunk.length
      })
      answer.on('end', () => resolve({ firstByte, ms: performance.now() - begin, bytes }))
      answer.on('error', reject)
    }).on('error', reject)
  })

const post = async (url: string, body: unknown, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const { success, result, error } = (await answer.json()) as {
    success: boolean
    result: Record<string, string>
    error: unknown
  }
  if (!success) throw new Error(`${url}: ${JSON.stringify(error)}`)
  return result
}

type Child = Awaited<ReturnType<typeof startChild>>

const measured = async ({ watch }: Child, url: string, headers: Record<string, string> = {}): Promise<Measured> => {
  await watch()
  const times = await download(url, headers)
  return { ...times, mb: await watch() }
}

/** 100 000 orders of 12 columns as a sheet, with the whole chain of the server, beside the usual way to make one. */
export const run: Bench = async (say) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-bench-export-'))
  const stops: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  try {
    say('启动 PostgreSQL，生成 10 万笔订单')
    const url = await newPostgres()
    // A thirty-third of them are parked drafts, which no list shows.
    await fill(url, 103_100)
    const ours = await startChild('ours.ts', { DATA_DIR: dataDir, DATABASE_URL: url })
    const plain = await startChild('plain.ts', { DATABASE_URL: url })
    stops.push(ours.stop, plain.stop)
    const api = `${ours.base}/prod-api`
    const passWord = Buffer.from(`Yibao@2026${String(Date.now()).padStart(13, '0')}`).toString('base64')
    const { token = '' } = await post(api + auth.login.path, { userName: 'admin', passWord, isRefreshCache: true })
    const headers = { authorization: `Bearer ${token}` }
    const ask = async (input: object) => {
      const asked = { call: 'order.paged', input, columns, title: '订单' }
      const { exportId, rows } = await post(api + exporting.create.path, asked, token)
      return { rows, url: api + exporting.file.path.replace(':exportId', exportId!) }
    }
    say('预热')
    await download((await ask({ operatorName: '王药师', minTotal: '200.00' })).url, headers)
    const { rows, url: sheet } = await ask({})
    say(`${rows} 行，${rounds} 轮`)
    const results = await interleave(rounds, {
      ours: () => measured(ours, sheet, headers),
      plain: () => measured(plain, plain.base),
    })
    const of = (name: 'ours' | 'plain', what: keyof Measured) => median(results[name].map((one) => one[what]))
    const worst = Math.max(...results.ours.map(({ mb }) => mb))
    const beside = (what: keyof Measured) => ({ name: 'in memory', value: of('plain', what) })
    return [
      {
        ...{ name: 'export 100 k: first byte', unit: 'ms', ours: of('ours', 'firstByte'), compare: 'value' },
        ...{ beside: beside('firstByte'), limit: { atMost: 200 } },
      },
      {
        ...{ name: 'export 100 k: RSS growth', unit: 'MB', ours: worst, compare: 'value' },
        ...{ beside: beside('mb'), limit: { atMost: 60 } },
      },
      {
        ...{ name: 'export 100 k: whole', unit: 'ms', ours: of('ours', 'ms'), compare: 'value' },
        ...{ beside: beside('ms'), limit: { atMost: 4000 } },
      },
    ]
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
