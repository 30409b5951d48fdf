import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildLinux, prepare } from '../../installer/build.ts'
import { cacheFolder } from '../../installer/cache.ts'
import { installTools } from '../../installer/tools.ts'
import { openPage } from '../packaged/page.ts'
import { openBrowser } from './agent/browser.ts'
import { expected } from './agent/driver.ts'
import { moreOrigins, startAgent } from './agent/start.ts'
import { addFragile, crash, crashes, fragile } from './endurance/fragile.ts'
import { holdings, sleepThrough } from './endurance/tree.ts'
import { closePosts } from './kit/post.ts'
import type { Bench } from './kit/row.ts'
import { median } from './kit/stats.ts'

/** A counter's day, an hour a round: what a busy shop does in it. */
const hours = 24
const perHour = { reads: 20, prints: 5 }
/** Calls after which everything that is filled once is full; from here nothing may grow. */
const settled = { calls: 2000, hour: 8 }
const calls = 10_000
/** A session may make 60 requests a minute, so each round is a session of its own. */
const perSession = 50
const napMs = 300
const lookMs = 200
/** What the collector of four heaps has not got round to, MiB. */
const slackMiB = 20

const slip = readFileSync(join(import.meta.dirname, '..', 'packaged', 'slip.pdf'))

const check = (text: string) => {
  if (!text.includes(expected)) throw new Error(`unexpected answer: ${text}`)
}

/**
 * The executable over a long time: 10 000 calls of a library, then a day of reads, prints, crashes and sleeps without
 * its pauses.
 */
export const run: Bench = async (say) => {
  if (!installTools(say)) throw new Error('the packager could not be installed')
  const { agent: bundle } = await prepare(say)
  const built = await buildLinux({ dist: join(cacheFolder, 'bench'), version: '0.9.0', say }, bundle)
  const agent = await startAgent(addFragile, join(built, 'agent'))
  try {
    const browsers = moreOrigins.map((origin) => openBrowser(agent, origin))
    const page = () => openPage(agent.base, agent.agentId, agent.server)
    const callMany = async (times: number) => {
      for (let done = 0; done < times; done += perSession)
        await browsers[(done / perSession) % browsers.length]!.call(perSession, check)
    }
    say(`${calls} 次动态库调用，每 ${perSession} 次换一个会话`)
    await callMany(settled.calls)
    const early = holdings(agent.pid)
    await callMany(calls - settled.calls)
    const late = holdings(agent.pid)

    const costs: { lost: number; ms: number }[] = []
    const seen: ReturnType<typeof holdings>[] = []
    const hour = async (index: number) => {
      const counter = await page()
      for (let i = 0; i < perHour.reads; i++) {
        const { ok, code } = await counter.call('card.read', '/v1/card/read', { medium: 'idCard' })
        if (!ok) throw new Error(`read: ${code}`)
      }
      let last = ''
      for (let i = 0; i < perHour.prints; i++) {
        const { ok, code, result } = await counter.print('/v1/print/jobs?documentType=slip', slip)
        if (!ok) throw new Error(`print: ${code}`)
        last = String(result.id)
      }
      // They are printed in their order.
      while ((await counter.job(last)).result.state !== 'done') await sleep(lookMs)
      if (index % 2 === 0 && costs.length < crashes) costs.push(await crash(counter, costs.length, agent.behave))
      await sleepThrough(agent.pid, () => sleep(napMs))
      seen.push(holdings(agent.pid))
    }
    say(`${hours} 小时，每小时 ${perHour.reads} 次读卡、${perHour.prints} 张小票、睡眠一次，每两小时驱动崩溃一次`)
    for (let index = 0; index < hours; index++) await hour(index)
    const middle = (from: number, of: 'mib' | 'files') => median(seen.slice(from, from + 4).map((one) => one[of]))
    const excess = (name: string, unit: string, of: 'mib' | 'files', atMost: number) => ({
      ...{ name, unit, compare: 'excess' as const, limit: { atMost } },
      ours: middle(hours - 4, of),
      beside: { name: `after ${settled.hour + 4} h`, value: middle(settled.hour, of) },
    })
    return [
      {
        ...{ name: `PSS after ${calls} DLL calls`, unit: 'MiB', ours: late.mib, compare: 'excess' },
        beside: { name: `after ${settled.calls}`, value: early.mib },
        limit: { atMost: slackMiB },
      },
      excess('PSS after 24 simulated hours', 'MiB', 'mib', slackMiB),
      excess('open files after 24 simulated hours', '', 'files', 8),
      {
        ...{ name: 'calls lost by a crash, most', unit: '', compare: 'value', limit: { atMost: 1 } },
        ours: Math.max(...costs.map(({ lost }) => lost)),
      },
      {
        ...{ name: 'crash to next success p50', unit: 'ms', compare: 'value', limit: { atMost: 150 } },
        ours: median(costs.map(({ ms }) => ms)),
      },
      {
        ...{
          name: 'first crash of a driver to next success p50',
          unit: 'ms',
          compare: 'value',
          limit: { atMost: 150 },
        },
        // No process of it stands ready before the first one.
        ours: median(costs.slice(0, fragile).map(({ ms }) => ms)),
      },
    ]
  } finally {
    closePosts()
    await agent.stop()
  }
}
