import type { ResultOf } from '@yibao/shared/call.ts'
import type { catalogue as counterCalls } from '@yibao/shared/calls/catalogue.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { mustHaveCode } from '@yibao/shared/trace-code.ts'
import type { Context } from '../../call/context.ts'
import { settingsOf } from '../organisation/settings.ts'
import type { StoreRow } from '../organisation/store.ts'
import { type Insured, insuredOf } from './insured.ts'
import { itemClassOf } from './item-class.ts'
import { lastLots } from './last-lots.ts'
import { unreportedOf } from './reported.ts'
import type { item } from './tables.ts'

/** Level, share and cap of an item: as the downloaded catalogue has them, else as they came with the item. */
const termsOf = (row: typeof item.$inferSelect, said?: Insured) => ({
  itemClass: itemClassOf(said?.level || row.itemClass),
  selfPayRatio: said?.selfPayRatio ?? row.selfPayRatio ?? undefined,
  priceCap: said?.priceCap ?? row.priceCap ?? undefined,
})

/** Items as the counter sells them today; `insurance`: with whose share, where the customer is known. */
export const counterItems = async (
  c: Context,
  shop: StoreRow,
  rows: readonly (typeof item.$inferSelect)[],
  insurance?: string,
): Promise<ResultOf<typeof counterCalls.searchItemDirectoryList>> => {
  if (!rows.length) return []
  const nationalCodes = rows.flatMap(({ nationalCode }) => nationalCode || [])
  const ownCodes = rows.map(({ ownCode }) => ownCode)
  const [{ traceCodeRequired }, insured, lots, unreported] = await Promise.all([
    settingsOf(c.db, shop.areaCode),
    insuredOf(c.db, shop.areaCode, nationalCodes, formatDay(c.now), insurance),
    lastLots(c.db, shop.id, ownCodes),
    unreportedOf(c.db, shop.id, rows),
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
    unreported: unreported(row) || undefined,
    traceRequired: traceCodeRequired && mustHaveCode(row.nationalCode),
    lastLot: lots.get(row.ownCode),
  }))
}
