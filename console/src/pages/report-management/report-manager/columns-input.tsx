import { reportBounds, reportColumn } from '@yibao/shared/entities/report-definition.ts'
import { choice, metaOf } from '@yibao/shared/field.ts'
import { type SourceName, sourceOf } from '@yibao/shared/reporting/sources.ts'
import { EditRows, type InputProps } from '../../../kit/index.ts'
import styles from './report-run.module.css'

const widths = { field: 150, use: 90, title: 120, width: 80 }

/** The columns of a report, in their order: what the source has, and what each is for. */
export const columnsInput = (source: SourceName) => {
  const shown = Object.entries(sourceOf(source).fields).filter(([, { hidden }]) => !hidden)
  const titles = Object.fromEntries(shown.map(([name, { schema }]) => [name, metaOf(schema)?.title ?? name]))
  const { use, title, width } = reportColumn.shape
  const shape = { field: choice('字段', titles), use, title, width }
  return function ColumnsInput({ value, onChange }: InputProps) {
    const rows = (value as Record<string, unknown>[] | undefined) ?? []
    const grouped = rows.some((row) => row.use === 'group')
    const fresh = () => {
      const [name, field] = shown.find(([one]) => !rows.some((row) => row.field === one)) ?? shown[0]!
      return { field: name, use: field.uses.includes('sum') ? 'sum' : grouped ? 'group' : 'show' }
    }
    return (
      <>
        <EditRows
          movable
          shape={shape}
          widths={widths}
          noun="列"
          rows={rows}
          fresh={fresh}
          onChange={(next) => onChange?.(next)}
        />
        <p className={styles.hint}>
          全部用「显示」时逐行列出；有「分组」时按分组合计，其余列须为「合计」。最多 {reportBounds.columns} 列、
          {reportBounds.groups} 个分组。列名和列宽（像素）不填时用字段自己的。
        </p>
      </>
    )
  }
}
