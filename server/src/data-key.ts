import { eq, isNotNull } from 'drizzle-orm'
import type { Deps } from './call/context.ts'
import { order } from './domains/order/tables.ts'
import { dataKey } from './domains/system/tables.ts'
import { NotStarted } from './process/not-started.ts'

// A node with another key than the others would seal what they cannot open, and know no person of theirs: it must not
// even start.

const wrong = (from: string) =>
  new NotStarted(
    `${from} 不是这个数据库的数据密钥，已加密的个人信息打不开。请换成原来的密钥（各节点的 DATA_KEY 和 DATA_DIR/keys 必须相同），或核对 DATABASE_URL`,
  )

/** By some identity, where the database is older than its mark. */
const fitsOrders = async ({ db, services }: Pick<Deps, 'db' | 'services'>): Promise<boolean> => {
  const [one] = await db.select({ identity: order.identity }).from(order).where(isNotNull(order.identity)).limit(1)
  return !one?.identity || services.vault.opened(one.identity) !== undefined
}

/**
 * Throws NotStarted unless the key of this process is the one that the database knows by its mark; the first start
 * leaves the mark. `lost`: the former key is gone for good, from now on this one counts.
 */
export const requireDataKey = async (
  deps: Pick<Deps, 'db' | 'services' | 'clock'>,
  { from, lost }: { from: string; lost: boolean },
): Promise<void> => {
  const { db, services, clock } = deps
  const row = { id: 'data', mark: services.vault.mark('data key'), at: clock() }
  if (lost) {
    await db.insert(dataKey).values(row).onConflictDoUpdate({ target: dataKey.id, set: row })
    return
  }
  const mine = () => db.select().from(dataKey).where(eq(dataKey.id, row.id))
  const [known] = await mine()
  if (!known && !(await fitsOrders(deps))) throw wrong(from)
  // Nodes that start together agree on the first one's.
  if (!known) await db.insert(dataKey).values(row).onConflictDoNothing()
  const [kept] = await mine()
  if (kept?.mark !== row.mark) throw wrong(from)
}
