import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { and, eq, ilike, or, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { like } from '../../../database/like.ts'
import { type Cursor, rowsOf } from '../../../database/rows.ts'
import { user } from '../../auth/tables.ts'
import { client, company, store } from '../../organisation/tables.ts'

type Row = ResultOf<typeof clientMonitor.registered>['items'][number]
type Filters = InputOf<typeof clientMonitor.registered>

/** Whether the ERP of a PC comes in, and else why not, as its silent login decides (auth/silent.ts). */
const standing = sql<Row['standing']>`case when ${store.closed} then 'closed' when ${user.stopped} then 'stopped'
  when ${user.storeId} is distinct from ${client.storeId} or ${user.isAdminUser} then 'moved' else 'ready' end`

/** ClientMonitor/Registered, by store and number. */
export const registeredRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({
        ...{ id: client.id, clientNo: client.clientNo, pcName: client.name, storeName: store.name },
        ...{ operator: user.name, userName: user.userName, standing, companyName: company.name, ...cursor },
      })
      .from(client)
      .innerJoin(store, eq(store.id, client.storeId))
      .innerJoin(company, eq(company.id, client.companyId))
      .innerJoin(user, eq(user.id, client.userId))
      .$dynamic(),
  where: (c, { keyword, standing: wanted }) =>
    and(
      c.scope.where(client.storeId),
      keyword
        ? or(...[client.clientNo, client.name, store.name, user.name].map((of) => ilike(of, like(keyword))))
        : undefined,
      wanted ? eq(standing, wanted) : undefined,
    ),
  sortable: { storeName: store.pinyin, clientNo: client.clientNo },
  direction: 'ascend',
  key: client.id,
  keyOf: ({ id }) => id,
  wire: ({ cursor: _, userName, ...row }): Row => ({ ...row, operator: row.operator || userName }),
})

/**
 * ClientMonitor/Unregister: the number is free again, for the same PC at another store too. Sessions that its ERP has opened
 * end by themselves.
 */
export const unregister = async ({ id }: { id: string }, c: Context): Promise<null> => {
  const [row] = await c.db
    .select({ clientNo: client.clientNo, pcName: client.name, storeId: client.storeId, storeName: store.name })
    .from(client)
    .innerJoin(store, eq(store.id, client.storeId))
    .where(and(eq(client.id, id), c.scope.where(client.storeId)))
  if (!row) return refuse('not.found', { what: '这个客户端编号' })
  const { clientNo, pcName, storeId, storeName } = row
  c.on(`${storeName} ${clientNo} ${pcName}`.trimEnd(), storeId)
  // Registered anew for another store meanwhile, it is that one's.
  await c.db.delete(client).where(and(eq(client.id, id), eq(client.storeId, storeId)))
  return null
}
