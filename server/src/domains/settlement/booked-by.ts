import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { pharmacyClrType } from '../order/group.ts'
import { type PurchaseInfno, purchaseInfnos, settlesBy } from '../order/infnos.ts'
import { intent } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { mayBeOfVisit } from '../visit/needs.ts'

/**
 * By which transaction a settlement was booked, which says by which one it is taken back: the message that was sent knows it,
 * else the visit that it is in; of what another program of the store sold the kinds of purchase that are made in visits, or
 * were in those days, and the centre's clearing decide.
 */
export const bookedBy = async ({ db }: Pick<Deps, 'db'>, row: OrderRow): Promise<PurchaseInfno> => {
  // A settlement that was one too many has an order of its own; its message was sent for another one.
  const its = or(
    and(eq(intent.orderId, row.id), eq(intent.setlId, row.setlId ?? '')),
    eq(intent.msgid, row.msgid ?? ''),
  )
  const [sent] = await db
    .select({ infno: intent.infno })
    .from(intent)
    .where(and(inArray(intent.infno, purchaseInfnos), its))
    .orderBy(desc(intent.createdAt), desc(intent.id))
    .limit(1)
  if (sent) return sent.infno as PurchaseInfno
  if (row.visitId) return settlesBy(row)
  const place = { id: row.storeId, areaCode: row.areaCode }
  const known = { medicalType: row.medicalType, at: row.settledAt }
  return row.clrType !== pharmacyClrType && (await mayBeOfVisit({ db }, place, known)) ? '2207' : '2102'
}
