import { and, eq, inArray, lt } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { tellDispensing } from '../../../centre/operations/dispensing.ts'
import { tellVerdict } from '../../../centre/operations/prescription.ts'
import { notLookedAt, unknownText } from '../../../centre/outcome.ts'
import { lasting } from '../../../database/held.ts'
import { systemHeader } from '../../attendance/sign.ts'
import { reload } from '../../order/find.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { storeOf } from '../../organisation/store.ts'
import { doubtOf } from '../../telling/doubt.ts'
import { later, notSentText, type Told } from '../../telling/told.ts'
import { tellRx } from '../moving.ts'
import { type HandedOut, prescription, rxMessage } from '../tables.ts'
import { dispensingArgs, handedOutBy, verdictArgs } from './args.ts'
import { type Message, mark } from './claim.ts'
import { type Found, makeDefinite, timeoutMs } from './definite.ts'
import { completed, type SoldBy } from './sold.ts'

const minute = 60_000
const needless = { state: 'needless', nextAt: null, message: '' } as const
const done: Told = { kind: 'done', text: '已上传' }

const wait = async (deps: Deps, one: Message, text: string): Promise<Told> => {
  await mark(deps, one, { nextAt: later(deps, minute) })
  return { kind: 'open', text }
}

/** Messages of a prescription are told in their order: what stands before this one and is not told yet. */
const earlier = async ({ db }: Pick<Deps, 'db'>, one: Message): Promise<Message | undefined> => {
  const open = inArray(rxMessage.state, ['waiting', 'unknown'])
  const before = and(eq(rxMessage.prescriptionId, one.prescriptionId), lt(rxMessage.id, one.id), open)
  const [found] = await db.select().from(rxMessage).where(before).limit(1)
  return found
}

/** Why what was handed out is not told now: its order is being taken back, or was. */
const keepDispense = async (deps: Deps, { one }: Found): Promise<Told | undefined> => {
  const row = await reload(deps, one.orderId)
  if (row.state === 'settled' && row.setlId === one.setlId) return undefined
  if (row.state === 'reversing' || row.state === 'unknown')
    return wait(deps, one, '订单的撤销还没有结果，等核实后再上传')
  await mark(deps, one, needless)
  return { kind: 'done', text: '结算已撤销，不用上传' }
}

/** Why a return is not told: what it takes back never arrived. */
const keepReturn = async (deps: Deps, { one }: Found): Promise<Told | undefined> => {
  const [sold] = await deps.db
    .select()
    .from(rxMessage)
    .where(and(eq(rxMessage.orderId, one.orderId), eq(rxMessage.round, one.round), eq(rxMessage.kind, 'dispense')))
  if (sold?.state === 'told') return undefined
  await mark(deps, one, needless)
  return { kind: 'done', text: '取药没有上传过，不用上传退回' }
}

/** What was handed out, as it is sold by now; of what came back as it was told, whatever became of it in 销售明细 since. */
const handedOutNow = async (deps: Deps, { one, soldBy }: Found): Promise<HandedOut | undefined> => {
  if (one.kind === 'verdict') return undefined
  const out = one.handedOut ?? handedOutBy(await reload(deps, one.orderId), one.at)
  return one.kind === 'return' ? out : completed(out, await soldBy(deps, one))
}

const prepared = async (deps: Deps, { one, rx, shop }: Found, out: HandedOut | undefined) => {
  const client = deps.services.centre.of(shop.areaCode)
  const header = await systemHeader(deps, shop)
  if (out) return client.prepare(tellDispensing, dispensingArgs(rx, one, out), header)
  const args = await verdictArgs(deps, rx)
  return 'missing' in args ? args : client.prepare(tellVerdict, args, header)
}

/** Sends what changes something there. `unknown` is written before it leaves: whoever dies meanwhile leaves it so. */
const send = async (deps: Deps, found: Found): Promise<Told> => {
  const { one, shop } = found
  const out = await handedOutNow(deps, found)
  const built = await prepared(deps, found, out)
  const retry = one.state === 'waiting' ? later(deps, 10 * minute) : null
  if ('missing' in built || built.kind === 'notSent') {
    const text = 'missing' in built ? built.missing : notSentText(built)
    await mark(deps, one, { message: text, nextAt: retry })
    return { kind: 'open', text }
  }
  const sentAt = lasting(deps, 0)
  const { inFlightMax } = await settingsOf(deps.db, shop.areaCode)
  // Asked about in a minute; sent again at the earliest when this one can no longer arrive (definite.ts).
  const nextAt = later(deps, Math.min(minute, timeoutMs + inFlightMax))
  const leaving = {
    state: 'unknown',
    message: '',
    sentAt,
    nextAt,
    attempts: 0,
    ...(out && { handedOut: out }),
  } as const
  if (!(await mark(deps, one, leaving, eq(rxMessage.state, one.state))))
    return { kind: 'open', text: '处方刚刚变化，没有上传，请刷新后查看' }
  const client = deps.services.centre.of(shop.areaCode)
  const operation = one.kind === 'verdict' ? tellVerdict : tellDispensing
  const answer = client.readAnswer(operation, await client.send(built.body, operation.infno, { timeoutMs }))
  if (answer.kind === 'booked') {
    await mark(deps, one, { state: 'told', toldAt: deps.clock(), nextAt: null })
    return done
  }
  if (answer.kind === 'unknown') {
    await mark(deps, one, { message: unknownText(answer) })
    return { kind: 'unknown', text: `${unknownText(answer)}，系统会先核实再重新上传` }
  }
  if (answer.kind === 'notSent' || notLookedAt(answer)) {
    const text = answer.kind === 'notSent' ? notSentText(answer) : answer.message
    await mark(deps, one, { state: one.state, message: text, nextAt: retry ?? later(deps, minute) })
    return { kind: 'down', text }
  }
  await mark(deps, one, { state: 'refused', message: answer.message, nextAt: null })
  const advice = one.kind === 'dispense' ? '；批号或追溯码不对的，请先到「销售明细」补录再重新上传' : ''
  return { kind: 'refused', text: `医保中心：“${answer.message}”${advice}` }
}

const foundOf = async (deps: Deps, one: Message, soldBy: SoldBy): Promise<Found> => {
  const [rx] = await deps.db.select().from(prescription).where(eq(prescription.id, one.prescriptionId))
  if (!rx) return refuse('not.found', { what: '这张处方' })
  return { one, rx, shop: await storeOf(deps, one.storeId), soldBy }
}

/** Why a verdict is not told: what it passed was withdrawn before, and stays free for another pharmacy. */
const keepVerdict = async (deps: Deps, { one, rx }: Found): Promise<Told | undefined> => {
  if (rx.state !== 'undone' || !rx.reviews.at(-1)?.passed) return undefined
  await mark(deps, one, needless)
  return { kind: 'done', text: '处方已撤销，不用上传' }
}

const keep = { verdict: keepVerdict, dispense: keepDispense, return: keepReturn } as const

/**
 * 7204 or 7206 of a claimed message: what is unknown is made definite first, what need not be told is not. What was handed
 * out is told as `soldBy` has it now.
 */
export const tellMessage = async (deps: Deps, claimed: Message, soldBy: SoldBy): Promise<Told> => {
  if (claimed.state === 'told' || claimed.state === 'needless') {
    await mark(deps, claimed, { nextAt: null })
    return done
  }
  if (await earlier(deps, claimed)) return wait(deps, claimed, '这张处方前面的上传还没有完成')
  const doubt = await doubtOf(deps, claimed, claimed.at)
  if (doubt) await mark(deps, claimed, doubt, eq(rxMessage.state, claimed.state))
  const found = await foundOf(deps, { ...claimed, ...doubt }, soldBy)
  const told = await tellFound(deps, found)
  tellRx(deps, found.rx)
  return told
}

const tellFound = async (deps: Deps, found: Found): Promise<Told> => {
  const told = found.one.state === 'unknown' ? await makeDefinite(deps, found) : undefined
  if (told) return told
  const now = found.one.state === 'unknown' ? { ...found, one: { ...found.one, state: 'waiting' as const } } : found
  return (await keep[now.one.kind](deps, now)) ?? send(deps, now)
}
