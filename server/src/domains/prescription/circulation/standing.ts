import { formatTime } from '@yibao/shared/time.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { queryRx } from '../../../centre/operations/prescription.ts'
import { clerkHeader } from '../../attendance/sign.ts'
import type { StoreRow } from '../../organisation/store.ts'
import type { Rx } from '../rows.ts'
import { withdraw } from '../undo.ts'

/** ms that a sale waits for the answer: a line that is down does not stop it. */
const patience = 4_000

/** Withdraws what the hospital has revoked; refuses what a settlement holds. */
export const withdrawRevoked = (c: Context, one: Pick<Rx, 'id' | 'storeId'>): Promise<void> =>
  withdraw(c, one, { move: '医院撤销', reason: '开方医院已撤销这张处方', by: '医保中心' })

/**
 * Asks the centre (7202, by the number and this store's download) whether a downloaded prescription still stands, before
 * anything is priced on it: a hospital revokes it without telling the pharmacies, and its end may have come nearer. Refuses
 * one that is over there, and a revoked one, which is withdrawn here too; answers what the clerk has to be told where nobody
 * knows.
 */
export const requireStanding = async (
  c: Context,
  shop: StoreRow,
  one: Rx,
  insuredArea: string,
): Promise<string | undefined> => {
  const { number, downloadCode } = one
  const centre = c.services.centre.of(shop.areaCode)
  if (centre.profile.circulation === 'none') return undefined
  const header = await clerkHeader(c.deps, shop, c.me, insuredArea)
  // Whatever a plugin says of its waiting; and who gives up has not found the centre silent.
  const waiting = { timeoutMs: 30_000, signal: AbortSignal.timeout(patience) }
  const answer = await centre.run(queryRx, { number, downloadCode }, header, waiting)
  const listed = answer.kind === 'booked' ? answer.value.find((row) => row.number === number) : undefined
  if (!listed) return `没有向医保中心核实到处方 ${number} 是否已被医院撤销，请向顾客确认后再结算`
  if (listed.standing === 'valid') return undefined
  if (listed.standing === 'over') {
    const { validUntil } = listed
    // Whatever else a centre may end one for, its end has not come then.
    const hasCome = validUntil !== '' && validUntil <= formatTime(c.now)
    return hasCome
      ? refuse('rx.expired', { number, day: validUntil })
      : refuse('rx.unusable', { number, state: '医保中心已失效' })
  }
  await withdrawRevoked(c, one)
  return refuse('rx.unusable', { number, state: '医院已撤销' })
}
