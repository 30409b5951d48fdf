import type { ResultOf } from '@yibao/shared/call.ts'
import type { sqlVersion } from '@yibao/shared/calls/sql-version.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { migrationsOfBuild } from '../../database/migrate.ts'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { migrationRun } from '../../database/tables.ts'

type Row = ResultOf<typeof sqlVersion.paged>['items'][number]

const appliedOf = async (db: Database): Promise<Map<string, Date>> => {
  const result = await db.execute(sql`select hash, at from migration`)
  const rows = rowsFrom<{ hash: string; at: Date | string }>(result)
  return new Map(rows.map(({ hash, at }) => [hash, new Date(at)]))
}

/**
 * The product's own changes of the database: those of this build, and those that a newer build has made. Those from
 * before they were measured have no duration. A handful a month: they are read whole.
 */
export const migrationRows = async (db: Database, database: string): Promise<Row[]> => {
  const [applied, runs] = await Promise.all([appliedOf(db), db.select().from(migrationRun)])
  const runOf = new Map(runs.map((run) => [run.hash, run]))
  const build = migrationsOfBuild()
  // What a file changes is told by its script: its name is the file's own, as whoever is asked about it finds it.
  const files = build.map(({ hash, tag }) => ({ hash, tag: `${tag}.sql` }))
  const known = new Set(build.map(({ hash }) => hash))
  const newer = [...applied.keys()].filter((hash) => !known.has(hash)).map((hash) => ({ hash, tag: '-_新版本的升级' }))
  return [...files, ...newer].map(({ hash, tag }): Row => {
    const run = runOf.get(hash)
    const at = applied.get(hash) ?? run?.at
    const state = applied.has(hash) ? 'done' : (run?.state ?? 'pending')
    const [version = '', ...words] = tag.split('_')
    return {
      ...{
        id: `migration-${hash.slice(0, 32)}`,
        kind: 'migration',
        version,
        name: words.join('_'),
        module: '数据结构',
      },
      ...{ database, checksum: hash, state, executor: run ? `服务启动（${run.executor}）` : '', reversible: false },
      ...(run && { ms: run.ms }),
      ...(at && { at: formatTime(at) }),
      error: state === 'failed' ? (run?.error ?? '') : '',
      barred: '',
    }
  })
}

/** What a migration of this build says; nothing of one that only a newer build has. */
export const migrationScript = (checksum: string): string =>
  (migrationsOfBuild().find(({ hash }) => hash === checksum)?.statements ?? []).map((one) => one.trim()).join('\n\n')
