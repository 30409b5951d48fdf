import { formatDay } from '@yibao/shared/time.ts'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { catalogueEntry } from '../entry-tables.ts'
import { holdsOn, kindsOf } from '../find.ts'
import { soldBy } from '../items.ts'
import { type Candidate, item, itemMapping } from '../tables.ts'
import { capToday, insuredCode } from '../term-today.ts'
import { capText } from '../terms.ts'

/** A shop item with all that is compared: its mapping, the entry it is mapped to, the cap of that. */
export interface Fact {
  item: typeof item.$inferSelect
  mapping: { nationalCode: string; state: string; message: string } | undefined
  entry:
    | (Omit<Candidate, 'similarity'> & {
        pack: string
        dosageForm: string
        otc: string
        valid: boolean
        beginDay: string
        endDay: string
      })
    | undefined
  cap: string | undefined
}

/** Whether the area's catalogue holds anything that shops sell. */
export const hasCatalogue = async ({ db }: Pick<Deps, 'db'>, areaCode: string): Promise<boolean> => {
  const [row] = await db
    .select({ code: catalogueEntry.code })
    .from(catalogueEntry)
    .where(and(eq(catalogueEntry.areaCode, areaCode), inArray(catalogueEntry.kind, kindsOf('item'))))
    .limit(1)
  return row !== undefined
}

/** Every item that a store's company sells in its area, as this store has it, by its code. */
export const factsOf = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, shop: StoreRow): Promise<Fact[]> => {
  const today = formatDay(clock())
  const [area, code] = [sql`${item.areaCode}`, sql`${item.nationalCode}`]
  const term = { areaCode: area, code: insuredCode(area, code, today) }
  // A code stands in one file; a row of it that holds comes before one that does not.
  const entry = db
    .select({
      code: catalogueEntry.code,
      name: catalogueEntry.name,
      spec: catalogueEntry.spec,
      pack: catalogueEntry.pack,
      producer: catalogueEntry.producer,
      dosageForm: catalogueEntry.dosageForm,
      otc: catalogueEntry.otc,
      valid: catalogueEntry.valid,
      beginDay: catalogueEntry.beginDay,
      endDay: catalogueEntry.endDay,
    })
    .from(catalogueEntry)
    .where(
      and(
        eq(catalogueEntry.areaCode, item.areaCode),
        eq(catalogueEntry.code, item.nationalCode),
        inArray(catalogueEntry.kind, kindsOf('item')),
      ),
    )
    .orderBy(desc(holdsOn(today)), desc(catalogueEntry.valid))
    .limit(1)
    .as('entry')
  const rows = await db
    .select({
      item,
      sent: itemMapping.nationalCode,
      state: itemMapping.state,
      message: itemMapping.message,
      entry: {
        code: entry.code,
        name: entry.name,
        spec: entry.spec,
        pack: entry.pack,
        producer: entry.producer,
        dosageForm: entry.dosageForm,
        otc: entry.otc,
        valid: entry.valid,
        beginDay: entry.beginDay,
        endDay: entry.endDay,
      },
      cap: capToday(term, today),
    })
    .from(item)
    .leftJoin(itemMapping, and(eq(itemMapping.storeId, shop.id), eq(itemMapping.ownCode, item.ownCode)))
    .leftJoinLateral(entry, sql`true`)
    .where(and(soldBy(shop), eq(item.stopped, false)))
    .orderBy(asc(item.ownCode))
  return rows.map(({ sent, state, message, cap, ...row }) => ({
    item: row.item,
    mapping: sent && state ? { nationalCode: sent, state, message: message ?? '' } : undefined,
    entry: row.entry ?? undefined,
    cap: capText(cap),
  }))
}
