import { createHash } from 'node:crypto'
import type { BrowserContext, Page, Route } from 'playwright-core'

const seed = process.env.SLOW
const times = Number(process.env.SLOW_CPU)

/** ms; one answer of the server in twelve is later still. */
const most = 700
const stall = 2_000
const often = 11 / 12

/**
 * With SLOW=<seed>, every answer of the server and of the agent and every script of the context's pages comes after a
 * while that the seed, the address and how often it was asked decide: what a story reads or presses before it is there
 * fails here, and with the same seed again. What a story does with a call itself comes first and is as quick as before.
 */
export const slowed = async (context: BrowserContext): Promise<void> => {
  if (!seed) return
  const asked = new Map<string, number>()
  const late = (longest: number) => async (route: Route) => {
    const at = `${route.request().method()} ${new URL(route.request().url()).pathname}`
    const time = (asked.get(at) ?? 0) + 1
    asked.set(at, time)
    const chance = createHash('sha256').update(`${seed} ${at} ${time}`).digest().readUInt32BE() / 2 ** 32
    await new Promise((on) => setTimeout(on, chance < often ? chance * most : longest))
    // The page that asked may have gone.
    await route.fallback().catch(() => undefined)
  }
  for (const address of ['**/prod-api/**', '**/assets/*.js']) await context.route(address, late(stall))
  // The agent is on the same PC: what has not answered in 1.5 s is not there.
  await context.route('**/v1/**', late(most))
}

/** With SLOW_CPU=<times>, the page computes that many times slower: what is pressed before it is drawn shows. */
export const throttled = async (page: Page): Promise<void> => {
  if (!times) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}
