import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gt, ilike, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { like } from '../../../database/like.ts'
import { rowsOf } from '../../../database/rows.ts'
import { agent, store } from '../../organisation/tables.ts'
import { acceptedText } from '../accepted.ts'
import { devicesOf, networkOf } from './devices.ts'
import { troubles } from './trouble.ts'
import { workOf } from './work.ts'

type Row = ResultOf<typeof clientMonitor.paged>['items'][number]
type Filters = InputOf<typeof clientMonitor.paged>

/** An agent speaks every 30 s; after 3 minutes of silence it counts as offline. ms. */
const silence = 180_000

/** How many stores a row names. */
const named = 3

/** The stores of an agent that the asker may see: their names by code, null when there is none. */
const shopsOf = ({ db, scope }: Pick<Context, 'db' | 'scope'>) =>
  db
    .select({
      names: sql<string[] | null>`jsonb_agg(${store.name} order by ${store.fixmedinsCode})`.as('names'),
      searched: sql<string | null>`string_agg(${store.name}, chr(10))`.as('searched'),
    })
    .from(store)
    // By the few stores of each agent: every agent against every store is many pairs, and so it is against a scope's, which
    // therefore no index is asked for.
    .where(
      sql`${store.id} = any(array(select jsonb_array_elements_text(${agent.storeIds}))) and (${scope.where(store.id)}) is true`,
    )
    .as('shops')
const visible = sql`shops.names is not null`
const searched = sql`shops.searched`

/** Who was heard of after this moment is online. */
const heardSince = ({ now }: Context) => new Date(now.getTime() - silence)

/** As a condition that is never null. */
const isOnline = (c: Context): SQL =>
  sql`coalesce(${agent.lastSeenAt} > ${heardSince(c).toISOString()}::timestamptz, false)`

/** Whether a counter program of a store answers; of a query over stores that joins another table. */
export const hasOnline = (
  c: Context,
) => sql<boolean>`(${store.id} in (select jsonb_array_elements_text(${agent.storeIds})
  from ${agent} where ${isOnline(c)}))`

/** What was silent for longer was replaced, or its store is no more: no release waits for it. Days. */
const replaced = 30
const lately = (c: Context): SQL => {
  const since = new Date(c.now.getTime() - replaced * 86_400_000).toISOString()
  return sql`coalesce(${agent.lastSeenAt} > ${since}::timestamptz, false)`
}
const troublesOf = (c: Context) => troubles(isOnline(c), lately(c))

/** ClientMonitor/Summary: how many of the asker's counters need somebody, and why. */
export const summaryOf = async (c: Context): Promise<ResultOf<typeof clientMonitor.summary>> => {
  const online = isOnline(c)
  const { offline, driver, paper, old } = troublesOf(c)
  const count = (what: SQL) => sql<number>`(count(*) filter (where ${what}))::int`
  const [sums] = await c.db
    .select({
      total: sql<number>`count(*)::int`,
      online: count(online),
      offline: count(offline),
      driver: count(driver),
      paper: count(paper),
      old: count(old),
    })
    .from(agent)
    .innerJoinLateral(shopsOf(c), sql`true`)
    .where(visible)
  return { ...(sums ?? { total: 0, online: 0, offline: 0, driver: 0, paper: 0, old: 0 }), at: formatTime(c.now) }
}

/** Counters that a release waits for. By the few stores of each agent: every agent against every store is many pairs. */
export const outdatedOf = async (c: Context): Promise<number> => {
  const [found] = await c.db
    .select({ n: sql<number>`count(*)::int` })
    .from(agent)
    .where(
      and(
        troublesOf(c).old,
        sql`exists (select 1 from ${store} where ${store.id} in (select jsonb_array_elements_text(${agent.storeIds}))
          and ${c.scope.where(store.id)})`,
      ),
    )
  return found?.n ?? 0
}

const onlineIs = (c: Context, online: Filters['online']): SQL | undefined => {
  const since = heardSince(c)
  if (!online) return undefined
  return online === 'online' ? gt(agent.lastSeenAt, since) : or(isNull(agent.lastSeenAt), lte(agent.lastSeenAt, since))
}

/** Who serves a store, or one of a company's, of those that the asker may see. */
const serves = (c: Context, { storeId, companyId }: Pick<Filters, 'storeId' | 'companyId'>): SQL | undefined => {
  if (!storeId && !companyId) return undefined
  const which = and(
    sql`${store.id} in (select jsonb_array_elements_text(${agent.storeIds}))`,
    c.scope.where(store.id, storeId),
    companyId ? eq(store.companyId, companyId) : undefined,
  )
  return sql`exists (select 1 from ${store} where ${which})`
}

const storesText = (names: readonly string[], elsewhere: number): string => {
  const listed = names.slice(0, named).join('、')
  const mine = names.length > named ? `${listed}等 ${names.length} 家` : listed
  return elsewhere ? `${mine}，另有 ${elsewhere} 家不在当前范围` : mine
}

/**
 * How bad a counter stands, the worst least (ux 10): a reader that fails now, no paper, silence of late, a version that a
 * release waits for; then those that work, and at last what was given up long ago. Among equals who spoke last is first.
 */
const standing = (c: Context): SQL => {
  const { driver, paper, old } = troublesOf(c)
  const online = isOnline(c)
  const rank = sql`case when ${driver} then 0 when ${paper} then 1 when not ${online} and ${lately(c)} then 2
    when ${old} then 3 when ${online} then 4 else 5 end`
  return sql`(${rank} * 1e11 - coalesce(extract(epoch from ${agent.lastSeenAt}), 0))`
}

/** Agents of the asker's stores, the worst first; of those of several areas he sees his own stores' names. */
export const agentRows = rowsOf({
  select: (c, cursor) => {
    const shops = shopsOf(c)
    const { id, storeIds, machine, version, enrolledAt, lastSeenAt, state } = agent
    return c.db
      .select({ row: { id, storeIds, machine, version, enrolledAt, lastSeenAt, state }, names: shops.names, ...cursor })
      .from(agent)
      .innerJoinLateral(shops, sql`true`)
      .$dynamic()
  },
  where: (c, f: Filters & { agentId?: string }) =>
    and(
      visible,
      f.trouble && f.trouble !== 'all' ? troublesOf(c)[f.trouble] : undefined,
      f.agentId ? sql`${agent.id} = ${f.agentId}` : undefined,
      f.keyword ? or(ilike(agent.machine, like(f.keyword)), sql`${searched} ilike ${like(f.keyword)}`) : undefined,
      onlineIs(c, f.online),
      serves(c, f),
      f.version ? sql`starts_with(${agent.version}, ${f.version})` : undefined,
    ),
  sortable: {
    online: { by: standing, type: 'numeric', notNull: true },
    lastSeenAt: agent.lastSeenAt,
    enrolledAt: agent.enrolledAt,
    machine: agent.machine,
    version: agent.version,
  },
  direction: 'ascend',
  key: agent.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, names }, c): Row => {
    const online = row.lastSeenAt !== null && row.lastSeenAt > heardSince(c)
    const elsewhere = row.storeIds.length - (names?.length ?? 0)
    return {
      agentId: row.id,
      stores: storesText(names ?? [], elsewhere),
      machine: row.machine,
      ...networkOf(row.state),
      online: online ? 'online' : 'offline',
      lastSeenAt: row.lastSeenAt ? formatTime(row.lastSeenAt) : undefined,
      version: row.version,
      ...devicesOf(row.state, online),
      ...workOf(row.state, online),
      enrolledAt: formatTime(row.enrolledAt),
      accepted: acceptedText(row),
      // Who serves stores beyond the asker's rights is not his to unbind; a super administrator has all rights.
      manageable: c.me.isSuperAdmin || elsewhere === 0,
    }
  },
})
