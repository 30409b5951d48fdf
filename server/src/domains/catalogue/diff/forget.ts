import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { store } from '../../organisation/tables.ts'
import type { Seller } from '../items.ts'
import { menuDiff } from '../tables.ts'

/**
 * What was found of a store's items before their mappings changed is gone: 新增可对照 where a code was told to the centre,
 * and all that was found beside another code than the present one ('': none any more). What was found beside the code that
 * was told once more still holds. The next comparison says what is left.
 */
export const forgetDifferences = async (
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  now: readonly { ownCode: string; nationalCode: string }[],
): Promise<void> => {
  if (!now.length) return
  const { ownCode, nationalCode, type } = menuDiff
  const gone = now.map((one) =>
    and(
      eq(ownCode, one.ownCode),
      or(one.nationalCode ? eq(type, 'mappable') : undefined, ne(nationalCode, one.nationalCode)),
    ),
  )
  await db.delete(menuDiff).where(and(eq(menuDiff.storeId, storeId), or(...gone)))
}

/** Goods that are marked as a prescription drug no longer differ in it, in any store of their company in the area. */
export const forgetUnmarked = async (
  { db }: Pick<Deps, 'db'>,
  { companyId, areaCode }: Seller,
  ownCodes: readonly string[],
): Promise<void> => {
  const stores = db
    .select({ id: store.id })
    .from(store)
    .where(and(eq(store.companyId, companyId), eq(store.areaCode, areaCode)))
  await db
    .delete(menuDiff)
    .where(
      and(
        sql`${menuDiff.storeId} in ${stores}`,
        inArray(menuDiff.ownCode, [...ownCodes]),
        eq(menuDiff.type, 'rxUnmarked'),
      ),
    )
}
