import { reportContent } from '@yibao/shared/entities/report-definition.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { type SourceName, sourceOf } from '@yibao/shared/reporting/sources.ts'
import type { Content } from './tables.ts'

const titleOf = (source: SourceName, name: string): string => {
  const field = sourceOf(source).fields[name]
  return (field && metaOf(field.schema)?.title) ?? name
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Fields that came, went, changed, or only stand in another place. */
const ofFields = (
  source: SourceName,
  before: readonly { field: string }[],
  after: readonly { field: string }[],
): string => {
  const named = (rows: readonly { field: string }[]) => rows.map(({ field }) => titleOf(source, field)).join('、')
  const at = (rows: readonly { field: string }[], name: string) => rows.find(({ field }) => field === name)
  const came = after.filter(({ field }) => !at(before, field))
  const went = before.filter(({ field }) => !at(after, field))
  const changed = after.filter((row) => at(before, row.field) && !same(at(before, row.field), row))
  const said = [came.length && `增加 ${named(came)}`, went.length && `去掉 ${named(went)}`]
  if (changed.length) said.push(`修改 ${named(changed)}`)
  return said.filter(Boolean).join('，') || '调整顺序'
}

/** What a version changed from the one before, for people; '' for nothing. */
export const changesIn = (source: SourceName, before: Content, after: Content): string =>
  (Object.keys(reportContent) as (keyof Content)[])
    .filter((name) => !same(before[name], after[name]))
    .map((name) => {
      const meta = metaOf(reportContent[name])
      const title = meta?.title ?? name
      if (name === 'columns' || name === 'parameters') return `${title}：${ofFields(source, before[name], after[name])}`
      if (name === 'roles') return title
      const field = (value: unknown) =>
        name === 'sortField' && value
          ? titleOf(source, String(value))
          : (meta?.choices?.[String(value)] ?? value ?? '无')
      return `${title}：${field(before[name])} → ${field(after[name])}`
    })
    .join('；')
