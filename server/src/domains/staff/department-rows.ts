import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { department as calls } from '@yibao/shared/calls/staff.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, ilike, or } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { store } from '../organisation/tables.ts'
import { department } from './tables.ts'

export type Department = typeof department.$inferSelect
export type DepartmentRow = ResultOf<typeof calls.add>
type Filters = InputOf<typeof calls.paged>

const wireDepartment = (one: Department, storeName: string): DepartmentRow => {
  const { category, establishedOn, beginDay, endDay, changedAt, uploadedAt } = one
  return {
    ...omit(one, 'sentAt', 'claimedUntil'),
    storeName,
    category: category || undefined,
    establishedOn: establishedOn || undefined,
    beginDay: beginDay || undefined,
    endDay: endDay || undefined,
    changedAt: formatTime(changedAt),
    uploadedAt: uploadedAt ? formatTime(uploadedAt) : undefined,
  }
}

/** Department/Paged, by code. */
export const departmentRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ one: department, storeName: store.name, ...cursor })
      .from(department)
      .innerJoin(store, eq(store.id, department.storeId))
      .$dynamic(),
  where: (c, f) =>
    and(
      c.scope.where(department.storeId, f.storeId),
      f.keyword ? or(ilike(department.name, like(f.keyword)), ilike(department.code, like(f.keyword))) : undefined,
      f.category ? eq(department.category, f.category) : undefined,
      f.state ? eq(department.state, f.state) : undefined,
    ),
  sortable: {
    code: department.code,
    name: department.pinyin,
    storeName: store.pinyin,
    state: department.state,
    changedAt: department.changedAt,
    uploadedAt: department.uploadedAt,
  },
  direction: 'ascend',
  key: department.id,
  keyOf: ({ one }) => one.id,
  wire: ({ one, storeName }) => wireDepartment(one, storeName),
})

/** A department the asker may see. */
export const departmentOf = async (c: Context, id: string) => {
  const [found] = await c.db
    .select({ one: department, shop: store })
    .from(department)
    .innerJoin(store, eq(store.id, department.storeId))
    .where(and(eq(department.id, id), c.scope.where(department.storeId)))
  if (!found) return refuse('not.found', { what: '这个科室' })
  c.on(`${found.shop.name} ${found.one.code} ${found.one.name}`, found.shop.id)
  return found
}

/** Its row after a change. */
export const shownDepartment = async (c: Context, id: string): Promise<DepartmentRow> => {
  const { one, shop } = await departmentOf(c, id)
  return wireDepartment(one, shop.name)
}
