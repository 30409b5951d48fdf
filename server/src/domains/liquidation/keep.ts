import { and, eq, inArray, ne } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Context } from '../../call/context.ts'
import type { ClaimState, FundClaim } from '../../centre/operations/liquidation.ts'
import type { Database } from '../../database/open.ts'
import { type Application, mark } from './claim.ts'
import { stateOfStage } from './state.ts'
import { liquidation, liquidationFund, liquidationItem } from './tables.ts'

/** A revoked application gives its settlements free; it keeps them as history. */
const release = async (db: Database, id: string): Promise<void> => {
  await db.update(liquidationItem).set({ live: false }).where(eq(liquidationItem.liquidationId, id))
}

/** Several funds may be cleared under one number, and one fund in parts: of a number and fund there is one row, their sum. */
const summed = (funds: readonly FundClaim[]): FundClaim[] => {
  const rows = new Map<string, FundClaim>()
  for (const one of funds) {
    const key = `${one.clearingId} ${one.fund}`
    const { applied = 0, deducted = 0, reserved = 0, paid = 0 } = rows.get(key) ?? {}
    rows.set(key, {
      ...{ ...one, applied: applied + one.applied, deducted: deducted + one.deducted },
      ...{ reserved: reserved + one.reserved, paid: paid + one.paid },
    })
  }
  return [...rows.values()]
}

const keepFunds = async (db: Database, one: Application, { funds }: ClaimState, at: Date): Promise<void> => {
  await db.delete(liquidationFund).where(eq(liquidationFund.liquidationId, one.id))
  if (!funds.length) return
  await db
    .insert(liquidationFund)
    .values(summed(funds).map((fund) => ({ id: newId(at), liquidationId: one.id, ...fund })))
}

/**
 * Writes what the centre says of a claimed application, its funds and its settlements' places with it. A status that we
 * do not know leaves our state as it was, unless that was unknown: it is there.
 */
export const keepState = async (
  c: Pick<Context, 'db' | 'deps'>,
  one: Application,
  told: ClaimState,
  more: Partial<Application> = {},
): Promise<void> => {
  const at = c.deps.clock()
  const known = one.state === '7' || one.state === '0' ? '1' : one.state === '8' ? (one.stateBefore ?? '1') : one.state
  const state = told.stage ? stateOfStage[told.stage] : known
  const first = state === '6' && !one.paidAt
  await c.db.transaction(async (db) => {
    const mine = await mark({ db }, one, {
      ...{ state, stateBefore: null, eventId: told.eventId, centreCode: told.code, queriedAt: at },
      ...{ centreTotal: told.total, centreFund: told.fund, deducted: told.deducted, reserved: told.reserved },
      ...{ granted: told.granted, paid: told.paid, paidMonth: told.paidMonth, message: told.memo },
      ...(first && { paidAt: at }),
      ...more,
    })
    if (!mine) return
    await keepFunds(db, one, told, at)
    if (state === '2') await release(db, one.id)
  })
}

/** Ends a claimed application as revoked. */
export const keepRevoked = async (c: Pick<Context, 'db'>, one: Application, message: string): Promise<void> => {
  await c.db.transaction(async (db) => {
    if (await mark({ db }, one, { state: '2', stateBefore: null, message })) await release(db, one.id)
  })
}

/** Which of some numbers other applications of ours bear, by number whether one does that is not revoked. */
export const bearersOf = async (
  { db }: Pick<Context, 'db'>,
  { id, areaCode }: Application,
  eventIds: readonly string[],
): Promise<Map<string, boolean>> => {
  if (!eventIds.length) return new Map()
  const { eventId, state } = liquidation
  const rows = await db
    .select({ eventId, state })
    .from(liquidation)
    .where(and(eq(liquidation.areaCode, areaCode), inArray(eventId, [...eventIds]), ne(liquidation.id, id)))
  const standing = new Set(rows.filter((row) => row.state !== '2').map((row) => row.eventId))
  return new Map(rows.map((row) => [row.eventId, standing.has(row.eventId)]))
}
