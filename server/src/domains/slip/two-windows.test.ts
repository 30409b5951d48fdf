import { slip } from '@yibao/shared/calls/slip.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { asAnother } from '../../test/beside.ts'
import { untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { openCounter, otc } from '../settlement/test/counter.ts'

const counter = opened(() => openCounter())

/** Makes two documents of which each has looked before the other one is kept. */
const atOnce = async <T>(make: (window: number) => Promise<T>): Promise<T[]> => {
  const { db } = counter.server.deps
  let both: Promise<T[]> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table slip in exclusive mode`)
    both = Promise.all([0, 1].map((window) => asAnother(() => make(window))))
    // By another connection: a transaction sees the others as they were when it first looked.
    await asAnother(() => untilWaiting(db, 2))
  })
  return both!
}

describe.skipIf(usual !== 'postgres')('two windows that print one settlement at once', () => {
  test('have one original, and with a reason each one 补打', async () => {
    const { clerk } = counter
    const { id: orderId, settleKey } = await counter.preSettle(await counter.read('32050000000000000001'), {
      lines: otc('1.00'),
    })
    expect((await counter.settle({ id: orderId, settleKey } as never)).success).toBe(true)
    const make = (more: object = {}) => clerk.ok(slip.make, { orderId, kind: 'settlement', ...more })
    const first = await atOnce(() => make())
    const [original] = first
    expect(first.map(({ slipId, printNo }) => [slipId, printNo])).toEqual([1, 1].map(() => [original!.slipId, 1]))
    await clerk.ok(slip.printed, { slipId: original!.slipId, state: 'done' })
    const again = await atOnce((window) => make({ reprintReason: window ? 'lost' : 'jam' }))
    expect(again.map(({ slipId, printNo }) => [slipId, printNo])).toEqual([1, 1].map(() => [again[0]!.slipId, 2]))
  })
})
