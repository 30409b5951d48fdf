import { ybOptions } from '@yibao/shared/calls/config.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { noLease } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { leaseAt } from '../../test/clock.ts'
import { held } from '../../test/locks.ts'
import { otherNode } from '../../test/other-node.ts'
import { usual } from '../../test/postgres.ts'
import { openIdentity } from '../card/identity.ts'
import { move } from '../order/states.ts'
import { intent, order, orderEvent } from '../order/tables.ts'
import { storeOf } from '../organisation/store.ts'
import { area } from '../organisation/tables.ts'
import { refreshCentres } from '../plugin/centre.ts'
import { backfillFound } from '../reconciliation/actions/backfill.ts'
import { turned } from '../reconciliation/test/turned.ts'
import { askSettlement } from './recover/lookup.ts'
import { recoverIntent } from './recover/recover.ts'
import { openCounter, plain } from './test/counter.ts'

// An administrator finds out that the centre's acct_pay leaves out what the family's account paid, or that its
// fund_pay_sumamt has the account in it, and turns the option while a settlement is under way: it is booked as what was
// booked before the change has become by it.

/** Little of his own, and the account of a family member pays the rest; a full account of his own. */
const [helped, alone] = ['32050000000000000012', '32050000000000000002']

const kinds = [
  { title: '个人账户包含共济', person: helped, centre: ['familyApart'], turned: { mulaidInAcct: false } },
  { title: '基金合计包含个人账户', person: alone, centre: ['accountInFund'], turned: { fundIncludesAcct: true } },
  {
    title: 'both',
    person: helped,
    centre: ['familyApart', 'accountInFund'],
    turned: { mulaidInAcct: false, fundIncludesAcct: true },
  },
]

/** A counter of its own; `centre` counts so from the start. */
const open = ({ person, centre, turned }: Pick<(typeof kinds)[number], 'person' | 'centre' | 'turned'>) => {
  const counter = opened(() => openCounter('clerk', { config: { settleWait: 5_000 }, settings: plain }))
  const helps = person === helped
  const apart = centre.includes('familyApart')

  /** The options as they are from the start, or as they turn out to be. */
  const turn = async (found: boolean) => {
    const area = await counter.server.as('area', { areaCode: '320500' })
    const here = { medicalAreaCode: '320500' }
    const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, here)
    const values = { mulaidInAcct: true, fundIncludesAcct: false, ...(found && turned) }
    await area.ok(ybOptions.saveYBConfigOptions, { ...here, revision, values })
  }
  beforeEach(async () => {
    for (const name of centre) await counter.centre.option('320500', name, true)
    await turn(false)
  })
  afterEach(() => counter.centre.clearFaults())

  const priced = async (price: string, client = counter.clerk) =>
    counter.preSettle(
      await counter.read(person, client),
      { lines: [{ ownCode: '100002', quantity: '1', price }] },
      client,
    )

  /** It is settled while the centre takes its time, and the option is turned meanwhile. */
  const settledAndTurned = (one: Awaited<ReturnType<typeof priced>>, then: () => Promise<unknown>) =>
    counter.centre.during('2102', () => counter.settle(one), then)

  /** What stands in our book and in the centre's, what the clerk reads, and whether the day agrees. */
  const expectCounted = async (id: string, price: string) => {
    const fen = Math.round(Number(price) * 100)
    const [row] = await counter.server.deps.db.select().from(order).where(eq(order.id, id))
    const money = { total: fen, fundTotal: 0, account: fen, cash: 0 }
    const { familyAccount } = row!
    expect(familyAccount > 0).toBe(helps)
    expect(row).toMatchObject({ state: 'settled', ...money, familyApart: apart, split: money })
    // Turned by mistake, it was told not to add up, as a person may want to know.
    if (centre.length) expect(row!.flags).not.toContain('amount')
    const shown = { total: price, fundTotal: '0.00', account: price, cash: '0.00' }
    expect(await counter.clerk.ok(orderCalls.get, { id })).toMatchObject(shown)
    const day = formatDay(new Date())
    const [there] = (await counter.centre.book('P32050100001', day)).filter(({ msgid }) => msgid === row!.msgid)
    expect(Math.round(Number(there!.acct_pay) * 100)).toBe(apart ? fen - familyAccount : fen)
    expect(there!.fund_pay_sumamt).toBe('0.00')
    expect(await counter.clerk.ok(reconciliation.total, { day, force: true })).toMatchObject({ unequal: 0 })
  }

  return { counter, turn, priced, settledAndTurned, expectCounted }
}

describe.each(kinds)('$title, turned by mistake', ({ person, turned }) => {
  const { turn, priced, settledAndTurned, expectCounted } = open({ person, centre: [], turned })

  test('while 2102 is on its way: turned back, it is counted as before', async () => {
    const one = await priced('15.07')
    await settledAndTurned(one, () => turn(true))
    await turn(false)
    await expectCounted(one.id, '15.07')
  })
})

/** How often a connection of the pool has looked whether somebody holds the area. */
const looksAtArea = (db: Database) => {
  const pool = (db as unknown as { $client: { query: (...args: unknown[]) => unknown } }).$client
  const { query } = pool
  let looks = 0
  pool.query = (...args) => {
    const [asked] = args as [string | { text: string }]
    if (/from "area".*for share skip locked/.test(typeof asked === 'string' ? asked : asked.text)) looks++
    return query.apply(pool, args)
  }
  const stop = () => {
    pool.query = query
  }
  return { looks: () => looks, stop }
}

describe.skipIf(usual !== 'postgres')('an area that is being turned in the moment of a booking', () => {
  const { counter, turn, priced, expectCounted } = open({ ...kinds[1]!, centre: [] })

  test('is waited for without a connection, though its basket was priced before; what is booked behind it is counted as it is by then', async () => {
    const one = await priced('15.08')
    const { db } = counter.server.deps
    const after = { fundIncludesAcct: true }
    const end = await held(db, async (tx) => {
      const settings = sql`${area.settings} || ${JSON.stringify(after)}::jsonb`
      await tx.update(area).set({ settings }).where(eq(area.code, '320500'))
      await turned(tx as typeof db, {}, after)
    })
    const { looks, stop } = looksAtArea(db)
    const settled = counter.settle(one)
    try {
      // In its own statement, and twice behind it.
      await expect.poll(looks).toBeGreaterThanOrEqual(3)
      const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(rowsFrom(await db.execute(waiting))).toEqual([])
    } finally {
      stop()
      await end()
    }
    expect((await settled).success).toBe(true)
    const [row] = await db.select().from(order).where(eq(order.id, one.id))
    // Turned by mistake: it does not add up, and says so.
    expect(row).toMatchObject({ state: 'settled', account: 1508, fundTotal: -1508, flags: ['amount'] })
    await turn(false)
    await expectCounted(one.id, '15.08')
  })
})

describe.each(kinds)('$title', (kind) => {
  const { person } = kind
  const { counter, turn, priced, settledAndTurned, expectCounted } = open(kind)

  test('while 2102 is on its way', async () => {
    const one = await priced('15.01')
    const { result } = await settledAndTurned(one, () => turn(true))
    expect(result).toMatchObject({ status: '2', account: '15.01', cash: '0.00' })
    await expectCounted(one.id, '15.01')
  })

  test('after its answer came too late and was kept', async () => {
    const one = await priced('3.02')
    const { db } = counter.server.deps
    const ofOrder = eq(intent.orderId, one.id)
    const taken = { node: 'other', attempts: 1, outcome: 'unknown' as const, leaseUntil: leaseAt(Date.now() + 60_000) }
    await settledAndTurned(one, async () => {
      await db
        .update(intent)
        .set(taken)
        .where(and(ofOrder, eq(intent.outcome, 'open')))
      await move(db, one.id, 'lost', new Date(), { by: '系统' })
    })
    await turn(true)
    const [sent] = await db.update(intent).set({ leaseUntil: noLease }).where(ofOrder).returning()
    expect(sent!.lateAnswer).not.toBeNull()
    await counter.centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停', times: 0 })
    await recoverIntent(counter.server.deps, sent!.id)
    await expectCounted(one.id, '3.02')
  })

  test('on a node that has not heard of it yet', async () => {
    const node = await otherNode(counter.server, 0)
    await refreshCentres(node.deps)
    await turn(true)
    const there = node.here(counter.clerk)
    const one = await priced('3.03', there)
    expect((await counter.settle(one, there)).result).toMatchObject({ status: '2', account: '3.03', cash: '0.00' })
    await node.close()
    await expectCounted(one.id, '3.03')
  })

  /** The centre has booked it and its answer was lost: the order, and its settlement as the centre shows it. */
  const lost = async (price: string) => {
    const { deps } = counter.server
    const { id } = await priced(price).then(async (one) => {
      await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
      await counter.settle(one)
      return one
    })
    const [sent] = await deps.db
      .update(intent)
      .set({ needsPerson: true, leaseUntil: noLease })
      .where(eq(intent.orderId, id))
      .returning()
    const [row] = await deps.db.select().from(order).where(eq(order.id, id))
    const day = formatDay(new Date())
    const there = (await counter.centre.book('P32050100001', day)).find(({ msgid }) => msgid === sent!.msgid)!
    return { id, row: row!, msgid: sent!.msgid, day, ids: { setlId: there.setl_id, mdtrtId: String(there.mdtrt_id) } }
  }

  test('after its settlement was read for 补录', async () => {
    const { deps } = counter.server
    const { id, row, msgid, day, ids } = await lost('3.04')
    const storeRow = await storeOf(deps, row.storeId)
    const found = await askSettlement(deps, storeRow, openIdentity(deps.services.vault, row.identity), ids)
    await turn(true)
    const difference = { day, at: deps.clock(), msgid, psn: null }
    await backfillFound({ deps, by: '王会计', difference, storeRow }, found!)
    await expectCounted(id, '3.04')
  })

  test('while the goods of one that this system never sent are asked for its 补录', async () => {
    const { db } = counter.server.deps
    const { id, msgid, ids } = await lost('3.05')
    await db.delete(intent).where(eq(intent.orderId, id))
    await db.delete(orderEvent).where(eq(orderEvent.orderId, id))
    await db.delete(order).where(eq(order.id, id))
    const { readId } = await counter.read(person, counter.clerk)
    const wanted = { readId, ...ids, reason: '顾客说扣了钱' }
    await counter.centre.during(
      '5204',
      () => counter.clerk.ok(outpatient.backfill, wanted),
      () => turn(true),
    )
    const [made] = await db.select().from(order).where(eq(order.msgid, msgid))
    await expectCounted(made!.id, '3.05')
  })

  test('after it was priced by the option of before', async () => {
    const one = await priced('3.06')
    await turn(true)
    expect((await counter.settle(one)).result).toMatchObject({ fundTotal: '0.00', account: '3.06', cash: '0.00' })
    await expectCounted(one.id, '3.06')
  })
})
