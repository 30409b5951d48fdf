import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { savedFilters as calls } from '@yibao/shared/calls/list.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, count, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { refuse } from '../../call/refuse.ts'
import { newId } from '../../ids.ts'
import { savedFilter } from './page-tables.ts'
import { checkSize } from './ui-tables.ts'

type Row = typeof savedFilter.$inferSelect
type Saved = ResultOf<typeof calls.save>

/** Questions one person keeps for one table. */
const most = 50
const largest = 8000

const inMyArea = ({ me }: Context) => (me.areaCode ? eq(savedFilter.areaCode, me.areaCode) : sql`false`)

/** Own ones, and those that somebody of the same area shares. */
const visible = (c: Context) => or(eq(savedFilter.ownerId, c.me.userId), and(eq(savedFilter.shared, true), inMyArea(c)))

const mayChange = ({ me }: Context, row: Row): boolean =>
  row.ownerId === me.userId || me.isSuperAdmin || (me.isAdminUser && row.shared && row.areaCode === me.areaCode)

const wire = (c: Context, row: Row): Saved => ({
  id: row.id,
  name: row.name,
  filters: JSON.parse(c.services.vault.open(row.filters)),
  shared: row.shared,
  pinned: row.pinned,
  mine: mayChange(c, row),
  ownerName: row.ownerName,
  updatedAt: formatTime(row.updatedAt),
})

const find = async (c: Context, id: string): Promise<Row> => {
  const [row] = await c.db
    .select()
    .from(savedFilter)
    .where(and(eq(savedFilter.id, id), visible(c)))
  if (!row) return refuse('not.found', { what: '常用查询' })
  return mayChange(c, row) ? row : refuse('page.owner')
}

const refuseTwice = async (c: Context, { tableId, name, id = '' }: InputOf<typeof calls.save>, ownerId: string) => {
  const same = and(eq(savedFilter.tableId, tableId), eq(savedFilter.ownerId, ownerId))
  const [known] = await c.db
    .select({ id: savedFilter.id })
    .from(savedFilter)
    .where(and(same, eq(savedFilter.name, name), ne(savedFilter.id, id)))
  if (known) refuse('input.invalid', { text: `已有名为「${name}」的常用条件` }, { fields: { name: '名称已使用' } })
  const [kept] = await c.db.select({ n: count() }).from(savedFilter).where(same)
  if (!id && (kept?.n ?? 0) >= most) refuse('input.invalid', { text: `最多保存 ${most} 个常用查询` })
}

const save = async (c: Context, input: InputOf<typeof calls.save>): Promise<Saved> => {
  const { id, tableId, name, filters, shared, pinned } = input
  checkSize(filters, largest)
  const known = id ? await find(c, id) : undefined
  if (known && known.tableId !== tableId) refuse('not.found', { what: '常用查询' })
  await refuseTwice(c, input, known?.ownerId ?? c.me.userId)
  const values = { name, shared, pinned, filters: c.services.vault.seal(JSON.stringify(filters)), updatedAt: c.now }
  const { userId: ownerId, name: ownerName, areaCode } = c.me
  const [row] = known
    ? await c.db.update(savedFilter).set(values).where(eq(savedFilter.id, known.id)).returning()
    : await c.db
        .insert(savedFilter)
        .values({ ...values, id: newId(c.now), tableId, ownerId, ownerName, areaCode })
        .returning()
  return wire(c, row!)
}

export const savedFilterHandlers: Handlers<typeof calls> = {
  list: async ({ tableId }, c) => {
    const rows = await c.db
      .select()
      .from(savedFilter)
      .where(and(eq(savedFilter.tableId, tableId), visible(c)))
      .orderBy(desc(savedFilter.pinned), savedFilter.name, savedFilter.id)
    return rows.map((row) => wire(c, row))
  },
  save: (input, c) => save(c, input),
  remove: async ({ id }, c) => {
    const { id: known } = await find(c, id)
    await c.db.delete(savedFilter).where(eq(savedFilter.id, known))
    return null
  },
}
