import type { ResultOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import type { GroupKey } from '../../order/group.ts'

/** A group of one store-month. */
interface Place extends GroupKey {
  storeId: string
  month: string
}

interface Claim extends Place {
  state: NonNullable<ResultOf<(typeof monthBooks)['monthPaged']>['items'][number]['claim']>
}

/** The applications of some stores' months, the least advanced first. Claims stand above what is compared: by name only. */
export const claimsOf = async (
  db: Database,
  storeIds: readonly string[],
  months: readonly string[],
): Promise<Claim[]> =>
  rowsFrom(
    await db.execute(sql`
      select store_id as "storeId", month, clr_optins as "clrOptins", insutype, clr_type as "clrType", state
      from liquidation
      where ${inArray(sql.raw('month'), [...months])} and ${inArray(sql.raw('store_id'), [...storeIds])} and state <> '2'
      order by state`),
  ) as Claim[]

/** Whether an application is of a group: one of all insurances, or of all kinds, is of each. */
export const isOf =
  (key: Place) =>
  ({ storeId, month, clrOptins, insutype, clrType }: Claim): boolean =>
    storeId === key.storeId &&
    month === key.month &&
    clrOptins === key.clrOptins &&
    ['', key.insutype].includes(insutype) &&
    ['', key.clrType].includes(clrType)
