import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { refuse } from '../../refuse.ts'
import { storeOf } from '../attendance/sign.ts'
import { later } from '../sale/told.ts'
import { mark } from './claim.ts'
import { flightLeft, withdraw } from './definite.ts'
import { stateTitle } from './rows.ts'
import { type StockMessage, stockMessage } from './tables.ts'

const hasReturn = async ({ db }: Deps, { storeId, kind, docNo }: StockMessage): Promise<boolean> => {
  if (kind !== 'purchase') return false
  const named = and(
    and(eq(stockMessage.storeId, storeId), eq(stockMessage.kind, 'back')),
    sql`${stockMessage.facts} ->> 'purchaseNo' = ${docNo}`,
    inArray(stockMessage.state, ['uploaded', 'unknown']),
  )
  return (await db.$count(stockMessage, named)) > 0
}

/**
 * Takes a claimed row away: 3507 of what the centre holds or may hold, and no message of what it does not. Refuses with
 * what the centre said; a lost answer leaves it unknown, and the next step is the same 3507 again.
 */
export const deleteStock = async (deps: Deps, one: StockMessage, reason: string): Promise<void> => {
  if (one.state === 'needless' || one.state === 'deleted') refuse('stock.state', { state: stateTitle(one.state) })
  const message = `已删除：${reason}`
  if (one.state === 'waiting' || one.state === 'refused') {
    await mark(deps, one, { state: 'needless', nextAt: null, message })
    return
  }
  if (await hasReturn(deps, one)) refuse('stock.returned')
  const shop = await storeOf(deps, one.storeId)
  const left = await flightLeft(deps, one, shop)
  if (left > 0) refuse('stock.flying', { minutes: Math.ceil(left / 60_000) })
  await mark(deps, one, { state: 'unknown', pending: 'delete', message, nextAt: later(deps, 60_000), attempts: 0 })
  const result = await withdraw(deps, one, shop)
  if (result.gone) {
    await mark(deps, one, { state: 'deleted', pending: '', nextAt: null, message })
    return
  }
  const { kind, text } = result.told
  if (kind === 'unknown') refuse('stock.unknown')
  const { state, pending, nextAt } = one
  await mark(deps, one, { state, pending, nextAt, message: `没有删除：${text}` })
  if (kind === 'refused') refuse('centre.refused', { text }, { extend: { centreText: text } })
  refuse('centre.down')
}
