import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import { type Context, StreamAnswer } from '../../call/context.ts'
import { fieldAt } from '../../database/rows.ts'
import { cellOf, columnOf } from '../../xlsx/cell.ts'
import { type Cell, writeXlsx } from '../../xlsx/write.ts'
import { contextOf, standIn } from '../auth/stand-in.ts'
import { namesOf } from '../dictionary/entries.ts'
import { areaName } from '../organisation/districts.ts'
import { store } from '../organisation/tables.ts'
import { isSumLine } from '../statistics/sum-line.ts'
import { progressById } from '../system/progress.ts'
import { codeTypesOf, countRows, type Question, questionOf } from './question.ts'
import { exportJob } from './tables.ts'
import { wordsOf } from './words.ts'

export type ExportJob = typeof exportJob.$inferSelect

/** Between two looks whether it was cancelled, and two steps of its progress. ms. */
const lookEvery = 500

/** An export of the asker's own. */
export const findExport = async ({ db, me }: Context, id: string): Promise<ExportJob> => {
  const [job] = await db
    .select()
    .from(exportJob)
    .where(and(eq(exportJob.id, id), eq(exportJob.userId, me.userId)))
  return job ?? refuse('not.found', { what: '导出记录' })
}

/** Writes where an export stands; a cancelled one stays cancelled. Answers whether it still runs. */
const keepState = async ({ db }: Context, id: string, values: Partial<ExportJob>): Promise<void> => {
  await db
    .update(exportJob)
    .set(values)
    .where(and(eq(exportJob.id, id), eq(exportJob.state, 'running')))
}

/** What a sheet lacks that was asked for when it was first taken out; '' for nothing. */
const lackOf = ({ dropped }: Question): string => (dropped ? `报表已修改，少 ${dropped} 列` : '')

const sumName = '合计'

/** The rows as cells, counted and stopped on the way. */
async function* cellsOf(
  c: Context,
  { source, input, columns, fields }: Question,
  seen: (rows: number) => Promise<void>,
) {
  const schemas = columns.map((key) => fields[key]!)
  const nameOf = await namesOf(c.db, c.me.areaCode, codeTypesOf(schemas))
  const makers = schemas.map((schema) => cellOf(schema, nameOf))
  for await (const batch of source.stream(c, input)) {
    yield batch.map((row) => {
      const cells = columns.map((key, i): Cell => makers[i]!(fieldAt(row, key)))
      // Where its name was left out, the line below the rows is named in the first column, if that has nothing else to say.
      const first = fieldAt(row, columns[0]!)
      const named = !isSumLine(row) || cells.includes(sumName) || (first !== undefined && first !== '')
      return named ? cells : [sumName, ...cells.slice(1)]
    })
    await seen(batch.filter((row) => !isSumLine(row)).length)
  }
}

/** Whose rows they are, for the name of the file: two areas' sheets of a day must not be taken for each other. */
const placeName = async ({ db, me }: Context): Promise<string> => {
  if (!me.storeId) return me.areaCode ? areaName(me.areaCode) : ''
  const [own] = await db.select({ name: store.name }).from(store).where(eq(store.id, me.storeId))
  return own?.name ?? ''
}

/** What a file says of itself behind its rows: whose they are, what they were narrowed to, when and by whom it was made. */
const aboutSheet = (about: readonly (readonly [string, string])[]) => ({
  name: '说明',
  columns: [
    { title: '项目', width: 18 },
    { title: '内容', width: 60 },
  ],
  rows: [about.map((row) => [...row])],
})

/** What stands on it. */
const aboutOf = async (c: Context, job: ExportJob, question: Question): Promise<[string, string][]> => [
  ['名称', [job.title, lackOf(question)].filter(Boolean).join('，')],
  ['机构', (await placeName(c)) || '权限内全部区划'],
  ...(await wordsOf(c, question.source, question.input)).map(({ title, text }): [string, string] => [title, text]),
  ['导出时间', formatTime(c.now)],
  ['导出人', c.me.name],
]

/** The sheet of an export as it is made. A reader who goes away, a fault and a cancellation all end it and are noted. */
async function* sheetOf(
  c: Context,
  job: ExportJob,
  question: Question,
  expected: number,
  about: [string, string][],
): AsyncGenerator<Uint8Array> {
  const running = progressById(c.deps, c.me, job.progressId)
  let rows = 0
  let looked = performance.now()
  let ended: 'done' | 'failed' | 'cancelled' = 'failed'
  const seen = async (more: number) => {
    rows += more
    if (performance.now() - looked < lookEvery) return
    looked = performance.now()
    const { state } = await findExport(c, job.id)
    if (state === 'cancelled') refuse('export.cancelled')
    await running.step((rows / Math.max(expected, 1)) * 100, `已写入 ${rows} 行`)
  }
  const release = await running.hold()
  try {
    yield* writeXlsx([
      {
        name: job.title,
        columns: question.columns.map((key) => columnOf(question.fields[key]!)),
        rows: cellsOf(c, question, seen),
      },
      aboutSheet(about),
    ])
    ended = 'done'
  } catch (error) {
    if (error instanceof Refusal && error.key === 'export.cancelled') ended = 'cancelled'
    throw error
  } finally {
    release()
    const endedAt = c.deps.clock()
    if (ended !== 'cancelled')
      await keepState(c, job.id, { state: ended, endedAt, ...(ended === 'done' ? { rows } : {}) })
    if (ended === 'done') await running.finish([`已导出 ${rows} 行`, lackOf(question)].filter(Boolean).join('，'))
    else await running.finish('没有导出完', ended === 'cancelled' ? '导出已取消' : '下载中断，请重新下载')
  }
}

/** Where its rows are asked for: the area it was taken out over, under today's rights there; else where he works. */
export const placeOf = async (c: Context, { areaCode }: Pick<ExportJob, 'areaCode'>): Promise<Context> => {
  if (areaCode === null) return c
  const user = await standIn(c.deps, c.me.userId, areaCode || undefined)
  return user ? contextOf(c.deps, user) : refuse('session.missing')
}

const lost = { what: '这次导出的条件', instead: '请到原来的页面重新导出' }

/** Export/File: permission, filters and the number of rows are checked anew, then the sheet begins to leave. */
export const exportFile = async (c: Context, id: string): Promise<StreamAnswer> => {
  const job = await findExport(c, id)
  if (job.state === 'cancelled') refuse('export.cancelled')
  const { call, columns, title } = job
  const there = await placeOf(c, job)
  const input = JSON.parse(c.services.vault.open(job.question, lost))
  const question = await questionOf(there, { call, columns, input }, { again: true })
  const expected = await countRows(there, question)
  // Cancelled while it was counted, which takes its time, it stays so; and each download counts, of two at once too.
  const [running] = await c.db
    .update(exportJob)
    .set({ state: 'running', downloads: sql`${exportJob.downloads} + 1`, endedAt: null })
    .where(and(eq(exportJob.id, id), ne(exportJob.state, 'cancelled')))
    .returning({ id: exportJob.id })
  if (!running) refuse('export.cancelled')
  c.on(`${title}，${expected} 行`)
  // Who reads the sheet later has nothing but the file.
  const lack = lackOf(question)
  const named = lack ? `${title}（${lack}）` : title
  const name = [named, await placeName(there), formatDay(c.now)].filter(Boolean).join(' ')
  const about = await aboutOf(there, job, question)
  return new StreamAnswer(sheetOf(there, job, question, expected, about), `${name}.xlsx`)
}
