import { and, eq, ne } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { lasting } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { reportFault } from '../../process/fault.ts'
import type { ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { inBackground, type Progress, startProgress } from '../system/progress.ts'
import { failingOf, type Left, sealFailing } from './import-failing.ts'
import { isAtRest, lease } from './import-lease.ts'
import { onceRows, onceTitle } from './import-once.ts'
import { importJob } from './tables.ts'

type Job = typeof importJob.$inferSelect

/** Rows of one transaction; of those that are prepared fewer, so that a run is seen to move. */
const batches = { usual: 200, prepared: 50 }
/** Takes the job, so that no second run brings its rows in beside this one. */
const take = async (c: Context, job: Job, progressId: string): Promise<void> => {
  const [taken] = await c.db
    .update(importJob)
    .set({ state: 'running', progressId, leaseUntil: lasting(c.deps, lease) })
    .where(and(eq(importJob.id, job.id), ne(importJob.state, 'done'), isAtRest(c)))
    .returning({ id: importJob.id })
  if (!taken) refuse('import.running')
}

/**
 * The rows of a batch that may still come in. Since the sheet was checked a store may have been closed, a company stopped,
 * or the whole area taken from whoever brings it in: nobody is told of rows as in that are not, and none comes in without right.
 */
const stillGood = async (c: Context, job: Job, { check }: ImportType, rows: readonly ImportRow[]) => {
  const now = c.deps.clock()
  const faults = (await check?.({ db: c.db, me: c.me, now }, job.areaCode, rows)) ?? []
  const found = faults.filter((fault) => fault !== undefined)
  return { good: rows.filter((_, i) => !faults[i]), left: { rows: found.length, reason: found[0]?.reason ?? '' } }
}

/** Puts what a batch made beside what those before it made, sealed, until somebody takes it. */
const keepOnce = async (c: Context, tx: Database, job: Job, before: string, made: readonly ImportRow[]) => {
  const once = c.services.vault.seal(JSON.stringify([...onceRows(c, before), ...made]))
  await tx.update(importJob).set({ once }).where(eq(importJob.id, job.id))
}

const outcome = (job: Job, done: number, left: Left, said: ReadonlySet<string>): string =>
  [
    `已导入 ${done - left.rows} 行`,
    job.total > done && `${job.total - done} 行有错误未导入`,
    left.rows && `${left.rows} 行检查后情况有变未导入：${left.reason}`,
    [...said].join('；'),
  ]
    .filter(Boolean)
    .join('，')

/**
 * Brings in what is left, batch by batch: a batch, the count of what is done, that of what was left out and what its rows
 * leave to do are one transaction, so that whoever goes on after a break tells the whole of it.
 */
const bringIn = async (c: Context, job: Job, type: ImportType, running: Progress): Promise<string> => {
  const rows = JSON.parse(c.services.vault.open(job.good)) as ImportRow[]
  const failing = failingOf(c, job)
  const said = new Set(failing.said)
  let left: Left = failing.left ?? { rows: 0, reason: '' }
  const batch = type.prepare ? batches.prepared : batches.usual
  for (let from = job.done; from < rows.length; from += batch) {
    const some = rows.slice(from, from + batch)
    const { good: fitting, left: gone } = await stillGood(c, job, type, some)
    const good = type.prepare ? await type.prepare(fitting) : fitting
    left = { rows: left.rows + gone.rows, reason: left.reason || gone.reason }
    const bad = gone.rows ? { bad: sealFailing(c, { ...failing, left, said: [...said] }) } : {}
    const now = c.deps.clock()
    await c.db.transaction(async (tx) => {
      // Whoever took it over meanwhile has moved the count on; then this run ends.
      const [mine] = await tx
        .update(importJob)
        .set({ done: from + some.length, ...bad, leaseUntil: lasting(c.deps, lease) })
        .where(and(eq(importJob.id, job.id), eq(importJob.progressId, running.id), eq(importJob.done, from)))
        .returning({ once: importJob.once })
      if (!mine) throw new Error('import was taken over')
      const asker = { db: tx, me: c.me, now }
      const made: ImportRow[] = []
      if (!type.applyAll)
        for (const row of good) {
          const one = await type.apply(asker, job.areaCode, row)
          if (type.once) made.push(one as ImportRow)
        }
      if (made.length) await keepOnce(c, tx, job, mine.once, made)
      const more = type.applyAll && good.length ? await type.applyAll(asker, job.areaCode, good) : []
      if (!more.length) return
      for (const text of more) said.add(text)
      const kept = { bad: sealFailing(c, { ...failing, left, said: [...said] }) }
      await tx.update(importJob).set(kept).where(eq(importJob.id, job.id))
    })
    type.told?.(c, job.areaCode)
    await running.step(((from + some.length) / rows.length) * 100, `已导入 ${from + some.length} / ${rows.length} 行`)
  }
  await c.db.update(importJob).set({ state: 'done', good: '', leaseUntil: null }).where(eq(importJob.id, job.id))
  return (
    outcome(job, rows.length, left, said) +
    (type.once && left.rows < rows.length ? `。请现在下载${onceTitle(job)}，只能下载一次` : '')
  )
}

const giveUp = (c: Context, job: Job, progressId: string) =>
  c.db
    .update(importJob)
    .set({ state: 'failed', leaseUntil: null })
    .where(and(eq(importJob.id, job.id), eq(importJob.progressId, progressId)))

/** Import/Run behind a progress; after a break the same call goes on with the first row that is not in. */
export const runImport = async (c: Context, job: Job, type: ImportType): Promise<string> => {
  if (job.state === 'done') refuse('import.done')
  if (job.total === 0 || !job.good) refuse('import.empty')
  const running = await startProgress(c.deps, c.me, '正在准备导入')
  await take(c, job, running.id)
  const work = () =>
    bringIn(c, job, type, running).catch(async (fault: unknown) => {
      await giveUp(c, job, running.id)
      throw fault
    })
  return inBackground(c.deps, running, work, {
    errorText: '导入没有完成，已导入的行已保存，请再次点击导入继续',
    report: (fault) => reportFault('import', fault),
  })
}
