import { desc, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { startTestServer } from '../../test/kit.ts'
import { forPerson } from '../telling/for-person.ts'
import { stockMessage } from './tables.ts'

// What the home page asks each minute, and the list it leads to, read an index that holds nothing else.

const server = opened(startTestServer)
beforeAll(async () => {
  const { db } = server.deps
  await db.execute(sql`insert into stock_message (id, batch_no, store_id, area_code, kind, doc_no, own_code, national_code,
      name, prescription, quantity, facts, happened_on, source, written_at, state, next_at)
    select 'm' || n, 'b' || n, 's' || n % 30, '320500', 'change', 'N' || n, 'c', 'x', '䶮', false, '1', '{}',
      to_char(now() - n * interval '1 minute', 'YYYY-MM-DD'), 'erp', now() - n * interval '1 minute',
      case when n % 997 = 0 then 'unknown' when n % 50 = 0 then 'waiting' else 'uploaded' end,
      case when n % 50 = 0 and n % 997 <> 0 then now() end
    from generate_series(1, 60000) n`)
  await db.execute(sql`analyze stock_message`)
})

const planOf = async (query: ReturnType<typeof sql>): Promise<string> => {
  const answer = await server.deps.db.execute(sql`explain (costs off) ${query}`)
  return JSON.stringify(rowsFrom<unknown>(answer))
}

test('what waits for a person is read from an index of its own', async () => {
  const { storeId, areaCode, writtenAt, happenedOn, id } = stockMessage
  const read = (place: ReturnType<typeof sql>, order: ReturnType<typeof sql>) =>
    planOf(sql`select * from ${stockMessage} where ${place} and ${forPerson(stockMessage)} order by ${order} limit 100`)
  const [store, area] = [sql`${storeId} = 's7'`, sql`${areaCode} = '320500'`]
  const day = sql`${desc(happenedOn)}, ${desc(id)}`
  for (const plan of [await read(store, desc(writtenAt)), await read(store, day), await read(area, day)]) {
    expect(plan).toContain('stock_message_person')
    expect(plan).not.toContain('Seq Scan')
  }
  // Who has no area sees all of them, in the order in which they stand.
  const all = await read(sql`true`, day)
  expect(all).toContain('Index Scan Backward using stock_message_person_day')
  expect(all).not.toMatch(/Sort|Seq Scan/)
})
