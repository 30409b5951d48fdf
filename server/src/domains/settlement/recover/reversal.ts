import type { Deps } from '../../../call/context.ts'
import { notLookedAt } from '../../../centre/outcome.ts'
import { systemHeader } from '../../attendance/sign.ts'
import { openIdentity } from '../../card/identity.ts'
import type { Identity } from '../../card/types.ts'
import { move } from '../../order/states.ts'
import { flightTime } from '../../organisation/in-flight.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { type StoreRow, storeOf } from '../../organisation/store.ts'
import { closeRefused } from '../intents.ts'
import { hold } from '../lease.ts'
import { bookReversal, nobody, reversalOf } from '../reverse.ts'
import { writeDuplicate } from '../tell-duplicate.ts'
import { type Claimed, giveBack, postpone, type Reach } from './claim.ts'
import { askSettlement, findAround } from './lookup.ts'
import { type ReversedThere, reversedThere } from './reversed-there.ts'

/** Where the area can be asked: the reversal's own settlement, known by our 2103's msgid. */
const bookedReversal = async (deps: Deps, { intent: row, order }: Claimed, storeRow: StoreRow, identity: Identity) => {
  if (!deps.services.centre.of(order.areaCode).profile.lookup) return undefined
  const ours = [row.msgid, ...row.earlierMsgids]
  return findAround(deps, storeRow, identity, {
    // Its purchase's, however long ago that was.
    visit: order.mdtrtId,
    at: row.sentAt,
    medicalType: order.medicalType,
    wanted: ({ medinsSetlId, setlId }) => ours.includes(medinsSetlId) && setlId !== order.setlId,
  })
}

/**
 * Unknown 2103 (DESIGN 7): 5203 by the known setl_id decides. Reversed: done. Not reversed: 2103 again, under a new
 * msgid that is committed first; 'already reversed' is done, any other refusal leaves the settlement as it is.
 */
export const recoverReversal = async (deps: Deps, claimed: Claimed, reach: Reach = 'act'): Promise<void> => {
  const { intent: row, order } = claimed
  const storeRow = await storeOf(deps, order.storeId)
  const identity = openIdentity(deps.services.vault, order.identity)
  const ids = { setlId: order.setlId ?? '', mdtrtId: order.mdtrtId ?? '' }
  const known = await askSettlement(deps, storeRow, identity, ids)
  if (known?.refunded) {
    await bookReversal(deps, order, row, await bookedReversal(deps, claimed, storeRow, identity), '系统')
    return
  }
  if (reach === 'look') return giveBack(deps, claimed)
  if (!known) return postpone(deps, claimed, { error: '查询结算没有得到答复' })
  const client = deps.services.centre.of(order.areaCode)
  const header = await systemHeader(deps, storeRow, identity.insuredArea)
  const message = client.prepare(reversalOf(row.infno), { ...ids, psnNo: identity.psnNo }, header)
  if (message.kind === 'notSent') return postpone(deps, claimed, { error: message.reason, needsPerson: true })
  const payload = deps.services.vault.seal(message.body)
  const earlierMsgids = [...row.earlierMsgids, row.msgid]
  const leaving = { msgid: message.msgid, earlierMsgids, payload, sentAt: deps.clock(), closedAt: null }
  if (!(await hold(deps, row, leaving))) return
  const sent = await client.send(message.body, row.infno, { timeoutMs: 20_000 })
  const answer = client.readAnswer(reversalOf(row.infno), sent)
  if (answer.kind === 'booked') {
    await bookReversal(deps, order, row, answer.value, '系统', answer.raw)
    return
  }
  if (answer.kind !== 'refused') return postpone(deps, claimed, { error: '撤销没有得到答复' })
  // The next attempt signs in again, or finds the clock put right.
  if (notLookedAt(answer)) return postpone(deps, claimed, { error: answer.message, closedAt: row.closedAt })
  if (client.profile.alreadyReversedPatterns.some((pattern) => pattern.test(answer.message))) {
    await bookReversal(deps, order, row, undefined, '系统', answer.raw)
    return
  }
  await stands(deps, claimed, `医保中心：“${answer.message}”`, async () => {
    const now = await askSettlement(deps, storeRow, identity, ids)
    return now && reversedThere(deps, storeRow, identity, now)
  })
}

/**
 * A reversal that is refused when it is asked for again: the settlement stands, once nothing that was sent earlier can
 * arrive any more and the centre still shows it as it was. Until then it is asked for again. Where its visit shows a reversal of
 * it, that is the one.
 */
const stands = async (
  deps: Deps,
  claimed: Claimed,
  text: string,
  ask: () => Promise<ReversedThere | undefined>,
): Promise<void> => {
  const { intent: row, order } = claimed
  const at = deps.clock()
  const { inFlightMax } = await settingsOf(deps.db, order.areaCode)
  // What was refused has arrived: of what was sent, the sendings before it count.
  const { closedAt } = row
  const passed = await flightTime(deps, closedAt)
  if (passed < inFlightMax) return postpone(deps, claimed, { error: text, closedAt })
  // What was on its way may have been booked before this refusal, in words that no pattern of the area knows.
  const now = await ask()
  if (now?.by) {
    await bookReversal(deps, order, row, now.by, '系统')
    return
  }
  if (now?.reversed !== false) return postpone(deps, claimed, { error: text, closedAt })
  const patch = { reversalReason: null, ...nobody }
  const told = await deps.db.transaction(async (tx) => {
    if (!(await closeRefused(tx, deps, row))) return undefined
    if (!(await move(tx, order.id, 'notReversed', at, { by: '系统', text, patch }))) return undefined
    return writeDuplicate({ ...deps, db: tx }, order, 'stands')
  })
  if (!told) return
  deps.services.live.publish(`store:${order.storeId}`, 'order.changed', { orderId: order.id })
  told()
}
