import { formatCount } from '@yibao/shared/money.ts'

/** First page (SPEC 9). */
export const firstPage = 1

/** What a list shows: kept per tab, survives F5. */
export interface ListState {
  filters: Record<string, unknown>
  /** What the page began with by itself, as of then (of-today.ts). */
  began?: Record<string, unknown>
  page: number
  sortField?: string
  sortOrder?: 'ascend' | 'descend'
}

/** A total for people; a bounded count is at least that many. */
export const totalText = (total: number, bound = false, unit = '条'): string =>
  `共 ${formatCount(total)}${bound ? '+' : ''} ${unit}`

const set = (value: unknown) => value !== undefined && value !== ''

/** Filters that are set. */
export const setFilters = (filters: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => set(value)))

/** Filters that still mean the same tomorrow: who was read from a card is known for some minutes, and to nobody else. */
export const lastingFilters = ({ readId: _, ...filters }: Record<string, unknown>): Record<string, unknown> =>
  setFilters(filters)

/** Query of a list: set filters, page and sort; empty ones stay away. */
export const queryOf = (
  { filters, page, sortField, sortOrder }: ListState,
  pageSize: number,
  fixed: Record<string, unknown> = {},
): Record<string, unknown> =>
  setFilters({ ...filters, ...fixed, page, pageSize, ...(sortOrder && { sortField, sortOrder }) })

/** The page to show instead of one behind the last: its rows went away, or an address names it. undefined: there are rows. */
export const pageInstead = (
  { page }: Pick<ListState, 'page'>,
  { items, total }: { items: readonly unknown[]; total: number },
  pageSize: number,
): number | undefined => {
  const last = Math.max(firstPage, Math.ceil(total / pageSize))
  return items.length === 0 && page > last ? last : undefined
}
