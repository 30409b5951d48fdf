import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { Refusal } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import type { Answer, Operation } from '../../centre/client.ts'
import { cancelRegistration, withdrawFees } from '../../centre/operations/visit.ts'
import { notLookedAt, unknownText } from '../../centre/outcome.ts'
import { visitStepMs } from '../../centre/plugin/waits.ts'
import { reportFault } from '../../process/fault.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { order } from '../order/tables.ts'
import { type VisitRow, visit } from '../order/visit-tables.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { later, notSentText, type Told } from '../telling/told.ts'
import { dueRows, type Resting, takeTurns } from '../telling/turns.ts'
import { mark, withVisit } from './claim.ts'
import { openPerson } from './person.ts'
import { isInIt } from './settled-in.ts'

/** ms after each attempt that ended nothing; then a person has to. */
const pauses = [600_000, 3_600_000, 6 * 3_600_000]

/** What one step said: undefined where it is done. */
const toldBy = (answer: Answer<unknown>): Told | undefined => {
  if (answer.kind === 'booked') return undefined
  if (answer.kind === 'unknown') return { kind: 'unknown', text: unknownText(answer) }
  if (answer.kind === 'notSent') return { kind: 'down', text: notSentText(answer) }
  return notLookedAt(answer) ? { kind: 'down', text: answer.message } : { kind: 'refused', text: answer.message }
}

/** Of a registration whose person a lost key sealed (data.key). */
export const lostPerson = {
  what: '参保人信息',
  instead: '请在医保中心网站撤销这次挂号，再点「已在中心撤销」',
}
const lostText = `${lostPerson.what}是用另一把数据密钥保存的，不能打开。${lostPerson.instead}`

/** What a centre says of a registration that is cancelled there already, or that it does not know. */
const gonePatterns = [
  /挂号(信息|记录)?(已(经)?(被)?(撤销|取消|退号)|不存在)/,
  /(没有|未查询到|未找到)(该|此)?挂号(信息|记录)/,
]

/**
 * 2205 and 2202. Lines are taken out whatever is known of them: a 2204 whose answer was lost may have arrived since. What
 * 2205 refuses is said by 2202 too: its refusal alone decides nothing.
 */
const endThere = async (deps: Deps, shop: StoreRow, row: VisitRow): Promise<Told> => {
  const person = openPerson(deps.services.vault, row.person)
  if (!person) return { kind: 'open', text: lostText }
  const { psnNo, insuredArea } = person
  const key = { psnNo, mdtrtId: row.mdtrtId ?? '' }
  const send = async <A>(operation: Operation<A, unknown>, args: A) =>
    toldBy(await runAsSystem(deps, shop, operation, args, { insuredArea, timeoutMs: visitStepMs }))
  if (row.batches > 0) {
    const told = await send(withdrawFees, key)
    if (told && told.kind !== 'refused') return told
    if (!told) await mark(deps, row, { batch: '' })
  }
  const told = await send(cancelRegistration, { ...key, otpNo: row.otpNo })
  const gone = told?.kind === 'refused' && gonePatterns.some((pattern) => pattern.test(told.text))
  return told && !gone ? told : { kind: 'done', text: '挂号已撤销' }
}

/** Its order is settled in it after all, or may be: nothing is ended then. */
const isInUse = async ({ db }: Pick<Deps, 'db'>, row: VisitRow): Promise<boolean> => {
  const [found] = await db
    .select({ id: order.id })
    .from(order)
    .innerJoin(visit, eq(visit.id, order.visitId))
    .where(
      and(
        ...[eq(order.id, row.orderId), eq(visit.id, row.id), isInIt(db)],
        inArray(order.state, ['settling', 'unknown', 'reversing', 'settled']),
      ),
    )
  return found !== undefined
}

/** What a claimed visit is once it is ended: nobody has to be named for it any more. */
const closed = { state: 'closed', nextAt: null, message: '', person: '' } as const

/** Ends a claimed visit that nothing is sold in any more, and notes when to try again where the centre did not. */
const end = async (deps: Deps, row: VisitRow): Promise<Told | undefined> => {
  if (await isInUse(deps, row)) {
    await mark(deps, row, { state: 'open', nextAt: null, message: '' })
    return undefined
  }
  const told = await endThere(deps, await storeOf(deps, row.storeId), row)
  if (told.kind === 'done') {
    await mark(deps, row, closed, eq(visit.state, 'left'))
    return told
  }
  const down = told.kind === 'down'
  // Not sent, and never will be.
  const pause = down ? pauses[0] : told.kind === 'open' ? undefined : pauses[row.attempts]
  const nextAt = pause === undefined ? null : later(deps, pause)
  await mark(deps, row, { message: told.text.slice(0, 500), nextAt, attempts: row.attempts + (down ? 0 : 1) })
  return told
}

/** A person has cancelled it on the centre's own site: false when it is not left any more; undefined: somebody else has it. */
export const endByHand = (deps: Deps, id: string): Promise<boolean | undefined> =>
  withVisit(deps, id, async (row) => {
    if (await isInUse(deps, row)) return false
    return mark(deps, row, closed, eq(visit.state, 'left'))
  })

/** The same of one that cannot be spoken of at all (nobody signs in there): later, behind the others. */
const endOrPostpone = (deps: Deps, row: VisitRow): Promise<Told | undefined> =>
  end(deps, row).catch(async (fault: unknown) => {
    if (!(fault instanceof Refusal)) reportFault('visit', fault)
    const text = fault instanceof Refusal ? fault.message : '系统处理出错'
    await mark(deps, row, { message: text.slice(0, 500), nextAt: later(deps, pauses[0]!) })
    return { kind: 'down', text } as const
  })

/** Ends one visit now; undefined when somebody else has it, or it is not left any more. */
export const endVisit = (deps: Deps, id: string): Promise<Told | undefined> =>
  withVisit(deps, id, async (row) => (row.state === 'left' ? endOrPostpone(deps, row) : undefined))

/**
 * Ends at the centres the visits that nothing is sold in any more (2205, 2202), in stores where somebody is signed in or that
 * were closed some days ago, as far as `when` holds for them. Answers how many were tried.
 */
export const endLeft = async (
  deps: Deps,
  report: (fault: unknown) => void,
  resting: Resting = new Map(),
  when?: SQL,
): Promise<number> => {
  const due = await dueRows(deps, visit, resting, and(eq(visit.state, 'left'), when))
  const tell = (id: string) => endVisit(deps, id)
  return takeTurns(deps, due, tell, report, resting)
}
