import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { bill as calls } from '@yibao/shared/calls/bill.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { lifeBegan } from '../../database/life.ts'
import { requireCompany } from '../auth/company-key.ts'
import { erpStore } from '../organisation/erp-store.ts'
import { intent, order } from './tables.ts'

type Answer = ResultOf<typeof calls.results>
type Result = Answer[number]['results'][number]
type Found = Pick<typeof order.$inferSelect, 'state' | 'turned' | 'updatedAt'> & { sent: boolean }

/**
 * What its ERP is told of an order, as its result frames say (reversed-bills.ts). One that came back from the centre with
 * nothing booked is voided, one that was booked once and is not any more is reversed; of one that a played-back database only
 * has priced nobody knows (`lifeBegan`).
 */
const stateOf = ({ state, turned, sent, updatedAt }: Found, began: Date): Result['state'] => {
  if (state === 'settled' || state === 'reversed' || state === 'voided') return state
  if (state !== 'drafted' && state !== 'presettled') return 'unknown'
  if (turned > 0) return 'reversed'
  if (updatedAt <= began) return 'unknown'
  return sent ? 'voided' : 'open'
}

const columns = {
  ...{ id: order.id, state: order.state, erpBill: order.erpBill, formerBill: order.formerBill, setlId: order.setlId },
  ...{ total: order.total, fundTotal: order.fundTotal, account: order.account, cash: order.cash },
  ...{ basket: order.basket, settledAt: order.settledAt, reversedAt: order.reversedAt, updatedAt: order.updatedAt },
  turned: order.turned,
  // Written out: a select of one table leaves names bare, and both have an id.
  /** It left for the centre once. */
  sent: sql<boolean>`exists (select 1 from ${intent} as sent where sent.order_id = ${order}.${sql.identifier(order.id.name)})`,
}

/**
 * Bill/Results: what became of bills that a store's ERP asks for by their numbers, whoever settled them and at whichever of
 * its PCs: an ERP whose PC was replaced, or that lost its own records, finds out here what it has to book.
 */
const billResults = async (input: InputOf<typeof calls.results>, c: Context): Promise<Answer> => {
  await requireCompany(c, input, 'bill')
  const shop = await erpStore(c, input)
  const billNos = [...new Set(input.billNos)]
  const began = await lifeBegan(c)
  // Written out, as its index is: what was taken off a bill has it as the former one.
  const former = and(
    sql`turned > 0 and (erp_bill is not null or former_bill is not null)`,
    inArray(order.formerBill, billNos),
  )
  const rows = billNos.length
    ? await c.db
        .select(columns)
        .from(order)
        .where(and(eq(order.storeId, shop.id), or(inArray(order.erpBill, billNos), former)))
        .orderBy(asc(order.createdAt), asc(order.id))
    : []
  return billNos.map((billNo) => ({
    billNo,
    results: rows.flatMap((row): Result[] => {
      const its = row.erpBill === billNo
      if (!its && row.formerBill !== billNo) return []
      // An order that was taken off the bill is no settlement of it, whatever it has come to since.
      const state = its ? stateOf(row, began) : 'reversed'
      const at =
        (state === 'settled' ? row.settledAt : state === 'reversed' && its ? row.reversedAt : null) ?? row.updatedAt
      return [
        {
          ...{ state, orderId: row.id, setlId: row.setlId ?? undefined, revision: row.basket.erpRevision ?? 0 },
          ...{ total: yuan(row.total), fund: yuan(row.fundTotal), account: yuan(row.account), cash: yuan(row.cash) },
          at: formatTime(at),
        },
      ]
    }),
  }))
}

export const billHandlers: Handlers<typeof calls> = { results: billResults }
