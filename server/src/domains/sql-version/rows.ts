import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { sqlVersion as calls } from '@yibao/shared/calls/sql-version.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { pageBounds } from '../../database/page.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { rankOf } from '../../process/version.ts'
import { migrationRows, migrationScript } from './migrations.ts'
import { contentOf, executable, type Script } from './package.ts'
import { endDead } from './run.ts'
import { sqlRun, sqlScript } from './tables.ts'

type Filters = InputOf<typeof calls.paged>
type Row = ResultOf<typeof calls.paged>['items'][number]
export type Detail = ResultOf<typeof calls.get>
type Run = typeof sqlRun.$inferSelect

const databaseOf = async (c: Context): Promise<string> => {
  const result = await c.db.execute(sql`select current_database() as name`)
  const { name } = rowsFrom<{ name: string }>(result)[0]!
  return c.deps.config.databaseUrl ? `PostgreSQL ${name}` : `内置数据库 ${name}`
}

const names = { execute: '执行', rollback: '回滚', mark: '标记完成' } as const
const ends = { running: '正在进行', done: '成功', failed: '失败，已全部撤回' } as const

const barredTexts = {
  'sql.altered': '内容与上传时不同，不能执行。请联系开发方，提高版本号后重新签名上传',
  'sql.keys': '签名用的发布密钥已更换，不能执行。请用现在的密钥签名，提高版本号后重新上传',
} as const

const byOf = ({ executor, authoriser }: Run): string => (authoriser ? `${executor}（授权 ${authoriser}）` : executor)

const scriptRow = (c: Context, one: Script, run: Run | undefined, database: string): Row => {
  const { manifest, barred: why } = contentOf(c.deps, one)
  const barred = why ? barredTexts[why] : ''
  return {
    ...{ id: one.id, kind: 'script', version: one.version, name: one.name, module: one.module, database },
    ...{ checksum: one.checksum, state: run?.state === 'running' ? 'running' : one.state },
    ...(run?.ms != null && { ms: run.ms }),
    ...(run?.rows != null && { rows: run.rows }),
    ...(run && { at: formatTime(run.startedAt) }),
    executor: run ? byOf(run) : '',
    // What once succeeded is no fault because a key was replaced since: there it bars the roll-back alone.
    error: (executable.includes(one.state) && barred) || (run?.error ?? ''),
    barred,
    reversible: manifest.rollback !== undefined,
  }
}

const lastRuns = async (c: Context): Promise<Map<string, Run>> => {
  const rows = await c.db
    .selectDistinctOn([sqlRun.scriptId])
    .from(sqlRun)
    .orderBy(sqlRun.scriptId, desc(sqlRun.startedAt), desc(sqlRun.id))
  return new Map(rows.map((run) => [run.scriptId, run]))
}

const scriptRows = async (c: Context, database: string): Promise<Row[]> => {
  const [scripts, runs] = await Promise.all([
    c.db.select().from(sqlScript).orderBy(desc(sqlScript.uploadedAt), desc(sqlScript.id)),
    lastRuns(c),
  ])
  return scripts.map((one) => scriptRow(c, one, runs.get(one.id), database))
}

const sortable: Record<string, (row: Row) => string | number> = {
  version: ({ version }) => rankOf(version) || 0,
  at: ({ at }) => at ?? '',
  ms: ({ ms }) => ms ?? -1,
}

const inOrder = (rows: Row[], { sortField, sortOrder }: Filters): Row[] => {
  // Scripts of people first, the newest first; then the product's own from the last one down.
  if (!sortField) return rows
  const by = (Object.hasOwn(sortable, sortField) && sortable[sortField]) || undefined
  if (!by) return refuse('input.invalid', { text: '不能按这一列排序' }, { fields: { sortField: '不能按这一列排序' } })
  const sign = sortOrder === 'descend' ? -1 : 1
  return rows.toSorted((a, b) => (by(a) === by(b) ? 0 : by(a) < by(b) ? -sign : sign))
}

/** SqlVersion/Paged: migrations and scripts in one list. Both are few, so that they are read whole. */
export const pagedVersions = async (c: Context, f: Filters) => {
  await endDead(c.db)
  const database = await databaseOf(c)
  const [scripts, migrations] = await Promise.all([scriptRows(c, database), migrationRows(c.db, database)])
  const { version = '', module = '', database: where = '', state } = f
  const found = [...scripts, ...migrations.toReversed()].filter(
    (row) =>
      row.version.startsWith(version) &&
      row.module.includes(module) &&
      row.database.toLowerCase().includes(where.toLowerCase()) &&
      (!state || row.state === state),
  )
  const { limit, offset } = pageBounds(f)
  return { items: inOrder(found, f).slice(offset, offset + limit), total: found.length, totalIsBound: false }
}

/** A script by its id; refuses an unknown one. */
export const scriptOf = async (c: Context, id: string): Promise<Script> => {
  const [row] = await c.db.select().from(sqlScript).where(eq(sqlScript.id, id))
  return row ?? refuse('not.found', { what: '这个脚本' })
}

const migrationDetail = async (c: Context, id: string): Promise<Detail> => {
  const rows = await migrationRows(c.db, await databaseOf(c))
  const row = rows.find((one) => one.id === id) ?? refuse('not.found', { what: '这个升级' })
  const script = migrationScript(row.checksum)
  return { ...row, script, rollback: '', notes: '', signers: '', uploadedBy: '', events: [] }
}

/** SqlVersion/Get: what a script says, word by word as it was signed, and everything that was done with it. */
export const versionDetail = async (c: Context, id: string): Promise<Detail> => {
  if (id.startsWith('migration-')) return migrationDetail(c, id)
  await endDead(c.db)
  const one = await scriptOf(c, id)
  const runs = await c.db.select().from(sqlRun).where(eq(sqlRun.scriptId, id)).orderBy(sqlRun.startedAt, sqlRun.id)
  const { manifest, signers } = contentOf(c.deps, one)
  return {
    ...scriptRow(c, one, runs.at(-1), await databaseOf(c)),
    ...{ script: manifest.script, rollback: manifest.rollback ?? '', notes: manifest.notes ?? '' },
    ...{ signers: signers.join('、'), uploadedBy: one.uploadedBy, uploadedAt: formatTime(one.uploadedAt) },
    events: runs.map((run) => ({
      at: formatTime(run.startedAt),
      move: run.kind === 'mark' ? names.mark : `${names[run.kind]} ${ends[run.state]}`,
      text: [
        run.reason,
        run.rows === null ? '' : `影响 ${run.rows} 行`,
        run.ms === null ? '' : `${run.ms} 毫秒`,
        run.error,
      ]
        .filter(Boolean)
        .join('；'),
      by: byOf(run),
    })),
  }
}
