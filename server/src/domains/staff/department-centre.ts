import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import type { Answer, Operation } from '../../centre/client.ts'
import {
  addDepartment,
  changeDepartment,
  queryDepartments,
  type Department as Told,
  withdrawDepartment,
} from '../../centre/operations/department.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { ask } from '../attendance/ask.ts'
import { type StoreRow, systemHeader } from '../attendance/sign.ts'
import { claimedOne } from './department-claim.ts'
import type { Department } from './department-rows.ts'
import { department } from './tables.ts'

/** Waiting for an answer of the centre, ms. */
const timeoutMs = 60_000

const toldOf = (one: Department, { areaCode }: StoreRow): Told => ({ ...one, areaCode })

/** What is known of a department from now on. */
export const mark = async ({ db }: Pick<Context, 'db'>, id: string, set: Partial<Department>): Promise<void> => {
  await db.update(department).set(set).where(eq(department.id, id))
}

/** The centre's own list: 5101. */
export const askDepartments = (c: Context, shop: StoreRow): Promise<Told[]> => ask(c.deps, shop, queryDepartments, null)

/** Whether the centre holds it: asked anew when the last answer was lost. */
const isKnown = async (c: Context, shop: StoreRow, one: Department): Promise<boolean> => {
  if (one.state !== 'unknown') return one.known
  const known = (await askDepartments(c, shop)).some(({ code }) => code === one.code)
  await mark(c, one.id, { known })
  return known
}

/** Sends what changes something there. `unknown` is written before it leaves: whoever dies meanwhile leaves it so. */
export const send = async <A>(
  c: Context,
  shop: StoreRow,
  some: readonly Department[],
  { operation, args }: { operation: Operation<A, true>; args: A },
): Promise<Answer<true>> => {
  const header = await systemHeader(c.deps, shop)
  for (const { id } of some) await mark(c, id, { state: 'unknown', message: '' })
  const answer = await c.services.centre.of(shop.areaCode).run(operation, args, header, { timeoutMs })
  // Nothing left the house: everything is as before.
  if (answer.kind === 'notSent') for (const { id, state, message } of some) await mark(c, id, { state, message })
  return answer
}

/** Keeps a booked upload. A change that somebody saved meanwhile is still to be sent. */
export const keepUploaded = async (c: Pick<Context, 'db' | 'deps'>, some: readonly Department[]): Promise<void> => {
  const uploadedAt = c.deps.clock()
  for (const { id, changedAt } of some) {
    await mark(c, id, { known: true, state: 'changed', message: '', uploadedAt })
    await c.db
      .update(department)
      .set({ state: 'uploaded' })
      .where(and(eq(department.id, id), eq(department.changedAt, changedAt)))
  }
}

/** 3401 or 3402 of one department; throws a Refusal that says what the centre said. */
export const uploadOne = (c: Context, shop: StoreRow, read: Department): Promise<void> =>
  claimedOne(c, read, (one) => {
    // Somebody else's message was first, and it told all there is.
    if (one.state === 'uploaded') return refuse('department.uploaded', { name: one.name })
    return upload(c, shop, one)
  })

const upload = async (c: Context, shop: StoreRow, one: Department): Promise<void> => {
  const known = await isKnown(c, shop, one)
  const args = toldOf(one, shop)
  const answer = await send(c, shop, [one], { operation: known ? changeDepartment : addDepartment, args })
  if (answer.kind === 'booked') return keepUploaded(c, [one])
  if (answer.kind === 'refused') await mark(c, one.id, { state: 'refused', known, message: answer.message })
  if (answer.kind === 'unknown') refuse('department.unknown', { name: one.name, action: '上报', button: '上报' })
  refuseOutcome(answer)
}

/** 3403 of one department; one that the centre does not hold is removed here. Nothing when it is not as it was read. */
export const withdrawOne = (c: Context, shop: StoreRow, read: Department): Promise<void> =>
  claimedOne(c, read, (one) => {
    if (one.known !== read.known) return refuse('department.changed', { name: one.name })
    return withdraw(c, shop, one)
  })

const withdraw = async (c: Context, shop: StoreRow, one: Department): Promise<void> => {
  if (!(await isKnown(c, shop, one))) {
    await c.db.delete(department).where(and(eq(department.id, one.id), ne(department.state, 'uploaded')))
    return
  }
  const answer = await send(c, shop, [one], { operation: withdrawDepartment, args: one })
  if (answer.kind === 'booked') return mark(c, one.id, { known: false, state: 'withdrawn', message: '' })
  // What the centre refuses to take back is still there as it was.
  if (answer.kind === 'refused') await mark(c, one.id, { state: one.state, known: true, message: answer.message })
  if (answer.kind === 'unknown') refuse('department.unknown', { name: one.name, action: '撤销', button: '撤销' })
  refuseOutcome(answer)
}
