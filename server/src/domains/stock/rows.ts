import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { stock as calls } from '@yibao/shared/calls/stock.ts'
import { stockState } from '@yibao/shared/entities/stock.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gte, ilike, lte, or, type SQL } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { inReach } from '../../call/reach.ts'
import { profileOf } from '../../centre/profiles.ts'
import { requireDays } from '../../database/bounded.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import type { CacheUse } from '../../process/cache.ts'
import { labelOf } from '../organisation/labels.ts'
import { store } from '../organisation/tables.ts'
import { needing, needsOf, saidOf } from '../telling/for-person.ts'
import { type StockMessage, stockMessage } from './tables.ts'

type StockRow = ResultOf<typeof calls.paged>['items'][number]
type StockFilters = Omit<InputOf<typeof calls.paged>, 'page' | 'pageSize' | 'sort' | 'order'>

/** What people call a state. */
export const stateTitle = (state: StockMessage['state']): string => choiceTitle(stockState, state)

const aboutOf = ({ facts, areaCode }: StockMessage, use: CacheUse): string =>
  facts.changeType
    ? labelOf(profileOf(areaCode, '').edition, 'inv_chg_type', facts.changeType, use)
    : [facts.supplier, facts.invoiceNo && `发票 ${facts.invoiceNo}`].filter(Boolean).join('，')

/** A row for the wire. */
export const wireStock = (one: StockMessage, storeName: string, use: CacheUse): StockRow => ({
  ...{ id: one.id, kind: one.kind, docNo: one.docNo, storeId: one.storeId, storeName, ownCode: one.ownCode },
  ...{ nationalCode: one.nationalCode, name: one.name, lot: one.lot, quantity: one.quantity, price: one.price },
  ...{ madeOn: one.madeOn || undefined, expiresOn: one.expiresOn || undefined, on: one.happenedOn },
  ...{ about: aboutOf(one, use), operator: one.facts.operator ?? '', source: one.source, state: one.state },
  ...{ needs: needsOf(one), message: saidOf(one), batchNo: one.batchNo },
  uploadedAt: one.uploadedAt ? formatTime(one.uploadedAt) : undefined,
})

/** The rows in reach from the first day that is asked for. */
const placeOf = (c: Context, { storeId, from }: StockFilters): SQL | undefined =>
  and(inReach(c, stockMessage, storeId), from ? gte(stockMessage.happenedOn, from) : undefined)

/** What Stock/Paged asks, scope included. */
const conditionOf = (c: Context, f: StockFilters): SQL | undefined =>
  and(
    placeOf(c, f),
    f.to ? lte(stockMessage.happenedOn, f.to) : undefined,
    f.kind ? eq(stockMessage.kind, f.kind) : undefined,
    f.state ? eq(stockMessage.state, f.state) : undefined,
    f.needs ? needing(f.needs, stockMessage) : undefined,
    f.keyword
      ? or(
          eq(stockMessage.docNo, f.keyword),
          eq(stockMessage.ownCode, f.keyword),
          ilike(stockMessage.name, like(f.keyword)),
        )
      : undefined,
  )

/** Stock/Paged, the newest day first. */
export const stockRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: StockFilters) =>
    c.db
      .select({ one: stockMessage, storeName: store.name, ...cursor })
      .from(stockMessage)
      .innerJoin(store, eq(store.id, stockMessage.storeId))
      .$dynamic(),
  where: async (c, f) => {
    if (f.keyword)
      await requireDays(c, f, {
        table: stockMessage,
        place: placeOf(c, f),
        rows: '进销存',
        what: '单据行号、编码或名称',
      })
    return conditionOf(c, f)
  },
  sortable: { on: stockMessage.happenedOn },
  key: stockMessage.id,
  keyOf: ({ one }) => one.id,
  wire: ({ one, storeName }, c) => wireStock(one, storeName, c.caches),
})
