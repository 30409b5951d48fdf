import type { ResultOf } from '@yibao/shared/call.ts'
import type { importing } from '@yibao/shared/calls/transfer.ts'
import { type ImportTypeName, onceOf } from '@yibao/shared/entities/transfer.ts'
import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import { type Context, FileAnswer } from '../../call/context.ts'
import { columnOf } from '../../xlsx/cell.ts'
import type { ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { type Cell, xlsxBytes } from '../../xlsx/write.ts'
import { isAtRest } from './import-lease.ts'
import { importJob } from './tables.ts'

type Job = typeof importJob.$inferSelect

/** What an import gives once, in words: 初始密码. */
export const onceTitle = ({ importType }: Pick<Job, 'importType'>): string => onceOf[importType as ImportTypeName] ?? ''

/** What a job keeps of it by now. */
export const onceRows = ({ services }: Pick<Context, 'services'>, once: string): ImportRow[] =>
  once ? (JSON.parse(services.vault.open(once)) as ImportRow[]) : []

/** The asker's own jobs of a kind that still hold some, the newest first; without what a lost key sealed. */
export const untakenJobs = async (c: Context, importType: string): Promise<ResultOf<typeof importing.untaken>> => {
  const mine = and(eq(importJob.userId, c.me.userId), eq(importJob.importType, importType))
  const jobs = await c.db
    .select()
    .from(importJob)
    .where(and(mine, ne(importJob.once, ''), isAtRest(c)))
    .orderBy(desc(importJob.createdAt), desc(importJob.id))
  return jobs.flatMap(({ id, once, createdAt }) => {
    const asked = c.services.vault.opened(once)
    if (asked === undefined) return []
    return { importId: id, rows: (JSON.parse(asked) as ImportRow[]).length, createdAt: formatTime(createdAt) }
  })
}

/** Takes it out of the job: of two who ask at once one gets it, and nobody after him. */
const take = (c: Context, job: Job): Promise<string> =>
  c.db.transaction(async (tx) => {
    const here = eq(importJob.id, job.id)
    const [held] = await tx
      .select({ once: importJob.once, rests: sql<boolean>`${isAtRest(c)}` })
      .from(importJob)
      .where(here)
      .for('update')
    if (held && !held.rests) return refuse('import.running')
    if (!held?.once) return refuse('import.taken', { what: onceTitle(job) })
    // Later rows would come in behind it.
    const [taken] = await tx
      .update(importJob)
      .set({ once: '' })
      .where(and(here, isAtRest(c)))
      .returning()
    return taken ? held.once : refuse('import.running')
  })

/** Import/Once: the sheet of what the import made and nobody can read again. */
export const onceSheet = async (c: Context, job: Job, { title, once = {} }: ImportType): Promise<FileAnswer> => {
  const rows = onceRows(c, await take(c, job))
  const fields = Object.entries(once)
  const cells = rows.map((row) => fields.map(([key]): Cell => row[key] as string | undefined))
  const what = onceTitle(job)
  c.on(`${title} ${what}，${rows.length} 行`)
  const bytes = await xlsxBytes([{ name: what, columns: fields.map(([, schema]) => columnOf(schema)), rows: [cells] }])
  return new FileAnswer(bytes, `${title}${what} ${formatDay(c.now)}.xlsx`)
}
