import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { savedFilters as calls } from '@yibao/shared/calls/list.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, count, desc, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { refuse } from '../../call/refuse.ts'
import { newId } from '../../ids.ts'
import { holdsArea } from '../auth/whole-area.ts'
import { areaName } from '../organisation/districts.ts'
import { store } from '../organisation/tables.ts'
import { savedFilter } from './tables.ts'
import { checkSize, forWholeArea } from './ui-tables.ts'

type Row = typeof savedFilter.$inferSelect
type Saved = ResultOf<typeof calls.save>

/** Questions one person keeps for one table. */
const most = 50
const largest = 8000

/** The companies whose stores the caller works for in the chosen area. */
const companiesHere = async (c: Context): Promise<string[]> => {
  const rows = await c.db
    .selectDistinct({ companyId: store.companyId })
    .from(store)
    .where(and(c.scope.where(store.id), eq(store.areaCode, c.me.areaCode ?? '')))
  return rows.map(({ companyId }) => companyId)
}

/** Own ones, and those that somebody of the same company, or whoever has the whole area, shares in it. */
const visible = async (c: Context) => {
  const forHim = or(isNull(savedFilter.companyId), inArray(savedFilter.companyId, [...(await companiesHere(c)), '']))
  const here = and(eq(savedFilter.shared, true), eq(savedFilter.areaCode, c.me.areaCode ?? ''), forHim)
  return or(eq(savedFilter.ownerId, c.me.userId), here)
}

/** Whether the caller may change those of others that he sees: of a company its administrators, of all the area's. */
const changing = async (c: Context): Promise<(row: Row) => boolean> => {
  const { userId, isSuperAdmin, isAdminUser, areaCode } = c.me
  const hasAll = isAdminUser && areaCode !== undefined && (await holdsArea(c, areaCode))
  const administers = ({ shared, companyId, ...row }: Row) =>
    isAdminUser && shared && row.areaCode === areaCode && (companyId !== null || hasAll)
  return (row) => row.ownerId === userId || isSuperAdmin || administers(row)
}

const whole = '共享的常用条件'

/** Whom one is shared with: the people of his company, or of the whole area by whoever works for several there. */
const companyFor = async (c: Context): Promise<string | null> => {
  const [one, ...others] = await companiesHere(c)
  if (one && !others.length) return one
  await forWholeArea(c, whole)
  return null
}

/** Where and with whom a filter is shared by now. Changed by somebody else, or elsewhere, it stays theirs. */
const sharing = async (c: Context, known: Row | undefined): Promise<Partial<Row>> => {
  const areaCode = c.me.areaCode ?? null
  if (!known?.shared || (known.ownerId === c.me.userId && known.areaCode === areaCode))
    return { areaCode, companyId: await companyFor(c) }
  const isAll = known.companyId === null && known.areaCode
  if (isAll && !(await holdsArea(c, isAll))) refuse('page.shared', { what: whole, area: areaName(isAll) })
  return {}
}

const wire = (c: Context, row: Row, mine: boolean): Saved => ({
  id: row.id,
  name: row.name,
  filters: JSON.parse(c.services.vault.open(row.filters)),
  shared: row.shared,
  pinned: row.pinned,
  mine,
  ownerName: row.ownerName,
  updatedAt: formatTime(row.updatedAt),
})

const find = async (c: Context, id: string): Promise<Row> => {
  const [row] = await c.db
    .select()
    .from(savedFilter)
    .where(and(eq(savedFilter.id, id), await visible(c)))
  if (!row) return refuse('not.found', { what: '常用查询' })
  c.on(row.name)
  return (await changing(c))(row) ? row : refuse('page.owner')
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
  const forWhom = shared ? await sharing(c, known) : {}
  const [row] = known
    ? await c.db
        .update(savedFilter)
        .set({ ...values, ...forWhom })
        .where(eq(savedFilter.id, known.id))
        .returning()
    : await c.db
        .insert(savedFilter)
        .values({ ...values, id: newId(c.now), tableId, ownerId, ownerName, areaCode, ...forWhom })
        .returning()
  return wire(c, row!, true)
}

export const savedFilterHandlers: Handlers<typeof calls> = {
  list: async ({ tableId }, c) => {
    const rows = await c.db
      .select()
      .from(savedFilter)
      .where(and(eq(savedFilter.tableId, tableId), await visible(c)))
      .orderBy(desc(savedFilter.pinned), savedFilter.name, savedFilter.id)
    const mayChange = await changing(c)
    return rows.map((row) => wire(c, row, mayChange(row)))
  },
  save: (input, c) => save(c, input),
  remove: async ({ id }, c) => {
    const { id: known } = await find(c, id)
    await c.db.delete(savedFilter).where(eq(savedFilter.id, known))
    return null
  },
}
