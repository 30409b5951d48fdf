import type { catalogue as calls } from '@yibao/shared/calls/catalogue.ts'
import { traceCodeForm } from '@yibao/shared/trace-code.ts'
import { and, asc, eq, ilike, or, sql } from 'drizzle-orm'
import type { Handlers } from '../../call/mount.ts'
import { like, literal } from '../../database/like.ts'
import { counterItems } from '../catalogue/counter-items.ts'
import { soldBy } from '../catalogue/items.ts'
import { item } from '../catalogue/tables.ts'
import { storeOf } from '../organisation/store.ts'
import { drugOfCode } from '../sale/drug-of-code.ts'

/** The counter's search of its own items. */
export const counterSearch: Handlers<typeof calls> = {
  /**
   * Exact codes first (a scan must hit one item), then names and initials. A scanner's letters are upper case, whatever
   * stands on the shelf. A trace code is the goods of its drug.
   */
  searchItemDirectoryList: async ({ keyword, limit = 20 }, c) => {
    const shop = await storeOf(c.deps, c.storeId)
    const word = keyword.trim()
    const start = `${literal(word)}%`
    const drug = traceCodeForm.test(word) ? await drugOfCode(c.db, word) : ''
    const exact = or(
      ilike(item.ownCode, literal(word)),
      ilike(item.barCode, literal(word)),
      eq(item.nationalCode, drug || word),
    )
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
            ilike(item.name, like(word)),
            ilike(item.ownCode, start),
            ilike(item.barCode, start),
          ),
        ),
      )
      .orderBy(sql`case when ${exact} then 0 else 1 end`, asc(item.initials), asc(item.ownCode))
      .limit(limit)
    return counterItems(c, shop, rows)
  },
}
