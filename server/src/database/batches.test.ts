import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import type { Context } from '../call/context.ts'
import { operationLog } from '../call/tables.ts'
import { startTestServer } from '../test/kit.ts'
import { type Paging, rowsOf } from './rows.ts'

const server = opened(startTestServer)

test('a stream in another order than its own reads everything fewer times', async () => {
  const { db } = server.deps
  await db.execute(sql`delete from operation_log`)
  await db.execute(sql`insert into operation_log (id, at, call, action, record, ok, ms, request_id)
    select 'l' || n, now() - n * interval '1 minute', 'order.paged', '查', '{}', true, n % 7, 'r'
    from generate_series(1, 450) n`)
  let readings = 0
  const rows = rowsOf({
    select: (c, cursor) => {
      readings++
      return c.db
        .select({ row: operationLog, ...cursor })
        .from(operationLog)
        .$dynamic()
    },
    where: () => undefined,
    sortable: { at: operationLog.at, ms: operationLog.ms },
    key: operationLog.id,
    keyOf: ({ row }) => row.id,
    wire: ({ row: { id, at, ms } }) => ({ id, at, ms }),
  })
  const read = async (asked: Paging) => {
    readings = 0
    const seen: { id: string; ms: number }[] = []
    for await (const some of rows.stream({ db } as Context, asked)) seen.push(...some)
    return { readings, seen, different: new Set(seen.map(({ id }) => id)).size }
  }
  expect(await read({})).toMatchObject({ readings: 3, different: 450 })
  expect(await read({ sortField: 'at', sortOrder: 'ascend' })).toMatchObject({ readings: 3, different: 450 })
  const sorted = await read({ sortField: 'ms' })
  expect(sorted).toMatchObject({ readings: 1, different: 450 })
  expect(sorted.seen.map(({ ms }) => ms)).toEqual(sorted.seen.map(({ ms }) => ms).toSorted((a, b) => b - a))
})
