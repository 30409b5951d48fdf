import { and, eq, ne } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Answer, Operation } from '../../centre/client.ts'
import {
  addDepartment,
  changeDepartment,
  queryDepartments,
  type Department as Told,
  withdrawDepartment,
} from '../../centre/operations/department.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { markOn, mineOf, type Renew } from '../../database/claims.ts'
import { lasting } from '../../database/held.ts'
import { ask } from '../attendance/ask.ts'
import { systemHeader } from '../attendance/sign.ts'
import { leftOf, minutesOf } from '../organisation/in-flight.ts'
import type { StoreRow } from '../organisation/store.ts'
import { claimedOne } from './department-claim.ts'
import type { Department } from './department-rows.ts'
import { department } from './tables.ts'

/** Waiting for an answer of the centre, ms. */
const timeoutMs = 60_000

const toldOf = (one: Department, { areaCode }: StoreRow): Told => ({ ...one, areaCode })

/** What is known of a claimed department from now on; false when the claim has ended, or `when` no longer holds. */
export const mark = markOn(department)

/** The centre's own list: 5101. */
export const askDepartments = (c: Context, shop: StoreRow): Promise<Told[]> => ask(c.deps, shop, queryDepartments, null)

const isListed = async (c: Context, shop: StoreRow, one: Department): Promise<boolean> =>
  (await askDepartments(c, shop)).some(({ code }) => code === one.code)

/** ms until a message whose answer was lost cannot arrive any more, 0 when it cannot now, or none was lost. */
export const stillOnItsWay = async (c: Context, shop: StoreRow, one: Department): Promise<number> =>
  one.state === 'unknown' ? leftOf(c.deps, shop.areaCode, one, timeoutMs) : 0

/**
 * Whether the centre holds it: asked anew when the last answer was lost. As long as it is there as it was before that
 * message, the message may still arrive, behind whatever would be sent or removed now: that is refused until it cannot.
 */
const isKnown = async (c: Context, shop: StoreRow, one: Department, button: string): Promise<boolean> => {
  if (one.state !== 'unknown') return one.known
  // Before the question leaves: what can still arrive then may do so behind its answer.
  const left = await stillOnItsWay(c, shop, one)
  const known = await isListed(c, shop, one)
  if (left > 0 && known === one.known) refuse('department.flying', { name: one.name, button, minutes: minutesOf(left) })
  await landed(c, one, { known })
  return known
}

/** Keeps of an unknown department that nothing of it is on its way. */
const landed = async (c: Context, one: Department, set: Partial<Pick<Department, 'known' | 'message'>>) => {
  Object.assign(one, set, { sentAt: null })
  await mark(c, one, { ...set, sentAt: null })
}

/** Some claimed departments, and how their claim lasts longer. */
export interface Mine {
  some: Department[]
  renew: Renew
}

/** Marks all of them or none: false where one has become somebody else's. */
const markAll = async ({ db, deps }: Context, { some, renew }: Mine): Promise<boolean> => {
  const claimedUntil = await renew()
  if (!claimedUntil) return false
  for (const one of some) one.claimedUntil = claimedUntil
  const ids = some.map(({ id }) => id)
  return db.transaction(async (tx) => {
    const mine = mineOf(department, ids, claimedUntil)
    const held = await tx.select({ id: department.id }).from(department).where(mine).for('update')
    if (held.length < ids.length) return false
    await tx
      .update(department)
      .set({ state: 'unknown', message: '', sentAt: lasting(deps, 0) })
      .where(mine)
    return true
  })
}

/**
 * Sends what changes something there. `unknown` is written before it leaves: whoever dies meanwhile leaves it so. Without
 * that mark nothing leaves: questions and sign-ins may have taken longer than the claim, and somebody else is at work.
 */
export const send = async <A>(
  c: Context,
  shop: StoreRow,
  mine: Mine,
  { operation, args }: { operation: Operation<A, true>; args: A },
): Promise<Answer<true>> => {
  const { some } = mine
  const header = await systemHeader(c.deps, shop)
  if (!(await markAll(c, mine))) return refuse('department.busy', { name: some.map(({ name }) => name).join('、') })
  const answer = await c.services.centre.of(shop.areaCode).run(operation, args, header, { timeoutMs })
  // Nothing left the house: everything is as before.
  if (answer.kind === 'notSent') for (const one of some) await mark(c, one, asBefore(one))
  return answer
}

/** What a department was before it was sent. */
export const asBefore = ({ state, message, sentAt }: Department): Partial<Department> => ({ state, message, sentAt })

/** Keeps a booked upload. A change that somebody saved meanwhile is still to be sent. */
export const keepUploaded = async (c: Pick<Context, 'db' | 'deps'>, some: readonly Department[]): Promise<void> => {
  const uploadedAt = c.deps.clock()
  for (const one of some) {
    await mark(c, one, { known: true, state: 'changed', message: '', uploadedAt })
    await mark(c, one, { state: 'uploaded' }, eq(department.changedAt, one.changedAt))
  }
}

/** 3401 or 3402 of one department; throws a Refusal that says what the centre said. */
export const uploadOne = (c: Context, shop: StoreRow, read: Department): Promise<void> =>
  claimedOne(c, read, (one, renew) => {
    // Somebody else's message was first, and it told all there is.
    if (one.state === 'uploaded') return refuse('department.uploaded', { name: one.name })
    return upload(c, shop, one, renew)
  })

const upload = async (c: Context, shop: StoreRow, one: Department, renew: Renew): Promise<void> => {
  const lost = one.state === 'unknown'
  let known = await isKnown(c, shop, one, '上报')
  const tell = () => {
    const operation = known ? changeDepartment : addDepartment
    return send(c, shop, { some: [one], renew }, { operation, args: toldOf(one, shop) })
  }
  let answer = await tell()
  if (answer.kind === 'refused' && lost) {
    // The lost one may have been booked after all. While that cannot be asked it stays unknown.
    await landed(c, one, { message: answer.message })
    const now = await isListed(c, shop, one)
    if (now !== known) {
      known = now
      await landed(c, one, { known })
      answer = await tell()
    }
  }
  if (answer.kind === 'booked') return keepUploaded(c, [one])
  if (answer.kind === 'refused') await mark(c, one, { state: 'refused', known, message: answer.message })
  if (answer.kind === 'unknown') refuse('department.unknown', { name: one.name, action: '上报', button: '上报' })
  refuseOutcome(answer)
}

/** 3403 of one department; one that the centre does not hold is removed here. Nothing when it is not as it was read. */
export const withdrawOne = (c: Context, shop: StoreRow, read: Department): Promise<void> =>
  claimedOne(c, read, (one, renew) => {
    if (one.known !== read.known) return refuse('department.changed', { name: one.name })
    return withdraw(c, shop, one, renew)
  })

const withdraw = async (c: Context, shop: StoreRow, one: Department, renew: Renew): Promise<void> => {
  const lost = one.state === 'unknown'
  if (!(await isKnown(c, shop, one, '撤销'))) {
    const mine = mineOf(department, [one.id], one.claimedUntil)
    await c.db.delete(department).where(and(mine, ne(department.state, 'uploaded')))
    return
  }
  const answer = await send(c, shop, { some: [one], renew }, { operation: withdrawDepartment, args: one })
  const refused = answer.kind === 'refused' && answer.message
  if (refused && lost) await landed(c, one, { message: refused })
  if (answer.kind === 'booked' || (refused && lost && !(await isListed(c, shop, one)))) {
    await mark(c, one, { known: false, state: 'withdrawn', message: '' })
    return
  }
  // What the centre refuses to take back is still there as it was.
  if (refused) await mark(c, one, { state: lost ? 'changed' : one.state, known: true, message: refused })
  if (answer.kind === 'unknown') refuse('department.unknown', { name: one.name, action: '撤销', button: '撤销' })
  refuseOutcome(answer)
}
