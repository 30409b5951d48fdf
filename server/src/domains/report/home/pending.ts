import type { ResultOf } from '@yibao/shared/call.ts'
import { mostPending, type report } from '@yibao/shared/calls/dashboard.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, count, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../../../call/context.ts'
import { orderCollection, toReturn } from '../../collection/tables.ts'
import { order } from '../../order/tables.ts'
import { prescription } from '../../prescription/tables.ts'
import { salePiece } from '../../sale/tables.ts'
import { stockMessage } from '../../stock/tables.ts'
import { type Counted, countedIn } from '../../telling/counted.ts'
import { forPerson } from '../../telling/for-person.ts'

type Tile = ResultOf<typeof report.dashboard>['pending'][number]

/** Rows of a kind that the tile shows; more are read on the page it leads to. */
const most = 10

/** Orders whose money is in the air: order/states.ts knows no other that nobody has an answer to. */
export const inTheAir = inArray(order.state, ['settling', 'reversing', 'unknown'])

const tilesOf = async (c: Context, kind: Tile['kind'], which: SQL | undefined): Promise<Tile[]> => {
  const rows = await c.db
    .select({
      id: order.id,
      orderNo: order.orderNo,
      maskedName: order.maskedName,
      total: order.total,
      at: order.updatedAt,
    })
    .from(order)
    .where(and(c.scope.where(order.storeId), which))
    .orderBy(desc(order.updatedAt), desc(order.id))
    .limit(mostPending + 1)
  return rows.slice(0, most).map(({ id, orderNo, maskedName, total, at }) => {
    // What is to be done with it, its kind says.
    const text = `${maskedName || '未读凭证'} ${yuan(total)}`
    return { id, orderNo, kind, text, at: formatTime(at), count: rows.length }
  })
}

/** All of them are one matter: they stand together on the page it leads to. */
const countedTile = (kind: Tile['kind'], found: Counted | undefined): Tile[] =>
  found ? [{ id: kind, kind, text: found.text, at: formatTime(found.at) }] : []

/** What only a person moves on, beside what was refused of its kind: a row of its own. */
const stuckTile = (kind: Tile['kind'], found: Counted | undefined): Tile[] =>
  countedTile(kind, found).map((one) => ({ ...one, id: `${kind}Stuck`, stuck: true }))

/** What was handed out on electronic prescriptions: a console of before reads that it is not a sale like the others. */
const rxTile = (found: Counted | undefined): Tile[] =>
  countedTile('refusedSale', found).map((one) => ({
    ...one,
    ...{ id: 'refusedRx', text: `电子处方 ${one.text}`, prescription: true },
  }))

/** What a centre refused and nobody has mended. Written out, so that the planner sees which small index holds it. */
const refused = ({ state }: { state: AnyPgColumn }): SQL => sql`${state} = 'refused'`

/** What customers have to get back, all of it one matter. */
const returnTile = async (c: Context): Promise<Tile[]> => {
  const { at, open } = orderCollection
  const [found] = await c.db
    .select({ n: count(), sum: sql<number>`-sum(${open})`.mapWith(Number), at: sql<Date>`min(${at})`.mapWith(at) })
    .from(orderCollection)
    .where(and(c.scope.where(orderCollection.storeId), toReturn))
  if (!found?.n) return []
  return [{ id: 'toReturn', kind: 'toReturn', text: `${found.n} 单，共 ${yuan(found.sum)}`, at: formatTime(found.at) }]
}

/** What the clerk must finish, the most urgent first (ux 7): each kind by an index of its own. */
export const pendingOf = async (c: Context, today: string): Promise<Tile[]> => [
  ...(await tilesOf(c, 'unknown', inTheAir)),
  ...(await tilesOf(
    c,
    'unprinted',
    and(eq(order.state, 'settled'), eq(order.printed, 0), gte(order.settledAt, startOfDay(today))),
  )),
  ...(await returnTile(c)),
  ...countedTile('refusedSale', await countedIn(c, salePiece, salePiece.soldAt, refused(salePiece))),
  ...stuckTile('refusedSale', await countedIn(c, salePiece, salePiece.soldAt, forPerson(salePiece))),
  ...rxTile(await countedIn(c, prescription, prescription.changedAt, sql`${prescription.dispense} = 'refused'`)),
  ...countedTile('refusedStock', await countedIn(c, stockMessage, stockMessage.writtenAt, refused(stockMessage))),
  ...stuckTile('refusedStock', await countedIn(c, stockMessage, stockMessage.writtenAt, forPerson(stockMessage))),
  ...(await tilesOf(c, 'parked', eq(order.parked, true))),
]
