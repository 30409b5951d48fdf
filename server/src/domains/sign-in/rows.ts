import type { InputOf } from '@yibao/shared/call.ts'
import type { signIn as calls } from '@yibao/shared/calls/sign-in.ts'
import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, gte, ilike, lt } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { signIn } from '../attendance/tables.ts'
import { store } from '../organisation/tables.ts'

/** SignIn/Paged, the newest first; a day is that of its sign-ins' moments. */
export const signInRows = rowsOf({
  select: (c: Context, cursor: Cursor) =>
    c.db
      .select({ row: signIn, storeName: store.name, ...cursor })
      .from(signIn)
      .innerJoin(store, eq(store.id, signIn.storeId))
      .$dynamic(),
  where: (c, { from, to, operatorName, storeId }: InputOf<typeof calls.paged>) =>
    and(
      c.scope.where(signIn.storeId, storeId),
      eq(signIn.system, false),
      from ? gte(signIn.signedInAt, startOfDay(from)) : undefined,
      to ? lt(signIn.signedInAt, startOfDay(addDays(to, 1))) : undefined,
      operatorName ? ilike(signIn.operatorName, like(operatorName)) : undefined,
    ),
  sortable: { signedInAt: signIn.signedInAt },
  key: signIn.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, storeName }) => ({ ...row, storeName }),
})
