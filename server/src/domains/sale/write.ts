import { and, asc, desc, eq, gte, inArray, max } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { lifeBegan } from '../../database/life.ts'
import type { Database } from '../../database/open.ts'
import { reportFault } from '../../process/fault.ts'
import { rememberLots, type SoldLot } from '../catalogue/last-lots.ts'
import type { Move } from '../order/moves.ts'
import { order, orderEvent, saleDue } from '../order/tables.ts'
import { backAt, type OrderRow } from '../order/view.ts'
import { writeDispenses } from '../prescription/circulation/written.ts'
import { doubtful, olderThan } from '../telling/doubt.ts'
import { rememberGoods } from './goods.ts'
import { brokenCodes, openedOf } from './opened.ts'
import { againOf, piecesOfOrder, returnOf } from './pieces.ts'
import { salePiece } from './tables.ts'

/** Orders that are read and written together: what a transaction holds on to, it holds for some milliseconds. */
const atOnce = 50

/** What changed longer ago than this was brought in from elsewhere; the centre was told of it by another program. */
const newest = 30 * 86_400_000

/** Moves after which what was sold lies in the shop again. */
const takingBack: readonly Move[] = [
  ...(['reversed', 'undoneLater', 'foundReversed'] as const),
  ...(['backToPresettled', 'backToVoided', 'backToReversed', 'backToUnknown'] as const),
]

/** Said where no person did it. */
const system = '系统'

const lastRounds = async (tx: Database, orders: readonly OrderRow[]): Promise<Map<string, number>> => {
  const again = orders.filter(({ saleMark }) => saleMark !== '').map(({ id }) => id)
  if (!again.length) return new Map()
  const found = await tx
    .select({ id: salePiece.orderId, round: max(salePiece.round) })
    .from(salePiece)
    .where(inArray(salePiece.orderId, again))
    .groupBy(salePiece.orderId)
  return new Map(found.map(({ id, round }) => [id, round ?? 0]))
}

/** Who took each of them back, as the last move that ended its settlement says. */
const takersOf = async (tx: Database, orders: readonly OrderRow[]): Promise<Map<string, string>> => {
  const back = orders.filter(({ state, saleMark }) => state !== 'settled' || saleMark !== '').map(({ id }) => id)
  if (!back.length) return new Map()
  const found = await tx
    .selectDistinctOn([orderEvent.orderId], { id: orderEvent.orderId, by: orderEvent.by })
    .from(orderEvent)
    .where(and(inArray(orderEvent.orderId, back), inArray(orderEvent.move, [...takingBack])))
    .orderBy(orderEvent.orderId, desc(orderEvent.at), desc(orderEvent.id))
  return new Map(found.map(({ id, by }) => [id, by]))
}

const piecesOfRound = ({ id }: OrderRow, round: number) =>
  and(eq(salePiece.orderId, id), eq(salePiece.round, round), eq(salePiece.kind, 'sale'))

/** What never left is left so, on both sides; of the rest the centre hears that it came back. */
const takeBack = async (tx: Database, row: OrderRow, round: number, at: Date, taker: string) => {
  const ofRound = piecesOfRound(row, round)
  const began = await lifeBegan({ db: tx })
  await tx
    .update(salePiece)
    .set({ ...doubtful(began, at), pending: 'upload' })
    .where(
      and(
        ...[ofRound, olderThan(began, salePiece.sentAt, salePiece.soldAt)],
        inArray(salePiece.state, ['waiting', 'refused', 'deleted']),
      ),
    )
  await tx
    .update(salePiece)
    .set({ state: 'needless', nextAt: null, message: '' })
    .where(and(ofRound, inArray(salePiece.state, ['waiting', 'refused'])))
  const sold = await tx.select().from(salePiece).where(ofRound)
  return sold.map((one) => {
    const left = one.state === 'uploaded' || one.state === 'unknown'
    return returnOf(one, { soldAt: backAt(row, at), operatorName: taker }, left ? 'waiting' : 'needless')
  })
}

/** What was written of the settlement that the order has again, with what 补录 has made of it since. */
const writtenOf = async (tx: Database, row: OrderRow, round: number) =>
  round
    ? tx
        .select()
        .from(salePiece)
        .where(and(piecesOfRound(row, round), eq(salePiece.setlId, row.setlId ?? '')))
    : []

interface Known {
  last: number
  opened: ReadonlySet<string>
  taker: string
}

const piecesFor = async (tx: Database, row: OrderRow, at: Date, { last, opened, taker }: Known) => {
  const { state, saleMark } = row
  const written = state === 'settled' ? await writtenOf(tx, row, last) : []
  if (saleMark === 'other' && written.length) return []
  const back = saleMark === 'sold' || saleMark === 'other' ? await takeBack(tx, row, last, at, taker) : []
  if (written.length) return [...back, ...written.map((one) => againOf(one, last + 1, at))]
  if (state === 'settled') return [...back, ...piecesOfOrder(row, last + 1, at, opened)]
  if (saleMark !== '') return back
  // Taken back before anything of it was written: nobody is told.
  const sold = piecesOfOrder(row, 1, at).map((one) => ({ ...one, state: 'needless' as const, nextAt: null }))
  return [
    ...sold,
    ...sold.map((one) => returnOf(one, { soldAt: row.reversedAt ?? at, operatorName: taker }, 'needless')),
  ]
}

/** What its counter is offered for the next sale of the same goods. */
const lotsOf = ({ state, storeId, lines, settledAt, updatedAt }: OrderRow): SoldLot[] =>
  (state === 'settled' ? lines : []).flatMap(({ ownCode, lot, madeOn = '', expiresOn = '' }) =>
    lot ? [{ storeId, ownCode, lot, madeOn, expiresOn, at: settledAt ?? updatedAt }] : [],
  )

/** `which`: one order, or all that changed at some moment or later. */
type Which = string | Date

const due = (which: Which) =>
  and(saleDue, typeof which === 'string' ? eq(order.id, which) : gte(order.updatedAt, which))
const inOrder = [asc(order.updatedAt), asc(order.id)] as const

interface Written {
  orders: number
  /** When the last of them changed. */
  last?: Date | undefined
}

const writeSome = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, which: Which): Promise<Written> =>
  db.transaction(async (tx) => {
    const at = clock()
    const orders = await tx
      .select()
      .from(order)
      .where(due(which))
      .orderBy(...inOrder)
      .limit(atOnce)
      .for('update', { skipLocked: true })
    if (!orders.length) return { orders: 0 }
    const rounds = await lastRounds(tx, orders)
    const takers = await takersOf(tx, orders)
    const opened = await openedOf(tx, orders.flatMap(brokenCodes))
    const pieces = []
    for (const row of orders)
      try {
        pieces.push(
          ...(await piecesFor(tx, row, at, {
            ...{ last: rounds.get(row.id) ?? 0, opened, taker: takers.get(row.id) ?? system },
          })),
        )
      } catch (fault) {
        // An order whose lines cannot be read must not hold up everybody else's.
        if (fault instanceof SyntaxError || fault instanceof RangeError) reportFault('sale write', fault)
        else throw fault
      }
    if (pieces.length) await tx.insert(salePiece).values(pieces)
    await writeDispenses(tx, orders, at)
    await rememberLots(tx, orders.flatMap(lotsOf))
    await rememberGoods(tx, orders)
    for (const saleMark of ['sold', 'returned'] as const) {
      const ids = orders.filter(({ state }) => (state === 'settled') === (saleMark === 'sold')).map(({ id }) => id)
      if (ids.length) await tx.update(order).set({ saleMark }).where(inArray(order.id, ids))
    }
    return { orders: orders.length, last: orders.at(-1)?.updatedAt }
  })

/** Writes the sale of one order, for whoever looks at it before the job does; answers how many orders that were. */
export const writeSaleOf = async (deps: Pick<Deps, 'db' | 'clock'>, orderId: string): Promise<number> =>
  (await writeSome(deps, orderId)).orders

/**
 * Some orders one by one, where they could not be written together: the one that cannot be written is told of and holds
 * up none of the others. Throws where it is none of them alone: the database is at fault then, not an order.
 */
const writeEach = async (deps: Pick<Deps, 'db' | 'clock'>, from: Date, fault: unknown): Promise<Written> => {
  const ids = await deps.db
    .select({ id: order.id })
    .from(order)
    .where(due(from))
    .orderBy(...inOrder)
    .limit(atOnce)
  let written = 0
  for (const { id } of ids)
    written += await writeSaleOf(deps, id).catch((own: unknown) => {
      reportFault('sale write', own)
      return 0
    })
  if (!written) throw fault
  return { orders: written }
}

/**
 * Writes what was sold and what came back since the last time, from the orders and after their settlement: nothing of it
 * is part of one. Each order once, whoever looks (its row is locked, a second node passes it by). What is written together
 * begins where the ones before it ended: while a backup holds its snapshot, each that was written since it began still has
 * its entry before them. Answers how many orders.
 */
export const writeSales = async (deps: Pick<Deps, 'db' | 'clock'>, most = 1000): Promise<number> => {
  let from = new Date(deps.clock().getTime() - newest)
  let written = 0
  while (written < most) {
    const start = from
    const { orders, last = from } = await writeSome(deps, start).catch((fault: unknown) =>
      writeEach(deps, start, fault),
    )
    written += orders
    from = last
    if (orders < atOnce) break
  }
  return written
}
