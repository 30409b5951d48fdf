import type { ResultOf } from '@yibao/shared/call.ts'
import type { organ as calls } from '@yibao/shared/calls/organ.ts'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../call/context.ts'
import { daysAfter } from '../attendance/working.ts'
import { underWay } from '../liquidation/resolve.ts'
import { liquidation } from '../liquidation/tables.ts'
import { visit } from '../order/visit-tables.ts'
import { rxMessage } from '../prescription/tables.ts'
import { salePiece } from '../sale/tables.ts'
import { stockMessage } from '../stock/tables.ts'
import { organOf } from './rows.ts'

type Told = PgTable & { storeId: AnyPgColumn; nextAt: AnyPgColumn }

/** Organ/PullWaiting/{id}: what of a store its centre still has to hear or to answer, for the question of closing it. */
export const waitingOf = async (c: Context, id: string): Promise<ResultOf<typeof calls.pullWaiting>> => {
  const { id: storeId } = await organOf(c, id)
  const due = (table: Told) => c.db.$count(table, and(eq(table.storeId, storeId), isNotNull(table.nextAt)))
  const left = and(eq(visit.storeId, storeId), inArray(visit.state, ['registering', 'open', 'left']))
  const claims = and(eq(liquidation.storeId, storeId), inArray(liquidation.state, [...underWay]))
  return {
    days: daysAfter,
    sales: await due(salePiece),
    stock: await due(stockMessage),
    prescriptions: await due(rxMessage),
    visits: await c.db.$count(visit, left),
    claims: await c.db.$count(liquidation, claims),
  }
}
