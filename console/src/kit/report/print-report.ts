import { dictNames } from '../dict.ts'
import { formatField, isNumeric, metaAt, type Shape } from '../fields.ts'
import { printTable } from '../list/print-table.ts'
import type { ReportColumn } from './types.ts'
import type { ReportAnswer } from './use-report.ts'

interface Printed {
  title: string
  about: string
  groupTitle: string
  shape: Shape
  columns: readonly ReportColumn[]
  data: ReportAnswer
  signatures: readonly string[] | undefined
}

/** The whole report on paper, its sum in the last row. */
export const printReport = ({ title, about, groupTitle, shape, columns, data, signatures }: Printed): Promise<void> => {
  const text = (key: string, row: Record<string, unknown>) => {
    const meta = metaAt(shape, key)
    return formatField(meta, row[key], dictNames(meta.codeType ?? ''))
  }
  const cells = (row: Record<string, unknown>) => columns.map(({ key }) => text(key, row))
  return printTable({
    title,
    about,
    signatures,
    heads: [
      { title: groupTitle, right: false },
      ...columns.map(({ key }) => ({ title: metaAt(shape, key).title, right: isNumeric(metaAt(shape, key)) })),
    ],
    rows: [...data.items.map((row) => [row.name, ...cells(row)]), ['合计', ...cells(data.totals)]],
  })
}
