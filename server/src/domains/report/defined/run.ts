import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { reportDefinition as calls } from '@yibao/shared/calls/report-definition.ts'
import { reportBounds } from '@yibao/shared/entities/report-definition.ts'
import { periodDays } from '@yibao/shared/period.ts'
import { sourceOf } from '@yibao/shared/reporting/sources.ts'
import { daysBetween, formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import type { Span } from '../../book/query.ts'
import { type Question, resultOf } from './engine.ts'
import { keptDefinition } from './place.ts'
import { conditionsOf, type Plan, planOf } from './plan.ts'
import { type Row, shownDefinition } from './rows.ts'
import { type Content, reportVersion } from './tables.ts'
import { patience, within } from './within.ts'

type Asked = Pick<InputOf<typeof calls.run>, 'from' | 'to' | 'values'>
type Result = ResultOf<typeof calls.run>

/** The asked days, else the definition's own. Refuses an inverted period, and more than one statement is for. */
const spanFor = (c: Context, { period }: Content, plan: Plan, oneStore: boolean, { from, to }: Asked): Span => {
  const usual = periodDays(formatDay(c.now))[period]
  const span = { from: from ?? usual.from, until: to ?? (from ? formatDay(c.now) : usual.to) }
  const wrong = (text: string) => refuse('report.period', { text }, { fields: { to: text } })
  if (span.from > span.until) wrong('结束日期早于开始日期')
  const days = daysBetween(span.from, span.until) + 1
  if (days > reportBounds.days) wrong(`一次最多统计 ${reportBounds.days} 天`)
  const { rowDays } = sourceOf(plan.source)
  if (!plan.grouped && !oneStore && rowDays && days > rowDays) wrong(`没有选门店时，逐行的报表一次最多 ${rowDays} 天`)
  return span
}

/** One run: what is asked, and what always holds. */
export const questionFor = (c: Context, plan: Plan, content: Content, asked: Asked): Question => {
  const conditions = conditionsOf(plan, asked.values)
  const oneStore = c.me.storeId !== undefined || conditions.some(({ name }) => name === 'storeId')
  return { plan, conditions, span: spanFor(c, content, plan, oneStore, asked) }
}

const answer = (
  c: Context,
  { span }: Question,
  page: Pick<Result, 'items' | 'total' | 'totalIsBound' | 'totals'>,
): Result => ({
  ...page,
  ...{ from: span.from, to: span.until, at: formatTime(c.now) },
})

/** Report/Preview: the newest version over the asker's own data, its first rows. */
export const previewReport = async (input: InputOf<typeof calls.preview>, c: Context): Promise<Result> => {
  const definition = await keptDefinition(c, input.id)
  const { content } = await shownDefinition(c, input.id)
  const plan = planOf(definition.source, content)
  const question = questionFor(c, plan, content, input)
  const page = await within(c, patience.preview, (reading) =>
    resultOf(plan).page(reading, { ...question, page: 1, pageSize: reportBounds.preview }),
  )
  return answer(c, question, page)
}

/** A report in force for the asker: its version in force, whatever draft stands behind it. */
export const reportInForce = async (c: Context, id: string): Promise<{ row: Row; content: Content; plan: Plan }> => {
  const { row, content: shown } = await shownDefinition(c, id)
  if (row.state === 'stopped') refuse('report.stopped', { name: row.name })
  if (!row.runnable) refuse('report.role', { name: row.name })
  const [found] =
    row.published === row.version
      ? [{ content: shown }]
      : await c.db
          .select({ content: reportVersion.content })
          .from(reportVersion)
          .where(and(eq(reportVersion.definitionId, id), eq(reportVersion.version, row.published!)))
  const content = found!.content
  return { row, content, plan: planOf(row.source, content) }
}

/** Report/Run. */
export const runReport = async (input: InputOf<typeof calls.run>, c: Context): Promise<Result> => {
  const { content, plan } = await reportInForce(c, input.id)
  const question = questionFor(c, plan, content, input)
  const { page, pageSize, sortField, sortOrder } = input
  const found = await within(c, patience.run, (reading) =>
    resultOf(plan).page(reading, { ...question, page, pageSize, sortField, sortOrder }),
  )
  return answer(c, question, found)
}
