import { type AnyColumn, sql } from 'drizzle-orm'
import { systemLayer } from '../organisation/settings.ts'
import { agent, area, store } from '../organisation/tables.ts'
import { release } from './tables.ts'

// Whom a release can come to, over both tables, as `offerFor` and the agent itself decide it one by one.

/** A column with its table's name: both tables have a version, and a select of one table leaves names bare. */
export const of = (table: 'agent' | 'agent_release' | 'area' | 'store') => (column: AnyColumn) =>
  sql`${sql.identifier(table)}.${sql.identifier(column.name)}`
const [a, r, d, s] = [of('agent'), of('agent_release'), of('area'), of('store')]

const isOfAgent = sql`${s(store.id)} = any(array(select jsonb_array_elements_text(${a(agent.storeIds)})))`

const inRing = sql`(${r(release.scope)} = 'all'
  or (${r(release.scope)} = 'stores' and exists (
    select 1 from jsonb_array_elements_text(${a(agent.storeIds)}) as own(id) where ${r(release.stores)} ? own.id))
  or (${r(release.scope)} = 'areas' and exists (
    select 1 from ${store} where ${isOfAgent} and ${r(release.areas)} ? ${s(store.areaCode)})))`

/** `channelOf` of an agent's policy: grey where one of its open stores is. */
const inChannel = sql`${r(release.channel)} = case when exists (
  select 1 from ${store} left join ${area} on ${d(area.code)} = ${s(store.areaCode)}
  where ${isOfAgent} and not ${s(store.closed)} and coalesce(${s(store.settings)}->>'agentChannel',
    ${d(area.settings)}->>'agentChannel', ${systemLayer}->>'agentChannel') = 'grey') then 'grey' else 'stable' end`

const rollout = (key: 'areas' | 'stores') => sql`${r(release.rollout)}->${sql.raw(`'${key}'`)}`

/** `inRing` of the signed manifest, which no server widens. */
const inSigned = sql`(${r(release.rollout)} = '{"areas":[],"stores":[]}'::jsonb or exists (
  select 1 from ${store} where ${isOfAgent} and (${rollout('stores')} ? ${s(store.fixmedinsCode)} or exists (
    select 1 from jsonb_array_elements_text(${rollout('areas')}) as meant(area) where starts_with(
      coalesce(substring(${s(store.fixmedinsCode)} from '[0-9]{6}'), ''), regexp_replace(meant.area, '(00){1,2}$', ''))))))`

/** Whether a release is meant for an agent, as one condition over both tables: its channel, the server's ring, the signed one. */
export const inRelease = sql`(${inChannel} and ${inRing} and ${inSigned})`

const part = (n: number) => sql`split_part(${a(agent.version)}, '.', ${n}::int)::bigint`

/** The agent's version as a release's rank, null when it is none. */
const rank = sql`case when ${a(agent.version)} ~ '^[0-9]{1,5}[.][0-9]{1,5}[.][0-9]{1,5}$'
  then ${part(1)} * 10000000000 + ${part(2)} * 100000 + ${part(3)} end`

/** An agent runs a lower version; of what is no version nobody knows. */
export const isBehind = sql`coalesce(${rank} < ${r(release.rank)}, false)`
/** It runs a higher version, and takes no lower one any more. */
export const isPast = sql`coalesce(${rank} > ${r(release.rank)}, false)`
