import type { InputOf } from '@yibao/shared/call.ts'
import type { department as calls } from '@yibao/shared/calls/staff.ts'
import { eq, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { shopOf } from '../catalogue/mapping.ts'
import { type DepartmentRow, departmentOf, shownDepartment } from './department-rows.ts'
import { department } from './tables.ts'

const checkDays = ({ beginDay, endDay }: { beginDay: string; endDay?: string }): void => {
  if (endDay && endDay < beginDay) refuse('department.dates', {}, { fields: { endDay: '结束日期早于开始日期' } })
}

/** Department/Add: kept here; the centre is told by Upload. */
export const addDepartment = async (
  { storeId, ...form }: InputOf<typeof calls.add>,
  c: Context,
): Promise<DepartmentRow> => {
  checkDays(form)
  const shop = await shopOf(c, storeId)
  const [added] = await c.db
    .insert(department)
    .values({ ...form, id: newId(c.now), storeId: shop.id, state: 'draft', changedAt: c.now })
    .onConflictDoNothing()
    .returning({ id: department.id })
  const { code } = form
  if (!added) return refuse('department.taken', { code }, { fields: { code: `本店已有科室 ${code}` } })
  return shownDepartment(c, added.id)
}

/** Department/Update: the whole form. Where an upload's outcome is unknown it stays so, and the next one asks first. */
export const updateDepartment = async (
  { id, ...form }: InputOf<typeof calls.update>,
  c: Context,
): Promise<DepartmentRow> => {
  checkDays(form)
  const { one } = await departmentOf(c, id)
  // As it stands when it is written: an upload may have begun since it was read.
  const state = sql<typeof one.state>`case when ${department.state} = 'unknown' then 'unknown'
    when ${department.known} then 'changed' else 'draft' end`
  const emptied = { endDay: '', services: '', memo: '' }
  await c.db
    .update(department)
    .set({ ...emptied, ...form, state, message: '', changedAt: c.now })
    .where(eq(department.id, id))
  const row = await shownDepartment(c, id)
  c.keep({ before: { name: one.name }, after: { name: row.name } })
  return row
}
