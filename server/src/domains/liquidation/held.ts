import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import type { Application } from './claim.ts'
import type { ClaimStateCode } from './state.ts'
import {
  addSums,
  belongs,
  type ClaimGroup,
  type ClaimPart,
  type ClaimSums,
  groupNames,
  monthRows,
  noSums,
  type StoreMonth,
  sumColumns,
  sumsFrom,
} from './sums.ts'
import { liquidation, liquidationItem } from './tables.ts'

/** Somebody at the centre has looked at it: it can be taken back no more. */
export const finalStates: readonly ClaimStateCode[] = ['3', '4', '6']

/** A group of a store's month, or a part of one, with the application that it can be taken out of no more. */
export interface Held {
  group: ClaimGroup
  by: Application
}

/**
 * What of our book of some stores' month is claimed for good, whatever month and group that was under: a day or a group may
 * have been put right since. It is paid by that application, and by no other one.
 */
export const heldGroups = async (
  { db, services }: Pick<Deps, 'db' | 'services'>,
  asked: StoreMonth,
): Promise<Held[]> => {
  if (!asked.storeIds.length) return []
  const final: SQL = inArray(liquidation.state, [...finalStates])
  const answer = await db.execute(sql`
    select ${groupNames}, by, ${sumColumns} from (
      select book.*, ${liquidation.id} as by from ${monthRows({ services }, asked)} as book
      join ${liquidationItem} on ${and(
        sql`${liquidationItem.orderId} = book.order_id`,
        sql`${liquidationItem.refunded} = book.refunded`,
        liquidationItem.live,
      )}
      join ${liquidation} on ${liquidation.id} = ${liquidationItem.liquidationId} and ${final}
    ) as held group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`)
  const rows = rowsFrom(answer) as (ClaimGroup & { by: string })[]
  const ids = [...new Set(rows.map(({ by }) => by))]
  const found = ids.length ? await db.select().from(liquidation).where(inArray(liquidation.id, ids)) : []
  const applications = new Map(found.map((one) => [one.id, one]))
  return rows.map(({ by, ...group }) => ({ group: { ...group, ...sumsFrom(group) }, by: applications.get(by)! }))
}

/** What of that belongs to an application by its key, or to a part without one (`id` undefined), and is in another. */
export const heldBeside = (
  held: readonly Held[],
  one: ClaimPart & { id?: string | undefined; storeId: string },
): Held[] => held.filter(({ group, by }) => by.id !== one.id && group.storeId === one.storeId && belongs(group, one))

/** What all of them hold together, fen, signed. */
export const heldSums = (held: readonly Held[]): ClaimSums => held.map(({ group }) => group).reduce(addSums, noSums())
