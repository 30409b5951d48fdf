import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { hintMessage as calls } from '@yibao/shared/calls/hint.ts'
import { asc, count, eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { followHints } from './full-text/documents.ts'
import { usablePattern } from './library.ts'
import { problemOfPattern } from './pattern/match.ts'
import { regexId } from './rows.ts'
import { hintMessage } from './tables.ts'

type Regex = ResultOf<typeof calls.getRegexList>[number]

/** HintMessage/GetRegexList: each pattern once, with what uses it. */
export const regexList = async ({ db }: Context, keyword = ''): Promise<Regex[]> => {
  const { pattern, hits } = hintMessage
  const rows = await db
    .select({ id: regexId, pattern, hints: count(), hits: sql<number>`sum(${hits})::int` })
    .from(hintMessage)
    .where(keyword.trim() ? sql`${pattern} ilike ${like(keyword.trim())}` : undefined)
    .groupBy(pattern)
    .orderBy(asc(pattern))
  return rows.map((row) => ({ ...row, problem: problemOfPattern(row.pattern) }))
}

/** HintMessage/EditRegexInfo: the pattern of every hint that has this one. */
export const editRegex = async (
  { id, pattern }: InputOf<typeof calls.editRegexInfo>,
  c: Context,
): Promise<ResultOf<typeof calls.editRegexInfo>> => {
  usablePattern(pattern)
  return c.db.transaction(async (tx) => {
    const found = await tx.select().from(hintMessage).where(eq(regexId, id)).for('update')
    const before = found[0]?.pattern ?? refuse('not.found', { what: '匹配式' })
    await tx.update(hintMessage).set({ pattern, updatedBy: c.me.userName, updatedAt: c.now }).where(eq(regexId, id))
    await followHints(
      tx,
      found.map((one) => one.id),
    )
    const [after] = await tx.select({ id: regexId }).from(hintMessage).where(eq(hintMessage.pattern, pattern)).limit(1)
    c.on(`${found.length} 条提示`)
    c.keep({ before: { pattern: before }, after: { pattern } })
    return { id: after!.id, hints: found.length }
  })
}
