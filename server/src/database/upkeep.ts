import { sql } from 'drizzle-orm'
import type { Database } from './open.ts'
import { rowsFrom } from './rows-from.ts'

/** Rows of a table that stay untouched by it, and the part of them beyond: PostgreSQL's own defaults. */
const few = 50
const fewNew = 1000

interface Table {
  name: string
  vacuum: boolean
}

/**
 * Does for the embedded database what a PostgreSQL does by itself: tables of which much has changed give their dead rows
 * back and have their figures taken, without which the planner reads whole tables where an index would do. Nobody is
 * answered meanwhile, so it goes table by table. Answers the tables it did something for.
 */
export const keepUp = async (db: Database): Promise<string[]> => {
  const rows = sql`greatest(c.reltuples, 0)`
  const tired = sql`s.n_dead_tup > ${few} + 0.2 * ${rows} or s.n_ins_since_vacuum > ${fewNew} + 0.2 * ${rows}`
  const due = await db.execute(sql`
    select s.relname as name, (${tired}) as vacuum
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and ((${tired}) or s.n_mod_since_analyze > ${few} + 0.1 * ${rows})
    order by s.relname`)
  const tables = rowsFrom<Table>(due)
  for (const { name, vacuum } of tables)
    await db.execute(sql`${sql.raw(vacuum ? 'vacuum (analyze)' : 'analyze')} ${sql.identifier(name)}`)
  return tables.map(({ name }) => name)
}
