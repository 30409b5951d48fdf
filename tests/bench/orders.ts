import { isDeepStrictEqual } from 'node:util'
import { newPostgres } from '@yibao/server/test/postgres.ts'
import { order } from '@yibao/shared/calls/order.ts'
import pg from 'pg'
import * as z from 'zod/mini'
import { installBeside } from './kit/install.ts'
import type { Bench } from './kit/row.ts'
import { interleave, median } from './kit/stats.ts'
import { answersOf, type Contestant, startChain, startLoad, startOurs, startPlain } from './orders/contestants.ts'
import { fill } from './orders/fill.ts'
import type { LoadReport } from './orders/load.ts'
import type { Place } from './orders/page.ts'

const inFlight = 50
const rounds = 8
const roundMs = 2500
const areaCode = '320500'

/** Where the administrator and the clerk work, in the order their requests are made. */
const placesOf = async (url: string): Promise<Record<string, Place>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const inArea = await client.query('select id from store where "areaCode" = $1 order by id', [areaCode])
  const own = await client.query(`select store_id from user_account where user_name = 'clerk'`)
  await client.end()
  return { area: { areaCode, stores: inArea.rows.map(({ id }) => id) }, clerk: { stores: [own.rows[0].store_id] } }
}

const sameAnswers = async (ours: Contestant, plain: Contestant, name: string) => {
  const [a, b] = await Promise.all([answersOf(ours), answersOf(plain)])
  // Through JSON: an absent field and an undefined one are the same on the wire.
  if (!isDeepStrictEqual(a, b))
    throw new Error(
      `${name} answers another page:\n${JSON.stringify(a).slice(0, 1500)}\n${JSON.stringify(b).slice(0, 1500)}`,
    )
}

/** An answer that its contract does not know is logged as a fault at every request: that would be what is measured. */
const fitsContract = async (ours: Contestant) => {
  for (const answer of await answersOf(ours)) {
    const { error } = z.safeParse(order.paged.result, (answer as { result: unknown }).result)
    if (error) throw new Error(`the page does not fit its contract: ${JSON.stringify(error.issues[0])}`)
  }
}

const unmeasured: LoadReport = { perSecond: Number.NaN, p95: Number.NaN, failures: 0 }

/**
 * 20 orders of a million with the whole chain (session, permission, scope, contract), beside servers without it and
 * NestJS with it.
 */
export const run: Bench = async (say) => {
  const stops: (() => unknown)[] = []
  const started = async <T extends { stop: () => unknown }>(contestant: Promise<T>) => {
    const one = await contestant
    stops.push(one.stop)
    return one
  }
  try {
    say('启动 PostgreSQL，生成 10 万和 100 万笔订单（约一分钟）')
    const [small, large] = [await newPostgres(), await newPostgres()]
    await fill(small, 100_000)
    await fill(large, 1_000_000)
    const places = await placesOf(large)
    const ours = await started(startOurs(large))
    const oursSmall = await started(startOurs(small))
    const plain = await started(startPlain('orders/plain.ts', large, places))
    const hasNest = installBeside(say)
    const nest = hasNest ? await started(startChain('beside/nest-chain.js', large, ours)) : undefined
    const bareNest = hasNest ? await started(startPlain('beside/nest-bare.js', large, places)) : undefined
    await fitsContract(ours)
    await sameAnswers(ours, plain, 'node:http')
    if (nest) await sameAnswers(ours, nest, 'NestJS')
    if (bareNest) await sameAnswers(ours, bareNest, 'bare NestJS')
    const load = startLoad()
    stops.push(load.stop)
    const turn = (contestant: Contestant, ms: number) => () => load.run(contestant, inFlight, ms)
    const turns = (ms: number) => ({
      ours: turn(ours, ms),
      plain: turn(plain, ms),
      nest: nest ? turn(nest, ms) : async () => unmeasured,
      bareNest: bareNest ? turn(bareNest, ms) : async () => unmeasured,
      oursSmall: turn(oursSmall, ms),
    })
    say('预热')
    await interleave(1, turns(3000))
    say(`${rounds} 轮，每轮每方 ${roundMs} ms，${inFlight} 个请求同时在途`)
    const results = await interleave(rounds, turns(roundMs))
    const speed = (name: keyof typeof results) => median(results[name].map(({ perSecond }) => perSecond))
    const p95 = (name: keyof typeof results) => median(results[name].map(({ p95 }) => p95))
    const page = { name: 'order page of 1 M', unit: 'req/s', ours: speed('ours'), compare: 'ratio' } as const
    return [
      { ...page, beside: { name: 'node:http + pg', value: speed('plain') }, limit: { atLeast: 0.6 } },
      { ...page, beside: { name: 'NestJS on express, same chain', value: speed('nest') }, limit: { atLeast: 1.5 } },
      { ...page, beside: { name: 'NestJS on express, page alone', value: speed('bareNest') } },
      {
        ...{ name: 'order page p95, 1 M', unit: 'ms', ours: p95('ours'), compare: 'ratio' },
        ...{ beside: { name: 'p95 of 100 k', value: p95('oursSmall') }, limit: { atMost: 1.5 } },
      },
    ]
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
