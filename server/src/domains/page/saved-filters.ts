import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { savedFilters as calls } from '@yibao/shared/calls/saved-filters.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, desc, eq, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { user } from '../auth/tables.ts'
import { holdsArea } from '../auth/whole-area.ts'
import { areaName } from '../organisation/districts.ts'
import { store } from '../organisation/tables.ts'
import { savedFilter } from './tables.ts'
import { checkSize, forWholeArea } from './ui-tables.ts'

type Row = Omit<typeof savedFilter.$inferSelect, 'companyId'> & { companyId: string }
type Saved = ResultOf<typeof calls.save>

/** Questions one person keeps for one table. */
const most = 50
const largest = 8000

/** The mark of what is for everybody in its area. */
const everybody = ''

/**
 * Whose people a shared one is for. Nobody said so where a node of before migration 0154 wrote it: then its owner's
 * company's, and everybody's where he has none.
 */
const companyId: SQL<string> = sql<string>`coalesce(${savedFilter.companyId},
  (select ${user.companyId} from ${user} where ${user.id} = ${savedFilter.ownerId}), ${everybody})`

const columns = { ...getTableColumns(savedFilter), companyId }

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
  const forHim = inArray(companyId, [...(await companiesHere(c)), everybody])
  const here = and(eq(savedFilter.shared, true), eq(savedFilter.areaCode, c.me.areaCode ?? ''), forHim)
  return or(eq(savedFilter.ownerId, c.me.userId), here)
}

/** Whether the caller may change those of others that he sees: of a company its administrators, of all the area's. */
const changing = async (c: Context): Promise<(row: Row) => boolean> => {
  const { userId, isSuperAdmin, isAdminUser, areaCode } = c.me
  const hasAll = isAdminUser && areaCode !== undefined && (await holdsArea(c, areaCode))
  const administers = ({ shared, companyId, ...row }: Row) =>
    isAdminUser && shared && row.areaCode === areaCode && (companyId !== everybody || hasAll)
  return (row) => row.ownerId === userId || isSuperAdmin || administers(row)
}

const whole = '共享的常用条件'

/** Whom one is shared with: the people of his company, or of the whole area by whoever works for several there. */
const companyFor = async (c: Context): Promise<string> => {
  const [one, ...others] = await companiesHere(c)
  if (one && !others.length) return one
  await forWholeArea(c, whole)
  return everybody
}

/** Where and with whom a filter is shared by now. Changed by somebody else, or elsewhere, it stays theirs. */
const sharing = async (c: Context, known: Row | undefined): Promise<Partial<Row>> => {
  const areaCode = c.me.areaCode ?? null
  if (!known?.shared || (known.ownerId === c.me.userId && known.areaCode === areaCode))
    return { areaCode, companyId: await companyFor(c) }
  const isAll = known.companyId === everybody && known.areaCode
  if (isAll && !(await holdsArea(c, isAll))) refuse('page.shared', { what: whole, area: areaName(isAll) })
  return {}
}

type Shown = Pick<Row, 'id' | 'name' | 'shared' | 'pinned' | 'ownerName' | 'updatedAt'>

const wire = (row: Shown, filters: Saved['filters'], mine: boolean): Saved => ({
  id: row.id,
  name: row.name,
  filters,
  shared: row.shared,
  pinned: row.pinned,
  mine,
  ownerName: row.ownerName,
  updatedAt: formatTime(row.updatedAt),
})

/** undefined where a lost key sealed it: it is as if nobody had saved it. */
const filtersOf = ({ services }: Context, row: Pick<Row, 'filters'>): Saved['filters'] | undefined => {
  const text = services.vault.opened(row.filters)
  return text === undefined ? undefined : JSON.parse(text)
}

const find = async (c: Context, id: string): Promise<Row> => {
  const [row] = await c.db
    .select(columns)
    .from(savedFilter)
    .where(and(eq(savedFilter.id, id), await visible(c)))
  if (!row) return refuse('not.found', { what: '常用查询' })
  c.on(row.name)
  return (await changing(c))(row) ? row : refuse('page.owner')
}

/** Refuses a second one of a name, and one too many. Answers the one of that name that nobody can open any more, if any. */
const refuseTwice = async (c: Context, { tableId, name, id = '' }: InputOf<typeof calls.save>, ownerId: string) => {
  const { filters } = savedFilter
  const kept = await c.db
    .select({ id: savedFilter.id, name: savedFilter.name, filters })
    .from(savedFilter)
    .where(and(eq(savedFilter.tableId, tableId), eq(savedFilter.ownerId, ownerId), ne(savedFilter.id, id)))
  const usable = kept.filter((row) => filtersOf(c, row))
  if (usable.some((row) => row.name === name))
    refuse('input.invalid', { text: `已有名为「${name}」的常用条件` }, { fields: { name: '名称已使用' } })
  if (!id && usable.length >= most) refuse('input.invalid', { text: `最多保存 ${most} 个常用查询` })
  return kept.find((row) => row.name === name)
}

const save = async (c: Context, input: InputOf<typeof calls.save>): Promise<Saved> => {
  const { id, tableId, name, filters, shared, pinned } = input
  checkSize(filters, largest)
  const known = id ? await find(c, id) : undefined
  if (known && known.tableId !== tableId) refuse('not.found', { what: '常用查询' })
  const lost = await refuseTwice(c, input, known?.ownerId ?? c.me.userId)
  const values = { name, shared, pinned, filters: c.services.vault.seal(JSON.stringify(filters)), updatedAt: c.now }
  const { userId: ownerId, name: ownerName, areaCode } = c.me
  const forWhom = shared ? await sharing(c, known) : {}
  const [row] = await c.db.transaction(async (tx) => {
    // The very one that was looked at: saved again meanwhile it is somebody's.
    if (lost)
      await tx.delete(savedFilter).where(and(eq(savedFilter.id, lost.id), eq(savedFilter.filters, lost.filters)))
    if (!known) {
      const made = { ...values, id: newId(c.now), tableId, ownerId, ownerName, areaCode, ...forWhom }
      return tx.insert(savedFilter).values(made).returning()
    }
    const changed = { ...values, ...forWhom }
    return tx.update(savedFilter).set(changed).where(eq(savedFilter.id, known.id)).returning()
  })
  return wire(row!, filters, true)
}

export const savedFilterHandlers: Handlers<typeof calls> = {
  list: async ({ tableId }, c) => {
    const rows = await c.db
      .select(columns)
      .from(savedFilter)
      .where(and(eq(savedFilter.tableId, tableId), await visible(c)))
      .orderBy(desc(savedFilter.pinned), savedFilter.name, savedFilter.id)
    const mayChange = await changing(c)
    return rows.flatMap((row) => {
      const filters = filtersOf(c, row)
      return filters ? wire(row, filters, mayChange(row)) : []
    })
  },
  save: (input, c) => save(c, input),
  remove: async ({ id }, c) => {
    const { id: known } = await find(c, id)
    await c.db.delete(savedFilter).where(eq(savedFilter.id, known))
    return null
  },
}
