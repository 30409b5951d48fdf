import type { Deps } from '../../../call/context.ts'
import type { CentreClient } from '../../../centre/client.ts'
import type { Settlement } from '../../../centre/operations/settlement.ts'
import { settlementOf } from '../../../centre/operations/visit-settlement.ts'
import { openIdentity } from '../../card/identity.ts'
import type { Identity } from '../../card/types.ts'
import { flightTime } from '../../organisation/in-flight.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { type StoreRow, storeOf } from '../../organisation/store.ts'
import { book, openLate } from '../book.ts'
import { hold } from '../lease.ts'
import { type Claimed, giveBack, leaveToPerson, postpone, type Reach } from './claim.ts'
import { livesOn } from './life.ts'
import { findAround } from './lookup.ts'
import { askUndo, bookUndone, heldBackText, markUndoSent } from './undo.ts'

interface Asked {
  deps: Deps
  claimed: Claimed
  storeRow: StoreRow
  identity: Identity
  /** The database was another one when this left: it may have been decided since, and the goods may be gone. */
  restored: boolean
  /** The area has another centre's address by now: that one knows nothing of what left for the first. */
  moved: boolean
}

/** What a step found out: settled with these figures, undone, a person's matter, or nothing (undefined). */
type Finding =
  | { settled: Settlement; raw?: string }
  | { undone: 'booked' | 'notFound'; text?: string }
  | { person: string }
  | { again: string }
  | undefined

const refundedText = '中心已有这笔结算，但已退费'

/** (a) Areas with `lookup`: a settlement whose medins_setl_id is our msgid. Finding nothing proves nothing. */
const lookUp = async ({ deps, claimed, storeRow, identity }: Asked): Promise<Finding> => {
  if (!deps.services.centre.of(storeRow.areaCode).profile.lookup) return undefined
  const { intent, order } = claimed
  const ours = await findAround(deps, storeRow, identity, {
    // A registered visit is known before anything is settled in it.
    visit: order.visitId ? order.mdtrtId : null,
    at: intent.sentAt,
    medicalType: order.medicalType,
    wanted: ({ medinsSetlId }) => medinsSetlId === intent.msgid,
  })
  if (!ours) return undefined
  // Taken back on the centre's own site, or after the backup: whose word is that nothing left the counter ends it.
  if (ours.refunded) return intent.undoAsked ? { undone: 'booked', text: refundedText } : { person: refundedText }
  if (intent.undoSentAt) return undefined
  return ours.refunded === undefined ? { again: '查询结算没有得到完整的答复' } : { settled: ours }
}

/** (b) Areas that answer a repeated msgid with the first answer: the same bytes again, never after a 2601 has left. */
const repeat = async ({ deps, claimed, storeRow, restored, moved }: Asked): Promise<Finding> => {
  const client = deps.services.centre.of(storeRow.areaCode)
  const { intent, order } = claimed
  if (!client.profile.repeatMsgid || intent.undoSentAt || order.goodsOut || restored || moved) return undefined
  const body = deps.services.vault.open(intent.payload)
  // On their way once more: until that connection ends they may still arrive.
  if (!(await hold(deps, intent, { closedAt: null }))) return { again: heldBackText }
  const { infno } = intent
  const answer = client.readAnswer(settlementOf(infno), await client.send(body, infno, { timeoutMs: 20_000 }))
  if (answer.kind === 'booked') return { settled: answer.value, raw: answer.raw }
  // A refusal of a repeat proves nothing; without any answer the repeat itself may have booked: ask again later.
  return answer.kind === 'refused' ? undefined : { again: '重发没有得到答复' }
}

/** What a person reads of a settlement that the database may have known more of. */
export const restoredText = '数据库恢复过备份或换过主机，这笔结算可能已经办完，不自动冲正'
/** And of one that left for another address. */
export const movedText =
  '发出后医保中心的地址或请求路径改过，这笔结算可能已在原来的中心入账，不自动冲正；地址改错的请改回后重新核实'

const waitText = '医保中心查无此结算，等待确认'

/** (c) 2601. 'Not found' counts only when the original cannot arrive any more (DESIGN 7). */
const undo = async ({ deps, claimed, storeRow, identity, restored, moved }: Asked): Promise<Finding> => {
  const { intent, order } = claimed
  if (order.goodsOut && !intent.undoAsked) return { person: '药品或小票已交付，请人工决定' }
  if (restored && !intent.undoAsked && !intent.undoSentAt) return { person: restoredText }
  if (moved && !intent.undoAsked) return { person: movedText }
  const { inFlightMax } = await settingsOf(deps.db, order.areaCode)
  // Before the question leaves: what can still arrive then may do so behind its answer.
  const passed = await flightTime(deps, intent.closedAt)
  const departing = () => markUndoSent(deps, claimed)
  const answer = await askUndo(deps, storeRow, identity, { omsgid: intent.msgid, oinfno: intent.infno }, departing)
  if (answer.kind === 'undone') return { undone: 'booked' }
  if (answer.kind === 'open') return { again: `冲正没有得到答复：${answer.text}` }
  if (answer.kind === 'refused') {
    const { alreadyReversedPatterns } = deps.services.centre.of(order.areaCode).profile
    const back = intent.undoAsked && alreadyReversedPatterns.some((pattern) => pattern.test(answer.text))
    return back ? { undone: 'booked' } : { person: `医保中心：“${answer.text}”` }
  }
  return passed >= inFlightMax ? { undone: 'notFound' } : { again: waitText }
}

const late = async ({ deps, claimed: { intent }, storeRow }: Asked): Promise<Finding> => {
  if (!intent.lateAnswer || intent.undoSentAt) return undefined
  return { settled: openLate(deps, intent.lateAnswer, deps.services.centre.of(storeRow.areaCode).profile) }
}

const steps = { look: [late, lookUp], act: [late, lookUp, repeat, undo] } as const satisfies Record<Reach, unknown>

/** What left before there was a column says nothing of it. */
const isElsewhere = ({ infno, sentTo, sentPath }: Claimed['intent'], centre: CentreClient): boolean =>
  (sentTo !== null && sentTo !== centre.profile.baseUrl) || (sentPath !== null && sentPath !== centre.pathOf(infno))

/** Makes an unknown 2102 or 2207 definite, in DESIGN 7's order; every way ends in a state, a next attempt or a person. */
export const recoverPurchase = async (deps: Deps, claimed: Claimed, reach: Reach = 'act'): Promise<void> => {
  const { intent, order } = claimed
  const storeRow = await storeOf(deps, order.storeId)
  const identity = openIdentity(deps.services.vault, order.identity)
  const moved = isElsewhere(intent, deps.services.centre.of(order.areaCode))
  const asked: Asked = { deps, claimed, storeRow, identity, restored: !(await livesOn(deps.db, intent.life)), moved }
  let finding: Finding
  for (const step of steps[reach]) {
    finding = await step(asked)
    if (finding) break
  }
  if (!finding)
    return reach === 'look' ? giveBack(deps, claimed) : postpone(deps, claimed, { error: '没有得到明确答复' })
  if ('settled' in finding) {
    await book(deps, order, intent, { settlement: finding.settled, move: 'foundBooked', by: '系统', raw: finding.raw })
  } else if ('undone' in finding) {
    const { undone, text } = finding
    if (!(await bookUndone(deps, claimed, undone, text))) await postpone(deps, claimed, { error: waitText })
  } else if ('person' in finding) {
    await leaveToPerson(deps, claimed, finding.person)
  } else if (reach === 'look') await giveBack(deps, claimed)
  else await postpone(deps, claimed, { error: finding.again })
}
