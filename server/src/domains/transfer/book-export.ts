import { newId } from '../../base/ids.ts'
import type { Context } from '../../call/context.ts'
import { startProgress } from '../system/progress.ts'
import type { Question } from './question.ts'
import { exportJob } from './tables.ts'

interface Taken {
  /** Its own unless it was named before. */
  id?: string
  /** Name of the list call. */
  call: string
  question: Question
  title: string
  rows: number
  /** The area whose rows they are, '' for all of his; an operator's are those of his store. */
  areaCode?: string
}

/** An export among those of whoever asked: its question, to be downloaded when he likes. */
export const bookExport = async (c: Context, { id, call, question, title, rows, areaCode }: Taken) => {
  const { db, me, services, now } = c
  const { id: progressId } = await startProgress({ ...c.deps, db }, me, `共 ${rows} 行，等待下载`)
  const exportId = id ?? newId(now)
  await db.insert(exportJob).values({
    ...{ id: exportId, userId: me.userId, userName: me.name, call, title, rows, progressId, areaCode },
    columns: question.columns,
    question: services.vault.seal(JSON.stringify(question.input)),
    createdAt: now,
  })
  return { exportId, progressId, rows }
}
