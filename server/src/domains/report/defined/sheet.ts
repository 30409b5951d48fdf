import type { InputOf } from '@yibao/shared/call.ts'
import { reportDefinition as calls } from '@yibao/shared/calls/report-definition.ts'
import { metaOf, type Schema, titled } from '@yibao/shared/field.ts'
import { can } from '@yibao/shared/permission.ts'
import { sourceOf } from '@yibao/shared/reporting/sources.ts'
import { Refusal, refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import type { Paging } from '../../../database/rows.ts'
import { namesOf } from '../../dictionary/entries.ts'
import { valueInWords } from '../../statistics/in-words.ts'
import { type ResultRow, resultOf } from './engine.ts'
import { questionFor, reportInForce } from './run.ts'
import { patience, within } from './within.ts'

type Input = InputOf<typeof calls.run>

const asked = async (c: Context, input: Input & Paging) => {
  const { plan, content } = await reportInForce(c, input.id)
  return { plan, question: { ...questionFor(c, plan, content, input), ...input } }
}

/** A report in force as a sheet: its rows and their sum, under today's rights of whoever takes it. */
export const definedRows = {
  count: async (c: Context, input: Input, bound: number): Promise<number> => {
    const { plan, question } = await asked(c, input)
    return within(c, patience.run, (reading) => resultOf(plan).count(reading, question, bound))
  },
  stream: async function* (c: Context, input: Input): AsyncGenerator<ResultRow[]> {
    const { plan, question } = await asked(c, input)
    yield* resultOf(plan).stream(c, question)
  },
}

const inWords = async (c: Context, input: Input) => {
  const { plan, content, row } = await reportInForce(c, input.id)
  const { span, conditions } = questionFor(c, plan, content, input)
  const { fields } = sourceOf(plan.source)
  const metas = conditions.map(({ name }) => metaOf(fields[name]!.schema)!)
  const nameOf = await namesOf(
    c.db,
    c.me.areaCode,
    metas.flatMap(({ codeType }) => codeType ?? []),
  )
  const words = conditions.map(async ({ name, value }, i) => ({
    title: metas[i]!.title,
    text: await valueInWords(c, name, metas[i]!, value, nameOf),
  }))
  return [
    { title: '报表', text: row.name },
    { title: '日期', text: `${span.from} 至 ${span.until}` },
    ...(await Promise.all(words)),
  ]
}

/** The columns of a report are its definition's; who may run it may take it out. */
export const definedColumns = {
  permit: ({ me }: Context): void => {
    if (!can(me, { menuCode: 'ReportManager' })) refuse('permission.denied', { title: `导出${calls.run.title}` })
  },
  fields: async (c: Context, input: Record<string, unknown>): Promise<Record<string, Schema>> => {
    const { plan, content } = await reportInForce(c, (input as Input).id)
    const titles = new Map(content.columns.map(({ field, title }) => [field, title]))
    return Object.fromEntries(
      plan.columns.map(({ name, schema }) => {
        const own = titles.get(name)
        return [name, own ? titled(schema, own) : schema]
      }),
    )
  },
  words: async (c: Context, input: Record<string, unknown>): ReturnType<typeof inWords> => {
    try {
      return await inWords(c, input as Input)
    } catch (fault) {
      // One that was stopped since, or taken from the asker, still stands among his exports.
      if (fault instanceof Refusal) return [{ title: '报表', text: '已停用，或不再发布给你的角色' }]
      throw fault
    }
  },
}
