import { parseTime } from '@yibao/shared/time.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { reverse as reverseOperation } from '../../centre/operations/reversal.ts'
import type { Settlement } from '../../centre/operations/settlement.ts'
import { unknownText } from '../../centre/outcome.ts'
import type { Context, Deps } from '../../context.ts'
import { clerkHeader, storeOf, systemHeader } from '../attendance/sign.ts'
import { requireReversible } from '../liquidation/in-application.ts'
import { depart, type OwnIntent } from './depart.ts'
import { reload } from './find.ts'
import { openIdentity } from './identity.ts'
import { closeRefused, giveToRecovery, messageOrRefuse } from './intents.ts'
import { underLease } from './lease.ts'
import { refuseOutcome } from './outcome.ts'
import { move } from './states.ts'
import { intent } from './tables.ts'
import type { OrderRow } from './view.ts'
import { refuseState } from './wrong-state.ts'

/** What a reversal writes into its order. `s` absent: the centre says it is done, but not under which number. */
export const reversedColumns = (deps: Deps, s: Settlement | undefined) => ({
  reversedBy: '2103' as const,
  reversalSetlId: s?.setlId || null,
  reversalBalance: s?.balance ?? null,
  reversedAt: s?.setlTime ? parseTime(s.setlTime) : deps.clock(),
})

/** Ends a 2103's intent as done and moves its order to reversed, together. */
export const bookReversal = async (
  deps: Deps,
  row: OrderRow,
  mine: OwnIntent,
  s: Settlement | undefined,
  by: string,
): Promise<OrderRow | undefined> => {
  const at = deps.clock()
  const done = await deps.db.transaction(async (tx) => {
    const [closed] = await tx
      .update(intent)
      .set({ outcome: 'booked', closedAt: at, lastError: null })
      .where(and(eq(intent.id, mine.id), inArray(intent.outcome, ['open', 'unknown'])))
      .returning({ msgid: intent.msgid })
    if (!closed) return undefined
    return move(tx, row.id, 'reversed', at, { by, patch: { ...reversedColumns(deps, s), reversalMsgid: closed.msgid } })
  })
  if (done) deps.services.live.publish(`store:${row.storeId}`, 'order.changed', { orderId: row.id })
  return done
}

/** Who signs the 2103: the clerk at the counter, or the store's own operator for a repair of the books (DESIGN 7). */
export type Signer = 'clerk' | 'system'

const commitIntent = async (c: Context, row: OrderRow, reason: string, signer: Signer) => {
  const storeRow = await storeOf(c.deps, row.storeId)
  const { insuredArea, psnNo } = openIdentity(c.services.vault, row.identity)
  const header = await (signer === 'clerk'
    ? clerkHeader(c.deps, storeRow, c.me, insuredArea)
    : systemHeader(c.deps, storeRow, insuredArea))
  const args = { setlId: row.setlId ?? '', mdtrtId: row.mdtrtId ?? '', psnNo }
  const message = messageOrRefuse(c.services.centre.of(row.areaCode).prepare(reverseOperation, args, header))
  const moved = { by: c.me.name, text: reason, patch: { reversalReason: reason } }
  return { intent: await depart(c, row, { name: 'reverse', message, moved }), body: message.body }
}

/** 2103 of a settled order: reversed, unknown (recovery makes it definite), or refused with the settlement still valid. */
export const reverse = async (
  c: Context,
  row: OrderRow,
  reason: string,
  signer: Signer = 'clerk',
): Promise<OrderRow> => {
  if (row.state !== 'settled') return refuseState(row, '撤销')
  // A repair of the books finds out what the centre has done already.
  if (signer === 'clerk') await requireReversible(c, row)
  const { intent: mine, body } = await commitIntent(c, row, reason, signer)
  c.commit()
  const client = c.services.centre.of(row.areaCode)
  const outcome = await underLease(c.deps, mine.id, () =>
    client.send(body, '2103', { timeoutMs: c.deps.config.settleWait }),
  )
  const answer = client.readAnswer(reverseOperation, outcome)
  if (answer.kind === 'booked')
    return (await bookReversal(c.deps, row, mine, answer.value, c.me.name)) ?? reload(c.deps, row.id)
  if (answer.kind === 'unknown') {
    if (await giveToRecovery(c.deps, mine, unknownText(answer)))
      await move(c.db, row.id, 'lost', c.deps.clock(), { by: '系统', text: '撤销没有收到答复，正在核实' })
    return reload(c.deps, row.id)
  }
  const done =
    answer.kind === 'refused' && client.profile.alreadyReversedPatterns.some((pattern) => pattern.test(answer.message))
  if (done) return (await bookReversal(c.deps, row, mine, undefined, c.me.name)) ?? reload(c.deps, row.id)
  const text = answer.kind === 'refused' ? `医保中心：“${answer.message}”` : '请求没有发出'
  const freed = await c.db.transaction(async (tx) => {
    if (!(await closeRefused(tx, c.deps, mine))) return false
    return move(tx, row.id, 'notReversed', c.deps.clock(), { by: c.me.name, text, patch: { reversalReason: null } })
  })
  return freed ? refuseOutcome(answer) : reload(c.deps, row.id)
}
