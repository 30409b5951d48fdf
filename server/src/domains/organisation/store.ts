import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { store } from './tables.ts'

export type StoreRow = typeof store.$inferSelect

/** The store of an id; refuses an unknown one. */
export const storeOf = async ({ db }: Pick<Deps, 'db'>, storeId: string): Promise<StoreRow> => {
  const [row] = await db.select().from(store).where(eq(store.id, storeId))
  return row ?? refuse('store.missing')
}
