import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Deps } from '../../call/context.ts'
import { idempotency } from '../../call/tables.ts'
import { makeDeps } from '../../deps.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { intent } from '../order/tables.ts'
import { storeOf } from '../organisation/store.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import { openCounter, otc, plain } from '../settlement/test/counter.ts'
import { dropSystemSignIn, systemHeader, systemOperator } from './sign.ts'
import { signIn } from './tables.ts'

// Two server nodes have something to ask for one store at the same moment, and neither finds it signed in.

const counter = opened(() => openCounter('clerk2', { config: { settleWait: 5_000 }, settings: plain }))
const second = opened(async () => {
  const { config, db } = counter.server.deps
  let tries = 0
  const counted = new Proxy(db, {
    get: (target, name) => {
      if (name === 'insert') tries++
      const found = Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
  const deps = makeDeps({ ...config, node: 'second' }, counted)
  return { deps, tries: () => tries, close: async () => deps.services.centre.close() }
})
const restore: (() => void)[] = []
afterEach(() => {
  for (const back of restore.splice(0)) back()
})

/** Messages of a kind that leave these nodes. */
const sentBy = (nodes: readonly Deps[], infno: string): string[] => {
  const sent: string[] = []
  for (const { services, config } of nodes) {
    const client = services.centre.of('320100')
    client.send = (body, which, waiting) => {
      if (which === infno) sent.push(config.node)
      return Object.getPrototypeOf(client).send.call(client, body, which, waiting)
    }
    restore.push(() => Reflect.deleteProperty(client, 'send'))
  }
  return sent
}

test('a node that stood still in its turn signs in beside another one: neither breaks off, and one number stays', async () => {
  const { deps } = counter.server
  const shop = await storeOf(deps, storeIdOf('P32010200001'))
  await dropSystemSignIn(deps, shop)
  const nodes = [deps, second.deps]
  const sent = sentBy(nodes, '9001')
  const late = await counter.centre.during(
    '9001',
    () => systemHeader(deps, shop),
    async () => {
      await deps.db.delete(idempotency).where(eq(idempotency.userId, 'turn'))
      await systemHeader(second.deps, shop)
    },
  )
  expect(sent).toHaveLength(2)
  const his = and(eq(signIn.storeId, shop.id), eq(signIn.operatorNo, systemOperator(shop).operatorNo))
  const open = await deps.db
    .select()
    .from(signIn)
    .where(and(his, isNull(signIn.signedOutAt)))
  expect(open.map(({ signNo }) => signNo)).toEqual([late.sender.signNo])
})

test('both sign in at once: one does, both go on under its number, and what is unknown is made definite once', async () => {
  const { deps } = counter.server
  const shop = await storeOf(deps, storeIdOf('P32010200001'))
  const one = await counter.preSettle(await counter.read('32010000000000000001'), { lines: otc('4.10') })
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  await dropSystemSignIn(deps, shop)
  const nodes = [deps, second.deps]
  const sent = sentBy(nodes, '9001')
  const before = second.tries()
  let other: ReturnType<typeof systemHeader> | undefined
  const first = await counter.centre.during(
    '9001',
    () => systemHeader(deps, shop),
    async () => {
      other = systemHeader(second.deps, shop)
      const waits = vi.waitFor(() => expect(second.tries()).toBeGreaterThan(before + 1), { timeout: 10_000 })
      await Promise.race([other, waits])
    },
  )
  expect((await other!).sender.signNo).toBe(first.sender.signNo)
  expect(sent).toHaveLength(1)
  const open = await deps.db
    .select()
    .from(signIn)
    .where(
      and(
        eq(signIn.storeId, shop.id),
        eq(signIn.operatorNo, systemOperator(shop).operatorNo),
        isNull(signIn.signedOutAt),
      ),
    )
  expect(open).toHaveLength(1)

  const [lost] = await deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  const tried: boolean[] = []
  for (const node of [second.deps, deps, second.deps]) tried.push(await recoverIntent(node, lost!.id))
  expect(tried.filter(Boolean).length).toBeGreaterThan(0)
  const book = await counter.centre.book('P32010200001', formatDay(new Date()))
  expect(book.filter(({ msgid }) => msgid === lost!.msgid).map(({ infno, undone }) => [infno, undone])).toEqual([
    ['2102', true],
  ])
  expect((await counter.clerk.ok(orderCalls.get, { id: one.id })).status).toBe('1')
})
