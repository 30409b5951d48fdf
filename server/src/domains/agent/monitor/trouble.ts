import type { ResultOf } from '@yibao/shared/call.ts'
import type { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { type SQL, sql } from 'drizzle-orm'
import { agent, store } from '../../organisation/tables.ts'
import { inRelease, isBehind } from '../../release/ring.ts'
import { release } from '../../release/tables.ts'

type Trouble = Exclude<keyof ResultOf<typeof clientMonitor.summary>, 'total' | 'online' | 'at'>

const has = (what: 'drivers' | 'printers', state: string) =>
  sql`${agent.state}->${what}::text @> ${JSON.stringify([{ state }])}::jsonb`

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
  old: sql`(exists (select 1 from ${release} where ${release.state} = 'open' and ${isBehind} and ${inRelease})
    and ${lately} and ${inUse})`,
})
