import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { isFree, lasting } from '../../../database/held.ts'
import { reportFault } from '../../../process/fault.ts'
import { inBackground, type Progress, startProgress } from '../../system/progress.ts'
import { hintMessage } from '../tables.ts'
import { indexName, writeDocuments } from './documents.ts'
import { builtIndex, lease, sizeOfIndex } from './state.ts'
import { hintDocument, searchIndex } from './tables.ts'

const mine = (running: Progress) => and(eq(searchIndex.name, indexName), eq(searchIndex.progressId, running.id))

const take = async ({ db, deps }: Context, running: Progress): Promise<void> => {
  const claim = { progressId: running.id, leaseUntil: lasting(deps, lease) }
  const [taken] = await db
    .insert(searchIndex)
    .values({ name: indexName, ...claim })
    .onConflictDoUpdate({
      target: searchIndex.name,
      set: claim,
      setWhere: isFree(deps, searchIndex.leaseUntil, lease),
    })
    .returning({ name: searchIndex.name })
  if (!taken) refuse('hint.building')
}

const build = async ({ deps, db }: Context, running: Progress): Promise<string> => {
  const from = deps.clock()
  const all = await db.$count(hintMessage)
  const done = await writeDocuments(db, async (now) => {
    await running.step((now / Math.max(all, 1)) * 100, `已处理 ${now} / ${all} 条提示`)
    await db
      .update(searchIndex)
      .set({ leaseUntil: lasting(deps, lease) })
      .where(mine(running))
  })
  const builtAt = deps.clock()
  const ms = builtAt.getTime() - from.getTime()
  await db.update(searchIndex).set({ builtAt, ms, node: deps.config.node, leaseUntil: null }).where(mine(running))
  return `索引已重建，共 ${done} 条提示`
}

/** HintMessage/CreateLuceneIndex: behind a progress; the index that is there answers until the end. */
export const startBuild = async (c: Context): Promise<string> => {
  const running = await startProgress(c.deps, c.me, '正在准备重建索引')
  await take(c, running)
  const work = () =>
    build(c, running).catch(async (fault: unknown) => {
      await c.db.update(searchIndex).set({ leaseUntil: null }).where(mine(running))
      throw fault
    })
  return inBackground(c.deps, running, work, {
    errorText: '索引没有重建完，检索仍用原来的内容，请再次重建',
    report: (fault) => reportFault('hint index', fault),
  })
}

/** HintMessage/OptimiseLuceneIndex: packs the index anew and tells the planner how it is filled. Bytes before and after. */
export const optimise = async (c: Context): Promise<{ before: number; after: number }> => {
  await builtIndex(c, { still: true })
  const before = await sizeOfIndex(c)
  await c.db.execute(sql`reindex table hint_document`)
  await c.db.execute(sql`analyze hint_document`)
  const after = await sizeOfIndex(c)
  c.on(`${before} → ${after} KB`)
  return { before, after }
}

/** HintMessage/DeleteLuceneIndex. */
export const dropIndex = async (c: Context): Promise<null> => {
  await builtIndex(c, { still: true })
  await c.db.transaction(async (tx) => {
    await tx.delete(searchIndex).where(eq(searchIndex.name, indexName))
    await tx.delete(hintDocument)
  })
  c.on('提示')
  return null
}
