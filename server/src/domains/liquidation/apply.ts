import type { InputOf } from '@yibao/shared/call.ts'
import type { liquidation as calls } from '@yibao/shared/calls/liquidation.ts'
import { fen } from '@yibao/shared/money.ts'
import { addMonths, startOfDay } from '@yibao/shared/time.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Answer, Operation } from '../../centre/client.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { lasting } from '../../database/held.ts'
import { lifeBegan } from '../../database/life.ts'
import { systemHeader } from '../attendance/sign.ts'
import { settingsOf } from '../organisation/settings.ts'
import { claimOf, gapText } from './amounts.ts'
import { askState, findApplied, isBack, quietly, saysGone, sendingMs } from './ask.ts'
import { type Application, callsOf, type Found, keyOf, mark, withApplication } from './claim.ts'
import { isBeingReversed } from './in-application.ts'
import { keepRevoked, keepState } from './keep.ts'
import { agreementOf, openGroups } from './open-groups.ts'
import { presentSums } from './rows.ts'
import { stateTitle } from './state.ts'
import { sameSums } from './sums.ts'

interface Sending<A, R> {
  operation: Operation<A, R>
  args: A
  /** What it is while the answer is on its way: whoever dies meanwhile leaves it so. */
  unknown: '7' | '8'
  /** Asked last of all before it leaves, when everybody else sees that it does; refuses. */
  check?: () => Promise<void>
}

const send = async <A, R>(c: Context, { one, shop }: Found, sending: Sending<A, R>): Promise<Answer<R>> => {
  const header = await systemHeader(c.deps, shop)
  const stateBefore = sending.unknown === '8' ? one.state : null
  // At the latest, should this process not be there to see it.
  const closedAt = lasting(c.deps, sendingMs)
  const marked = await mark(c, one, { state: sending.unknown, stateBefore, message: '', closedAt })
  // Without the mark nothing leaves: the claim has run out, and somebody else may be at work.
  if (!marked) return refuse('liquidation.busy')
  const asItWas = () =>
    mark(c, one, { state: one.state, stateBefore: null, message: one.message, closedAt: one.closedAt })
  try {
    await sending.check?.()
  } catch (error) {
    await asItWas()
    throw error
  }
  const client = c.services.centre.of(shop.areaCode)
  const answer = await client.run(sending.operation, sending.args, header, { timeoutMs: sendingMs })
  if (answer.kind === 'notSent') await asItWas()
  return answer
}

const requireBooks = async (c: Context, one: Application): Promise<void> => {
  const now = (await presentSums(c, [one])).get(one.id)!
  if (sameSums(one, now)) return
  const gap = gapText(claimOf(one), { ...claimOf(one), total: now.total, account: now.account, cash: now.cash })
  refuse('liquidation.moved', { text: gap || '结算笔数不同' })
}

const requireFresh = async (c: Context, { one, shop }: Found): Promise<void> => {
  await requireBooks(c, one)
  const settings = await settingsOf(c.db, shop.areaCode)
  if (one.withAccount !== settings.claimAccount)
    refuse('liquidation.moved', { text: '基金申报是否包含个人账户，区划的设置已改' })
  const { open } = openGroups(one, await agreementOf(c, shop, one.month, settings))
  if (open) refuse('liquidation.open', { text: open })
}

/**
 * What the centre has of a draft's month already, where the database was played back since the month ended: it may have been
 * applied for in what was lost. undefined = nothing, or only by its number could it be asked (docs/OPERATIONS.md, Backup).
 */
const appliedBefore = async (c: Context, found: Found) => {
  const { one, shop } = found
  const ended = startOfDay(`${addMonths(one.month, 1)}-01`)
  if (!callsOf(c, shop.areaCode).find || (await lifeBegan(c)) <= ended) return undefined
  const told = await findApplied(c, found)
  return told === 'silent' ? refuse('centre.down') : told
}

const unknownNext = '请稍后按「查询进度」核实'
const unfindableNext = '本区划的医保中心不能按月份查询：请在医保中心网站或电话核实，再按「核实结果」'

/** Liquidation/Apply: 3203 of a draft, as it was confirmed and as long as its books stand as they did. */
export const apply = (c: Context, { id, total, fund }: InputOf<typeof calls.apply>): Promise<void> =>
  withApplication(c, id, async (found) => {
    const { one, shop } = found
    if (one.state !== '0') refuse('liquidation.state', { state: stateTitle(one.state), action: '申请' })
    if (fen(total) !== one.claimTotal || fen(fund) !== one.claimFund) refuse('liquidation.seen')
    await requireFresh(c, found)
    const by = { appliedBy: c.me.name, appliedAt: c.deps.clock() }
    const before = await appliedBefore(c, found)
    if (before) {
      const message = [before.memo, '医保中心已有这个月的申请，没有重复提交'].filter(Boolean).join('；')
      return keepState(c, one, before, { ...by, message })
    }
    const args = { ...keyOf(one), ...claimOf(one) }
    const check = async () => {
      // A sign-in may have taken half a minute since.
      await requireBooks(c, one)
      if (await isBeingReversed(c, one)) refuse('liquidation.reversing')
    }
    const answer = await send(c, found, { operation: callsOf(c, shop.areaCode).apply, args, unknown: '7', check })
    if (answer.kind === 'booked') {
      await mark(c, one, { state: '1', eventId: answer.value, message: '', ...by })
      // The centre that sums by itself is asked for its sums at once; without them it is applied for all the same.
      const told = await quietly(() => askState(c, { shop, one: { ...one, state: '1', eventId: answer.value } }))
      if (typeof told === 'object') await keepState(c, { ...one, state: '1' }, told)
      return
    }
    if (answer.kind === 'refused') await mark(c, one, { state: '0', closedAt: null, message: answer.message })
    if (answer.kind !== 'unknown') return refuseOutcome(answer)
    // Who applied is kept while it is unknown whether it arrived.
    await mark(c, one, { ...by, closedAt: lasting(c.deps, 0) })
    const told = await quietly(() => findApplied(c, found))
    if (!told || told === 'silent') {
      const next = callsOf(c, shop.areaCode).find ? unknownNext : unfindableNext
      return refuse('liquidation.unknown', { action: '申请', next })
    }
    await keepState(c, { ...one, state: '7' }, told)
  })

const revocable = (one: Application) => one.state === '1' || one.state === '5'

/** Liquidation/Revoke: 3204 of an application that nobody has looked at, or that was sent back (domain.md 5.6). */
export const revoke = (c: Context, id: string, reason: string): Promise<void> =>
  withApplication(c, id, async (found) => {
    const { one, shop } = found
    if (!revocable(one)) refuse('liquidation.state', { state: stateTitle(one.state), action: '撤销' })
    const args = { ...keyOf(one), eventId: one.eventId }
    const why = `撤销原因：${reason}`
    const answer = await send(c, found, { operation: callsOf(c, shop.areaCode).revoke, args, unknown: '8' })
    if (answer.kind === 'booked') return keepRevoked(c, one, why)
    const { alreadyReversedPatterns } = c.services.centre.of(shop.areaCode).profile
    if (answer.kind === 'refused' && !answer.signInLost) {
      if (alreadyReversedPatterns.some((pattern) => pattern.test(answer.message))) return keepRevoked(c, one, why)
    }
    if (saysGone(answer)) {
      // One sentence frees a month's money: asked by its number the centre has to say so too.
      const told = await quietly(() => askState(c, found))
      const text = `医保中心没有这份申请（答复：“${answer.message}”），本地按已撤销记录。${why}`
      if (told && isBack(told)) return keepRevoked(c, one, text)
    }
    // What the centre refuses to take back is still there as it was.
    if (answer.kind === 'refused')
      await mark(c, one, { state: one.state, stateBefore: null, message: answer.message, closedAt: one.closedAt })
    if (answer.kind !== 'unknown') return refuseOutcome(answer)
    await mark(c, one, { message: why, closedAt: lasting(c.deps, 0) })
    const told = await quietly(() => askState(c, found))
    if (told && isBack(told)) return keepRevoked(c, one, why)
    return refuse('liquidation.unknown', { action: '撤销', next: unknownNext })
  })
