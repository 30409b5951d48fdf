import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { Wanted } from '@yibao/shared/permission.ts'
import type { ComponentType, ReactNode } from 'react'
import type { Dialogs } from '../dialog-kinds.ts'
import type { InputProps } from '../form/input-props.ts'
import type { Tone } from '../value.tsx'
import type { ListState } from './state.ts'

/** Row of a list call. */
export type RowOf<C> = ResultOf<C> extends { items: (infer R)[] } ? R : never

export interface Column<R> {
  /** Field of the row, or a path such as local.total; title and format come from it. */
  key: string
  title?: string
  /** px; without one the column shares what is left. */
  width?: number
  /** Tone by value: shows the value as a state. */
  tones?: Record<string, Tone>
  render?: (row: R) => ReactNode
  /** The cell's words, on the screen and in print and copy, where the field's own format does not tell them. */
  text?: (row: R) => string
  /** Stays in view while the rest scrolls. */
  fixed?: 'left' | 'right'
  /** Not shown until chosen in 列设置. */
  hidden?: boolean
  /** The server sorts by it: a click on the head does. */
  sort?: boolean
  /** Fields that a sheet gets for it, where a cell shows several. */
  exports?: readonly string[]
}

export interface Filter<I> {
  key: keyof I & string
  title?: string
  placeholder?: string
  /** Shown only after 更多条件. */
  more?: boolean
  /** An input that the field's kind does not tell. */
  input?: ComponentType<InputProps>
  /** Who may narrow by it; everybody unless said. */
  shown?: () => boolean
}

/** What an action may use. */
export interface Tools {
  dialogs: Dialogs
  /** Key of the node that is chosen in the tree beside the list. */
  node?: string
  /** What the list above which an action stands is narrowed to. */
  asked?: Record<string, unknown>
  /** Reads the list again; a promise that ends when it is read. After an action that sent something it comes by itself. */
  refetch: () => unknown
  /**
   * A row of the list as it is stored now; null when it is not among its rows any more, undefined when it never was one.
   * Throws when the list cannot be read.
   */
  again?: (target: unknown) => Promise<unknown>
}

/** Everything that matches the filters, ticked or not. */
export interface Matching {
  /** The list call's input without page and sort. */
  input: Record<string, unknown>
  /** undefined until these filters are answered: the rows in sight are those of the filters before. */
  total: number | undefined
  /** There are at least `total`. */
  bound: boolean
}

export interface Action<T> {
  key: string
  text: string
  /** Who sees it; several: whoever has one of them. Without one everybody who sees the page. */
  need?: Wanted | readonly Wanted[]
  primary?: boolean
  danger?: boolean
  shown?: (target: T) => boolean
  /** Why it cannot be pressed now, as its tooltip. */
  disabled?: (target: T) => string | undefined
  run: (target: T, tools: Tools) => unknown
  /** A batch action that can also be done on all matching rows at once, by the server. */
  runAll?: (matching: Matching, tools: Tools) => unknown
}

export interface ListSpec<C extends Call, R = RowOf<C>> {
  /** Key of the person's table settings (uiTable). */
  tableId: string
  call: C
  columns: (string | Column<R>)[]
  filters?: ((keyof InputOf<C> & string) | Filter<InputOf<C>>)[]
  /** Filters of a first visit, and what 重置 goes back to. */
  initial?: () => Partial<InputOf<C>>
  /** Inputs that are always sent and never shown; beside a tree, made from the chosen node (define-tree.tsx). */
  fixed?: (node: string | undefined) => Partial<InputOf<C>>
  rowKey?: string
  actions?: Action<readonly R[]>[]
  rowActions?: Action<R>[]
  /** px of the actions' column, where the two longest texts are not enough. */
  actionsWidth?: number
  /** Actions on ticked rows; rows can be ticked when there is one. */
  batch?: Action<readonly R[]>[]
  /** Whether a ticked row's amounts are added up, where the list's own sums leave some rows out; all are without it. */
  counts?: (row: R) => boolean
  /** Opens beside the list when a row is clicked. */
  detail?: ComponentType<{ row: R; onClose: () => void; tools: Tools }>
  onOpen?: (row: R) => void
  /** A filter whose choices stand above the list as its sides: 未读, 已读, 已发布. */
  views?: keyof InputOf<C> & string
  /** Above the filters: state of the whole, such as the current sign-in, or what the call answers beside its rows. */
  header?: ComponentType<{ tools: Tools; result?: ResultOf<C>; state: ListState; updatedAt: number }>
  /** Says what to do when there is no row. */
  empty: string
  /** ms between automatic refreshes while the tab is seen; a hook where the person chooses. */
  refreshEvery?: number | (() => number)
  /** The list's name for Export/Create (domain.name of its call): rows can be exported by whoever has its button. */
  exportAs?: string
  /** Who may print the rows; without it everybody who sees the page. */
  printNeed?: Wanted
}
