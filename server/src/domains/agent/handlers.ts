import { paths } from '@yibao/shared/agent/cloud.ts'
import { canonicalJson, ticketSeconds } from '@yibao/shared/agent/ticket.ts'
import type { agent as calls } from '@yibao/shared/calls/agent.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import { type Context, FileAnswer } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { endCommand, takeCommands } from '../agent-command/commands.ts'
import { filePiece } from '../driver/given.ts'
import { endedBills, reversedBills } from '../order/reversed-bills.ts'
import { agent, store } from '../organisation/tables.ts'
import { offerFor } from '../release/offer.ts'
import { readPiece } from '../release/pieces.ts'
import { slipsElsewhere } from '../slip/elsewhere.ts'
import { signedAgent } from './agent-proof.ts'
import { enrol } from './enrolment.ts'
import { policyOf } from './policy.ts'

/** An open request is answered after this time at the latest, before a proxy on the way grows tired of it. ms. */
const holdMs = 25_000

type Known = typeof agent.$inferSelect

/** Whoever has these stores on his screen reads the row again when something of it is new, not every 30 seconds. */
const tellWatchers = (
  { services }: Context,
  { id, storeIds, state, version }: Known,
  told: Record<string, unknown>,
) => {
  const before = Object.fromEntries(Object.keys(told).map((key) => [key, state[key] ?? null]))
  if (canonicalJson({ ...before, version }) === canonicalJson(told)) return
  for (const storeId of storeIds) services.live.publish(`store:${storeId}`, 'agent.changed', { agentId: id })
}

export const agentHandlers: Handlers<typeof calls> = {
  enroll: async (input, c) => policyOf(c.deps, await enrol(input, c, paths.enrol)),
  policy: async ({ agentId, policyVersion }, c) =>
    policyOf(c.deps, await signedAgent(c, paths.policy, agentId), policyVersion),
  heartbeat: async (
    { agentId, version, policyVersion, drivers, printers, health, network, signs, records, update },
    c,
  ) => {
    const known = await signedAgent(c, paths.heartbeat, agentId)
    const told = {
      ...{ drivers, printers, health: health ?? null, network: network ?? null },
      ...{ records: records ?? null, update: update ?? null },
    }
    // Said anew each time: one that went back to a version of before no longer says it.
    const seen = sql`${agent.state} || ${JSON.stringify({ ...told, signs: signs ?? false })}::jsonb`
    await c.db.update(agent).set({ version, state: seen }).where(eq(agent.id, agentId))
    tellWatchers(c, known, { version, ...told })
    const { policy } = await policyOf(c.deps, known, policyVersion)
    const offer = await offerFor(c.deps, { ...known, version, state: told }, policy.channel ?? 'stable')
    return { policyVersion: policy.policyVersion, release: offer?.version }
  },
  release: async ({ agentId }, c) => {
    const known = await signedAgent(c, paths.release, agentId)
    const { policy } = await policyOf(c.deps, known)
    const offer = await offerFor(c.deps, known, policy.channel ?? 'stable')
    return { release: offer?.signed, forced: offer?.forced ?? false }
  },
  releasePiece: async ({ agentId, sha256, from }, c) => {
    await signedAgent(c, paths.releasePiece, agentId)
    return new FileAnswer(await readPiece(c.db, sha256, from), sha256)
  },
  listen: async ({ agentId }, c) => {
    await signedAgent(c, paths.listen, agentId)
    // Waiting begins before the look: what is asked in between wakes it.
    const { over, end } = c.services.lines.wait(agentId, holdMs)
    const waiting = await takeCommands(c.deps, agentId)
    if (waiting.length) {
      end()
      return { commands: waiting }
    }
    await over
    return { commands: await takeCommands(c.deps, agentId) }
  },
  commandDone: async ({ agentId, id, ok, text }, c) => {
    await signedAgent(c, paths.commandDone, agentId)
    await endCommand(c, agentId, id, ok, text)
    return null
  },
  reversedBills: async ({ agentId, since, unknown }, c) => {
    const known = await signedAgent(c, paths.reversedBills, agentId)
    const back = await reversedBills(c, known.storeIds, since)
    return unknown?.length ? { ...back, ended: await endedBills(c, known.storeIds, unknown) } : back
  },
  slipsElsewhere: async ({ agentId, slipIds }, c) => {
    const known = await signedAgent(c, paths.slipsElsewhere, agentId)
    return { slips: await slipsElsewhere(c.db, known.storeIds, slipIds) }
  },
  driverFile: async ({ agentId, sha256, from }, c) => {
    const known = await signedAgent(c, paths.driverFile, agentId)
    return filePiece(c.deps, known.storeIds, sha256, from)
  },
  sessionTicket: async ({ agentId, origin, jkt }, { db, deps, me, now, services, storeId }) => {
    const [known] = await db.select().from(agent).where(eq(agent.id, agentId))
    if (!known) return refuse('agent.unknown')
    if (!known.storeIds.includes(storeId)) return refuse('agent.store')
    if (!deps.config.consoleOrigins.includes(origin)) return refuse('agent.origin')
    const [shop] = await db.select({ org: store.fixmedinsCode }).from(store).where(eq(store.id, storeId))
    const ticket = await services.tickets.session(me, {
      agentId,
      origin,
      jkt,
      org: shop?.org ?? refuse('store.missing'),
    })
    const { signs } = known.state as { signs?: boolean }
    return { ticket, expiresAt: formatTime(new Date(now.getTime() + ticketSeconds * 1000)), signs }
  },
}
