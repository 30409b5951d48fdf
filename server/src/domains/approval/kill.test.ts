import { approval } from '@yibao/shared/calls/approval.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaseAt } from '../../test/clock.ts'
import { databases } from '../../test/kit.ts'
import { intent, order } from '../order/tables.ts'
import { type Counter, openCounter, otc, plain } from '../settlement/test/counter.ts'
import { type ServerProcess, startServerProcess } from '../settlement/test/process.ts'
import { RemoteClient } from '../settlement/test/remote.ts'
import { carryOutDue } from './carry-out.ts'
import { approvalRequest } from './tables.ts'

// Two nodes on one database; the one that carries an approved reversal out is killed while its message is at the centre.

describe.skipIf(!databases.includes('postgres'))('a node that is killed while it carries out', () => {
  let counter: Counter
  let node: ServerProcess
  const boss = new RemoteClient(() => node.url)
  beforeAll(async () => {
    const settings = { ...plain, authorizeReversal: true }
    counter = await openCounter('clerk', { database: 'postgres', config: { settleWait: 5_000 }, settings })
    const { dataDir, databaseUrl } = counter.server
    node = await startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, CENTRE_URL: counter.centre.url })
  })
  afterAll(async () => {
    await node?.stop()
    await counter?.close()
  })

  const reversals = async () =>
    (await counter.centre.book('P32050100001', formatDay(new Date()))).filter(
      ({ infno, undone }) => infno === '2103' && !undone,
    ).length

  test.each(['before', 'after'])(
    '%s the centre booked it: another one finds out, it is reversed once, and the record says so',
    async (when) => {
      const { db } = counter.server.deps
      const person = await counter.read('32050000000000000001')
      const one = await counter.preSettle(person, { lines: otc('1.00') } as never)
      await counter.settle(one)
      const { no } = await counter.clerk.ok(approval.submit, { reversal: { orderId: one.id, reason: '顾客退药' } })
      const rowOf = async () => (await db.select().from(approvalRequest).where(eq(approvalRequest.no, no)))[0]!
      const { id } = await rowOf()
      const before = await reversals()
      await counter.centre.fault({ fault: 'delay', infno: '2103', ms: 20_000, when })
      await boss.login('area')
      await boss.send(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
      const stateOf = async () => (await db.select().from(order).where(eq(order.id, one.id)))[0]!.state
      await expect.poll(stateOf, { timeout: 10_000 }).toBe('reversing')
      if (when === 'after') await expect.poll(reversals, { timeout: 10_000 }).toBe(before + 1)
      await node.kill()
      await counter.centre.clearFaults()
      // As long as the dead one's claim lasts nobody touches it.
      await carryOutDue(counter.server.deps, (fault) => {
        throw fault
      })
      expect([(await rowOf()).state, await stateOf()]).toEqual(['approved', 'reversing'])
      await db.update(approvalRequest).set({ claimedUntil: null }).where(eq(approvalRequest.id, id))
      await db
        .update(intent)
        .set({ leaseUntil: leaseAt(0) })
        .where(eq(intent.orderId, one.id))
      await node.start()
      // While the reversal is unknown it is looked at once a minute; here at once.
      const soon = async () => {
        const open = and(eq(approvalRequest.id, id), eq(approvalRequest.state, 'approved'))
        await db
          .update(approvalRequest)
          .set({ nextAttemptAt: new Date(0) })
          .where(open)
        return (await rowOf()).state
      }
      await expect.poll(soon, { timeout: 30_000, interval: 200 }).not.toBe('approved')
      expect(await rowOf()).toMatchObject({ state: 'done', outcome: '已撤销，请按原支付方式退款' })
      expect([await stateOf(), (await reversals()) - before]).toEqual(['reversed', 1])
      const shown = await counter.clerk.ok(approval.get, { id })
      expect(shown.events.map(({ move }) => move)).toEqual(['提交审批', '审批通过', '执行成功'])
    },
    60_000,
  )
})
