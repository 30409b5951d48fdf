import { sql } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { Refusal } from '../../refuse.ts'
import { tellingStores } from '../sale/round.ts'
import type { Told } from '../sale/told.ts'
import { withMessages } from './claim.ts'
import { tellStock } from './send.ts'
import { stockMessage } from './tables.ts'
import { inOrder } from './upload.ts'

/** Rows of a store in a round, beside its settlements and behind what it sold. */
const perStore = 20
/** ms that a store is left alone after its centre did not answer. */
const rest = 120_000

/** The rows that are due in some stores, purchases before returns: one probe of a small index for each store. */
export const dueQuery = (stores: readonly string[], now: Date) => sql`
    select due.id, asked.store_id as "storeId"
    from unnest(${sql.param(stores)}::text[]) as asked(store_id)
    cross join lateral (
      select ${stockMessage.id} as id from ${stockMessage}
      where ${stockMessage.storeId} = asked.store_id and ${stockMessage.nextAt} is not null
        and ${stockMessage.nextAt} <= ${now.toISOString()}::timestamptz
      order by ${inOrder}, ${stockMessage.nextAt}, ${stockMessage.id} limit ${perStore}
    ) as due`

/**
 * Tells the centres what is due of the stock of signed-in stores, like what they sold (sale/round.ts): a refusal is a
 * person's matter, what is unknown is made definite first. A store's turn ends with the first message that is not
 * answered, and `resting` leaves it alone for a while. Answers how many were told or tried.
 */
export const stockDue = async (
  deps: Deps,
  report: (fault: unknown) => void,
  resting: Map<string, number> = new Map(),
): Promise<number> => {
  const now = deps.clock().getTime()
  const stores = (await tellingStores(deps)).map(({ id }) => id).filter((id) => (resting.get(id) ?? 0) <= now)
  if (!stores.length) return 0
  const found = (await deps.db.execute(dueQuery(stores, deps.clock()))) as unknown as {
    rows: { id: string; storeId: string }[]
  }
  let all = 0
  for (const { id, storeId } of found.rows) {
    if ((resting.get(storeId) ?? 0) > now) continue
    const told = await withMessages(deps, [id], async ([one]): Promise<Told | undefined> => {
      // Another node, or a person, has it, or had it since it was looked for.
      if (!one?.nextAt || one.nextAt > deps.clock()) return undefined
      return tellStock(deps, one)
    }).catch((fault: unknown): Told => {
      if (!(fault instanceof Refusal)) report(fault)
      return { kind: 'down', text: '' }
    })
    if (told) all++
    if (told?.kind === 'unknown' || told?.kind === 'down') resting.set(storeId, now + rest)
  }
  return all
}
