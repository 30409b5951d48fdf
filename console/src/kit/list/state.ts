import { readJson, writeJson } from '../../state/storage.ts'

/** First page and rows per page (SPEC 9). */
export const firstPage = 1
export const defaultPageSize = 10

/** What a person changed about one table (SPEC 3: uiTable, by tableId). */
export interface TableSettings {
  /** Keys that are shown though hidden by default (true) or hidden though shown (false). */
  shown: Record<string, boolean>
  pageSize: number
  dense: boolean
}

const defaults: TableSettings = { shown: {}, pageSize: defaultPageSize, dense: true }

export const readTable = (tableId: string): TableSettings => ({
  ...defaults,
  ...readJson<Record<string, Partial<TableSettings>>>('uiTable', {})[tableId],
})

export const writeTable = (tableId: string, settings: TableSettings): void =>
  writeJson('uiTable', { ...readJson<Record<string, unknown>>('uiTable', {}), [tableId]: settings })

/** Columns to show, in the order of the page's own list. */
export const visibleColumns = <C extends { key: string; hidden?: boolean }>(
  columns: readonly C[],
  { shown }: Pick<TableSettings, 'shown'>,
): C[] => columns.filter((column) => shown[column.key] ?? !column.hidden)

/** A total for people; a bounded count is at least that many. */
export const totalText = (total: number, bound: boolean): string => `共 ${total}${bound ? '+' : ''} 条`

export interface ListState {
  filters: Record<string, unknown>
  page: number
  sortField?: string
  sortOrder?: 'ascend' | 'descend'
}

/** Query of a list: set filters, page and sort; empty ones stay away. */
export const queryOf = (
  { filters, page, sortField, sortOrder }: ListState,
  pageSize: number,
  fixed: Record<string, unknown> = {},
): Record<string, unknown> => {
  const all = { ...filters, ...fixed, page, pageSize, ...(sortOrder && { sortField, sortOrder }) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''))
}
