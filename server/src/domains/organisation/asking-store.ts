import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import type { StoreRow } from './store.ts'
import { store } from './tables.ts'

/** The open store that asks the centre for an area; refuses where there is none. */
export const askingStore = async ({ db }: Pick<Deps, 'db'>, areaCode: string): Promise<StoreRow> => {
  const [found] = await db
    .select()
    .from(store)
    .where(and(eq(store.areaCode, areaCode), eq(store.closed, false)))
    .orderBy(store.id)
    .limit(1)
  return found ?? refuse('not.found', { what: '本区划的门店' })
}
