import { formatDay, parseTime } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { brokenIndex } from '../../database/broken-index.ts'
import { groupOf } from '../order/group.ts'
import { note } from '../order/states.ts'
import { order } from '../order/tables.ts'
import type { StoreRow } from '../organisation/store.ts'
import { backfillFound } from '../reconciliation/actions/backfill.ts'
import { undo } from '../reconciliation/actions/undo.ts'
import { outdate } from '../reconciliation/groups/groups.ts'
import { tellReconciled } from '../reconciliation/live.ts'
import { atMatter } from '../reconciliation/repair/at-work.ts'
import { nobody } from '../reconciliation/repair/find-settlement.ts'
import type { Case, Repair } from '../reconciliation/repair/repair.ts'
import { askSettlement } from '../settlement/recover/lookup.ts'
import { reversedThere } from '../settlement/recover/reversed-there.ts'
import { beside } from './compare.ts'
import { type Whose, whoseOf } from './whose.ts'

interface Wanted {
  readId?: string
  orderId?: string
  setlId: string
  mdtrtId: string
  reason: string
}

const ofCentre = async (c: Context, { shop, psnNo, insuredArea }: Whose, { setlId, mdtrtId }: Wanted) => {
  const one = await askSettlement(c.deps, shop, { ...nobody, psnNo, insuredArea }, { setlId, mdtrtId })
  if (!one) return refuse('recon.state', { text: '医保中心没有答复这笔结算，未处理，请稍后重新查询' })
  if (one.fixmedinsCode && one.fixmedinsCode !== shop.fixmedinsCode)
    return refuse('recon.state', { text: '这笔结算不是本店的，未处理' })
  return one
}

const openCase = async (c: Context, whose: Whose, wanted: Wanted) => {
  const { shop, psnNo, insuredArea } = whose
  const told = await ofCentre(c, whose, wanted)
  const there = await reversedThere(c.deps, shop, { psnNo, insuredArea }, told)
  if (!there) return refuse('recon.state', { text: '医保中心没有答复这笔结算，未处理，请稍后重新查询' })
  const one = { ...told, refunded: there.reversed }
  const { shown } = await beside(c, whose, one)
  const at = one.setlTime ? parseTime(one.setlTime) : c.now
  const difference: Case = {
    day: formatDay(at),
    at,
    msgid: one.medinsSetlId,
    psn: c.services.vault.seal(psnNo),
    insuredArea,
  }
  const repair: Repair<Case> = { deps: c.deps, c, by: c.me.name, difference, storeRow: shop }
  return { one, shown, repair }
}

/**
 * One repair at a time of a settlement, be it this page's or the reconciliation's. It is asked for once more when it is
 * ours: somebody may have repaired it since it told its message.
 */
const alone = async <T>(
  c: Context,
  whose: Whose,
  wanted: Wanted,
  work: (opened: Awaited<ReturnType<typeof openCase>>) => Promise<T>,
): Promise<T> => {
  const { medinsSetlId: msgid } = await ofCentre(c, whose, wanted)
  return atMatter(c, { storeId: whose.shop.id, msgid }, async (free) =>
    free ? work(await openCase(c, whose, wanted)) : refuse('recon.locked'),
  )
}

const changed = (text: string) => refuse('recon.state', { text: `${text}，请重新查询` })

/** Tells open pages, and marks the day's result as of a book that has changed since. */
const outdateDay = async (c: Context, { storeRow, difference }: Repair<Case>, orderId: string): Promise<void> => {
  const [row] = await c.db.select().from(order).where(eq(order.id, orderId))
  if (!row) return
  await outdate(c.db, storeRow.id, difference.day, groupOf(row))
  c.services.live.publish(`store:${storeRow.id}`, 'order.changed', { orderId })
  tellReconciled(c.deps, storeRow.id)
}

/** Outpatient/Backfill: the settlement is asked for again, and taken over only if our book still lacks it. */
export const takeIn = async (c: Context, wanted: Wanted): Promise<{ orderId: string; text: string }> =>
  alone(c, await whoseOf(c, wanted), wanted, async ({ one, shown, repair }) => {
    if (!shown.canBackfill) return changed('这一笔不再需要补录')
    const done = await backfillFound(repair, one).catch((error: unknown) => {
      if (brokenIndex(error) === 'order_setl') return changed('这一笔已由其他人补录')
      throw error
    })
    const orderId = done.before?.orderId ?? shown.orderId ?? ''
    await note(c.db, orderId, c.now, { by: c.me.name, text: `补录原因：${wanted.reason}` })
    await outdateDay(c, repair, orderId)
    return { orderId, text: done.text }
  })

/**
 * Outpatient/Reverse: 2601 by the message number that the centre shows. Never of what our book has as settled; asking
 * again is safe. `approve` is asked last, so that a refusal does not use an approval up.
 */
export const undoThere = async (
  c: Context,
  wanted: Wanted,
  approve: (shop: StoreRow) => Promise<string | undefined>,
): Promise<{ text: string }> => {
  const whose = await whoseOf(c, wanted)
  return alone(c, whose, wanted, async ({ shown, repair }) => {
    if (!shown.canReverse) return changed('这一笔不能冲正')
    const by = await approve(whose.shop)
    const { text } = await undo(repair)
    if (shown.orderId) {
      const why = [`冲正原因：${wanted.reason}`, by ? `授权人 ${by}` : ''].filter(Boolean).join('；')
      await note(c.db, shown.orderId, c.now, { by: c.me.name, text: why })
      c.services.live.publish(`store:${whose.shop.id}`, 'order.changed', { orderId: shown.orderId })
    }
    tellReconciled(c.deps, whose.shop.id)
    return { text }
  })
}
