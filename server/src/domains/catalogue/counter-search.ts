import type { catalogue as counterCalls } from '@yibao/shared/calls/counter.ts'
import { and, asc, eq, ilike, like, or, sql } from 'drizzle-orm'
import type { Handlers } from '../../mount.ts'
import { storeOf } from '../attendance/sign.ts'
import { settingsOf } from '../organisation/settings.ts'
import { itemClassOf } from '../settlement/sale.ts'
import { item } from './tables.ts'

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The counter's search of its own items. */
export const counterSearch: Handlers<typeof counterCalls> = {
  /** Exact codes first (a scan must hit one item), then names and initials. */
  searchItemDirectoryList: async ({ keyword, limit = 20 }, c) => {
    const { areaCode } = await storeOf(c.deps, c.storeId)
    const { traceCodeRequired } = await settingsOf(c.db, areaCode)
    const word = keyword.trim()
    const start = `${literal(word)}%`
    const exact = or(eq(item.ownCode, word), eq(item.barCode, word), eq(item.nationalCode, word))
    const rows = await c.db
      .select()
      .from(item)
      .where(
        and(
          eq(item.areaCode, areaCode),
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
      itemClass: itemClassOf(row.itemClass),
      selfPayRatio: row.selfPayRatio ?? undefined,
      priceCap: row.priceCap ?? undefined,
      prescription: row.prescription,
      mapped: row.nationalCode !== '',
      traceRequired: traceCodeRequired,
    }))
  },
}
