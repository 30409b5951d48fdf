import { and, eq, or } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { StoreRow } from './store.ts'
import { store } from './tables.ts'

/** A company's open store as its ERP names it: by the number there, or by its fixmedins_code. Refuses an unknown one. */
export const erpStore = async (
  { db }: Pick<Context, 'db'>,
  { companyId, storeNo }: { companyId: string; storeNo: string },
): Promise<StoreRow> => {
  const [shop] = await db
    .select()
    .from(store)
    .where(
      and(
        and(eq(store.companyId, companyId), eq(store.closed, false)),
        or(eq(store.fixmedinsCode, storeNo), eq(store.erpStoreNo, storeNo)),
      ),
    )
    .limit(1)
  return shop ?? refuse('stock.store', { storeNo })
}
