import { startOfDay } from '@yibao/shared/time.ts'
import { and, gte, type SQL } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { inReach } from '../../../call/reach.ts'
import type { auditBlock, auditFinding } from '../tables.ts'

/** Rows in reach, of the store that is asked for, from the first day (YYYY-MM-DD) on; `since` is the moment they are listed by. */
export const placeIn = (
  c: Context,
  table: Pick<typeof auditBlock | typeof auditFinding, 'storeId' | 'areaCode'>,
  since: (typeof auditBlock)['at'] | (typeof auditFinding)['createdAt'],
  asked: { storeId?: string | undefined; from?: string | undefined },
): SQL | undefined => and(inReach(c, table, asked.storeId), asked.from ? gte(since, startOfDay(asked.from)) : undefined)
