import type { Call } from '@yibao/shared/call.ts'
import { metaAt, rowShapeOf, type Shape } from '../fields.ts'
import type { Action, Column, Filter, ListSpec } from './types.ts'

/** Inside the kit rows are plain records: the spec's types hold at its edge. */
export type Row = Record<string, unknown>
export type TitledColumn = Column<Row> & { title: string }

/** A list's spec with every shorthand written out. */
export interface FullSpec extends Omit<ListSpec<Call, Row>, 'columns' | 'filters'> {
  shape: Shape
  columns: TitledColumn[]
  filters: Filter<Row>[]
  rowKey: string
  actions: Action<readonly Row[]>[]
  rowActions: Action<Row>[]
  batch: Action<readonly Row[]>[]
  actionsWidth: number
}

/** px of one character and of a link's padding. */
const character = 14
const padding = 16
const latin = 8
const arrows = 16
const widestInRow = 2
/** px of 更多 with its arrow. */
const more = 62

// The two longest texts; of three and more the longest, and 更多 beside it.
const widthOf = (actions: readonly { text: string }[]) => {
  const [longest = 0, second = 0] = actions.map(({ text }) => text.length * character + padding).sort((a, b) => b - a)
  return padding + longest + (actions.length > widestInRow ? more : second)
}

/** px a head needs: its characters, the cell's padding, the arrows of a column that sorts. */
const headWidth = (title: string, sorts = false) => {
  const text = [...title].reduce((sum, one) => sum + (one > 'ÿ' ? character : latin), 0)
  return text + padding + (sorts ? arrows : 0)
}

/** Writes a spec's shorthands out: columns and filters as objects, titles from the call's own fields. */
export const fullSpec = <C extends Call>(spec: ListSpec<C>): FullSpec => {
  const given = spec as unknown as ListSpec<Call, Row>
  const shape = rowShapeOf(spec.call.result)
  const { rowKey = 'id', actions = [], rowActions = [], batch = [] } = given
  return {
    ...given,
    ...{ shape, rowKey, actions, rowActions, batch },
    actionsWidth: spec.actionsWidth ?? widthOf(rowActions),
    columns: given.columns
      .map((column): Column<Row> => (typeof column === 'string' ? { key: column } : column))
      .map((column) => ({ ...column, title: column.title ?? metaAt(shape, column.key).title }))
      // A title is never cut off; a person may still drag it narrower.
      .map((column) => ({
        ...column,
        width: column.width && Math.max(column.width, headWidth(column.title, column.sort)),
      })),
    filters: ((given.filters ?? []) as (string | Filter<Row>)[]).map((filter) =>
      typeof filter === 'string' ? { key: filter } : filter,
    ),
  }
}
