import type { ResultOf } from '@yibao/shared/call.ts'
import type { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { type SQL, sql } from 'drizzle-orm'
import { agent, store } from '../../organisation/tables.ts'
import { inRelease } from '../../release/rows.ts'
import { release } from '../../release/tables.ts'

type Trouble = Exclude<keyof ResultOf<typeof clientMonitor.summary>, 'total' | 'online' | 'at'>

const has = (what: 'drivers' | 'printers', state: string) =>
  sql`${agent.state}->${what}::text @> ${JSON.stringify([{ state }])}::jsonb`

const part = (n: number) => sql`split_part(${agent.version}, '.', ${n}::int)::bigint`

/** The agent's version as a release's rank, null when it is none. */
const rank = sql`case when ${agent.version} ~ '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$'
  then ${part(1)} * 10000000000 + ${part(2)} * 100000 + ${part(3)} end`

/** Of a store that is open. */
const inUse = sql`exists (select 1 from ${store} s
  where s.id = any(array(select jsonb_array_elements_text(${agent.storeIds}))) and not s.closed)`

/**
 * Conditions by what is wrong; `online` tells whether an agent was heard of, of a silent one nothing else is known. A release
 * waits for it while it is in use: `lately` tells whether it was heard of in the last weeks.
 */
export const troubles = (online: SQL, lately: SQL): Record<Trouble, SQL> => ({
  offline: sql`not (${online})`,
  driver: sql`(${online} and (${has('drivers', 'open')} or ${has('drivers', 'broken')}))`,
  paper: sql`(${online} and ${has('printers', 'PRINTER_PAPER')})`,
  old: sql`(exists (select 1 from ${release} where ${release.state} = 'open' and ${release.rank} > ${rank} and ${inRelease})
    and ${lately} and ${inUse})`,
})
