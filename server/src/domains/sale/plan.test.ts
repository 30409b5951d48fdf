import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { startTestServer } from '../../test/kit.ts'
import { saleDue } from '../order/tables.ts'
import { forPerson } from '../telling/for-person.ts'
import { dueQuery } from '../telling/turns.ts'
import { queue } from './round.ts'
import { salePiece } from './tables.ts'

// What a round asks of many orders is answered by indexes that hold nothing but what is to be done.

const server = opened(startTestServer)
beforeAll(async () => {
  const { db } = server.deps
  await db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
      operator_name, state, person, medical_type, basket, lines, total, created_at, updated_at, sale_mark)
    select 'o' || n, 'N' || n, '320500', '10001', 's' || n % 300, 'u', '李䶮', 'settled', '{}', '41', '{}', '[]', 1,
      now() - n * interval '1 minute', now() - n * interval '1 minute', case when n % 5000 = 0 then '' else 'sold' end
    from generate_series(1, 60000) n`)
  await db.execute(sql`insert into sale_piece (id, batch_no, order_id, order_no, store_id, area_code, round, kind, no,
      part, own_code, national_code, name, spec, producer, unit, quantity, price, amount, prescription, setl_id, sold_at,
      operator_name, state, next_at)
    select 'p' || n, 'b' || n, 'o' || n, 'N' || n, 's' || n % 300, '320500', 1, 'sale', 1, 1, 'c', 'x', '䶮', '', '', '',
      '1', '1', 1, false, 'S' || n, now() - n * interval '1 minute', '李䶮',
      case when n % 1000 = 0 then 'refused' when n % 997 = 0 then 'waiting' else 'uploaded' end,
      case when n % 997 = 0 then now() - interval '1 hour' end
    from generate_series(1, 60000) n`)
  await db.execute(sql`analyze purchase_order, sale_piece`)
})

const planOf = async (query: ReturnType<typeof sql>): Promise<string> => {
  const answer = await server.deps.db.execute(sql`explain (costs off) ${query}`)
  return JSON.stringify(rowsFrom<unknown>(answer))
}

test('orders that are to be written are in an index of their own', async () => {
  const plan = await planOf(
    sql`select * from purchase_order where ${saleDue} and updated_at > now() - interval '30 days' order by updated_at limit 50`,
  )
  expect(plan).toContain('order_sale_due')
  expect(plan).not.toContain('Seq Scan')
})

test('what is due is one probe of a small index for each store', async () => {
  const stores = Array.from({ length: 300 }, (_, n) => ({ id: `s${n}`, delay: 0 }))
  const plan = await planOf(dueQuery(queue, stores, new Date()))
  expect(plan).toContain('sale_piece_due')
  expect(plan).not.toContain('Seq Scan')
})

test('a list of what is not done does not read what is', async () => {
  const page = (where: ReturnType<typeof sql>) => sql`select * from sale_piece
    where ${where} and sold_at >= now() - interval '30 days' order by sold_at desc, id desc limit 10`
  for (const state of ['refused', 'deleted', 'needless']) {
    const is = sql.raw(`state = '${state}'`)
    expect(await planOf(page(sql`store_id = 's7' and ${is}`)), state).toMatch(/sale_piece_(open|store)/)
    expect(await planOf(page(sql`area_code = '320500' and ${is}`)), state).toContain('sale_piece_open_area')
  }
  const needs = forPerson(salePiece)
  expect(await planOf(page(sql`store_id = 's7' and ${needs}`))).toMatch(/sale_piece_(open|person|store)/)
  expect(await planOf(page(sql`area_code = '320500' and ${needs}`))).toMatch(/sale_piece_(open_area|person)/)
  expect(await planOf(page(sql`area_code = '320500' and kind = 'return'`))).toContain('sale_piece_return')
})

test('what waits for a person is counted without reading what waits for its turn', async () => {
  const { storeId, soldAt } = salePiece
  const plan = await planOf(
    sql`select ${soldAt} from ${salePiece} where ${storeId} = 's7' and ${forPerson(salePiece)} order by ${soldAt} desc limit 100`,
  )
  expect(plan).toContain('sale_piece_person')
})
