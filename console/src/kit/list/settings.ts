import { readJson, writeJson } from '../../state/storage.ts'

/** Rows per page unless said otherwise (SPEC 9). */
const defaultPageSize = 10

/** What a person changed about one column; its place in the list is its place in the table. */
interface ColumnSetting {
  key: string
  /** px. */
  width?: number
  /** Overrides the page's own choice. */
  hidden?: boolean
  fixed?: 'left' | 'right' | 'none'
}

/** What a person changed about one table (SPEC 3: uiTable, by tableId). */
export interface TableSettings {
  columns: ColumnSetting[]
  pageSize: number
  dense: boolean
}

export const defaultSettings: TableSettings = { columns: [], pageSize: defaultPageSize, dense: true }

/** Settings from anywhere, made safe: what a person's browser or another version stored is only believed by shape. */
export const asSettings = (stored: unknown): TableSettings => {
  if (typeof stored !== 'object' || stored === null) return defaultSettings
  const { columns, pageSize, dense } = stored as Partial<TableSettings>
  return {
    columns: Array.isArray(columns) ? columns.filter((one) => typeof one?.key === 'string') : [],
    pageSize: Number.isInteger(pageSize) && pageSize! > 0 ? pageSize! : defaultPageSize,
    dense: dense !== false,
  }
}

/** What this browser keeps of a table. */
export interface KeptTable {
  /** Whose it is, '' a guest's: the next person at this PC begins with his own. */
  userId: string
  /** null: back to the default. */
  settings: TableSettings | null
  /** The server has not heard of it. */
  unsent: boolean
}

/** This browser's settings of a table; undefined when it has none of this person. */
export const readTable = (tableId: string, userId: string): KeptTable | undefined => {
  const kept = readJson<Record<string, Partial<KeptTable> | undefined>>('uiTable', {})[tableId]
  if (kept?.userId !== userId) return
  return { userId, settings: kept.settings ? asSettings(kept.settings) : null, unsent: kept.unsent === true }
}

/** Keeps a table's settings; undefined forgets them. */
export const writeTable = (tableId: string, kept: KeptTable | undefined): void => {
  const { [tableId]: _old, ...others } = readJson<Record<string, unknown>>('uiTable', {})
  writeJson('uiTable', kept ? { ...others, [tableId]: kept } : others)
}

interface Arrangeable {
  key: string
  width?: number
  hidden?: boolean
  fixed?: 'left' | 'right'
}

/**
 * The page's columns in the person's order with the person's widths and pins. Columns that the settings do not know
 * (a newer version's) keep their place behind the one they follow on the page.
 */
export const arrange = <C extends Arrangeable>(columns: readonly C[], settings: TableSettings): C[] => {
  const known = new Map(settings.columns.map((one, i) => [one.key, { ...one, place: i }]))
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const ordered = settings.columns.flatMap(({ key }) => byKey.get(key) ?? [])
  for (const [i, column] of columns.entries()) {
    if (known.has(column.key)) continue
    const before = columns[i - 1]
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column)
  }
  return ordered.map((column) => {
    const { width, hidden, fixed } = known.get(column.key) ?? {}
    return {
      ...column,
      width: width ?? column.width,
      hidden: hidden ?? column.hidden,
      fixed: fixed === 'none' ? undefined : (fixed ?? column.fixed),
    }
  })
}

/** Columns to show: pinned left ones first and pinned right ones last, whatever their place in the settings. */
export const shownColumns = <C extends Arrangeable>(columns: readonly C[], settings: TableSettings): C[] => {
  const side = ({ fixed }: C) => (fixed === 'left' ? 0 : fixed === 'right' ? 2 : 1)
  return arrange(columns, settings)
    .filter((column) => !column.hidden)
    .sort((a, b) => side(a) - side(b))
}

/** Settings with one column changed. */
export const changeColumn = (
  columns: readonly Arrangeable[],
  settings: TableSettings,
  key: string,
  change: Partial<ColumnSetting>,
): TableSettings => ({
  ...settings,
  columns: arrange(columns, settings).map((column) => {
    const own = settings.columns.find((one) => one.key === column.key) ?? { key: column.key }
    return column.key === key ? { ...own, ...change } : own
  }),
})

/** Settings with a column moved to another place. */
export const moveColumn = (
  columns: readonly Arrangeable[],
  settings: TableSettings,
  key: string,
  to: number,
): TableSettings => {
  const all = changeColumn(columns, settings, key, {}).columns
  const moved = all.find((one) => one.key === key)!
  const rest = all.filter((one) => one !== moved)
  return { ...settings, columns: [...rest.slice(0, to), moved, ...rest.slice(to)] }
}
