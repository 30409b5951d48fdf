import { startOfDay } from '@yibao/shared/time.ts'
import { and, eq, gte, type SQL } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import type { auditBlock, auditFinding } from '../tables.ts'

/** Rows in reach, of the store that is asked for, from the first day (YYYY-MM-DD) on; `since` is the moment they are listed by. */
export const placeIn = (
  c: Context,
  { storeId, areaCode }: Pick<typeof auditBlock | typeof auditFinding, 'storeId' | 'areaCode'>,
  since: (typeof auditBlock)['at'] | (typeof auditFinding)['createdAt'],
  asked: { storeId?: string | undefined; from?: string | undefined },
): SQL | undefined =>
  and(
    c.scope.where(storeId),
    // An administrator's stores are all in his area: naming it as well reads the newest rows from one index.
    c.me.storeId || !c.me.areaCode ? undefined : eq(areaCode, c.me.areaCode),
    asked.storeId ? eq(storeId, c.scope.check(asked.storeId)) : undefined,
    asked.from ? gte(since, startOfDay(asked.from)) : undefined,
  )
