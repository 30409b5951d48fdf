import type { InputOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { lasting } from '../../database/held.ts'
import { settingsOf } from '../organisation/settings.ts'
import { tellAtOnce } from './circulation/tell-all.ts'
import { writeVerdict } from './circulation/written.ts'
import { moveRx, notOthers, stateTitle } from './moving.ts'
import { pharmacistOf } from './pharmacist.ts'
import { endText, isOver, type Rx, rxOf, type Taken, takenMs } from './rows.ts'
import type { RxReview, RxState } from './tables.ts'

const waiting: readonly RxState[] = ['waiting', 'second']
const free = { takenBy: '', takenName: '', takenUntil: null }

const found = async (c: Context, id: string): Promise<Taken> => {
  const { one, taken } = await rxOf(c, id)
  return { one, taken }
}

const requireWaiting = ({ state }: Rx, action: string): void => {
  if (!waiting.includes(state)) refuse('rx.state', { state: stateTitle(state), action })
}

const requireFree = (mine: Taken, userId: string): void => {
  if (!notOthers(mine, userId)) refuse('rx.taken', { name: mine.one.takenName })
}

/** Who wrote at a prescription does not review it, and who passed it first does not check himself (domain.md 7.7). */
const requireOther = (one: Rx, userId: string, doctorId = ''): void => {
  if (one.editors.includes(userId)) refuse('rx.own')
  if (one.reviews.some((done) => done.doctorId === doctorId || done.userId === userId)) refuse('rx.same')
}

/** Rx/Take: the asker alone reviews it for a while. Pressed again it is his for longer. */
export const takeRx = async (c: Context, id: string): Promise<void> => {
  const mine = await found(c, id)
  const { one } = mine
  const who = await pharmacistOf(c, one.storeId, c.me)
  requireWaiting(one, '接收')
  requireOther(one, c.me.userId, who.id)
  requireFree(mine, c.me.userId)
  const set = { takenBy: c.me.userId, takenName: who.name, takenUntil: lasting(c.deps, takenMs) }
  await moveRx(c, one, { from: waiting, set, move: '接收', by: who.name })
}

/** Rx/GiveBack: for the others again. */
export const giveBackRx = async (c: Context, id: string): Promise<void> => {
  const mine = await found(c, id)
  const { one } = mine
  requireWaiting(one, '放回')
  requireFree(mine, c.me.userId)
  await moveRx(c, one, { from: waiting, set: free, move: '放回', by: c.me.name })
}

/** Rx/Return: to whoever typed it, with what is wrong with the typing. */
export const returnRx = async (c: Context, id: string, reason: string): Promise<void> => {
  const mine = await found(c, id)
  const { one } = mine
  const who = await pharmacistOf(c, one.storeId, c.me)
  requireWaiting(one, '退回')
  requireFree(mine, c.me.userId)
  const set = { state: 'returned' as const, reason, reviews: [], ...free }
  await moveRx(c, one, { from: waiting, set, move: '退回', text: reason, by: who.name })
}

const nextState = async (c: Context, one: Rx, passed: boolean): Promise<RxState> => {
  if (!passed) return 'refused'
  if (one.state === 'second') return 'passed'
  return (await settingsOf(c.db, one.areaCode)).rxSecondReview ? 'second' : 'passed'
}

const moveOf = { passed: '审核通过', second: '初审通过', refused: '审核不通过' } as Record<RxState, string>

/** Whose verdict it is: the asker's, or that of who gave his password for exactly this one. */
interface Reviewer {
  userId: string
  name: string
}

/** A pharmacist's verdict on the prescription as he read it. */
export const reviewRx = async (
  c: Context,
  { id, revision, passed, opinion }: Omit<InputOf<typeof calls.review>, 'authorizationId'>,
  reviewer: Reviewer,
): Promise<void> => {
  const mine = await found(c, id)
  const { one } = mine
  const { userId } = reviewer
  const who = await pharmacistOf(c, one.storeId, reviewer)
  requireWaiting(one, '审核')
  requireOther(one, userId, who.id)
  requireFree(mine, userId)
  // The centre knows him by it, and what he says of a prescription it has is told it.
  if (one.source === 'circulation' && !who.code) refuse('rx.uncoded', { name: who.name })
  if (one.revision !== revision) refuse('rx.changed', { action: '审核' })
  const words = opinion.trim()
  if (!passed && !words) refuse('rx.opinion', {}, { fields: { opinion: '不通过须写明原因' } })
  if (passed && isOver(one, c.now)) refuse('rx.expired', { number: one.number, day: endText(one) })
  const state = await nextState(c, one, passed)
  const said: RxReview = {
    ...{ doctorId: who.id, userId, name: who.name, code: who.code },
    ...{ passed, opinion: words, at: c.now.toISOString(), revision },
  }
  const set = { state, reviews: [...one.reviews, said], reason: passed ? '' : words, ...free }
  // The centre hears of what is final, and the clerk waits for that.
  const told = one.source === 'circulation' && state !== 'second'
  const also = told ? (tx: Context['db']) => writeVerdict(tx, one, c.now) : undefined
  await moveRx(c, one, {
    from: waiting,
    set,
    move: moveOf[state],
    text: words,
    by: who.name,
    ...(also ? { also } : {}),
  })
  if (told) await tellAtOnce(c.deps, id)
}
