import type { InputOf } from '@yibao/shared/call.ts'
import type { settlement as settlementCalls } from '@yibao/shared/calls/settlement.ts'
import { keptHerbs } from '@yibao/shared/kept-herbs.ts'
import { scaled } from '@yibao/shared/money.ts'
import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { findOrder } from '../order/find.ts'
import { order } from '../order/tables.ts'
import type { Line, OrderState } from '../order/types.ts'
import type { OrderRow } from '../order/view.ts'
import { refuseState } from '../order/wrong-state.ts'
import { type AsSold, asSold, lineAsSold } from '../sale/as-sold.ts'

interface Sold {
  ownCode: string
  quantity: string
}

type Input = InputOf<typeof settlementCalls.preSettle>

const replaceable: OrderState[] = ['settled', 'reversing', 'unknown', 'reversed']

/** The settlement a basket replaces: what the draft was made for stays, whatever a later request says. */
const replacedOf = async (c: Context, { orderId, replaces }: Input): Promise<string | undefined> => {
  const known = orderId ? await findOrder(c, orderId) : undefined
  return known?.basket.replaces ?? replaces
}

const quantities = (lines: readonly Sold[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { ownCode, quantity } of lines) sums.set(ownCode, (sums.get(ownCode) ?? 0n) + scaled(quantity, 4))
  return sums
}

/**
 * Refuses to keep more than was bought: what is kept passes the rules and the expiry by what was said of it when it was
 * sold, which says nothing of anything else.
 */
const requireBought = (kept: readonly Sold[], { lines }: OrderRow): void => {
  const bought = quantities(lines)
  for (const [code, quantity] of quantities(kept))
    if (quantity > (bought.get(code) ?? 0n))
      refuse('part.more', { name: lines.find(({ ownCode }) => ownCode === code)?.name ?? code })
}

/**
 * The line that a kept one was, of those that are left: the one that shares a pack with it, else its lot, else the only one of
 * its goods. Of two that nothing tells apart nobody knows.
 */
const lineOf = ({ ownCode, traceCodes, lot }: Input['lines'][number], left: readonly Line[]): Line | undefined => {
  const of = left.filter((one) => one.ownCode === ownCode)
  const [pack, ...others] = of.filter((one) => one.traceCodes?.some((code) => traceCodes?.includes(code)))
  if (pack) return others.length ? undefined : pack
  const same = of.length > 1 ? of.filter((one) => lot && one.lot === lot) : of
  return same.length === 1 ? same[0] : undefined
}

/**
 * What is kept, with the packs as 销售明细 has them by now: of a line that is kept whole just those, of which other pack came
 * back nobody knows, so of a part no code that 补录 has taken off the line.
 */
const keptPacks = (
  kept: Input['lines'],
  bought: readonly Line[],
  sold: ReadonlyMap<number, AsSold>,
): Input['lines'] => {
  const left = [...bought]
  return kept.map((line) => {
    const isAll = (one: Line) => scaled(one.quantity, 4) === scaled(line.quantity, 4)
    const one = lineOf(line, left)
    if (!one) return line
    left.splice(left.indexOf(one), 1)
    const now = lineAsSold(one, sold.get(one.no))
    if (now === one) return line
    const { lot, madeOn, expiresOn, traceCodes: codes } = now
    const gone = new Set((one.traceCodes ?? []).filter((code) => !codes.includes(code)))
    const traceCodes = isAll(one) ? codes : line.traceCodes?.filter((code) => !gone.has(code))
    return { ...line, traceCodes, lot, madeOn, expiresOn }
  })
}

/**
 * The basket of a partial return (ux 1.4) with what only the old settlement knows: its disease code and the insured's
 * choices. Refuses an old order that was never settled or came from an ERP, whose bill would no longer fit, and lines that it
 * did not have.
 */
export const withReplaced = async (c: Context, input: Input): Promise<Input> => {
  const replaces = await replacedOf(c, input)
  if (!replaces) return input
  const old = await findOrder(c, replaces)
  if (!replaceable.includes(old.state)) return refuseState(old, '部分退货')
  if (old.erpBill) return refuse('part.erp')
  requireBought(input.lines, old)
  const lines = keptPacks(input.lines, old.lines, await asSold(c.db, old))
  const { diseaseCode, diseaseName, accountUsed, prescription, pharmacistCode, pharmacistName, herbs } = old.basket
  const same = input.medicalType === old.medicalType
  return {
    ...input,
    lines,
    replaces,
    diseaseCode: input.diseaseCode || (same ? diseaseCode : undefined),
    diseaseName: input.diseaseName || (same ? diseaseName : undefined),
    accountUsed: input.accountUsed ?? accountUsed,
    prescription: input.prescription ?? prescription,
    pharmacistCode: input.pharmacistCode ?? pharmacistCode,
    pharmacistName: input.pharmacistName ?? pharmacistName,
    herbs: input.herbs ?? keptHerbs(old.lines, input.lines, herbs),
  }
}

/** Refuses a basket that replaces somebody else's settlement: what was returned belongs to the one who bought it. */
export const requireSamePerson = async (c: Context, replaces: string | undefined, psnHash: string): Promise<void> => {
  if (!replaces) return
  const old = await findOrder(c, replaces)
  if (old.psnHash !== psnHash) refuse('part.person')
}

/**
 * Refuses the kept lines while the settlement they were part of still stands, and a second time after they were
 * settled: both would leave the same goods paid for twice, whichever counter or draft it comes from (ux N1).
 */
export const requireReversed = async (c: Context, row: OrderRow): Promise<void> => {
  const { replaces } = row.basket
  if (!replaces) return
  const old = await findOrder(c, replaces)
  if (old.state !== 'reversed') refuse('part.open')
  const [twin] = await c.db
    .select({ id: order.id })
    .from(order)
    .where(
      and(
        eq(order.storeId, old.storeId),
        gte(order.createdAt, old.createdAt),
        ne(order.id, row.id),
        inArray(order.state, ['settling', 'unknown', 'settled', 'reversing']),
        sql`${order.basket}->>'replaces' = ${replaces}`,
      ),
    )
    .limit(1)
  if (twin) refuse('part.done')
}
