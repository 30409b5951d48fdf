import { formatTime } from '@yibao/shared/time.ts'
import { placeOf, type SessionMe } from '../../state/me.ts'
import { copyText } from '../copy-text.ts'
import { dictNames } from '../dict.ts'
import { formatField, isNumeric, metaAt, valueAt } from '../fields.ts'
import { askedLine } from './asked-words.ts'
import { printTable } from './print-table.ts'
import type { FullSpec, Row, TitledColumn } from './spec.ts'

/** What stands on the screen; `answered`: the filters that its rows answer. */
interface Page {
  spec: FullSpec
  rows: Row[]
  columns: TitledColumn[]
  answered: Row | undefined
}

const textsOf = ({ spec, rows, columns }: Page): string[][] => {
  const text = ({ key, text: own }: TitledColumn, row: Row) => {
    const meta = metaAt(spec.shape, key)
    const value = valueAt(row, key)
    // What leaves the screen is read on another day: 昨天 would lie then.
    if (!own && meta.kind === 'time' && value) return String(value)
    return own?.(row) ?? formatField(meta, value, dictNames(meta.codeType ?? ''))
  }
  return rows.map((row) => columns.map((column) => text(column, row)))
}

/** Copies the rows with their heads, for a sheet. */
export const copyPage = (page: Page): Promise<unknown> => {
  const lines = [page.columns.map((column) => column.title), ...textsOf(page)]
  const text = lines.map((line) => line.join('\t')).join('\n')
  return copyText(text, `已复制 ${page.rows.length} 行，可粘贴到表格`, '请按「导出」或「打印本页」')
}

/** Prints the rows under the list's title, with what was asked for, where and by whom. */
export const printPage = async (page: Page, title: string, user: SessionMe['user'] | undefined): Promise<void> => {
  const { spec, rows, columns, answered } = page
  const asked = spec.exportAs && answered && (await askedLine({ call: spec.exportAs, input: answered }))
  await printTable({
    title,
    lines: asked || [],
    about: `${user ? `${placeOf(user)} · ${user.name || user.userName} · ` : ''}本页 ${rows.length} 行 · ${formatTime(new Date())} 打印`,
    heads: columns.map(({ key, title: head }) => ({ title: head, right: isNumeric(metaAt(spec.shape, key)) })),
    rows: textsOf(page),
  })
}
