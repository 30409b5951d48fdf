import type { buyLog as buyLogCalls } from '@yibao/shared/calls/buy-log.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { Handlers } from '../../call/mount.ts'
import { hashPerson } from '../card/identity.ts'
import { readingOf } from '../card/read.ts'
import { order } from '../order/tables.ts'
import { storeOf } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'

export const buyLogHandlers: Handlers<typeof buyLogCalls> = {
  queryUserBuyLog: async ({ readId, days = 30 }, c) => {
    const { person } = (await readingOf(c, readId)).person
    const storeRow = await storeOf(c.deps, c.storeId)
    const since = new Date(c.now.getTime() - days * 86_400_000)
    const rows = await c.db
      .select({ at: order.settledAt, lines: order.lines, storeId: order.storeId, storeName: store.name })
      .from(order)
      .innerJoin(store, eq(store.id, order.storeId))
      .where(
        and(
          eq(order.areaCode, storeRow.areaCode),
          // What he buys at another company is that company's to know.
          eq(order.companyId, storeRow.companyId),
          eq(order.psnHash, hashPerson(c.services.vault, person.psnNo)),
          inArray(order.state, ['settled']),
          gte(order.settledAt, since),
        ),
      )
      .orderBy(desc(order.settledAt), desc(order.id))
      .limit(100)
    return rows.flatMap(({ at, lines, storeId, storeName }) =>
      lines.map(({ ownCode, name, spec, quantity }) => ({
        at: formatTime(at ?? c.now),
        storeName,
        ownCode,
        name,
        spec,
        quantity,
        sameStore: storeId === c.storeId,
      })),
    )
  },
}
