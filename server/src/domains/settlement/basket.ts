import type { InputOf } from '@yibao/shared/call.ts'
import { activationBox } from '@yibao/shared/calls/auth.ts'
import type { settlement as settlementCalls } from '@yibao/shared/calls/settlement.ts'
import { fen, lineAmount, sum, yuan } from '@yibao/shared/money.ts'
import { codesLacking, codesOver, mustHaveCode } from '@yibao/shared/trace-code.ts'
import { and, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { SessionUser } from '../../call/session-user.ts'
import type { Database } from '../../database/open.ts'
import { type Seller, soldBy } from '../catalogue/items.ts'
import { unreportedOf } from '../catalogue/reported.ts'
import { item } from '../catalogue/tables.ts'
import type { Line } from '../order/types.ts'

type BasketInput = Omit<InputOf<typeof settlementCalls.park>, 'orderId'>
type LineInput = BasketInput['lines'][number]

type Item = typeof item.$inferSelect

const lineOf = (input: LineInput, index: number, known: Item, unreported: boolean): Line => {
  const amount = lineAmount(input.price, input.quantity)
  if (input.amount !== undefined && fen(input.amount) !== amount) return refuse('basket.amount', { n: index + 1 })
  return {
    no: index + 1,
    ownCode: known.ownCode,
    nationalCode: known.nationalCode,
    name: known.name,
    spec: known.spec,
    producer: known.producer,
    unit: known.unit,
    quantity: input.quantity,
    price: input.price,
    amount,
    prescription: known.prescription,
    traceCodes: input.traceCodes ?? [],
    ...(input.dosage ? { dosage: input.dosage } : {}),
    ...(input.lot ? { lot: input.lot, madeOn: input.madeOn, expiresOn: input.expiresOn } : {}),
    mapped: known.nationalCode !== '',
    ...(unreported ? { unreported } : {}),
  }
}

/** The basket's lines with our own names and amounts, as a store (`id`) sells them; refuses an unknown code and an amount that is not price × quantity. */
export const linesOf = async (
  db: Database,
  shop: Seller & { id?: string },
  inputs: readonly LineInput[],
): Promise<Line[]> => {
  if (!inputs.length) return refuse('basket.empty')
  const codes = [...new Set(inputs.map(({ ownCode }) => ownCode))]
  const known = await db
    .select()
    .from(item)
    .where(and(soldBy(shop), inArray(item.ownCode, codes)))
  const byCode = new Map(known.map((one) => [one.ownCode, one]))
  const unreported = shop.id ? await unreportedOf(db, shop.id, known) : () => false
  return inputs.map((input, index) => {
    const one = byCode.get(input.ownCode) ?? refuse('basket.item', { code: input.ownCode })
    return lineOf(input, index, one, unreported(one))
  })
}

/** Most that an amount on the wire can hold, fen. */
const largest = fen('999999999999.99')

/** Sum of the lines in fen; refuses one that no amount can hold, and when the ERP counted otherwise (M22). */
export const totalOf = (lines: readonly Line[], erpTotal?: string): number => {
  const total = sum(lines.map(({ amount }) => amount))
  if (total > largest) return refuse('basket.large')
  if (erpTotal !== undefined && fen(erpTotal) !== total)
    return refuse('basket.sum', {
      lines: yuan(total),
      total: erpTotal,
      difference: yuan(Math.abs(total - fen(erpTotal))),
    })
  return total
}

/**
 * Where an order comes from (orderSource). What the server knows itself is not the call's to say: whoever came in through
 * an activation box sells through it, whoever's the bill is; a bill is the ERP's; `circulated`: the basket is one of a
 * downloaded prescription. That a customer's scan of a code led to it only the program that calls can know, and names 3.
 */
export const sourceOf = (
  { interactiveMode }: Pick<SessionUser, 'interactiveMode'>,
  { source, erpBill }: Pick<BasketInput, 'source' | 'erpBill'>,
  circulated = false,
) => {
  if (interactiveMode === activationBox) return '5'
  if (source === '3') return '3'
  return erpBill ? '1' : circulated ? '4' : '2'
}

/** Lines whose packs may no longer be sold; the day printed on the pack is the last one. */
const expiredOf = (lines: readonly Line[], today: string): Line[] =>
  lines.filter(({ expiresOn }) => expiresOn && expiresOn < today)

/** An area may forbid what is past its day; elsewhere it is a warning. */
export const requireUnexpired = (
  lines: readonly Line[],
  { expiredForbidden }: { expiredForbidden: boolean },
  today: string,
): void => {
  const [one] = expiredForbidden ? expiredOf(lines, today) : []
  if (one) refuse('basket.expired', { name: one.name, day: one.expiresOn ?? '' })
}

/** A prescription drug without a prescription is not settled (M20). */
export const requirePrescription = (lines: readonly Line[], prescription: unknown): void => {
  const without = prescription ? undefined : lines.find((line) => line.prescription)
  if (without) refuse('basket.rx', { name: without.name })
}

/** Where a pharmacist must have reviewed it, a prescription that was only typed is none (domain.md 7). */
export const requireReviewed = (lines: readonly Line[], { rxReviewRequired }: { rxReviewRequired: boolean }): void => {
  if (rxReviewRequired && lines.some(({ prescription }) => prescription)) refuse('rx.review')
}

/**
 * No line names more codes than it has packs: one of them stays on the shelf. Where the area wants the code of every pack
 * no line is settled without, whoever brings it: a page, an ERP's bill, what is
 * kept of a return (M21, domain.md 2.5). Names the line.
 */
export const requireCodes = (lines: readonly Line[], { traceCodeRequired }: { traceCodeRequired: boolean }): void => {
  for (const { no, ownCode, name, quantity, traceCodes } of lines) {
    const n = codesOver(quantity, traceCodes)
    if (n > 0) refuse('trace.over', { name, n }, { extend: { line: no, ownCode, item: name, n } })
  }
  if (!traceCodeRequired) return
  for (const { no, ownCode, name, nationalCode, quantity, traceCodes } of lines) {
    const n = mustHaveCode(nationalCode) ? codesLacking(quantity, traceCodes) : 0
    if (n > 0) refuse('trace.required', { name, n }, { extend: { line: no, ownCode, item: name, n } })
  }
}

/** Warnings that never block (M18). */
export const warningsOf = (lines: readonly Line[], today: string): string[] => [
  ...lines.filter(({ mapped }) => !mapped).map(({ name }) => `${name}未对照医保目录，按全自费计算`),
  ...lines
    .filter(({ unreported }) => unreported)
    .map(({ name }) => `${name}的对照本店还没有上报，医保中心按全自费计算：请管理员在「目录差异」上报`),
  ...expiredOf(lines, today).map(({ name, expiresOn }) => `${name}的有效期到 ${expiresOn}，已过期`),
]
