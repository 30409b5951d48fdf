import { sum, yuan } from '@yibao/shared/money.ts'
import { parseTime } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { type Counting, countingOf } from '../../centre/fund-sum.ts'
import { brokenIdentities } from '../../centre/identities.ts'
import type { Settlement } from '../../centre/operations/settlement.ts'
import type { CentreProfile } from '../../centre/profile.ts'
import { lasting } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { pharmacyClrType } from '../order/group.ts'
import { note } from '../order/states.ts'
import { intent } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { type BookingMove, bookIntent } from './book-intent.ts'
import { countedNow, hasAccount, untilTurned } from './counted.ts'
import { sealedAnswer } from './intents.ts'
import type { Claim } from './lease.ts'
import { reasonsOf } from './reasons.ts'
import { splitLines, splitOf } from './sale.ts'

/** The centre's total is that of the lines it was asked for, to the fen (domain.md 2.5): else it settled something else. */
const linesGap = ({ lines }: OrderRow, { total }: Settlement): { title: string; difference: number }[] => {
  const difference = total - sum(lines.map(({ amount }) => amount))
  return difference ? [{ title: '费用总额不等于药品明细之和', difference }] : []
}

/**
 * A settlement with what the organisation bears of it: only what made or priced it tells that (2206 to 2208), and the query
 * that books it later (5203) is silent. Of another total it would be another part.
 */
const withHospitalPart = ({ split }: OrderRow, s: Settlement): Settlement =>
  s.hospitalPart === undefined && split?.hospitalPart !== undefined && split.total === s.total
    ? { ...s, hospitalPart: split.hospitalPart }
    : s

/**
 * The columns a booked settlement writes into its order; a broken identity flags it and changes nothing else (DESIGN 7).
 * `at` is when it was booked if the answer's own time cannot be read.
 */
export const bookedColumns = (row: OrderRow, told: Settlement, at: Date) => {
  const s = withHospitalPart(row, told)
  const split = splitOf(s)
  const lines = splitLines(row.lines, s)
  const broken = [...linesGap(row, s), ...brokenIdentities(s)]
  const flags = row.flags.filter((flag) => flag !== 'amount')
  return {
    broken,
    patch: {
      split,
      lines,
      reasons: reasonsOf(split, lines, row.basket),
      total: split.total,
      fundTotal: split.fundTotal,
      account: split.account,
      familyAccount: split.familyAccount,
      familyApart: s.familyApart,
      cash: split.cash,
      flags: broken.length ? [...flags, 'amount' as const] : flags,
      amountGap: broken[0]?.difference ?? null,
      setlId: s.setlId,
      mdtrtId: s.mdtrtId || row.mdtrtId,
      clrOptins: s.clrOptins || row.areaCode,
      clrWay: s.clrWay,
      clrType: s.clrType || (row.visitId ? '11' : pharmacyClrType),
      // 3201 groups by it, whatever was asked for.
      insutype: s.insurance || row.insutype,
      settledAt: s.setlTime ? parseTime(s.setlTime) : at,
    },
  }
}

/** What the order's record says where the centre settled under another insurance than it was asked for. */
const otherInsurance = ({ insutype }: OrderRow, { insurance }: Settlement): string[] =>
  insutype && insurance && insutype !== insurance
    ? [`医保中心按险种 ${insurance} 结算，申请的是 ${insutype}。已按中心的险种记账，对账也按它`]
    : []

interface Booking {
  settlement: Settlement
  move: BookingMove
  by: string
  text?: string
  /** The answer as it came. */
  raw?: string
}

/**
 * Books a settlement the centre has: order and intent in one statement. Answers undefined when the intent was not
 * `mine` any more (recovery took it) and nothing was written.
 */
export const book = async (
  deps: Deps,
  row: OrderRow,
  mine: Claim,
  { settlement, move: name, by, text, raw }: Booking,
): Promise<OrderRow | undefined> => {
  const at = deps.clock()
  const answer = sealedAnswer(deps, raw)
  const write = async (db: Database, s: Settlement, read?: Counting) => {
    const { patch, broken } = bookedColumns(row, s, at)
    const booked = await bookIntent(db, row, mine, name, { by, text, patch, at, setlId: s.setlId, read, answer })
    const remarks = [
      ...broken.map(({ title, difference }) => `${title}，相差 ${yuan(Math.abs(difference))} 元。已记账，不要重做`),
      ...otherInsurance(row, s),
    ]
    for (const remark of booked ? remarks : []) await note(db, row.id, at, { by: '系统', text: remark })
    return booked
  }
  const counts = hasAccount(settlement)
  const isOdd = bookedColumns(row, settlement, at).broken.length > 0 || otherInsurance(row, settlement).length > 0
  // One statement, which looks how the area counts. Where that has changed, or something is odd, there is more to write.
  const once = isOdd ? undefined : await write(deps.db, settlement, counts ? settlement : undefined)
  const again = async () => {
    if (counts) await untilTurned(deps.db, row.areaCode)
    return deps.db.transaction(async (tx) => write(tx, await countedNow(tx, row, settlement)))
  }
  const booked = once ?? (counts || isOdd ? await again() : undefined)
  if (booked) deps.services.live.publish(`store:${row.storeId}`, 'order.changed', { orderId: row.id })
  return booked
}

/** A booked answer as an intent keeps it until it is booked. */
export const sealedLate = ({ services }: Pick<Deps, 'services'>, settlement: Settlement): string =>
  services.vault.seal(JSON.stringify(settlement, (_, value) => (typeof value === 'bigint' ? String(value) : value)))

/** Keeps a booked answer that came after recovery had taken the intent; recovery decides (DESIGN 7). */
export const keepLate = async (
  deps: Deps,
  row: Pick<Claim, 'id'>,
  settlement: Settlement,
  raw?: string,
): Promise<void> => {
  const lateAnswer = sealedLate(deps, settlement)
  await deps.db
    .update(intent)
    .set({ lateAnswer, answer: sealedAnswer(deps, raw), nextAttemptAt: lasting(deps, 0) })
    .where(eq(intent.id, row.id))
}

/**
 * Opens what sealedLate sealed; the lines' scaled integers come back as bigint. What an earlier version kept does not say how
 * it was read, and is taken as the option says now.
 */
export const openLate = (deps: Deps, sealed: string, profile: CentreProfile): Settlement => {
  const settlement: Settlement = { ...countingOf(profile), ...JSON.parse(deps.services.vault.open(sealed)) }
  const lines = settlement.lines.map((line) => ({
    ...line,
    quantity: BigInt(line.quantity),
    price: BigInt(line.price),
    priceLimit: BigInt(line.priceLimit),
  }))
  return { ...settlement, lines }
}
