import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { canPrint, startCups } from '../../agent/test/cups.ts'
import { openPage } from '../packaged/page.ts'
import { startAgent } from './agent/start.ts'
import { closePosts } from './kit/post.ts'
import type { Bench, Row } from './kit/row.ts'
import { interleave, percentile } from './kit/stats.ts'
import { arrivals, printWithLp } from './print/spool.ts'

const jobs = 12
/** A session may make 60 requests a minute. */
const perSession = 4
const lookMs = 400

const slip = join(import.meta.dirname, '..', 'packaged', 'slip.pdf')

/**
 * From a page's POST to the first byte that the print server hands its printer, through gateway, durable queue and desk;
 * beside the print server's own lp with the same file. Both wait for the same printer program to be started. lp is what
 * electron-hiprint itself runs for a PDF outside of Windows (its dependency unix-print), so it can be no faster than that;
 * of QZ Tray no figure of this is published.
 */
export const run: Bench = async (say) => {
  if (!canPrint) {
    say('没有 CUPS，不测打印')
    return []
  }
  const cups = await startCups()
  process.env.CUPS_SERVER = cups.socketPath
  const agent = await startAgent()
  try {
    const printed = arrivals(cups.out)
    const pdf = readFileSync(slip)
    let page = await openPage(agent.base, agent.agentId, agent.server)
    let asked = 0
    let sent = 0
    const ours = async () => {
      if (asked++ % perSession === perSession - 1) page = await openPage(agent.base, agent.agentId, agent.server)
      const arrived = printed.next()
      const begin = performance.now()
      const { ok, code, result } = await page.print('/v1/print/jobs?printer=COUNTER', pdf)
      if (!ok) throw new Error(`print: ${code}`)
      await arrived
      const ms = performance.now() - begin
      // The lane of this printer is free again when the queue has seen the job done.
      while ((await page.job(String(result.id))).result.state !== 'done') await sleep(lookMs)
      return ms
    }
    const lp = async () => {
      const arrived = printed.next()
      const begin = performance.now()
      await printWithLp('COUNTER', slip, `lp-${sent++}`)
      await arrived
      return performance.now() - begin
    }
    await interleave(1, { ours, lp })
    say(`${jobs} 张小票，与 CUPS 自己的 lp 交替`)
    const times = await interleave(jobs, { ours, lp })
    const row = (which: string, share: number): Row => ({
      ...{ name: `print job to spooler ${which}`, unit: 'ms', compare: 'ratio' },
      ours: percentile(times.ours, share),
      beside: { name: `lp ${which} (electron-hiprint's engine)`, value: percentile(times.lp, share) },
    })
    return [row('p50', 0.5), row('most', 1)]
  } finally {
    closePosts()
    await agent.stop()
    await cups.stop()
  }
}
