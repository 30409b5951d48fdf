import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Answer, NotSent, Operation, Refused, Unknown } from '../../centre/client.ts'
import type { Sale } from '../../centre/operations/settlement-input.ts'
import type { SplitLine } from '../../centre/operations/split-lines.ts'
import { chargeVisit, describeVisit, register, withdrawFees } from '../../centre/operations/visit.ts'
import { notLookedAt, unknownText } from '../../centre/outcome.ts'
import { visitStepMs } from '../../centre/plugin/waits.ts'
import { brokenIndex } from '../../database/broken-index.ts'
import { clerkHeader } from '../attendance/sign.ts'
import type { Identity } from '../card/types.ts'
import { reload } from '../order/find.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { type VisitRow, visit } from '../order/visit-tables.ts'
import { refuseStale } from '../order/wrong-state.ts'
import type { StoreRow } from '../organisation/store.ts'
import { leave, mark, withVisit } from './claim.ts'
import { isDraft, isDraftIn } from './draft.ts'
import type { Needs } from './needs.ts'
import { sealPerson } from './person.ts'

// What an order in an area of 2201 to 2208 is priced in. None of these messages moves money. Each of them leaves only while
// the basket is still its order's, is made definite before the next one leaves, and a visit of which something is not known
// is left for another one: so what 2207 settles is one batch, and that of the split that was shown.

/** What the centre said where it did not do something, and of which message. */
export interface NotTaken {
  answer: Refused | NotSent | Unknown
  infno: string
}

/** A basket on its way into a visit. */
interface Charging {
  c: Context
  shop: StoreRow
  draft: OrderRow
  identity: Identity
  sale: Sale
  needs: Needs
  /** What the prescription says, for 2203. */
  condition: string | undefined
}

/** The basket stands at the centre as one batch of a visit, with the centre's split of its lines; or why it does not. */
type Charged = { visit: VisitRow; lines: SplitLine[] } | { no: NotTaken }

/** Sends one step. It is asked for before the step is noted: a clerk who is not signed in any more sends nothing. */
const sender = async ({ c, shop, identity }: Charging) => {
  const header = await clerkHeader(c.deps, shop, c.me, identity.insuredArea)
  return <A, R>(operation: Operation<A, R>, args: A): Promise<Answer<R>> =>
    c.services.centre.of(shop.areaCode).run(operation, args, header, { timeoutMs: visitStepMs })
}

type Noted = Partial<Pick<VisitRow, 'batch' | 'batches' | 'described'>>

/**
 * One step in a claimed visit, noted before it leaves: whoever finds it in the air later, because its server died, does not
 * know what the centre has. `done` = what holds once it is booked, `not` = once it is refused.
 */
const take = async <A, R>(
  charging: Charging,
  row: VisitRow,
  {
    operation,
    args,
    before = {},
    done = {},
    not = {},
  }: {
    operation: Operation<A, R>
    args: A
    before?: Noted
    done?: Noted
    not?: Noted
  },
): Promise<Answer<R>> => {
  const { c, draft } = charging
  const send = await sender(charging)
  const noted = await mark(c.deps, row, { ...before, pending: operation.infno }, isDraftIn(c.db, draft, row.id))
  if (!noted) return refuseStale(await reload(c.deps, draft.id))
  const answer = await send(operation, args)
  if (answer.kind === 'unknown') await leave(c.deps, row.id)
  else await mark(c.deps, row, { pending: '', ...(answer.kind === 'booked' ? done : not) })
  return answer
}

const keyOf = ({ identity }: Charging, { mdtrtId }: VisitRow) => ({ psnNo: identity.psnNo, mdtrtId: mdtrtId ?? '' })

/** Numbers of a batch's lines at the centre: no number of the visit comes twice, whatever became of the lines that had it. */
const perBatch = 1000
const numbered = ({ lines }: Sale, batches: number) =>
  lines.map((line) => ({ ...line, sn: String(batches * perBatch + Number(line.sn)) }))
const plainNumbers = (lines: SplitLine[]): SplitLine[] =>
  lines.map((line) => ({ ...line, sn: String(Number(line.sn) % perBatch) }))

/** The mark of what 2203 says of a basket. */
const descriptionOf = ({ c, sale: { disease, medicalType }, needs, condition }: Charging): string =>
  c.services.vault.mark(JSON.stringify([needs, disease, medicalType, condition]))

/** What 2203 says, told once. */
const describe = async (charging: Charging, row: VisitRow): Promise<NotTaken | undefined> => {
  const { sale, needs, condition } = charging
  const described = descriptionOf(charging)
  if (row.described === described) return undefined
  const args = { ...keyOf(charging, row), sale, ...needs, condition }
  const notes = { before: { described: '' }, done: { described } }
  const told = await take(charging, row, { operation: describeVisit, args, ...notes })
  return told.kind === 'booked' ? undefined : { answer: told, infno: describeVisit.infno }
}

/** 2203 where it is needed, and the basket as the visit's next batch. */
const charge = async (charging: Charging, row: VisitRow): Promise<Charged> => {
  const { sale, needs } = charging
  const no = await describe(charging, row)
  if (no) return { no }
  const batches = row.batches + 1
  const batch = `${row.otpNo}${String(batches).padStart(2, '0')}`
  const lines = { ...sale, lines: numbered(sale, batches) }
  const args = { ...keyOf(charging, row), sale: lines, place: needs.place, batch }
  const notes = { before: { batches, batch }, not: { batch: '' } }
  const told = await take(charging, row, { operation: chargeVisit, args, ...notes })
  if (told.kind !== 'booked') return { no: { answer: told, infno: chargeVisit.infno } }
  return { visit: { ...row, batches, batch }, lines: plainNumbers(told.value) }
}

/**
 * The basket in the visit that its order has: the lines of before are taken out first (2205). Undefined where the visit is
 * left: the centre does not say that they are out, a step in it was cut, or it was told another diagnosis, which would stay
 * valid beside this one (notes 8: it ends only where it is sent again with vali_flag 0).
 */
const chargeAgain = async (charging: Charging, row: VisitRow): Promise<Charged | undefined> => {
  const { c } = charging
  const toldOtherwise = row.described !== '' && row.described !== descriptionOf(charging)
  if (row.pending || toldOtherwise) {
    await leave(c.deps, row.id)
    return undefined
  }
  if (row.batch) {
    const args = keyOf(charging, row)
    const out = await take(charging, row, { operation: withdrawFees, args, done: { batch: '' } })
    if (out.kind !== 'booked') {
      // What is wrong with the sender is wrong with every other message too.
      if (out.kind === 'notSent' || (out.kind === 'refused' && out.signInLost))
        return { no: { answer: out, infno: withdrawFees.infno } }
      await leave(c.deps, row.id)
      return undefined
    }
  }
  const done = await charge(charging, row)
  // It may have ended there since (on the centre's own site, at the end of its day): the next press registers anew.
  const no = 'no' in done ? done.no.answer : undefined
  if (no?.kind === 'refused' && !notLookedAt(no)) await leave(c.deps, row.id)
  return done
}

/** The row of a registration about to leave: whatever becomes of it, its number is used. */
const begin = async ({ c, shop, draft, identity, sale }: Charging): Promise<VisitRow> => {
  const of = eq(visit.orderId, draft.id)
  const [made] = await c.db.select({ n: sql<number>`count(*)::int` }).from(visit).where(of)
  const otpNo = `${draft.orderNo}${String((made?.n ?? 0) + 1).padStart(2, '0')}`
  const { insurance: insutype, medicalType } = sale
  const own = { id: newId(c.now), orderId: draft.id, storeId: shop.id, otpNo, createdAt: c.now }
  const whose = { person: sealPerson(c.services.vault, identity), psnHash: draft.psnHash ?? '', insutype, medicalType }
  const [row] = await c.db
    .insert(visit)
    .values({ ...own, ...whose, state: 'registering' })
    .returning()
    .catch((error: unknown) => (brokenIndex(error) === 'visit_otp' ? refuse('visit.busy') : Promise.reject(error)))
  return row!
}

/** The visit is its order's, where the order is still the draft that it was registered for; else it is left at once. */
const give = async ({ c, draft }: Charging, row: VisitRow, mdtrtId: string): Promise<VisitRow> => {
  const given = await c.db.transaction(async (tx) => {
    const [taken] = await tx.update(order).set({ visitId: row.id }).where(isDraft(draft)).returning({ id: order.id })
    const state = taken ? { state: 'open' as const } : { state: 'left' as const, nextAt: c.deps.clock() }
    const [now] = await tx
      .update(visit)
      .set({ mdtrtId, ...state })
      .where(eq(visit.id, row.id))
      .returning()
    return taken && now
  })
  return given ?? refuseStale(await reload(c.deps, draft.id))
}

/** 2201. One whose answer is lost stays as it is: nothing is charged in it, and its number is not used again. */
const registered = async (charging: Charging): Promise<VisitRow | { no: NotTaken }> => {
  const { c, sale, needs } = charging
  const send = await sender(charging)
  const row = await begin(charging)
  const told = await send(register, { sale, place: needs.place, otpNo: row.otpNo })
  if (told.kind === 'booked') return give(charging, row, told.value.mdtrtId)
  const message = told.kind === 'unknown' ? unknownText(told) : ''
  const end = told.kind === 'unknown' ? { message } : { state: 'closed' as const, person: '' }
  await c.db.update(visit).set(end).where(eq(visit.id, row.id))
  return { no: { answer: told, infno: register.infno } }
}

/** The visit of an order that its basket can go into: of today, of the same person, insurance and kind of purchase. */
const fitting = ({ c, draft, sale }: Charging, row: VisitRow): boolean =>
  row.state === 'open' &&
  formatDay(row.createdAt) === formatDay(c.now) &&
  row.psnHash === draft.psnHash &&
  row.insutype === sale.insurance &&
  row.medicalType === sale.medicalType

/** The visit an order has, if any. */
export const visitOf = async ({ db }: Pick<Context, 'db'>, { visitId }: OrderRow): Promise<VisitRow | undefined> => {
  if (!visitId) return undefined
  const [row] = await db.select().from(visit).where(eq(visit.id, visitId))
  return row
}

/**
 * Brings a basket to the centre (2201, 2203, 2204): into the visit that its order has, else into a new one, also while
 * another request is at work in that one. Refuses once another basket was written into the order. Answers what the centre
 * said where it did not take a step.
 */
export const charged = async (charging: Charging): Promise<Charged> => {
  const { c, draft } = charging
  const known = await visitOf(c, draft)
  if (known && fitting(charging, known)) {
    const again = await withVisit(c.deps, known.id, async (row) => ({
      done: fitting(charging, row) ? await chargeAgain(charging, row) : undefined,
    }))
    if (again?.done) return again.done
    // Somebody else has it, with a basket that is the order's no longer, or died over it: he goes on in it no further.
    if (!again) await leave(c.deps, known.id, isDraftIn(c.db, draft, known.id))
  } else if (known) await leave(c.deps, known.id, isDraftIn(c.db, draft, known.id))
  const fresh = await registered(charging)
  if ('no' in fresh) return fresh
  return (await withVisit(c.deps, fresh.id, (row) => charge(charging, row))) ?? refuse('visit.busy')
}
