import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { Deps } from '../call/context.ts'
import { openNow } from '../domains/settlement/unknown-orders.ts'
import { reportFault } from '../process/fault.ts'
import { version } from '../process/version.ts'

/** ms that the database has to answer: whoever watches gives up after some seconds, and would know nothing at all. */
const patience = 3000

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Adds what nobody counts; the answer asks it of this process and its database. */
const addGauges = (register: Registry, { db, clock, services }: Deps): (() => Promise<void>) => {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ registers: [register], name: `yibao_${name}`, help, labelNames })
  const { node, statements } = services
  gauge('info', 'Always 1.', ['version', 'node']).set({ version, node: node.name }, 1)
  const serving = gauge('serving', '1 while balancers should send requests here.')
  const active = gauge('requests_active', 'Requests under way, without those held open.')
  const connections = gauge('database_connections', 'Connections to the database.', ['state'])
  const reached = gauge('database_up', '1 when the database answered just now; without it nothing below is told.')
  const unknown = gauge('settlements_unknown', 'Settlements and reversals whose result nobody knows yet.')
  const oldest = gauge('settlements_unknown_oldest_seconds', 'For how long the oldest of them.')
  const persons = gauge('settlements_needing_person', 'Those of them for which no automatic step is left.')
  return async () => {
    serving.set(node.leaving ? 0 : 1)
    active.set(node.load.active)
    const { used, max, waiting } = statements?.connections() ?? {}
    for (const [state, n] of Object.entries({ used, max, waiting })) if (n !== undefined) connections.set({ state }, n)
    const asked = openNow({ db, clock }).catch((fault: unknown) => reportFault('metrics', fault))
    const open = await Promise.race([asked, sleep(patience, undefined, { ref: false })])
    reached.set(open ? 1 : 0)
    for (const one of [unknown, oldest, persons]) one.remove()
    if (!open) return
    unknown.set(open.unknown)
    oldest.set(open.oldest)
    persons.set(open.needsPerson)
  }
}

/** GET /metrics in the text format of Prometheus, for whoever has METRICS_TOKEN; without that setting there is none. */
export const metrics = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  const { figures } = deps.services
  const { metricsToken } = deps.config
  if (!figures || !metricsToken) return
  const { register } = figures
  collectDefaultMetrics({ register })
  const ask = addGauges(register, deps)
  const expected = digest(`Bearer ${metricsToken}`)
  app.get('/metrics', { schema: { hide: true } }, async ({ headers }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
      return reply.code(401).header('www-authenticate', 'Bearer').send()
    await ask()
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
}
