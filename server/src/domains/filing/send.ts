import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Answer, Header } from '../../centre/client.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { lasting } from '../../database/held.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { systemHeader } from '../attendance/sign.ts'
import { leftOf, minutesOf } from '../organisation/in-flight.ts'
import type { StoreRow } from '../organisation/store.ts'
import { mark, markMine, withFiling } from './claim.ts'
import { insuredAreaOf } from './kinds/insurance.ts'
import type { Ask, Filing, Found, Held, Kind, Run } from './kinds/kind.ts'
import { isSame } from './same.ts'
import { requireTaken } from './standing.ts'
import { stateTitle } from './state.ts'

/** Waiting for an answer of the centre, ms. */
const timeoutMs = 60_000

/** Sends one message for a store under a header that stands already. */
const telling = (c: Context, { areaCode }: StoreRow, header: Header): Run => {
  const client = c.services.centre.of(areaCode)
  const run: Ask = (operation, args) => client.run(operation, args, header, { timeoutMs })
  return Object.assign(run, { profile: client.profile })
}

/** Asks for a store about a person insured in an area. */
export const asking = (c: Context, shop: StoreRow, insuredArea: string): Run => {
  const run: Ask = (operation, args) => runAsSystem(c.deps, shop, operation, args, { timeoutMs, insuredArea })
  return Object.assign(run, { profile: c.services.centre.of(shop.areaCode).profile })
}

/** How the centre's list answers about a person: this filing from this day in it, if it is there. */
const lookedUp = async (c: Context, kind: Kind, found: Found): Promise<Answer<Held | undefined>> => {
  const { one, shop, personal } = found
  const answer = await kind.held(personal.psnNo, asking(c, shop, insuredAreaOf(found)), one)
  if (answer.kind !== 'booked') return answer
  return { ...answer, value: answer.value.find((held) => isSame(one, kind, held)) }
}

/** This filing as the centre has it; refuses what is no answer, so that nothing is sent while it cannot be asked. */
const listed = async (c: Context, kind: Kind, found: Found): Promise<Held | undefined> => {
  const answer = await lookedUp(c, kind, found)
  return answer.kind === 'booked' ? answer.value : refuseOutcome(answer)
}

interface Sending<R> {
  /** Sends its one message. */
  tell: (run: Run) => Promise<Answer<R>>
  pending: 'upload' | 'repeal'
  /** What the filing is again when nothing left the house. */
  before: Filing['state']
}

/** Sends what changes something there. `unknown` is written before it leaves: whoever dies meanwhile leaves it so. */
const send = async <R>(c: Context, found: Found, { tell, pending, before }: Sending<R>): Promise<Answer<R>> => {
  const { one, shop } = found
  const header = await systemHeader(c.deps, shop, insuredAreaOf(found))
  // Without the mark nothing leaves: the claim has run out, and somebody else may be at work.
  const leaving = { state: 'unknown', pending, message: '', sentAt: lasting(c.deps, 0) } as const
  if (!(await markMine(c, one, leaving))) return refuse('filing.busy')
  const answer = await tell(telling(c, shop, header))
  if (answer.kind === 'notSent')
    await mark(c, one, { state: before, pending: '', message: one.message, sentAt: one.sentAt })
  return answer
}

const isLost = ({ one }: Found, pending: 'upload' | 'repeal') => one.state === 'unknown' && one.pending === pending

/** ms until the message whose answer was lost cannot arrive any more, 0 when it cannot now. */
const stillOnItsWay = (c: Context, { one, shop }: Found): Promise<number> =>
  leftOf(c.deps, shop.areaCode, one, timeoutMs)

/** Repeated while the lost one is on its way, one of the two would be refused, and nobody could say of which that is true. */
const requireLanded = (left: number, { one }: Found, action: string): void => {
  if (left > 0) refuse('filing.flying', { name: one.subjectName, action, minutes: minutesOf(left) })
}

/**
 * What the centre has of a filing whose repeated message it refused: the first one may have been booked after all. While
 * that cannot be asked it stays unknown, with what the centre said; neither of the two is on its way.
 */
const listedAfter = async (c: Context, kind: Kind, found: Found, message: string): Promise<Held | undefined> => {
  await mark(c, found.one, { sentAt: found.one.sentAt, message })
  return listed(c, kind, found)
}

const uploaded = (c: Context) => ({ state: 'uploaded' as const, pending: '' as const, uploadedAt: c.deps.clock() })

/** The number of what was just filed, from the list of a centre that names it nowhere else (2693); later if it cannot now. */
const learnSerial = async (c: Context, kind: Kind, found: Found): Promise<void> => {
  const answer = await lookedUp(c, kind, found)
  const serial = answer.kind === 'booked' && answer.value?.serial
  await mark(
    c,
    found.one,
    serial ? { serial } : { message: '备案已上报，申报流水号还没有查到：撤销时再向医保中心查询' },
  )
}

/** A lost upload that the centre holds. Without its number it is taken back there. */
const keepHeld = (c: Context, { one }: Found, { serial = '' }: Held): Promise<void> => {
  const message = serial ? '' : '医保中心已有这条备案，申报流水号没有收到，撤销请到中心办理'
  return mark(c, one, { ...uploaded(c), message, ...(serial && { serial }) })
}

/** Tells the centre of one filing; throws a Refusal that says what the centre said. */
export const uploadFiling = (c: Context, kind: Kind, id: string): Promise<void> =>
  withFiling(c, kind, id, async (found) => {
    const { one } = found
    const lost = isLost(found, 'upload')
    if (!lost && one.state !== 'draft' && one.state !== 'refused')
      refuse('filing.state', { state: stateTitle(one.state), action: '上报' })
    requireTaken(c, kind, found.shop.areaCode)
    // Before the question leaves: what can still arrive then may do so behind its answer.
    const left = lost ? await stillOnItsWay(c, found) : 0
    const held = lost ? await listed(c, kind, found) : undefined
    if (held) return keepHeld(c, found, held)
    requireLanded(left, found, '上报')
    const before = lost ? 'draft' : one.state
    const answer = await send(c, found, { tell: (run) => kind.upload(found, run), pending: 'upload', before })
    if (answer.kind === 'booked') {
      const { serial } = answer.value
      await mark(c, one, { ...uploaded(c), message: '', serial })
      if (!serial) await learnSerial(c, kind, found)
      return
    }
    if (answer.kind === 'refused') {
      const there = lost ? await listedAfter(c, kind, found, answer.message) : undefined
      if (there) return keepHeld(c, found, there)
      await mark(c, one, { state: 'refused', pending: '', message: answer.message })
    }
    if (answer.kind === 'unknown') refuse('filing.unknown', { name: one.subjectName, action: '上报' })
    return refuseOutcome(answer)
  })

/** Takes one filing back; one that the centre never held is repealed here. */
export const repealFiling = (c: Context, kind: Kind, id: string, reason: string): Promise<void> =>
  withFiling(c, kind, id, async (found) => {
    const { one } = found
    const lost = isLost(found, 'repeal')
    const repealed = { state: 'repealed', pending: '', reason, message: '' } as const
    const here = one.state === 'draft' || one.state === 'refused'
    if (!here && !lost && one.state !== 'uploaded')
      refuse('filing.state', { state: stateTitle(one.state), action: '撤销' })
    if (here) return mark(c, one, repealed)
    requireTaken(c, kind, found.shop.areaCode)
    const left = lost ? await stillOnItsWay(c, found) : 0
    const held = lost || !one.serial ? await listed(c, kind, found) : undefined
    if (lost && !held) return mark(c, one, repealed)
    requireLanded(left, found, '撤销')
    const serial = one.serial || held?.serial || refuse('filing.serial')
    const tell = (run: Run) => kind.repeal({ ...found, one: { ...one, serial } }, reason, run)
    const answer = await send(c, found, { tell, pending: 'repeal', before: 'uploaded' })
    if (answer.kind === 'booked') return mark(c, one, { ...repealed, serial })
    if (answer.kind === 'refused') {
      if (lost && !(await listedAfter(c, kind, found, answer.message))) return mark(c, one, { ...repealed, serial })
      // What the centre refuses to take back is still there as it was.
      await mark(c, one, { state: 'uploaded', pending: '', message: answer.message })
    }
    if (answer.kind === 'unknown') refuse('filing.unknown', { name: one.subjectName, action: '撤销' })
    return refuseOutcome(answer)
  })
