import { signIn as calls } from '@yibao/shared/calls/sign-in.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { order } from '../order/tables.ts'
import { openCounter } from '../settlement/test/counter.ts'

const counter = opened(() => openCounter())

test.each(['settling', 'reversing', 'unknown'] as const)(
  'nobody signs out over an order of his that is %s, and nobody is kept by another one’s',
  async (state) => {
    const { db } = counter.server.deps
    const one = await counter.preSettle(await counter.read('32050000000000000001'))
    await db.update(order).set({ state }).where(eq(order.id, one.id))
    expect((await counter.clerk.send(calls.signOut)).resultNotice?.tips).toContain(one.orderNo)
    const pharmacist = await counter.server.as('pharmacist')
    await pharmacist.ok(calls.do)
    expect((await pharmacist.ok(calls.signOut)).open).toBe(false)
    await db.update(order).set({ state: 'presettled' }).where(eq(order.id, one.id))
    expect((await counter.clerk.ok(calls.signOut)).open).toBe(false)
    await counter.clerk.ok(calls.do)
  },
)
