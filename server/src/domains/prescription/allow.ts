import { scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { order } from '../order/tables.ts'
import type { Dosage, Line } from '../order/types.ts'
import type { StoreRow } from '../organisation/store.ts'
import { requireStanding } from './circulation/standing.ts'
import { stateTitle } from './moving.ts'
import { isOf, marksOf, openPersonal } from './personal.ts'
import { endText, heldColumns, holder, isOver, type Rx } from './rows.ts'
import { prescription } from './tables.ts'
import { dosageIn } from './usage.ts'

/** A basket that is to be settled on a prescription. */
interface Asked {
  id: string
  shop: StoreRow
  person: { psnNo: string; certNo: string; name: string; insuredArea: string }
  lines: readonly Line[]
  /** Its own order, and the settlement these lines were part of: neither is another one's use. */
  orderId?: string | undefined
  replaces?: string | undefined
}

/** What a settlement may go on with: passed, and not over. What is kept of a return was handed out in time. */
const requireGood = (one: Rx, now: Date, replaces: string | undefined): void => {
  if (one.state !== 'passed') refuse('rx.unusable', { number: one.number, state: stateTitle(one.state) })
  if (one.source === 'circulation' && one.verdict !== 'told') {
    const { number, verdict } = one
    if (verdict === 'refused') refuse('rx.verdictRefused', { number })
    refuse('rx.untold', {
      number,
      text: verdict === 'unknown' ? '上传后没有收到答复，正在核实' : '还没有上传医保中心',
    })
  }
  if (!replaces && isOver(one, now)) refuse('rx.expired', { number: one.number, day: endText(one) })
}

/** Only its goods, and of each no more than it allows, all lines of it together (ux 1.3, T16). */
const requireInside = ({ number, lines: allowed }: Rx, lines: readonly Line[]): void => {
  const left = new Map<string, bigint>()
  for (const { ownCode, limit } of allowed) if (ownCode) left.set(ownCode, (left.get(ownCode) ?? 0n) + scaled(limit, 4))
  const limits = new Map(left)
  for (const { no, ownCode, name, quantity } of lines) {
    const extend = { line: no, ownCode }
    if (!limits.has(ownCode)) refuse('rx.outside', { n: no, name, number }, { extend })
    const after = (left.get(ownCode) ?? 0n) - scaled(quantity, 4)
    const limit = trimZeros(unscaled(limits.get(ownCode) ?? 0n, 4))
    if (after < 0n) refuse('rx.quantity', { n: no, name, limit }, { extend })
    left.set(ownCode, after)
  }
}

/** How the goods of a prescription are taken, by their own code; of two lines of one product as the first says. */
const dosageOf = ({ lines }: Rx): Map<string, Dosage> =>
  new Map(
    lines.toReversed().flatMap(({ ownCode, dosage, usage }) => {
      const said = dosage ?? dosageIn(usage)
      return ownCode && said ? [[ownCode, said] as const] : []
    }),
  )

/**
 * The prescription a basket is pre-settled on, with its pharmacist; refuses another person's, one that is not passed,
 * over, used or revoked by its hospital, and goods or quantities that it does not have, naming the line. `unasked`: what the
 * clerk has to be told where the centre could not be asked for the last of these.
 */
export const rxOfBasket = async (c: Context, asked: Asked) => {
  const [found] = await c.db
    .select({ one: prescription, ...heldColumns })
    .from(prescription)
    .leftJoin(order, holder)
    .where(and(eq(prescription.id, asked.id), eq(prescription.storeId, asked.shop.id)))
  if (!found) return refuse('not.found', { what: '这张处方' })
  const { one, orderId } = found
  const { number, hospital, doctor } = one
  if (!isOf(one, marksOf(c.services.vault, asked.person))) refuse('rx.person', { number })
  requireGood(one, c.now, asked.replaces)
  if (orderId && orderId !== asked.orderId && orderId !== asked.replaces) refuse('rx.used', { number })
  requireInside(one, asked.lines)
  const { shop, person, replaces } = asked
  // What is kept of a return was handed out before.
  const asks = one.source === 'circulation' && !replaces
  const unasked = asks ? await requireStanding(c, shop, one, person.insuredArea) : undefined
  const last = one.reviews.at(-1)
  const { diagnosis, diagnosisCode } = openPersonal(c.services.vault, one.personal)
  return {
    prescription: { id: one.id, number, hospital, doctor: [...doctor].slice(0, 50).join('') },
    pharmacist: { pharmacistId: last?.doctorId, pharmacistCode: last?.code || undefined, pharmacistName: last?.name },
    dosage: dosageOf(one),
    circulated: one.source === 'circulation',
    unasked,
    ...{ diagnosis, diagnosisCode },
  }
}

/**
 * Holds the prescription of a settlement until the move of its order is committed, and refuses one that is no longer good:
 * withdrawn, or over since the pre-settlement. That no other order has it is the index `order_rx`.
 */
export const holdRx = async (
  tx: Database,
  { id, replaces, now }: { id: string; replaces: string | undefined; now: Date },
): Promise<void> => {
  const [one] = await tx.select().from(prescription).where(eq(prescription.id, id)).for('share')
  if (!one) return refuse('not.found', { what: '这张处方' })
  requireGood(one, now, replaces)
}
