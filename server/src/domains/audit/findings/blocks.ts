import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { audit as calls } from '@yibao/shared/calls/audit.ts'
import { ruleKinds } from '@yibao/shared/entities/audit.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addDays, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, ilike, lt, type SQL } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { requireDays } from '../../../database/bounded.ts'
import { like } from '../../../database/like.ts'
import { type Cursor, type Paging, rowsOf } from '../../../database/rows.ts'
import { store } from '../../organisation/tables.ts'
import { auditBlock } from '../tables.ts'
import { placeIn } from './place.ts'

type Filters = InputOf<typeof calls.blockPaged>
type BlockRow = ResultOf<typeof calls.blockPaged>['items'][number]

/** The attempts in reach from the first day that is asked for. */
const placeOf = (c: Context, f: Filters): SQL | undefined => placeIn(c, auditBlock, auditBlock.at, f)

/** No index has the names of them. */
const requireBounded = async (c: Context, f: Filters & Paging): Promise<void> => {
  const isSorted = f.sortField !== undefined && f.sortField !== 'at'
  const what = f.operatorName ? '操作员' : isSorted && '这一列排序'
  if (what) await requireDays(c, f, { table: auditBlock, place: placeOf(c, f), rows: '拦截记录', what })
}

/** Audit/BlockPaged: attempts that a rule stopped, the last one first. */
export const blockRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ block: auditBlock, storeName: store.name, ...cursor })
      .from(auditBlock)
      .innerJoin(store, eq(store.id, auditBlock.storeId))
      .$dynamic(),
  where: async (c, f) => {
    await requireBounded(c, f)
    return and(
      placeOf(c, f),
      f.to ? lt(auditBlock.at, startOfDay(addDays(f.to, 1))) : undefined,
      f.rule ? eq(auditBlock.rule, f.rule) : undefined,
      f.kind ? eq(auditBlock.kind, f.kind) : undefined,
      f.operatorName ? ilike(auditBlock.operatorName, like(f.operatorName)) : undefined,
    )
  },
  sortable: { at: auditBlock.at, times: auditBlock.times, amount: auditBlock.amount },
  key: auditBlock.id,
  keyOf: ({ block }) => block.id,
  wire: ({ block: one, storeName }): BlockRow => ({
    ...{ id: one.id, at: formatTime(one.at), times: one.times, firstAt: formatTime(one.createdAt) },
    ...{ rule: one.rule, ruleName: one.ruleName, kind: ruleKinds[one.kind], message: one.message },
    ...{ drug: one.drug, nationalCode: one.nationalCode, quantity: one.quantity, amount: yuan(one.amount) },
    ...{ maskedName: one.maskedName, basket: one.basket, operatorName: one.operatorName },
    ...{ storeId: one.storeId, storeName },
  }),
})
