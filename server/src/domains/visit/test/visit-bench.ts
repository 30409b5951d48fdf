import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { intent, order } from '../../order/tables.ts'
import { visit } from '../../order/visit-tables.ts'
import { store } from '../../organisation/tables.ts'
import { recoverIntent } from '../../settlement/recover/recover.ts'
import type { Centre } from '../../settlement/test/centre.ts'
import { type Counter, openCounter, otc, plain } from '../../settlement/test/counter.ts'
import { endLeft } from '../close.ts'
import { makeVisitReady } from './ready.ts'

/** Demo stores by their clerk: how an area asks again differs (DESIGN 4). */
const shops = {
  clerk: { code: 'P32050100001', person: '32050000000000000001' },
  clerk2: { code: 'P32010200001', person: '32010000000000000001' },
  clerk3: { code: 'P43010200001', person: '43010000000000000001' },
} as const
type Clerk = keyof typeof shops

const settings = {
  ...plain,
  authorizeUndo: false,
  medicalTypes: ['41', '11', '14'],
}

/** A counter whose area settles 11 and 14 in visits, with a department that the centre holds. */
export const openVisits = async (who: Clerk, centre: Centre) => {
  const counter: Counter = await openCounter(who, { config: { settleWait: 5_000 }, settings }, centre)
  const { deps } = counter.server
  await makeVisitReady(deps.db, ['11', '14'])
  const [shop] = await deps.db.select().from(store).where(eq(store.fixmedinsCode, shops[who].code))
  const visitsOf = (id: string) =>
    deps.db.select().from(visit).where(eq(visit.orderId, id)).orderBy(asc(visit.createdAt), asc(visit.id))
  const today = () => formatDay(deps.clock())
  const book = async () => (await centre.book(shops[who].code, today())).filter((row) => !row.undone)
  const before = (await book()).length
  const preSettle = async (input = {}) =>
    counter.preSettle(await counter.read(shops[who].person), { lines: otc('1.00'), medicalType: '11', ...input })
  return {
    ...counter,
    deps,
    shop: shop!,
    preSettle,
    today,
    /** The person at the counter. */
    counter: () => counter.read(shops[who].person),
    /** The first presettlement's answer as it came, refusals too. */
    askPrice: async (input: object) => {
      const person = await counter.read(shops[who].person)
      const basket = { readId: person.readId, insutype: person.insutype, medicalType: '11', lines: otc('1.00') }
      const prescription = { number: 'RX20261120001', hospital: '苏州市示例医院', doctor: '陈䶮' }
      return counter.clerk.send(settlement.preSettle, { ...basket, prescription, ...input } as never)
    },
    /** Rows of the centre's book since this counter was opened. */
    booked: async () => (await book()).slice(before),
    order: async (id: string) => (await deps.db.select().from(order).where(eq(order.id, id)))[0]!,
    intents: (id: string) => deps.db.select().from(intent).where(eq(intent.orderId, id)).orderBy(asc(intent.createdAt)),
    visits: visitsOf,
    read: (id: string) => counter.clerk.ok(orderCalls.get, { id }),
    /** How an order's visits stand, the first one first. */
    states: async (id: string) => (await visitsOf(id)).map(({ state }) => state),
    /** A round of the job that ends what is left; a fault is the test's. */
    endAll: () => endLeft(deps, (fault) => expect.fail(String(fault))),
    /** Every open message of this server, once. */
    recover: async () => {
      const open = await deps.db.select({ id: intent.id, outcome: intent.outcome }).from(intent)
      for (const { id, outcome } of open) if (outcome === 'open' || outcome === 'unknown') await recoverIntent(deps, id)
    },
  }
}

export type Visits = Awaited<ReturnType<typeof openVisits>>
