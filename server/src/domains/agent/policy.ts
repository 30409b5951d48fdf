import type { AgentPolicy } from '@yibao/shared/agent/cloud.ts'
import { originPattern } from '@yibao/shared/agent/origin.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { sha256hex } from '../../base/hash.ts'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { driversOf } from '../driver/given.ts'
import { settingsGiven } from '../driver/settings.ts'
import { type Layer, systemLayer, withOverrides } from '../organisation/settings.ts'
import { agent, area, store } from '../organisation/tables.ts'

/** A policy lives 30 days and is renewed when half of that is left; 30 more days of grace follow offline. ms. */
const lifetime = 30 * 86_400_000

type AgentRow = typeof agent.$inferSelect
type Content = Pick<
  AgentPolicy,
  'origins' | 'erpOrigins' | 'stores' | 'serverKeys' | 'appEnabled' | 'drivers' | 'driverSettings' | 'channel'
>

interface Issued {
  policyVersion: number
  policyHash: string
  policyExpires: string
}

/** A counter of several stores takes new versions first when one of them does. */
const channelOf = ({ system, area: own, own: shop }: Record<'system' | 'area' | 'own', Layer>) =>
  withOverrides(system, own, shop).agentChannel

/** What this agent may do, as it follows from the configuration now. */
const contentOf = async (deps: Deps, { storeIds, driverSettings }: AgentRow): Promise<Content> => {
  const { db, config, services } = deps
  const given = settingsGiven(deps, driverSettings)
  const stores = storeIds.length
    ? await db
        .select({ code: store.fixmedinsCode, own: store.settings, area: area.settings, system: systemLayer })
        .from(store)
        .leftJoin(area, eq(area.code, store.areaCode))
        .where(and(inArray(store.id, storeIds), eq(store.closed, false)))
        .orderBy(asc(store.fixmedinsCode))
    : []
  return {
    // In an order that is no node's own, as the keys below: of one set in another order agents would take a new policy.
    origins: config.consoleOrigins.toSorted(),
    // What only frame-ancestors knows frames the server's own pages; an agent would refuse the whole policy for it.
    erpOrigins: config.erpOrigins.filter((text) => originPattern.test(text)).toSorted(),
    stores: stores.map(({ code }) => code),
    // While nodes change their key one after the other, all of them say the same.
    serverKeys: services.tickets.keys.toSorted((a, b) => (a.kid < b.kid ? -1 : 1)),
    appEnabled: true,
    drivers: await driversOf(db, storeIds),
    ...(given && { driverSettings: given }),
    channel: stores.some((one) => channelOf(one) === 'grey') ? 'grey' : 'stable',
  }
}

const issuedTo = (row: AgentRow): Issued | undefined =>
  typeof row.state.policyVersion === 'number' ? (row.state as unknown as Issued) : undefined

/**
 * The policy of an agent, signed. Its version grows when the content changes and when half of its life is over; the
 * agent fetches it when a heartbeat names a higher version than its own. `held`: the version that the agent says it has.
 * It is above the last one issued when this database was restored from a backup; the agent takes none that is not above it.
 */
export const policyOf = async (
  deps: Deps,
  row: AgentRow,
  held = 0,
): Promise<{ policy: AgentPolicy; policySignature: string }> => {
  const content = await contentOf(deps, row)
  const policyHash = sha256hex(canonicalJson(content))
  const now = deps.clock().getTime()
  const last = issuedTo(row)
  const known = Math.max(last?.policyVersion ?? 0, held)
  const fresh =
    last?.policyVersion === known &&
    last.policyHash === policyHash &&
    Date.parse(last.policyExpires) - now > lifetime / 2
  const issued: Issued =
    last && fresh
      ? last
      : {
          policyVersion: known + 1,
          policyHash,
          policyExpires: new Date(now + lifetime).toISOString(),
        }
  if (!fresh) {
    const { policyVersion, policyExpires } = issued
    const state = sql`${agent.state} || ${JSON.stringify({ policyVersion, policyHash, policyExpires })}::jsonb`
    // Issued on the last one and on no other: two contents under one version, and the counter would keep the wrong one.
    const onLast = sql`(${agent.state}->>'policyVersion')::int is not distinct from ${last?.policyVersion ?? null}::int`
    const mine = and(eq(agent.id, row.id), onLast)
    const [written] = await deps.db.update(agent).set({ state }).where(mine).returning({ id: agent.id })
    if (!written) {
      const [now] = await deps.db.select().from(agent).where(eq(agent.id, row.id))
      return now ? policyOf(deps, now, held) : refuse('agent.unknown')
    }
  }
  const { tickets } = deps.services
  const policy: AgentPolicy = {
    agentId: row.id,
    policyVersion: issued.policyVersion,
    expires: issued.policyExpires,
    kid: tickets.kid,
    ...content,
  }
  return { policy, policySignature: tickets.signPolicy(policy) }
}
