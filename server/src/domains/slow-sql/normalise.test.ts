import { expect, test } from 'vitest'
import { normalise } from './normalise.ts'

const text = (sql: string) => normalise(sql).text

test('no literal of a statement is kept: each becomes one more placeholder', () => {
  expect(text(`select 1 from "user" where "name" = '王𠮷''s' and id_card = '32050019900101123X' and "id" = $2`)).toBe(
    'select 1 from "user" where "name" = $1 and id_card = $2 and "id" = $3',
  )
  expect(text("select E'a\\'13800138000' , $tag$13800138000$tag$, $$x$$")).toBe('select $1 , $2, $3')
  expect(text("select now() - interval '1 day', '[]'::jsonb, date '2026-01-01'")).toBe(
    'select now() - $1::interval, $2::jsonb, $3::date',
  )
  expect(text('select * from t where card = 6228480402564890018 limit 10 offset 20')).toBe(
    'select * from t where card = $1 limit 10 offset 20',
  )
  expect(text("select a -- 13800138000 '\n from t /* '张三' */ where x::numeric(16,2) > -0.01")).toBe(
    'select a from t where x::numeric(16,2) > -0.01',
  )
  expect(text(`select "it's", 't1' from t2`)).toBe(`select "it's", $1 from t2`)
})

test('one statement has one digest, however many rows it is about', () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `$${i + 1}`).join(', ')
  expect(normalise(`select * from a where id in (${many(2)}) and b = $3 and c = $3`).digest).toBe(
    normalise(`select *\n  from a where id in (${many(50)}) and b = $51 and c = $51`).digest,
  )
  expect(text('insert into a (x, y) values ($1, default), ($2, now()), ($3, $4)')).toBe(
    'insert into a (x, y) values ($1, default)',
  )
  expect(normalise('select 1 from a').digest).not.toBe(normalise('select 1 from b').digest)
})

test('its tables are those of the database, not the names it gives itself', () => {
  const { tables } =
    normalise(`with "moved" as (update "purchase_order" set state = 'x' returning id), due(a, b) as (select 1)
    insert into order_event select * from moved join only "store" s on true cross join lateral (select 1 from due) d,
    unnest($1::text[]) where exists (select 1 from public.area) and extract(epoch from at) > 1`)
  expect(tables).toEqual(['area', 'order_event', 'purchase_order', 'store'])
})

test('what is very long is cut, and still no literal is left', () => {
  const long = normalise(`select '${'王'.repeat(30_000)}', ${'a, '.repeat(10_000)} b from c`)
  expect(long.text).toHaveLength(20_000)
  expect(long.text).not.toContain('王')
})
