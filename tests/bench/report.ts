import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@yibao/server/database/open.ts'
import { foldFunds } from '@yibao/server/domains/report/fold.ts'
import { startServerProcess } from '@yibao/server/domains/settlement/test/process.ts'
import { newPostgres } from '@yibao/server/test/postgres.ts'
import { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import pg from 'pg'
import type { Bench } from './kit/row.ts'
import { median } from './kit/stats.ts'
import { logIn } from './orders/contestants.ts'
import { fill } from './orders/fill.ts'

const orders = 1_000_000
const rounds = 15
/** The year that fill.ts spreads its orders over. */
const year = { from: '2025-11-01', to: '2026-10-31' }
const most = 500

// What a report without days of its own would have to do: every settlement of the year is read.
const overOrders = `
select to_char(settled_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*), sum(total), sum(fund_total),
  sum(account), sum(cash), sum((split->>'poolFund')::bigint), sum((split->>'otherFund')::bigint)
from purchase_order where setl_id is not null and coalesce(reversed_by, '') <> '2601' and settled_at is not null group by 1`

const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** The fund report of a year of a million orders, all stores, through the whole chain; warm. */
export const run: Bench = async (say) => {
  say('启动 PostgreSQL，生成 100 万笔订单（约一分钟）')
  const url = await newPostgres()
  await fill(url, orders)
  const database = await openPostgres(url, 1)
  const folding = await msOf(() => foldFunds({ db: database.db }))
  await database.close()
  const plain = new pg.Client({ connectionString: url })
  await plain.connect()
  await plain.query('vacuum analyze fund_day')
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-bench-server-'))
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    NODE_ENV: 'production',
    SEED: 'demo',
  })
  try {
    const base = `${server.url}/prod-api`
    const token = await logIn(base, 'admin')
    const ask = async (groupBy: string) => {
      const query = new URLSearchParams({ ...year, groupBy })
      const answer = await fetch(`${base}${fundPay.query.path}?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { success, result } = (await answer.json()) as {
        success: boolean
        result: { totals: { settlements: number } }
      }
      if (!success || result.totals.settlements < orders * 0.9) throw new Error('the report does not count the orders')
    }
    const timed = async (work: () => Promise<unknown>) => {
      await work()
      const times: number[] = []
      for (let n = 0; n < rounds; n++) times.push(await msOf(work))
      return median(times)
    }
    const beside = { name: 'sums over the orders themselves', value: await timed(() => plain.query(overOrders)) }
    const rows = []
    for (const groupBy of ['day', 'store', 'insutype'])
      rows.push({
        ...{ name: `fund report of 1 M orders, by ${groupBy}`, unit: 'ms', compare: 'value' as const, beside },
        ...{ ours: await timed(() => ask(groupBy)), limit: { atMost: most } },
      })
    return [...rows, { name: 'fold of 1 M changes at once', unit: 'ms', ours: folding, compare: 'value' }]
  } finally {
    await plain.end()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
