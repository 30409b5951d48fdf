import { approvalTarget } from '@yibao/shared/approval.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import type { sqlVersion as calls } from '@yibao/shared/calls/sql-version.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { reportFault } from '../../process/fault.ts'
import { useAuthorization } from '../auth/authorize.ts'
import { inBackground, startProgress } from '../system/progress.ts'
import { contentOf, executable, keepPackage, type Script } from './package.ts'
import { pagedVersions, scriptOf, versionDetail } from './rows.ts'
import { endDead, execute, ScriptFailed } from './run.ts'
import { statementsOf } from './statements.ts'
import { sqlRun, sqlScript } from './tables.ts'

type Kind = 'execute' | 'rollback'
type Input = InputOf<typeof calls.execute>

const from: Record<Kind, Script['state'][]> = { execute: executable, rollback: ['done'] }
const names: Record<Kind, string> = { execute: '执行', rollback: '回滚' }

const requireFree = async (c: Context) => {
  await endDead(c.db)
  if (await c.db.$count(sqlRun, eq(sqlRun.state, 'running'))) refuse('sql.busy')
}

/** The statements of what is to run: those that two keys have signed, and that both people have read. */
const wanted = (c: Context, kind: Kind, one: Script, checksum: string) => {
  const { manifest, barred } = contentOf(c.deps, one)
  if (barred) return refuse(barred)
  if (checksum !== one.checksum) return refuse('sql.altered')
  const text = kind === 'execute' ? manifest.script : manifest.rollback
  return text === undefined ? refuse('sql.noRollback') : statementsOf(text)
}

const begin = async (c: Context, kind: Kind, { id, checksum, reason, authorizationId }: Input) => {
  const one = await scriptOf(c, id)
  c.on(`${one.version} ${one.name}`)
  c.keep({ state: one.state })
  const statements = wanted(c, kind, one, checksum)
  if (!from[kind].includes(one.state)) refuse('sql.state', { action: names[kind] })
  await requireFree(c)
  // Asked for last, so that a refusal does not use it up.
  const target = approvalTarget.sqlScript(kind, id, checksum)
  const authoriser = await useAuthorization(c, { action: 'sqlScript', target, authorizationId, stores: [] })
  c.keep({ after: { authoriser, statements: statements.length } })
  const run = { id: newId(c.now), scriptId: id, kind, state: 'running' as const }
  const [mine] = await c.db
    .insert(sqlRun)
    .values({ ...run, executor: c.me.name, authoriser, reason })
    .onConflictDoNothing()
    .returning({ id: sqlRun.id })
  if (!mine) return refuse('sql.busy')
  const running = await startProgress(
    c.deps,
    c.me,
    `正在${names[kind]} ${one.version} ${one.name}，共 ${statements.length} 条语句`,
  )
  const to = kind === 'execute' ? { done: 'done' as const, failed: 'failed' as const } : { done: 'undone' as const }
  const work = async () => {
    const rows = await execute(c.db, { id: run.id, scriptId: id, from: from[kind], to }, statements)
    return `${names[kind]}成功，影响 ${rows} 行`
  }
  const progressId = inBackground(c.deps, running, work, {
    errorText: (fault) =>
      fault instanceof ScriptFailed ? `没有成功，数据库已全部撤回。${fault.message}` : '没有成功，请刷新列表查看结果',
    report: (fault) => {
      if (!(fault instanceof ScriptFailed)) reportFault('sql script', fault)
    },
  })
  return { progressId }
}

const markDone = async (c: Context, { id, reason }: InputOf<typeof calls.markDone>) => {
  const one = await scriptOf(c, id)
  c.on(`${one.version} ${one.name}`)
  c.keep({ before: { state: one.state }, after: { state: 'marked' } })
  await requireFree(c)
  await c.db.transaction(async (tx) => {
    const open = and(eq(sqlScript.id, id), inArray(sqlScript.state, from.execute))
    const [marked] = await tx.update(sqlScript).set({ state: 'marked' }).where(open).returning({ id: sqlScript.id })
    if (!marked) refuse('sql.state', { action: '标记完成' })
    await tx.insert(sqlRun).values({
      ...{ id: newId(c.now), scriptId: id, kind: 'mark', state: 'done', executor: c.me.name, reason },
    })
  })
  return null
}

/** SQL版本管理 (domain.md 8.2): what changed the database, and signed scripts that two people execute. */
export const sqlVersionHandlers: Handlers<typeof calls> = {
  paged: (f, c) => pagedVersions(c, f),
  get: ({ id }, c) => versionDetail(c, id),
  upload: async (_, c) => versionDetail(c, (await keepPackage(c)).id),
  execute: (input, c) => begin(c, 'execute', input),
  rollback: (input, c) => begin(c, 'rollback', input),
  markDone: (input, c) => markDone(c, input),
}
