import type { stock as calls } from '@yibao/shared/calls/stock.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { storeOf } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { sawNothing } from '../telling/not-held.ts'
import { tellingOf, withMessage } from './claim.ts'
import { deleteStock } from './delete.ts'
import { reportStock } from './report.ts'
import { stockRows, wireStock } from './rows.ts'
import { type StockMessage, stockMessage } from './tables.ts'
import { uploadStock } from './upload.ts'

/** A row that the asker may see. */
const messageOf = async (c: Context, id: string) => {
  const [found] = await c.db
    .select({ one: stockMessage, storeName: store.name })
    .from(stockMessage)
    .innerJoin(store, eq(store.id, stockMessage.storeId))
    .where(and(eq(stockMessage.id, id), c.scope.where(stockMessage.storeId)))
  return found ?? refuse('not.found', { what: '这条进销存' })
}

const busy = () => refuse('sale.busy')

export const stockHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => stockRows.page(c, filters),
  upload: (input, c) => uploadStock(input, c),
  delete: async ({ id, reason }, c) => {
    const { one } = await messageOf(c, id)
    c.on(`${one.docNo} ${one.name}`, one.storeId)
    c.keep({ before: { state: one.state } })
    await withMessage(c.deps, id, (mine) => deleteStock(c.deps, mine, reason), busy)
    const now = await messageOf(c, id)
    c.keep({ after: { state: now.one.state } })
    return wireStock(now.one, now.storeName, c.caches)
  },
  notHeld: async ({ id }, c) => {
    const { one } = await messageOf(c, id)
    c.on(`${one.docNo} ${one.name}`, one.storeId)
    c.keep({ before: { state: one.state, attempts: one.attempts } })
    const saw = async (mine: StockMessage) =>
      sawNothing(c.deps, tellingOf(c.deps, mine, await storeOf(c.deps, mine.storeId)))
    await withMessage(c.deps, id, saw, busy)
    const now = await messageOf(c, id)
    c.keep({ after: { state: now.one.state, attempts: now.one.attempts } })
    return wireStock(now.one, now.storeName, c.caches)
  },
  report: (input, c) => reportStock(input, c),
}
