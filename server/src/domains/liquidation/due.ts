import { inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { settingsOf } from '../organisation/settings.ts'
import { store } from '../organisation/tables.ts'

/** Of our book: the account has what a family member's paid in it, `family` is that part. Fen. */
interface Owed {
  fund: number
  account: number
  family: number
}

/**
 * What is claimed of a store's money, by store: the funds, and where its area's 基金申报 has the personal account in it the
 * account as the centre counts it (domain.md 5.6; `amountsOf` of an application). Fen.
 */
export const dueOf = async (
  c: Pick<Context, 'db' | 'services'>,
  storeIds: readonly string[],
): Promise<(storeId: string, owed: Owed) => number> => {
  const rows = storeIds.length
    ? await c.db
        .select({ id: store.id, areaCode: store.areaCode })
        .from(store)
        .where(inArray(store.id, [...new Set(storeIds)]))
    : []
  const withAccount = new Map<string, boolean>()
  for (const { areaCode } of rows)
    if (!withAccount.has(areaCode)) withAccount.set(areaCode, (await settingsOf(c.db, areaCode)).claimAccount)
  const areas = new Map(rows.map(({ id, areaCode }) => [id, areaCode]))
  return (storeId, { fund, account, family }) => {
    const areaCode = areas.get(storeId)
    if (!areaCode || !withAccount.get(areaCode)) return fund
    return fund + account - (c.services.centre.of(areaCode).profile.mulaidInAcct ? 0 : family)
  }
}
