import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { openPglite } from './open.ts'
import { rowsFrom } from './rows-from.ts'
import { keepUp } from './upkeep.ts'

const database = opened(() => openPglite())

/** What the database counts is told behind the statements: from here on whoever asks hears it. */
const counted = () => database.execute('select pg_stat_force_next_flush(); select pg_stat_clear_snapshot()')

const figures = async (table: string) => {
  const found = await database.db.execute(sql`
    select n_dead_tup::int as dead, n_mod_since_analyze::int as changed, last_vacuum is not null as vacuumed
    from pg_stat_user_tables where relname = ${table}`)
  return rowsFrom<object>(found)[0]
}

test('the embedded database is kept up: dead rows go, figures are taken, and what is at rest is left alone', async () => {
  await database.execute(`
    create table busy (id int primary key, text text);
    create table quiet (id int primary key);
    create table learned (id int primary key);
    insert into busy select n, '䶮' from generate_series(1, 5000) n;
    insert into learned select n from generate_series(1, 5) n;
    insert into quiet select n from generate_series(1, 500) n`)
  await counted()
  for (const table of ['busy', 'quiet', 'learned']) await database.execute(`vacuum analyze ${table}`)
  await database.execute(`update busy set text = '𠮷' where id <= 2000`)
  await database.execute('insert into learned select n from generate_series(6, 200) n')
  await database.execute('delete from quiet where id = 1')
  await counted()
  expect(await figures('busy')).toMatchObject({ dead: 2000, changed: 2000 })

  expect(await keepUp(database.db)).toEqual(['busy', 'learned'])
  await counted()
  expect(await figures('busy')).toEqual({ dead: 0, changed: 0, vacuumed: true })
  expect(await figures('learned')).toMatchObject({ changed: 0 })
  expect(await figures('quiet')).toMatchObject({ dead: 1 })
  // Nothing has changed since.
  expect(await keepUp(database.db)).toEqual([])
})
