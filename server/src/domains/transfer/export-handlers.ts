import type { exporting as calls } from '@yibao/shared/calls/transfer.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { rowsOf } from '../../database/rows.ts'
import { progressById } from '../system/progress.ts'
import { bookExport } from './book-export.ts'
import { type ExportJob, exportFile, findExport, placeOf } from './export-file.ts'
import { countRows, questionOf, shownQuestion } from './question.ts'
import { sources } from './sources.ts'
import { exportJob } from './tables.ts'
import { wordsOf } from './words.ts'

const mine = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ job: exportJob, ...cursor })
      .from(exportJob)
      .$dynamic(),
  where: (c) => eq(exportJob.userId, c.me.userId),
  sortable: { createdAt: exportJob.createdAt, rows: exportJob.rows, title: exportJob.title },
  key: exportJob.id,
  keyOf: ({ job }) => job.id,
  wire: ({ job }) => job,
})

const inWords = async (c: Context, { call, question }: ExportJob): Promise<string> => {
  const source = sources[call]
  if (!source) return ''
  const asked = c.services.vault.opened(question)
  if (asked === undefined) return '（条件是用另一把数据密钥保存的，不能打开，请重新导出）'
  const words = await wordsOf(c, source, JSON.parse(asked))
  return words.map(({ title, text }) => `${title} ${text}`).join('，') || '全部'
}

export const exportHandlers: Handlers<typeof calls> = {
  create: async (input, c) => {
    const question = await questionOf(c, input)
    const rows = await countRows(c, question)
    // Downloaded again it is the same sheet, wherever its administrator works by then.
    const areaCode = c.me.storeId ? undefined : c.me.areaCode
    const booked = await bookExport(c, { call: input.call, title: input.title, question, rows, areaCode })
    c.on(`${input.title}，${rows} 行`)
    return booked
  },
  file: ({ exportId }, c) => exportFile(c, exportId),
  words: (asked, c) => {
    const { source, input } = shownQuestion(c, asked)
    return wordsOf(c, source, input)
  },
  stop: async ({ exportId }, c) => {
    const job = await findExport(c, exportId)
    const [stopped] = await c.db
      .update(exportJob)
      .set({ state: 'cancelled', endedAt: c.now })
      .where(and(eq(exportJob.id, job.id), inArray(exportJob.state, ['ready', 'running'])))
      .returning()
    // One that is being written notices by itself and ends its own progress.
    if (stopped && job.state === 'ready')
      await progressById(c.deps, c.me, job.progressId).finish('已取消', '导出已取消')
    return null
  },
  paged: async (filters, c) => {
    const { items, ...counts } = await mine.page(c, filters)
    const rows = await Promise.all(
      items.map(async (job) => ({
        id: job.id,
        call: job.call,
        title: job.title,
        question: await inWords(await placeOf(c, job), job),
        columns: job.columns.length,
        rows: job.rows,
        state: job.state,
        downloads: job.downloads,
        progressId: job.progressId,
        userName: job.userName,
        createdAt: formatTime(job.createdAt),
      })),
    )
    return { items: rows, ...counts }
  },
}
