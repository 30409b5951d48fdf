import { formatDay } from '@yibao/shared/time.ts'
import { momentOf } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { CentreClient, CentreOutcome } from '../../centre/client.ts'
import { type Settlement, settle as settleOperation } from '../../centre/operations/settlement.ts'
import { settlementOf, settleVisit } from '../../centre/operations/visit-settlement.ts'
import { unknownText } from '../../centre/outcome.ts'
import { messageOrRefuse } from '../../centre/refuse-outcome.ts'
import { isDatabaseBusy } from '../../process/database-busy.ts'
import { faultText, reportFault } from '../../process/fault.ts'
import { headerWith, ofToday, operatorOf, refuseUnsigned } from '../attendance/sign.ts'
import { requireReasons } from '../audit/counter/check.ts'
import { openIdentity } from '../card/identity.ts'
import { reload } from '../order/find.ts'
import { settlesBy } from '../order/infnos.ts'
import { pricedBefore } from '../order/priced-before.ts'
import { move } from '../order/states.ts'
import type { OrderRow } from '../order/view.ts'
import { refuseStale, refuseState } from '../order/wrong-state.ts'
import { holdRx } from '../prescription/allow.ts'
import { visitOf } from '../visit/charge.ts'
import { requireCodes } from './basket.ts'
import { book, keepLate, sealedLate } from './book.ts'
import { depart } from './depart.ts'
import { closeRefused, giveToRecovery } from './intents.ts'
import { type Claim, type FirstClaim, sendFirst } from './lease.ts'
import { requireReversed } from './part-return.ts'
import { samePersonPresented } from './present.ts'
import { pricedBatch } from './price.ts'
import { type Ready, readyOf, refuseTwin } from './ready.ts'
import { saleOf } from './sale.ts'
import { requireJudged, sharedWith } from './since.ts'
import { refuseSale } from './trace-refusal.ts'

/**
 * Refuses anything but the fresh split this key belongs to. Of another day it is fresh no more: deductible and limits of
 * a year, the person's age, filings and the rules are those of the day on which the centre and we were asked. Of another life
 * of the database nobody knows whether it has left already.
 */
const requireFresh = (c: Context, { order: row, began }: Ready): void => {
  if (row.state === 'drafted') refuseStale(row)
  if (row.state !== 'presettled') refuseState(row, '结算')
  const { settleKey } = row
  if (!settleKey || settleKey !== c.idempotencyKey) refuseStale(row)
  else if (pricedBefore(row, began)) refuse('order.otherLife')
  else if (formatDay(momentOf(settleKey)) !== formatDay(c.now)) refuse('order.otherDay')
}

/** The batch that was priced; refuses where it does not stand at the centre any more, or may be about to be taken out. */
const visitToSettle = async (c: Context, row: OrderRow) => {
  const visit = await visitOf(c, row)
  if (visit?.state !== 'open' || !visit.mdtrtId) return refuse('visit.gone')
  if (!visit.batch || !row.split) return refuseStale(row)
  if (row.visitBatch !== pricedBatch(row.settleKey, visit.batch)) return refuseStale(row)
  return { visitId: visit.id, mdtrtId: visit.mdtrtId, batch: visit.batch, totals: row.split }
}

/** Moves the order to settling and commits the intent with the exact bytes; nothing has left yet. */
const commitIntent = async (c: Context, ready: Ready): Promise<{ intent: FirstClaim; body: string }> => {
  const { order: row, store, serial } = ready
  const operator = operatorOf(c.me)
  const { signNo } = ofToday(c.deps, ready.sign) ?? (await refuseUnsigned(c.deps, store.id, operator.operatorNo))
  const identity = openIdentity(c.services.vault, row.identity)
  const header = headerWith(c.deps, store, operator, { serial, signNo, insuredArea: identity.insuredArea })
  const client = c.services.centre.of(row.areaCode)
  const sale = saleOf(row, identity, c.deps.clock())
  const visit = row.visitId ? await visitToSettle(c, row) : undefined
  const built = visit
    ? client.prepare(settleVisit, { sale, ...visit }, header)
    : client.prepare(settleOperation, sale, header)
  const message = messageOrRefuse(built)
  const moved = { by: c.me.name, patch: { msgid: message.msgid } }
  const batch = visit && { visitId: visit.visitId, batch: visit.batch }
  const leave = (db = c.db) => depart(c, row, { name: 'settle', infno: settlesBy(row), message, batch, moved, db })
  const { prescriptionId: id } = row
  const { replaces } = row.basket
  const sharing = sharedWith(row)
  const own =
    id || sharing.length
      ? c.db.transaction(async (tx) => {
          if (sharing.length) await requireJudged(tx, ready, { names: sharing, now: c.deps.clock() })
          if (id) await holdRx(tx, { id, replaces, now: c.deps.clock() })
          return leave(tx)
        })
      : leave()
  return { intent: await own, body: message.body }
}

/** What has left with an order, as its first sender has it. */
interface Sent {
  order: OrderRow
  intent: Claim
  client: CentreClient
}

/** What the centre's word on it makes of the order. */
const heard = async (c: Context, { order: row, intent, client }: Sent, outcome: CentreOutcome): Promise<OrderRow> => {
  const answer = client.readAnswer(settlementOf(settlesBy(row)), outcome)
  if (answer.kind === 'booked') {
    const booking = { settlement: answer.value, move: 'booked' as const, by: c.me.name, raw: answer.raw }
    const booked = await book(c.deps, row, intent, booking).catch((error: unknown) => {
      reportFault('book', error)
      // What only had to wait is booked by recovery as it was told; of all else the centre is asked once more.
      const kept = isDatabaseBusy(error) ? answer.value : undefined
      return lost(c, row, intent, { detail: `记账未能写入：${faultText(error)}`, raw: answer.raw, kept })
    })
    if (booked) return booked
    await keepLate(c.deps, intent, answer.value, answer.raw)
    return reload(c.deps, row.id)
  }
  if (answer.kind === 'unknown') return lost(c, row, intent, { detail: unknownText(answer), raw: answer.raw })
  const text = answer.kind === 'refused' ? `医保中心：“${answer.message}”` : '请求没有发出'
  const freed = await c.db.transaction(async (tx) => {
    if (!(await closeRefused(tx, c.deps, intent, answer.raw))) return false
    return move(tx, row.id, 'refused', c.deps.clock(), { by: c.me.name, text, patch: { msgid: null, settleKey: null } })
  })
  return freed ? refuseSale({ answer, infno: settlesBy(row) }, client.profile, row) : reload(c.deps, row.id)
}

/**
 * 2102, or 2207 in a visit, exactly once (DESIGN 7). The answer is the order: settled, or unknown, which recovery makes
 * definite. Only a definite no, or a failure before the first byte left, is a refusal, and then the order is presettled
 * again.
 */
export const settle = async (c: Context, orderId: string): Promise<OrderRow> => {
  const ready = await readyOf(c, orderId)
  const { order: row } = ready
  requireFresh(c, ready)
  requireReasons(row)
  // The area may have begun to ask for them since.
  requireCodes(row.lines, ready.settings)
  refuseTwin(ready)
  await requireReversed(c, row)
  if (ready.settings.rereadBeforeSettle) await samePersonPresented(c, row)
  const { intent, body } = await commitIntent(c, ready)
  c.commit()
  const client = c.services.centre.of(row.areaCode)
  const done = await sendFirst(
    c.deps,
    intent,
    () => client.send(body, settlesBy(row), { timeoutMs: c.deps.config.settleWait }),
    (outcome) => heard(c, { order: row, intent, client }, outcome),
  )
  return done ?? reload(c.deps, row.id)
}

/** The fate is unknown: recovery makes it definite; the clerk reads M27. */
const lost = async (
  c: Context,
  row: OrderRow,
  intent: Claim,
  { detail, raw, kept }: { detail: string; raw?: string | undefined; kept?: Settlement | undefined },
): Promise<OrderRow> => {
  if (await giveToRecovery(c.deps, intent, detail, { raw, late: kept && sealedLate(c.deps, kept) }))
    await move(c.db, row.id, 'lost', c.deps.clock(), { by: '系统', text: '没有收到医保中心的答复，正在核实' })
  return reload(c.deps, row.id)
}
