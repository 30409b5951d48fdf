import type { reportValue } from '@yibao/shared/entities/report-definition.ts'
import { reportBounds } from '@yibao/shared/entities/report-definition.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import type { SourceField } from '@yibao/shared/reporting/source.ts'
import { type SourceName, sourceOf } from '@yibao/shared/reporting/sources.ts'
import * as z from 'zod/mini'
import { refuse } from '../../../base/refuse.ts'
import type { Content } from './tables.ts'

/** A column that is known: its field is one of the source's. */
export interface PlanColumn {
  name: string
  schema: Schema
  use: 'show' | 'group' | 'sum'
}

/** A condition on a field of the source, its value as the field's kind has it. */
export interface Condition {
  name: string
  value: string | boolean
}

/** A definition that was checked against its source: every name in it is one of the fixed list. */
export interface Plan {
  source: SourceName
  grouped: boolean
  columns: PlanColumn[]
  /** What always holds. */
  fixed: Condition[]
  /** Names of what may be asked. */
  asks: string[]
  sort: { name: string; descending: boolean } | undefined
}

const wrong = (text: string, field: string): never => refuse('report.content', { text }, { fields: { [field]: text } })

const titleOf = ({ schema }: SourceField) => metaOf(schema)?.title ?? ''

/** A value as text, as its field has it; undefined for none. Refuses what the field cannot hold. */
const heldValue = (field: SourceField, value: string | undefined): Condition['value'] | undefined => {
  const given = value?.trim()
  if (!given) return undefined
  const decoded = metaOf(field.schema)?.kind === 'flag' ? given === 'true' : given
  const parsed = z.safeParse(field.schema, decoded)
  if (!parsed.success) return refuse('input.invalid', { text: parsed.error.issues[0]!.message })
  return decoded
}

const fieldOf = (source: SourceName, name: string, at: string): SourceField => {
  const { fields, title } = sourceOf(source)
  // Only what the list itself names: `toString` is a key that every object seems to have.
  return Object.hasOwn(fields, name) ? fields[name]! : wrong(`数据源「${title}」没有字段 ${name}`, at)
}

const columnOf = (source: SourceName, { field: name, use }: Content['columns'][number]): PlanColumn => {
  const field = fieldOf(source, name, 'columns')
  if (field.hidden) wrong(`「${titleOf(field)}」只能作查询条件`, 'columns')
  if (use !== 'show' && !field.uses.includes(use))
    wrong(`「${titleOf(field)}」不能${use === 'group' ? '分组' : '合计'}`, 'columns')
  return { name, schema: field.schema, use }
}

const twice = (names: readonly string[]) => names.find((name, i) => names.indexOf(name) !== i)

const columnsOf = (source: SourceName, content: Content): PlanColumn[] => {
  const columns = content.columns.map((column) => columnOf(source, column))
  if (!columns.length) wrong('请至少选一列', 'columns')
  const again = twice(columns.map(({ name }) => name))
  if (again) wrong(`「${titleOf(fieldOf(source, again, 'columns'))}」重复`, 'columns')
  const groups = columns.filter(({ use }) => use === 'group').length
  if (groups > reportBounds.groups) wrong(`最多按 ${reportBounds.groups} 列分组`, 'columns')
  const loose = groups && columns.find(({ use }) => use === 'show')
  if (loose)
    wrong(`有分组时，「${titleOf(fieldOf(source, loose.name, 'columns'))}」只能分组或合计，请改用法或去掉`, 'columns')
  return columns
}

/** Checks a definition. Refuses a field that its source has not, and a use that the field has not. */
export const planOf = (source: SourceName, content: Content): Plan => {
  const columns = columnsOf(source, content)
  const parameters = content.parameters.map(({ field: name, mode, value }) => {
    const field = fieldOf(source, name, 'parameters')
    if (!field.uses.includes('filter')) wrong(`「${titleOf(field)}」不能作查询条件`, 'parameters')
    const held = heldValue(field, value)
    if (mode === 'fixed' && held === undefined) wrong(`固定条件「${titleOf(field)}」没有填值`, 'parameters')
    return { name, mode, value: held }
  })
  if (twice(parameters.map(({ name }) => name))) wrong('同一个字段只能作一个查询条件', 'parameters')
  const { sortField, sortOrder } = content
  if (sortField && !columns.some(({ name }) => name === sortField)) wrong('排序列不在列中', 'sortField')
  return {
    source,
    columns,
    grouped: columns.some(({ use }) => use === 'group'),
    fixed: parameters.flatMap(({ name, mode, value }) =>
      mode === 'fixed' && value !== undefined ? [{ name, value }] : [],
    ),
    asks: parameters.filter(({ mode }) => mode === 'ask').map(({ name }) => name),
    sort: sortField ? { name: sortField, descending: sortOrder !== 'ascend' } : undefined,
  }
}

/** What holds for one run: what is fixed, and what was asked of what may be asked. Refuses any other field. */
export const conditionsOf = (plan: Plan, values: readonly z.infer<typeof reportValue>[] = []): Condition[] => [
  ...plan.fixed,
  ...values.flatMap(({ field: name, value }) => {
    if (!plan.asks.includes(name))
      return refuse('input.invalid', { text: '这张报表没有这个查询条件' }, { fields: { [name]: '不是查询条件' } })
    const held = heldValue(fieldOf(plan.source, name, 'parameters'), value)
    return held === undefined ? [] : [{ name, value: held }]
  }),
]
