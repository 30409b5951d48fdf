import { sql } from 'drizzle-orm'
import type { Database } from './open.ts'
import { rowsFrom } from './rows-from.ts'

/** What others may do meanwhile with a table that a step is at: nothing, or read it. */
type Mode = 'access exclusive' | 'share row exclusive'

/** A table, or an index of one, where a statement names it. */
const naming =
  /\b(?:table|index|on|update|into|from|join|references)\s+(?:(?:only|if\s+(?:not\s+)?exists)\s+)*"?(\w+)"?/gi

const changesShape = /\b(?:alter|drop|truncate)\b/i

/**
 * The tables that a settlement moves come first, and its message before its order: recovery holds the one while it asks for
 * the other, what departs asks for both at once.
 */
const first = ['settlement_intent', 'purchase_order']

const placeOf = (table: string): number => {
  const place = first.indexOf(table)
  return place < 0 ? first.length : place
}

const modesOf = (statements: readonly string[]): Map<string, Mode> => {
  const modes = new Map<string, Mode>()
  for (const statement of statements) {
    const text = statement.replace(/--.*$/gm, '')
    const mode = changesShape.test(text) ? 'access exclusive' : 'share row exclusive'
    for (const [, name] of text.matchAll(naming)) if (modes.get(name!) !== 'access exclusive') modes.set(name!, mode)
  }
  return modes
}

/** The tables of the database that statements are at, in the order in which they are locked, with how. */
export const tablesOf = async (
  tx: Pick<Database, 'execute'>,
  statements: readonly string[],
): Promise<[string, Mode][]> => {
  const modes = modesOf(statements)
  const found = await tx.execute(sql`
    select c.relname as named, coalesce(t.relname, c.relname) as of
    from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
    where c.relnamespace = current_schema()::text::regnamespace and c.relkind in ('r', 'i')
      and c.relname = any(${sql.param([...modes.keys()])}::text[])`)
  const tables = new Map<string, Mode>()
  for (const { named, of } of rowsFrom<{ named: string; of: string }>(found))
    if (tables.get(of) !== 'access exclusive') tables.set(of, modes.get(named)!)
  return [...tables].sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
}

/**
 * Locks all of them before the first is touched, to the end of the transaction: nobody who works beside us can hold one of
 * them while he waits for another of ours. Whatever the transaction waits for, it waits `ms`: everybody who comes later
 * waits behind it.
 */
export const lockTables = async (
  tx: Pick<Database, 'execute'>,
  tables: [string, Mode][],
  ms: number,
): Promise<void> => {
  await tx.execute(sql.raw(`set local lock_timeout = ${ms}`))
  for (const [table, mode] of tables)
    await tx.execute(sql`lock table ${sql.identifier(table)} in ${sql.raw(mode)} mode`)
}

interface Holder {
  pid: number
  name: string
  host: string
  /** Null where the account may not see it. */
  state: string | null
  seconds: number | null
}

const wordsOf = ({ pid, name, host, state, seconds }: Holder): string => {
  const since = seconds === null ? [] : [seconds < 120 ? `已 ${seconds} 秒` : `已 ${Math.round(seconds / 60)} 分钟`]
  return `${name}（${[host, `进程 ${pid}`, ...(state ? [state] : []), ...since].join('，')}）`
}

/** Who has held some of the tables for at least `ms`, in words; empty where he has let go by now. */
export const holdersOf = async (
  db: Pick<Database, 'execute'>,
  tables: readonly [string, Mode][],
  ms: number,
): Promise<string[]> => {
  const found = await db.execute(sql`
    select a.pid, coalesce(nullif(a.application_name, ''), a.usename, a.backend_type) as name,
      coalesce(host(a.client_addr), '本机') as host, a.state, extract(epoch from now() - a.xact_start)::int as seconds
    from pg_stat_activity a
    where a.pid <> pg_backend_pid() and coalesce(a.xact_start < now() - make_interval(secs => ${ms / 1000}), true)
      and exists (select from pg_locks l join pg_class c on c.oid = l.relation
        where l.pid = a.pid and l.granted and l.database = (select oid from pg_database where datname = current_database())
          and c.relname = any(${sql.param(tables.map(([table]) => table))}::text[]))
    order by a.xact_start, a.pid limit 3`)
  return rowsFrom<Holder>(found).map(wordsOf)
}
