import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@yibao/server/database/open.ts'
import { startServerProcess } from '@yibao/server/domains/settlement/test/process.ts'
import { makeVisitReady } from '@yibao/server/domains/visit/test/ready.ts'
import { newPostgres } from '@yibao/server/test/postgres.ts'
import type { Bench } from './kit/row.ts'
import { percentile } from './kit/stats.ts'
import { openCounter, type Priced } from './settlement/counter.ts'
import { openReplay } from './settlement/replay.ts'
import { startSimulator } from './settlement/simulator.ts'

const counters = 20
// A connection plans a statement anew for its first five runs, and a fresh process runs unoptimised code: what is
// measured is a server that has been at work for a while.
const warmUp = 8
const rounds = 12
const spreadRounds = 6
const loopRounds = 6
const orderRounds = warmUp + rounds + spreadRounds + loopRounds
const visitRounds = 6

/** Persons of the demo area that may buy by their account. */
const persons = [1, 2, 3, 4, 5].map((n) => `320500${String(n).padStart(14, '0')}`)

/** Runs all works, the first at once and the others evenly over `spreadMs`. */
const together = <T>(spreadMs: number, works: (() => Promise<T>)[]): Promise<T[]> =>
  Promise.all(
    works.map(async (work, i) => {
      if (spreadMs) await sleep((spreadMs * i) / works.length)
      return work()
    }),
  )

/** Runs every list of works, one work after the other, all lists beside each other. */
const inLoops = async <T>(lists: (() => Promise<T>)[][]): Promise<T[]> => {
  const one = async (works: (() => Promise<T>)[]) => {
    const results: T[] = []
    for (const work of works) results.push(await work())
    return results
  }
  return (await Promise.all(lists.map(one))).flat()
}

const compare =
  (through: readonly number[], alone: readonly number[]) =>
  (share: number, how: string, what = '2102') => ({
    ...{ name: `${what}, 20 counters ${how}, p${share * 100}`, unit: 'ms', ours: percentile(through, share) },
    ...{ beside: { name: 'simulator alone', value: percentile(alone, share) }, compare: 'excess' as const },
  })

/** The stores of the demo settle 11 in registered visits from now on. */
const settleInVisits = async (dataDir: string, databaseUrl: string): Promise<void> => {
  const { db, close } = await openDatabase({ dataDir, databaseUrl })
  await makeVisitReady(db, ['11']).finally(close)
}

/** Settlements of 20 counters at once through the server, beside the same bytes sent to the simulator alone. */
export const run: Bench = async (say) => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-bench-settle-'))
  const [serverDir, centreDir, twinDir] = ['server', 'centre', 'twin'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const stops: (() => Promise<void>)[] = []
  try {
    say(`启动 PostgreSQL、中心模拟器和服务，${counters} 个柜台登录`)
    const databaseUrl = await newPostgres()
    const first = await startSimulator(centreDir)
    stops.push(first.stop)
    const env = {
      DATA_DIR: serverDir,
      DATABASE_URL: databaseUrl,
      CENTRE_URL: first.url,
      SEED: 'demo',
      NODE_ENV: 'production',
    }
    const server = await startServerProcess(env)
    stops.push(server.kill)
    const tills: Awaited<ReturnType<typeof openCounter>>[] = []
    for (let i = 0; i < counters; i++) tills.push(await openCounter(server.url, first.code))
    await tills[0]!.signIn()
    await first.wantVisits('320500')
    await settleInVisits(serverDir, databaseUrl)
    say(`预结算 ${(orderRounds + warmUp + visitRounds) * counters} 单`)
    const baskets: Priced[][] = []
    for (let round = 0; round < orderRounds; round++)
      baskets.push(await Promise.all(tills.map((till, i) => till.price(persons[i % persons.length]!, i + 1))))
    const visits: Priced[][] = []
    for (let round = 0; round < warmUp + visitRounds; round++)
      visits.push(await Promise.all(tills.map((till, i) => till.price(persons[i % persons.length]!, i + 1, '11'))))
    // The twin knows everybody who is about to buy and nothing of what is settled from here on.
    await first.stop()
    cpSync(centreDir, twinDir, { recursive: true })
    const centre = await startSimulator(centreDir, first.port)
    stops.push(centre.stop)
    const twin = await startSimulator(twinDir)
    stops.push(twin.stop)
    const replay = openReplay(databaseUrl, serverDir, twin.url)
    stops.push(replay.stop)
    const measure = async (measured: Priced[][], spreadMs: number, unmeasured = 0) => {
      const through: number[] = []
      const alone: number[] = []
      for (const [round, orders] of measured.entries()) {
        const ours = await together(
          spreadMs,
          tills.map((till, i) => () => till.settle(orders[i]!)),
        )
        const bodies = await replay.bodiesOf(orders.map(({ id }) => id))
        const theirs = await together(
          spreadMs,
          bodies.map((body) => () => replay.play(body)),
        )
        if (round < unmeasured) continue
        through.push(...ours)
        alone.push(...theirs)
      }
      return compare(through, alone)
    }
    const loop = async (from: number) => {
      const own = tills.map((_, i) => baskets.slice(from).map((orders) => orders[i]!))
      const through = await inLoops(tills.map((till, i) => own[i]!.map((one) => () => till.settle(one))))
      const bodies = await Promise.all(own.map((orders) => replay.bodiesOf(orders.map(({ id }) => id))))
      const alone = await inLoops(bodies.map((ours) => ours.map((body) => () => replay.play(body))))
      return compare(through, alone)
    }
    say(`${rounds} 轮，${counters} 个柜台在同一瞬间结算，随后同样的报文单独发给模拟器`)
    const burst = await measure(baskets.slice(0, warmUp + rounds), 0, warmUp)
    say(`${spreadRounds} 轮，${counters} 个柜台在同一秒内先后结算，随后同样的报文单独发给模拟器`)
    const spread = await measure(baskets.slice(warmUp + rounds, warmUp + rounds + spreadRounds), 1000)
    say(`每个柜台连续结算 ${loopRounds} 单，随后同样的报文单独发给模拟器`)
    const closed = await loop(warmUp + rounds + spreadRounds)
    say(`${visitRounds} 轮，${counters} 个柜台在同一瞬间以 2207 结算已挂号的购药，随后同样的报文单独发给模拟器`)
    const inVisits = await measure(visits, 0, warmUp)
    const instant = 'in the same instant'
    const second = 'within a second'
    return [
      burst(0.5, instant),
      { ...burst(0.95, instant), limit: { atMost: 30 } },
      spread(0.5, second),
      spread(0.95, second),
      closed(0.5, 'without a pause'),
      closed(0.95, 'without a pause'),
      inVisits(0.5, instant, '2207'),
      inVisits(0.95, instant, '2207'),
    ]
  } finally {
    for (const stop of stops.toReversed()) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
