import type { ResultOf } from '@yibao/shared/call.ts'
import type { organ as calls } from '@yibao/shared/calls/organ.ts'
import { and, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../call/context.ts'
import { daysAfter } from '../attendance/working.ts'
import { underWay } from '../liquidation/resolve.ts'
import { liquidation } from '../liquidation/tables.ts'
import { visit } from '../order/visit-tables.ts'
import { rxMessage } from '../prescription/tables.ts'
import { salePiece } from '../sale/tables.ts'
import { stockMessage } from '../stock/tables.ts'
import { forPerson } from '../telling/for-person.ts'
import { organOf } from './rows.ts'

type Told = PgTable & Record<'storeId' | 'state' | 'nextAt', AnyPgColumn>

const refused = ({ state }: Told): SQL => sql`${state} = 'refused'`

/** Of prescriptions, what the centre has not been told of: without a time the job leaves it to a person. */
const rxLeft = ['waiting', 'unknown', 'refused'] as const

/** Organ/PullWaiting/{id}: what of a store its centre still has to hear or to answer, for the question of closing it. */
export const waitingOf = async (c: Context, id: string): Promise<ResultOf<typeof calls.pullWaiting>> => {
  const { id: storeId } = await organOf(c, id)
  const here = (table: Told, which: SQL | undefined) => c.db.$count(table, and(eq(table.storeId, storeId), which))
  const due = (table: Told, still?: SQL) => here(table, and(isNotNull(table.nextAt), still))
  const left = and(eq(visit.storeId, storeId), inArray(visit.state, ['registering', 'open', 'left']))
  const claims = and(eq(liquidation.storeId, storeId), inArray(liquidation.state, [...underWay]))
  return {
    days: daysAfter,
    sales: await due(salePiece, not(forPerson(salePiece))),
    stock: await due(stockMessage, not(forPerson(stockMessage))),
    prescriptions: await due(rxMessage),
    visits: await c.db.$count(visit, left),
    claims: await c.db.$count(liquidation, claims),
    // Its people are gone with the store, and with them the home page that tells of these.
    stuck: {
      sales: await here(salePiece, or(refused(salePiece), forPerson(salePiece))),
      stock: await here(stockMessage, or(refused(stockMessage), forPerson(stockMessage))),
      prescriptions: await here(rxMessage, and(isNull(rxMessage.nextAt), inArray(rxMessage.state, [...rxLeft]))),
    },
  }
}
