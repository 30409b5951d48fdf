import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { purchaseInfnos, settlesBy } from '../order/infnos.ts'
import { intent, type PurchaseInfno } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { settingsOf } from '../organisation/settings.ts'
import { needsVisit } from '../visit/needs.ts'

/**
 * By which transaction a settlement was booked, which says by which one it is taken back. One of a registered visit is known
 * by it, one that was sent by its message; of what another program of the store sold the area's kinds of purchase decide.
 */
export const bookedBy = async ({ db }: Pick<Deps, 'db'>, row: OrderRow): Promise<PurchaseInfno> => {
  if (row.visitId) return settlesBy(row)
  const settings = await settingsOf(db, row.areaCode)
  if (!needsVisit(settings, row.medicalType)) return '2102'
  const [sent] = await db
    .select({ infno: intent.infno })
    .from(intent)
    .where(and(eq(intent.orderId, row.id), eq(intent.setlId, row.setlId ?? ''), inArray(intent.infno, purchaseInfnos)))
    .orderBy(desc(intent.createdAt), desc(intent.id))
    .limit(1)
  return (sent?.infno as PurchaseInfno | undefined) ?? '2207'
}
