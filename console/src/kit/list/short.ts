import type { Column } from './types.ts'

/** Filters that are shown only after 更多条件, in this order. */
export const moreFilters = <K extends string>(...keys: K[]): { key: K; more: true }[] =>
  keys.map((key) => ({ key, more: true }))

/** Columns that are not shown until chosen in 列设置, by their widths in px. */
export const hiddenColumns = <K extends string>(
  widths: Record<K, number>,
): (Pick<Column<never>, 'width' | 'hidden'> & { key: K })[] =>
  (Object.entries(widths) as [K, number][]).map(([key, width]) => ({ key, width, hidden: true }))
