import { order as orderCalls } from '@yibao/shared/calls/books.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Deps } from '../../call/context.ts'
import { storeIdOf } from '../../database/seed/organisation.ts'
import { makeDeps } from '../../deps.ts'
import { intent } from '../order/tables.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import { openCounter, otc, plain } from '../settlement/test/counter.ts'
import { dropSystemSignIn, storeOf, systemHeader, systemOperator } from './sign.ts'
import { signIn } from './tables.ts'

// Two server nodes have something to ask for one store at the same moment, and neither finds it signed in.

const counter = opened(() => openCounter('clerk2', { config: { settleWait: 5_000 }, settings: plain }))
const second = opened(async () => {
  const { config, db } = counter.server.deps
  const deps = makeDeps({ ...config, node: 'second' }, db)
  return { deps, close: async () => deps.services.centre.close() }
})
const restore: (() => void)[] = []
afterEach(() => {
  for (const back of restore.splice(0)) back()
})

/** No node hears its 9001 before each has sent one. */
const together = (nodes: readonly Deps[]) => {
  let sent = 0
  let go = () => {}
  const all = new Promise<void>((resolve) => {
    go = resolve
  })
  for (const { services } of nodes) {
    const client = services.centre.of('320100')
    client.send = async (body, which, waiting) => {
      const answer = await Object.getPrototypeOf(client).send.call(client, body, which, waiting)
      if (which !== '9001') return answer
      if (++sent === nodes.length) go()
      await all
      return answer
    }
    restore.push(() => Reflect.deleteProperty(client, 'send'))
  }
}

test('both sign in: neither breaks off, one number stays, and what is unknown is made definite once', async () => {
  const { deps } = counter.server
  const shop = await storeOf(deps, storeIdOf('P32010200001'))
  const one = await counter.preSettle(await counter.read('32010000000000000001'), { lines: otc('4.10') })
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  await dropSystemSignIn(deps, shop)
  const nodes = [deps, second.deps]
  together(nodes)
  const headers = await Promise.all(nodes.map((node) => systemHeader(node, shop)))
  expect(headers.every(({ sender }) => sender.signNo)).toBe(true)
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
