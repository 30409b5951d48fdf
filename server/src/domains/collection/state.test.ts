import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databases, startTestServer, type TestServer } from '../../test/kit.ts'
import { orderCollection } from './tables.ts'

// The one rule of how far the money of an order is, in fen: what is due, what came, what went back.

const stands: [due: number, paid: number, refunded: number, state: string, open: number][] = [
  [0, 0, 0, 'none', 0],
  [0, 1, 0, 'over', -1],
  [0, 1, 1, 'none', 0],
  [1, 0, 0, 'due', 1],
  [1, 1, 0, 'full', 0],
  [1, 2, 0, 'over', -1],
  [1, 2, 1, 'full', 0],
  [2560, 0, 0, 'due', 2560],
  [2560, 1, 0, 'part', 2559],
  [2560, 2559, 0, 'part', 1],
  [2560, 2560, 0, 'full', 0],
  [2560, 2561, 0, 'over', -1],
  [2560, 2560, 2560, 'due', 2560],
  [2560, 5120, 2561, 'part', 1],
]
/** After a reversal nothing is due: what is left is below zero until all went back. */
const gone: [paid: number, refunded: number, state: string, open: number][] = [
  [0, 0, 'none', 0],
  [1, 0, 'back', -1],
  [1, 1, 'backFull', 0],
  [2560, 0, 'back', -2560],
  [2560, 1, 'backPart', -2559],
  [2560, 2559, 'backPart', -1],
  [2560, 2560, 'backFull', 0],
]

test.each(databases)('every case of what is due, paid and refunded has its state, on %s', async (database) => {
  const server: TestServer = await startTestServer({ handlers: {}, database })
  try {
    const { db } = server.deps
    const rows = [
      ...stands.map(([due, paid, refunded]) => ({ gone: false, due, paid, refunded })),
      ...gone.map(([paid, refunded]) => ({ gone: true, due: 0, paid, refunded })),
    ]
    const shop = { areaCode: '320500', storeId: 's1', at: new Date(0), familyAccount: 0 }
    await db
      .insert(orderCollection)
      .values(rows.map((row, i) => ({ ...shop, ...row, orderId: `o${i}`, orderNo: `N${i}` })))
    const found = await db
      .select({ state: orderCollection.state, open: orderCollection.open })
      .from(orderCollection)
      .orderBy(sql`substring(order_id from 2)::int`)
    expect(found.map(({ state, open }) => [state, open])).toEqual([
      ...stands.map(([, , , state, open]) => [state, open]),
      ...gone.map(([, , state, open]) => [state, open]),
    ])
  } finally {
    await server.close()
  }
})
