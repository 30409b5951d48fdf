import { formatTime } from '@yibao/shared/time.ts'
import { inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { store } from '../organisation/tables.ts'
import { sumLine } from './sum-line.ts'

interface Sorting {
  sortField?: string
  sortOrder?: 'ascend' | 'descend'
}

/** What a report answers beside its own. */
interface Answer<Row, Totals> {
  items: Row[]
  totals: Totals
  total: number
  totalIsBound: boolean
  at: string
}

/**
 * Groups in the asked order, else in the usual one; refuses a field that is none of theirs. Sums: the greatest first,
 * `texts` by their codes.
 */
export const inOrder = <G extends { key: string }>(
  groups: G[],
  { sortField, sortOrder }: Sorting,
  sums: readonly (keyof G & string)[],
  usual: { field: string; newestFirst?: boolean; texts?: readonly (keyof G & string)[] },
): G[] => {
  const field = sortField ?? usual.field
  const byKey = field === 'key' || field === 'name'
  if (usual.texts?.includes(field as never)) {
    const sign = sortOrder === 'descend' ? -1 : 1
    const text = (group: G) => String(group[field as keyof G] ?? '')
    return groups.toSorted((a, b) => sign * (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0))
  }
  if (!byKey && !sums.includes(field as never))
    refuse('input.invalid', { text: '不能按这一列排序' }, { fields: { sortField: '不能按这一列排序' } })
  const descending = sortOrder ? sortOrder === 'descend' : !byKey || usual.newestFirst
  const sign = descending ? -1 : 1
  if (byKey) return groups.toSorted((a, b) => sign * (a.key < b.key ? -1 : 1))
  const name = field as keyof G
  return groups.toSorted((a, b) => sign * (Number(a[name] ?? 0) - Number(b[name] ?? 0)))
}

/** Names of stores by their ids; an unknown one is its id. */
export const storeNames = async (c: Context, ids: readonly string[]): Promise<(id: string) => string> => {
  const rows = ids.length
    ? await c.db
        .select({ id: store.id, name: store.name })
        .from(store)
        .where(inArray(store.id, [...new Set(ids)]))
    : []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

/** A report as its call answers it. */
export const answerOf = <Row, Totals>(c: Context, items: Row[], totals: Totals): Answer<Row, Totals> => ({
  ...{ items, totals, total: items.length, totalIsBound: false, at: formatTime(c.now) },
})

/** The rows of a report and their sum for the export of sheets. */
export const sheetOf = <F, Row extends object, Totals extends object>(
  report: (c: Context, f: F) => Promise<Answer<Row, Totals>>,
) => ({
  count: async (c: Context, f: F) => (await report(c, f)).total,
  stream: async function* (c: Context, f: F): AsyncGenerator<Row[]> {
    const { items, totals } = await report(c, f)
    yield [...items, sumLine({ key: '', name: '合计', ...totals } as unknown as Row)]
  },
})
