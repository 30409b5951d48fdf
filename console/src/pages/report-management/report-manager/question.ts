import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { day, metaOf, optional, type Schema } from '@yibao/shared/field.ts'
import { periodDays } from '@yibao/shared/period.ts'
import { sourceOf } from '@yibao/shared/reporting/sources.ts'

export type Definition = ResultOf<typeof reportDefinition.get>
type Values = Record<string, unknown>

const asks = ({ content }: Definition) => content.parameters.filter(({ mode }) => mode === 'ask')

/** What is asked when it is opened: its own period and the defaults of what may be asked. */
export const firstQuestion = (definition: Definition, today: string): Values => {
  const { fields } = sourceOf(definition.source)
  const given = asks(definition).flatMap(({ field, value }) => {
    if (!value || !fields[field]) return []
    return [[field, metaOf(fields[field].schema)?.kind === 'flag' ? value === 'true' : value]]
  })
  return { ...periodDays(today)[definition.content.period], ...Object.fromEntries(given) }
}

/** The fields of the question, as a form of a list has them. */
export const questionShape = (definition: Definition): Record<string, Schema> => {
  const { fields } = sourceOf(definition.source)
  const asked = asks(definition).flatMap(({ field }) =>
    fields[field] ? [[field, optional(fields[field].schema)]] : [],
  )
  return { from: optional(day('开始日期')), to: optional(day('结束日期')), ...Object.fromEntries(asked) }
}

/** The question as it is sent. */
export const askedOf = ({
  from,
  to,
  ...values
}: Values): Pick<InputOf<typeof reportDefinition.run>, 'from' | 'to' | 'values'> => ({
  from: from as string | undefined,
  to: to as string | undefined,
  values: Object.entries(values).flatMap(([field, value]) =>
    value === undefined || value === '' ? [] : [{ field, value: String(value) }],
  ),
})

export interface ShownColumn {
  key: string
  title: string
  width: number
  schema: Schema
  use: 'show' | 'group' | 'sum'
}

/** Its columns with the titles and widths that they are shown with. */
export const columnsOf = ({ source, content }: Definition): ShownColumn[] => {
  const { fields } = sourceOf(source)
  return content.columns.flatMap(({ field, title, width, use }) => {
    const known = fields[field]
    if (!known) return []
    return [
      {
        ...{ key: field, use, schema: known.schema },
        ...{ title: title ?? metaOf(known.schema)?.title ?? field, width: width ?? known.width },
      },
    ]
  })
}
