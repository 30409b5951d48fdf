import { openPostgres } from '@yibao/server/database/open.ts'
import { foldFunds } from '@yibao/server/domains/report/fold.ts'
import { newPostgres } from '@yibao/server/test/postgres.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import pg from 'pg'
import { beside, shops, today } from './dashboard/fill.ts'
import type { Bench, Row } from './kit/row.ts'
import { interleave, median } from './kit/stats.ts'
import { logIn, startLoad, startOurs } from './orders/contestants.ts'
import { fill } from './orders/fill.ts'

const orders = 1_000_000
const stores = 400
const rounds = 5
const roundMs = 2000
const inFlight = 4
const most = 200

/** The home page of an administrator of 400 stores with a million orders behind them, and of one of their clerks. */
export const run: Bench = async (say) => {
  const stops: (() => unknown)[] = []
  try {
    say('启动 PostgreSQL，生成 400 家店、100 万笔订单（约一分钟）')
    const url = await newPostgres()
    await fill(url, orders)
    const database = await openPostgres(url, 1)
    const plain = new pg.Client({ connectionString: url })
    await plain.connect()
    stops.push(() => plain.end())
    await plain.query(shops, [stores])
    await plain.query(today)
    await foldFunds({ db: database.db })
    await plain.query(beside)
    await database.close()
    await plain.query('vacuum analyze')
    const { rows } = await plain.query('select count(*)::int as n from store where "areaCode" = $1', ['320500'])
    if (rows[0].n < stores) throw new Error(`${rows[0].n} stores`)
    const ours = await startOurs(url)
    stops.push(ours.stop)
    const base = `http://127.0.0.1:${ours.port}/prod-api`
    const [area, admin, clerk] = [
      ...[await logIn(base, 'area', '320500'), await logIn(base, 'admin'), await logIn(base, 'clerk')],
    ]
    const load = startLoad()
    stops.push(load.stop)
    const turn = (path: string, token: string) => () =>
      load.run({ ...ours, requests: [{ path: `/prod-api${path}`, token }] }, inFlight, roundMs)
    const turns = {
      'home of an administrator, 400 stores': turn(report.dashboard.path, area!),
      'the tiles of his area': turn(report.areaDashboard.path, area!),
      'home of who has every store': turn(report.dashboard.path, admin!),
      'the tiles of everything': turn(report.areaDashboard.path, admin!),
      'home of a clerk': turn(report.dashboard.path, clerk!),
    }
    await interleave(1, turns)
    say(`${rounds} 轮，每轮 ${roundMs} ms，${inFlight} 个请求同时在途`)
    const found = await interleave(rounds, turns)
    return Object.entries(found).map(([name, reports]): Row => {
      if (reports.some(({ failures }) => failures)) throw new Error(`${name}: ${reports[0]?.failures} failures`)
      const ours95 = median(reports.map(({ p95 }) => p95))
      return { name: `${name}, p95`, unit: 'ms', ours: ours95, compare: 'value', limit: { atMost: most } }
    })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
