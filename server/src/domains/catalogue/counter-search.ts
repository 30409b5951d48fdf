import type { ResultOf } from '@yibao/shared/call.ts'
import type { catalogue as counterCalls } from '@yibao/shared/calls/counter.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { mustHaveCode } from '@yibao/shared/trace-code.ts'
import { and, asc, eq, ilike, like, or, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { type StoreRow, storeOf } from '../attendance/sign.ts'
import { settingsOf } from '../organisation/settings.ts'
import { type Insured, insuredOf } from './insured.ts'
import { itemClassOf } from './item-class.ts'
import { soldBy } from './items.ts'
import { lastLots } from './last-lots.ts'
import { item } from './tables.ts'

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Level, share and cap of an item: as the downloaded catalogue has them, else as they came with the item. */
const termsOf = (row: typeof item.$inferSelect, said?: Insured) => ({
  itemClass: itemClassOf(said?.level || row.itemClass),
  selfPayRatio: said?.selfPayRatio ?? row.selfPayRatio ?? undefined,
  priceCap: said?.priceCap ?? row.priceCap ?? undefined,
})

/** Items as the counter sells them today. */
export const counterItems = async (
  c: Context,
  shop: StoreRow,
  rows: readonly (typeof item.$inferSelect)[],
): Promise<ResultOf<typeof counterCalls.searchItemDirectoryList>> => {
  if (!rows.length) return []
  const nationalCodes = rows.flatMap(({ nationalCode }) => nationalCode || [])
  const ownCodes = rows.map(({ ownCode }) => ownCode)
  const [{ traceCodeRequired }, insured, lots] = await Promise.all([
    settingsOf(c.db, shop.areaCode),
    insuredOf(c.db, shop.areaCode, nationalCodes, formatDay(c.now)),
    lastLots(c.db, shop.id, ownCodes),
  ])
  return rows.map((row) => ({
    ownCode: row.ownCode,
    barCode: row.barCode,
    nationalCode: row.nationalCode,
    name: row.name,
    spec: row.spec,
    dosageForm: row.dosageForm,
    producer: row.producer,
    unit: row.unit,
    initials: row.initials,
    price: row.price,
    ...termsOf(row, insured.get(row.nationalCode)),
    prescription: row.prescription,
    mapped: row.nationalCode !== '',
    traceRequired: traceCodeRequired && mustHaveCode(row.nationalCode),
    lastLot: lots.get(row.ownCode),
  }))
}

/** The counter's search of its own items. */
export const counterSearch: Handlers<typeof counterCalls> = {
  /** Exact codes first (a scan must hit one item), then names and initials. */
  searchItemDirectoryList: async ({ keyword, limit = 20 }, c) => {
    const shop = await storeOf(c.deps, c.storeId)
    const word = keyword.trim()
    const start = `${literal(word)}%`
    const exact = or(eq(item.ownCode, word), eq(item.barCode, word), eq(item.nationalCode, word))
    const rows = await c.db
      .select()
      .from(item)
      .where(
        and(
          soldBy(shop),
          eq(item.stopped, false),
          or(
            exact,
            ilike(item.initials, start),
            ilike(item.name, `%${literal(word)}%`),
            like(item.ownCode, start),
            like(item.barCode, start),
          ),
        ),
      )
      .orderBy(sql`case when ${exact} then 0 else 1 end`, asc(item.initials), asc(item.ownCode))
      .limit(limit)
    return counterItems(c, shop, rows)
  },
}
