import type { InputOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { remindOperators } from '../../message/remind.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { store } from '../../organisation/tables.ts'
import { eachStore } from '../../system/each-store.ts'
import { monthDays, openDaysText } from '../groups/days.ts'
import { matchingStores } from './matrix.ts'
import { storesOf } from './run.ts'

/** A reminder of its open days to who works in the store; '' when it has none. */
const remindStore = async (c: Context, shop: Pick<StoreRow, 'id' | 'name'>, month: string): Promise<string> => {
  const open = openDaysText(await monthDays(c.db, { storeIds: [shop.id], month, now: c.now }))
  if (!open) return ''
  await remindOperators(c, {
    key: `month-books:${shop.id}:${month}`,
    storeId: shop.id,
    title: `请完成 ${month} 的日对账：${shop.name}`,
    content: `${shop.name} ${month} 还有没有对平的日子：${open}。请在日对账中对总账，处理差异；每天都对平后才能月对账。`,
    type: 'reconciliation',
  })
  return open
}

/** Reconciliation/Remind */
export const remind = async (c: Context, { month, storeId }: InputOf<typeof monthBooks.remind>): Promise<null> => {
  const [row] = await c.db
    .select()
    .from(store)
    .where(eq(store.id, c.scope.check(storeId)))
  if (!row) return refuse('not.found', { what: '这家门店' })
  c.on(row.name)
  if (!(await remindStore(c, row, month))) refuse('recon.state', { text: '这家门店没有未对平的日子，不用提醒' })
  return null
}

/** Reconciliation/RemindAll: store by store behind a progress. */
export const remindAll = async (c: Context, { storeIds, ...filters }: InputOf<typeof monthBooks.remindAll>) => {
  const { month } = filters
  const stores = storeIds ? await storesOf(c, month, storeIds) : await matchingStores(c, filters)
  if (!stores.length) return refuse('not.found', { what: '符合条件的门店' })
  const done = (n: number) => `${n} 家门店已处理`
  return eachStore(c, stores, { name: '提醒对账', of: month, done }, async (shop) => {
    const open = await remindStore(c, shop, month)
    return { ok: true, text: open ? `已提醒：${open}` : '没有未对平的日子，没有提醒' }
  })
}
