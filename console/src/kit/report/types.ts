import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { Wanted } from '@yibao/shared/permission.ts'
import type { Filter, RowOf } from '../list/types.ts'
import type { ChartUnits } from './chart-option.ts'

export interface ReportColumn {
  /** Field of the rows and of the totals. */
  key: string
  /** px. */
  width?: number
}

/** A report as data: a call that answers {items: [{key, name, …sums}], totals, at} (ADD-A-PAGE). */
export interface ReportSpec<C extends Call, R = RowOf<C>> {
  /** Key of the saved questions. */
  tableId: string
  call: C
  /** from and to first: every report has a period. */
  filters: ((keyof InputOf<C> & string) | Filter<InputOf<C>>)[]
  /** The question of a first visit, and what 重置 goes back to. */
  initial: () => Partial<InputOf<C>>
  /** Fields that an address names otherwise: begin → from. */
  address?: Readonly<Record<string, keyof InputOf<C> & string>>
  /** The page it was come from. */
  back?: { text: string; to: string }
  /** Days back for which there are figures, where not all are kept: earlier periods are not offered. */
  kept?: number
  /** Input field, a choice, that says what the rows are. */
  groupBy: keyof InputOf<C> & string
  /** px of the column that names the rows, where 150 are too few. */
  nameWidth?: number
  /** Fields of the totals shown as tiles. */
  figures: readonly string[]
  columns: (string | ReportColumn)[]
  /** Bars that stand on one another, and counts as a line over them. */
  chart: {
    bars: readonly string[]
    line?: string
    units?: ChartUnits
    /** Groups that are drawn, the greatest first; the others are one bar behind them. All of them unless said. */
    most?: number
    /** What the axis has room for of a name; the table has it whole. */
    short?: (name: string) => string
  }
  /** The report in one sentence (ux 7). */
  sentence?: (result: ResultOf<C>) => string
  /** Where the figures of a row lead, by column: the list that they count; absent columns lead nowhere. */
  drill?: (row: R, question: Partial<InputOf<C>>) => Partial<Record<string, string>>
  /** Who may follow them; by column where they lead to several pages. */
  drillNeed?: Wanted | ((column: string, row: R) => Wanted)
  /** The report's name for Export/Create (domain.name of its call): for whoever has its button. */
  exportAs?: string
  printNeed?: Wanted
  /** Who signs the printed report, in the order of the lines below it. */
  signatures?: readonly string[]
  empty: string
}
