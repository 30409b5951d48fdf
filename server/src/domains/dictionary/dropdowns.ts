import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, ilike, or } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { areaOf } from '../auth/area-of.ts'
import { wholeAreaOf } from '../auth/whole-area.ts'
import { refuseOwn } from './enumerations.ts'
import { itemsOf } from './items.ts'
import { tellDictionary } from './live.ts'
import { type DropdownItem, dropdownHistory, dynamicDropdown } from './tables.ts'

type Dropdown = ResultOf<typeof dictionary.submitDynamicDropdowns>
type Change = ResultOf<typeof dictionary.getHistoryDynamicDropdowns>['items'][number]

const wire = ({
  name,
  title,
  items,
  revision,
  updatedBy,
  updatedAt,
}: typeof dynamicDropdown.$inferSelect): Dropdown => ({
  name,
  title,
  items,
  revision,
  updatedBy,
  updatedAt: formatTime(updatedAt),
})

/** The lists an area keeps itself. */
export const searchDropdowns = async (
  c: Context,
  { medicalAreaCode, keyword }: InputOf<typeof dictionary.searchDynamicDropdowns>,
): Promise<Dropdown[]> => {
  const matches = keyword
    ? or(ilike(dynamicDropdown.name, like(keyword)), ilike(dynamicDropdown.title, like(keyword)))
    : undefined
  const rows = await c.db
    .select()
    .from(dynamicDropdown)
    .where(and(eq(dynamicDropdown.areaCode, await areaOf(c, medicalAreaCode)), matches))
    .orderBy(dynamicDropdown.name)
  return rows.map(wire)
}

/** Every change of one list: who, when, before and after. */
export const dropdownChanges = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ row: dropdownHistory, ...cursor })
      .from(dropdownHistory)
      .$dynamic(),
  where: async (c, { medicalAreaCode, name }: InputOf<typeof dictionary.getHistoryDynamicDropdowns>) =>
    and(eq(dropdownHistory.areaCode, await areaOf(c, medicalAreaCode)), eq(dropdownHistory.name, name)),
  sortable: { at: dropdownHistory.at },
  key: dropdownHistory.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row: { id, name, revision, by, at, before, after } }): Change => ({
    id,
    name,
    revision,
    by,
    at: formatTime(at),
    before,
    after,
  }),
})

const checked = (items: DropdownItem[]): DropdownItem[] => {
  const twice = items.find(({ value }, i) => items.findIndex((one) => one.value === value) !== i)
  if (twice)
    refuse('input.invalid', { text: `编码 ${twice.value} 重复` }, { fields: { items: `编码 ${twice.value} 重复` } })
  return items
}

/** The items to store: the given ones, or what a change of the history replaced. */
const itemsFor = async (
  { db }: Context,
  areaCode: string,
  { name, items, restoreId }: InputOf<typeof dictionary.submitDynamicDropdowns>,
): Promise<DropdownItem[]> => {
  if (!restoreId)
    return checked(items ?? refuse('input.invalid', { text: '选项不能为空' }, { fields: { items: '选项不能为空' } }))
  const [change] = await db
    .select()
    .from(dropdownHistory)
    .where(
      and(eq(dropdownHistory.id, restoreId), eq(dropdownHistory.areaCode, areaCode), eq(dropdownHistory.name, name)),
    )
  return change?.before ?? refuse('not.found', { what: '修改记录' })
}

/** Stores a list and its history; a list that somebody else changed meanwhile, or the name of a code table, is refused. */
export const submitDropdown = async (
  c: Context,
  input: InputOf<typeof dictionary.submitDynamicDropdowns>,
): Promise<Dropdown> => {
  const { name, medicalAreaCode, revision } = input
  const areaCode = await wholeAreaOf(c, medicalAreaCode)
  refuseOwn('name', name)
  const [taken] = await itemsOf(c.db, { areaCode, codeTypes: [name] })
  if (taken)
    refuse('input.invalid', { text: `${name} 是标准字典的名称` }, { fields: { name: `${name} 是标准字典的名称` } })
  const items = await itemsFor(c, areaCode, input)
  const by = c.me.name
  const stored = await c.db.transaction(async (tx) => {
    const here = and(eq(dynamicDropdown.areaCode, areaCode), eq(dynamicDropdown.name, name))
    const [before] = await tx.select().from(dynamicDropdown).where(here).for('update')
    if (before && revision !== undefined && revision !== before.revision)
      refuse('dropdown.changed', { by: before.updatedBy })
    const next = (before?.revision ?? 0) + 1
    const title = input.title ?? before?.title ?? name
    const values = { areaCode, name, title, items, revision: next, updatedBy: by, updatedAt: c.now }
    const [row] = await tx
      .insert(dynamicDropdown)
      .values(values)
      .onConflictDoUpdate({ target: [dynamicDropdown.areaCode, dynamicDropdown.name], set: values })
      .returning()
    const change = { before: before?.items ?? [], after: items }
    await tx
      .insert(dropdownHistory)
      .values({ id: newId(c.now), areaCode, name, revision: next, by, at: c.now, ...change })
    c.on(`${name} ${title}`)
    c.keep(change)
    return row!
  })
  tellDictionary(c.deps, areaCode)
  return wire(stored)
}
