import type { InputOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { refuse } from '../../../call/refuse.ts'
import { announce } from '../../message/announce.ts'
import { store } from '../../organisation/tables.ts'
import { monthDays, openDaysText } from './days.ts'

/** Reconciliation/Remind: a notice to the store with its open days, once a day however often it is asked for. */
export const remind = async (c: Context, { month, storeId }: InputOf<typeof monthBooks.remind>): Promise<null> => {
  const [row] = await c.db
    .select()
    .from(store)
    .where(eq(store.id, c.scope.check(storeId)))
  if (!row) return refuse('not.found', { what: '这家门店' })
  c.keep({ target: row.name })
  const open = openDaysText(await monthDays(c.db, { storeIds: [storeId], month, now: c.now }))
  if (!open) return refuse('recon.state', { text: '这家门店没有未对平的日子，不用提醒' })
  await announce(c.deps, {
    key: `month-books:${storeId}:${month}:${formatDay(c.now)}`,
    title: `请完成 ${month} 的日对账：${row.name}`,
    content: `${row.name} ${month} 还有没有对平的日子：${open}。请在日对账中对总账，处理差异；每天都对平后才能月对账。`,
    type: 'reconciliation',
    level: 'warning',
    stores: [storeId],
  })
  return null
}
