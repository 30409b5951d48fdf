import { scaled } from '@yibao/shared/money.ts'
import { and, between, eq, ne, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { isBroken } from '../order/broken.ts'
import { note } from '../order/states.ts'
import { order } from '../order/tables.ts'
import type { Line } from '../order/types.ts'
import type { OrderRow } from '../order/view.ts'

/** What makes two purchases look alike in any system: national codes, and quantities however they were written. */
export const goodsOf = (lines: readonly Line[]): string =>
  lines
    .map(({ nationalCode, quantity }) => `${nationalCode} ${scaled(quantity, 4)}`)
    .sort()
    .join()

/** Lines of before say none. */
const codesOf = (lines: readonly Line[]) => lines.flatMap(({ traceCodes }) => traceCodes ?? [])

/** Codes that each pack has once, and of both: with none in common other packs were sold. */
const otherPacks = (one: readonly Line[], other: readonly Line[]): boolean => {
  const [mine, theirs] = [codesOf(one), codesOf(other)]
  const whole = ![...one, ...other].some(({ quantity }) => isBroken(quantity))
  return whole && mine.length > 0 && theirs.length > 0 && !mine.some((code) => theirs.includes(code))
}

type Sale = Pick<OrderRow, 'id' | 'storeId' | 'psnHash' | 'total' | 'lines'>

/**
 * The settlement of the same goods, person and total that stands in this store, of a time. The same again is an honest
 * purchase wherever it was begun while both knew of the first one: whoever asks gives the time in which nobody knew. Other
 * packs by their trace codes are another purchase.
 */
export const likeSale = async (
  db: Database,
  { id, storeId, psnHash, total, lines }: Sale,
  { from, until }: { from: Date; until: Date },
): Promise<OrderRow | undefined> => {
  if (!psnHash || !lines.length) return undefined
  const rows = await db
    .select()
    .from(order)
    .where(
      and(
        eq(order.psnHash, psnHash),
        between(order.settledAt, from, until),
        // As the index has them, which holds what a person bought of late.
        sql`${order.state} in ('settled','reversing','unknown') and ${order.settledAt} is not null`,
        eq(order.storeId, storeId),
        eq(order.state, 'settled'),
        eq(order.total, total),
        ne(order.id, id),
      ),
    )
    .orderBy(order.settledAt, order.id)
  const goods = goodsOf(lines)
  return rows.find((one) => goodsOf(one.lines) === goods && !otherPacks(one.lines, lines))
}

/** ms: what was given up is sold again while the customer stands there, or when he comes back the same day. */
const soon = 86_400_000

/**
 * The sale of the same that was made behind a settlement of which nobody knew that the centre had it: sent at `sentAt`, given
 * up, and known by now.
 */
export const soldAgain = (db: Database, row: Sale, sentAt: Date): Promise<OrderRow | undefined> =>
  likeSale(db, row, { from: sentAt, until: new Date(sentAt.getTime() + soon) })

/** What an order writes that is probably `other` a second time: a person has to say whether it is. */
export const suspectedColumns = (row: Pick<OrderRow, 'basket' | 'flags'>, other: Pick<OrderRow, 'orderNo'>) => ({
  flags: ['duplicate' as const, ...row.flags.filter((flag) => flag !== 'duplicate')],
  basket: { ...row.basket, duplicateOf: other.orderNo, suspected: true },
})

/**
 * Lists a settlement as one too many of the order that stands, until it is reversed or a person has looked into it; one that
 * only looked so is one from then on.
 */
export const flagDuplicate = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id }: OrderRow,
  { orderNo }: Pick<OrderRow, 'orderNo'>,
  event: { by: string; text: string },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [row] = await tx.select().from(order).where(eq(order.id, id)).for('update')
    const known = row?.flags.includes('duplicate') && !row.basket.suspected
    if (row?.state !== 'settled' || known) return false
    const { flags, basket } = suspectedColumns(row, { orderNo })
    await tx
      .update(order)
      .set({ flags, basket: { ...basket, suspected: undefined }, updatedAt: clock() })
      .where(eq(order.id, id))
    await note(tx, id, clock(), event)
    return true
  })
