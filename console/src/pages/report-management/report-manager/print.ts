import type { ResultOf } from '@yibao/shared/call.ts'
import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { headerLines, signers } from '@yibao/shared/entities/report-definition.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { callServer } from '../../../api/index.ts'
import { formatField } from '../../../kit/fields.ts'
import { dictNames, isNumeric } from '../../../kit/index.ts'
import { askedLine } from '../../../kit/list/asked-words.ts'
import { printTable } from '../../../kit/list/print-table.ts'
import { placeOf, useMe } from '../../../state/me.ts'
import { askedOf, columnsOf, type Definition, type ShownColumn } from './question.ts'

type Row = Record<string, unknown>
type Result = ResultOf<typeof reportDefinition.run>

/** Rows that are put on paper; more belong into a sheet. */
export const mostPrinted = 2000
const pageSize = 500

/** A value on paper: a time in full, as paper is not read today. */
const textOf = ({ schema }: ShownColumn, value: unknown): string => {
  const meta = metaOf(schema) ?? { title: '', kind: 'text' as const }
  if (meta.kind === 'time' && value) return String(value)
  return formatField(meta, value, dictNames(meta.codeType ?? ''))
}

/** Puts a report on paper: all its rows, their sum, its lines above and its signatures below. */
export const printReport = async (definition: Definition, question: Row, sort: Row): Promise<void> => {
  const columns = columnsOf(definition)
  const pages: Result[] = []
  do
    pages.push(
      await callServer(reportDefinition.run, {
        ...{ id: definition.id, ...askedOf(question), ...sort },
        ...{ page: pages.length + 1, pageSize },
      }),
    )
  while (pages.length * pageSize < Math.min(pages[0]!.total, mostPrinted))
  const [{ totals, from, to, at }] = pages as [Result]
  // The days it was really counted over: asked without any, those of its definition.
  const asked = await askedLine({
    call: 'reportDefinition.run',
    input: { id: definition.id, ...askedOf(question), from, to },
  })
  const user = useMe.getState().me?.user
  const who = user ? `${placeOf(user)} · ${user.name || user.userName}` : ''
  const items = pages.flatMap((page) => page.items)
  const cells = (row: Row) => columns.map((column) => textOf(column, row[column.key]))
  const sum = columns.map((column, i) =>
    column.use === 'sum' ? textOf(column, totals[column.key]) : i === 0 ? '合计' : '',
  )
  await printTable({
    title: definition.content.name,
    about: [who, `统计时间 ${at}`].filter(Boolean).join(' · '),
    lines: [...headerLines(definition.content.header), ...asked],
    paper: definition.content.paper,
    signatures: signers(definition.content.signatures),
    heads: columns.map(({ title, schema }) => ({ title, right: isNumeric(metaOf(schema)!) })),
    rows: [...items.map(cells), ...(columns.some(({ use }) => use === 'sum') ? [sum] : [])],
  })
}
