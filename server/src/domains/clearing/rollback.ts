import { approvalTarget } from '@yibao/shared/approval.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import type { clearScore as calls } from '@yibao/shared/calls/clear-score.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { rollBackClearing } from '../../centre/operations/clearing.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { useAuthorization } from '../auth/authorize.ts'
import { minutesOf } from '../organisation/in-flight.ts'
import { settingsOf } from '../organisation/settings.ts'
import { quoted } from '../reconciliation/classify/evidence.ts'
import { keepRolledBack } from './keep.ts'
import {
  clearingOf,
  closedBy,
  closedNow,
  mark,
  monthOf,
  requireState,
  run,
  stateByRows,
  stillOnItsWay,
  withMonth,
} from './month.ts'
import { settleUnknown } from './resolve.ts'

/** Of a 3262: the centre holds no answer of ours that could be taken back. Who has no right to it (没有回退权限) is told another thing. */
const nothingHeld = /(没有(?![^，。；,;]*权)[^，。；,;]{0,6}|无可?)回退(?![^，。；,;]*权)/

/** What stands in the month of who took it back, and why. */
const rollbackWords = (name: string, reason: string, by: string | undefined): string =>
  [`${name}回退：${reason}`, by ? `授权人 ${by}` : ''].filter(Boolean).join('；')

/**
 * ClearScore/Rollback: 3262 of a store's whole month. It is also the way out where the centre does not tell what it holds:
 * afterwards nothing is confirmed.
 */
export const rollback = async (c: Context, { id, reason, authorizationId }: InputOf<typeof calls.rollback>) => {
  const { shop } = await monthOf(c, id)
  await withMonth(c, id, async (one, renew) => {
    clearingOf(c, shop)
    requireState({ one, shop }, ['3', '4', '5', '6'], '回退')
    const ms = await stillOnItsWay(c, one)
    // A confirmation that arrives behind its roll-back would stand.
    if (one.state === '5' && ms) refuse('clearing.travelling', { action: '确认', minutes: minutesOf(ms) })
    const { authorizeUndo } = await settingsOf(c.db, shop.areaCode)
    // Asked for last, so that a refusal does not use it up.
    const by = authorizeUndo
      ? await useAuthorization(c, {
          ...{ action: 'clearing', target: approvalTarget.clearing(id), authorizationId },
          stores: [shop.id],
        })
      : undefined
    const why = rollbackWords(c.me.name, reason, by)
    const leaving = { state: '6', closedAt: closedBy(c), message: why, rollbackId: authorizationId ?? null } as const
    const left = await mark(c, one, leaving)
    if (!left) return refuse('clearing.busy')
    const answer = await run(c, shop, rollBackClearing, { month: one.month })
    const held = answer.kind !== 'refused' || answer.signInLost || !nothingHeld.test(answer.message)
    if (answer.kind === 'booked' || !held) return keepRolledBack(c, closedNow(c, left), why)
    if (answer.kind === 'unknown') return settleUnknown(c, shop, left, renew)
    const message = answer.kind === 'refused' ? quoted(answer.message) : one.message
    await mark(c, one, { state: await stateByRows(c.db, id), closedAt: one.closedAt, message, rollbackId: null })
    return refuseOutcome(answer)
  })
}
