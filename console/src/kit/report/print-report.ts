import { dictNames } from '../dict.ts'
import { formatField, isNumeric, metaAt, type Shape } from '../fields.ts'
import { askedLine } from '../list/asked-words.ts'
import { printTable } from '../list/print-table.ts'
import { setFilters } from '../list/state.ts'
import type { ReportColumn } from './types.ts'
import type { ReportAnswer } from './use-report.ts'

interface Printed {
  title: string
  /** Whose it is, who prints it and when its figures were counted. */
  about: readonly string[]
  /** The name its question has for the export; without one only its period is told. */
  exportAs: string | undefined
  /** The filters that `data` answers. */
  answered: Record<string, unknown>
  groupTitle: string
  shape: Shape
  columns: readonly ReportColumn[]
  data: ReportAnswer
  signatures: readonly string[] | undefined
}

/** The whole report on paper, its question above and its sum in the last row. */
export const printReport = async (printed: Printed): Promise<void> => {
  const { title, about, exportAs, answered, groupTitle, shape, columns, data, signatures } = printed
  const { from, to } = answered
  const lines = exportAs
    ? await askedLine({ call: exportAs, input: setFilters(answered) })
    : from && to
      ? [`${from} 至 ${to}`]
      : []
  const text = (key: string, row: Record<string, unknown>) => {
    const meta = metaAt(shape, key)
    return formatField(meta, row[key], dictNames(meta.codeType ?? ''))
  }
  const cells = (row: Record<string, unknown>) => columns.map(({ key }) => text(key, row))
  return printTable({
    ...{ title, lines, signatures },
    about: about.filter(Boolean).join(' · '),
    heads: [
      { title: groupTitle, right: false },
      ...columns.map(({ key }) => ({ title: metaAt(shape, key).title, right: isNumeric(metaAt(shape, key)) })),
    ],
    rows: [...data.items.map((row) => [row.name, ...cells(row)]), ['合计', ...cells(data.totals)]],
  })
}
