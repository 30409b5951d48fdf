import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { columnOf } from '../../xlsx/cell.ts'
import type { ImportType } from '../../xlsx/import-type.ts'
import { type Cell, type Column, xlsxBytes } from '../../xlsx/write.ts'
import type { BadRow, CodesOf } from './import-check.ts'

const heads = ({ fields }: ImportType): Column[] =>
  Object.values(fields).map((schema) => {
    const column = columnOf(schema)
    return metaOf(schema)?.optional ? column : { ...column, title: `${column.title} *` }
  })

/** What may stand in a column that takes codes: `code name`. */
const choicesOf = (schema: Schema, codesOf: CodesOf): string[] => {
  const { kind, choices = {}, codeType = '' } = metaOf(schema) ?? {}
  if (kind === 'choice') return Object.values(choices)
  if (kind === 'flag') return ['是', '否']
  return kind === 'dict' ? codesOf(codeType).map(({ value, name }) => `${value} ${name}`) : []
}

const columnwise = (lists: readonly string[][]): Cell[][] =>
  Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, i) => lists.map((list) => list[i]))

/** Head row and an example; what each column of codes takes stands on a second sheet. `*` marks what must be filled. */
export const templateSheet = (type: ImportType, codesOf: CodesOf): Promise<Uint8Array> => {
  const entries = Object.entries(type.fields)
  const coded = entries.map(([, schema]) => schema).filter((schema) => choicesOf(schema, codesOf).length)
  const sample = entries.map(([key]): Cell => type.sample[key])
  const options = coded.length
    ? { columns: coded.map(columnOf), rows: [columnwise(coded.map((schema) => choicesOf(schema, codesOf)))] }
    : { columns: [{ title: '说明', width: 60 }], rows: [[['带 * 的列必须填写；第二行是示例，导入前请删除或改写']]] }
  return xlsxBytes([
    { name: type.title, columns: heads(type), rows: [[sample]] },
    { name: '字典选项', ...options },
  ])
}

/** The failing rows as they came, with where and why. */
export const errorSheet = (type: ImportType, head: readonly string[], bad: readonly BadRow[]): Promise<Uint8Array> => {
  const columns = [
    ...['行号', ...head].map((title) => ({ title, width: Math.max(10, title.length * 2 + 4) })),
    { title: '原因', width: 60 },
  ]
  const rows = bad.map(({ row, cells, faults }): Cell[] => [
    { number: String(row) },
    ...head.map((_, i) => cells[i]),
    faults.map(({ column, reason }) => (reason.includes(column) ? reason : `${column}：${reason}`)).join('；'),
  ])
  return xlsxBytes([{ name: `${type.title}错误行`, columns, rows: [rows] }])
}
