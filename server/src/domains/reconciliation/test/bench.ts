import type { ApprovalAction } from '@yibao/shared/approval.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { and, eq } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { type Client, type TestClock, testClock } from '../../../test/kit.ts'
import { authorization, user } from '../../auth/tables.ts'
import { openIdentity } from '../../card/identity.ts'
import { intent, order } from '../../order/tables.ts'
import type { OrderRow } from '../../order/view.ts'
import { store } from '../../organisation/tables.ts'
import { recoverIntent } from '../../settlement/recover/recover.ts'
import { askUndo } from '../../settlement/recover/undo.ts'
import type { BookRow, Centre } from '../../settlement/test/centre.ts'
import { type Counter, openCounter, otc, plain } from '../../settlement/test/counter.ts'

export const stores = {
  clerk: { code: 'P32050100001', person: '32050000000000000001', area: '320500' },
  clerk2: { code: 'P32010200001', person: '32010000000000000001', area: '320100' },
  clerk3: { code: 'P43010200001', person: '43010000000000000001', area: '430100' },
} as const
export type Clerk = keyof typeof stores

type Group = Awaited<ReturnType<Day['total']>>['groups'][number]
type Difference = Awaited<ReturnType<Day['differences']>>[number]

export type { Difference, Group }

/** One business day of one store, on both clocks; every test takes a day of its own, so the centre's book starts empty. */
export class Day {
  readonly counter: Counter
  readonly client: Client
  readonly who: Clerk
  readonly date: string
  readonly clock: TestClock

  constructor(parts: { counter: Counter; client: Client; who: Clerk; date: string; clock: TestClock }) {
    this.counter = parts.counter
    this.client = parts.client
    this.who = parts.who
    this.date = parts.date
    this.clock = parts.clock
  }

  get centre(): Centre {
    return this.counter.centre
  }

  get deps() {
    return this.counter.server.deps
  }

  /** The centre's book of the day without what was undone. */
  async book(): Promise<BookRow[]> {
    return (await this.centre.book(stores[this.who].code, this.date)).filter(({ undone }) => !undone)
  }

  /** Buys one thing; answers the order's id and what the clerk read. */
  async buy(
    price = '1.00',
    {
      person = stores[this.who].person as string,
      ...more
    }: { person?: string; erpBill?: string; replaces?: string; accountUsed?: boolean } = {},
  ) {
    const reading = await this.counter.read(person, this.client)
    const one = await this.counter.preSettle(reading, { lines: otc(price), ...more } as never, this.client)
    const answer = await this.counter.settle(one, this.client)
    return { id: one.id, answer }
  }

  cancel(orderId: string) {
    return this.client.send(settlement.cancel, { orderId, reason: '顾客退药' }, { 'idempotency-key': newId() })
  }

  /** As in life, time passes between two requests: leases end. */
  total(input: { force?: boolean } = {}) {
    this.clock.advance(1)
    return this.client.ok(reconciliation.total, { day: this.date, ...input })
  }

  detail(group: Group) {
    this.clock.advance(1)
    return this.client.ok(reconciliation.detail, { groupId: group.id })
  }

  /** 对总账, then 对明细 of the first unequal group; answers all differences of the day. */
  async run(): Promise<Difference[]> {
    const { groups } = await this.total()
    const unequal = groups.find(({ state }) => state === '3')
    if (!unequal) throw new Error(`no unequal group: ${groups.map(({ state }) => state)}`)
    const { groups: after } = await this.detail(unequal)
    return (await Promise.all(after.map((group) => this.differences(group)))).flat()
  }

  async differences({ id }: { id: string }) {
    return (await this.client.ok(reconciliation.diffPaged, { groupId: id, pageSize: 100 })).items
  }

  handle(difference: { id: string }, action: NonNullable<Difference['proposal']>, more: Record<string, string> = {}) {
    return this.client.send(reconciliation.handle, { diffId: difference.id, action, ...more })
  }

  /** A second person's approval, as Auth/Authorize writes it. */
  async approve(target: string, action: ApprovalAction = 'difference'): Promise<string> {
    const id = newId(this.deps.clock())
    const [me] = await this.deps.db.select().from(user).where(eq(user.userName, this.who))
    const [boss] = await this.deps.db.select().from(user).where(eq(user.userName, 'admin'))
    const expiresAt = new Date(this.deps.clock().getTime() + 120_000)
    await this.deps.db
      .insert(authorization)
      .values({ id, byUserId: boss!.id, byName: '王药师', forUserId: me!.id, action, target, expiresAt })
    return id
  }

  async order(id: string): Promise<OrderRow> {
    const [row] = await this.deps.db.select().from(order).where(eq(order.id, id))
    return row!
  }

  patch(id: string, values: Partial<typeof order.$inferInsert>) {
    return this.deps.db.update(order).set(values).where(eq(order.id, id))
  }

  async store() {
    const [row] = await this.deps.db.select().from(store).where(eq(store.fixmedinsCode, stores[this.who].code))
    return row!
  }

  /** The centre's clock goes with ours. */
  inTime() {
    return this.centre.fault({ fault: 'clock', iso: this.clock().toISOString(), gateway: true })
  }

  /** Recovery asks about what of an order nobody knows yet, once. */
  async recover(id: string): Promise<void> {
    const open = and(eq(intent.orderId, id), eq(intent.outcome, 'unknown'))
    for (const one of await this.deps.db.select().from(intent).where(open)) await recoverIntent(this.deps, one.id)
  }

  /** A reversal that got no answer comes to its end at a centre that refuses every 2103. */
  async refusedAtLast(id: string): Promise<void> {
    await this.centre.fault({ fault: 'refuse', infno: '2103', text: '暂不能撤销', times: 0 })
    for (let n = 0; n < 3 && (await this.order(id)).state === 'unknown'; n++) {
      this.clock.advance(600_000)
      await this.inTime()
      await this.recover(id)
    }
    await this.centre.clearFaults()
    await this.inTime()
  }

  /** What the store's people read of a settlement too many. */
  async duplicatesTold({ orderNo }: { orderNo: string }) {
    const { items } = await this.client.ok(message.paged, { tab: 'unread', pageSize: 100 })
    const told = items.filter(({ title }) => title.includes('重复结算'))
    const whole = await Promise.all(told.map(({ id }) => this.client.ok(message.get, { id })))
    return whole.filter(({ content }) => content.includes(orderNo))
  }

  /** 2601 behind our back: the centre has undone what our book still shows as settled. */
  async undoAtCentre(id: string) {
    const row = await this.order(id)
    const identity = openIdentity(this.deps.services.vault, row.identity)
    return askUndo(this.deps, await this.store(), identity, { omsgid: row.msgid!, oinfno: '2102' })
  }

  /** A row that only the centre has. */
  async centreOnly(msgid: string): Promise<void> {
    const { code, person } = stores[this.who]
    await this.centre.fault({ fault: 'centreOnlyRow', fixmedins_code: code, psn_no: person, msgid })
  }
}

export interface Bench {
  counter: Counter
  clock: TestClock
  /** Somebody sets the server's clock forward by some ms: no time passes by it. */
  leap: (ms: number) => void
  /** Opens a store's day at a time of day, on both clocks. */
  day: (who: Clerk, date: string, time?: string) => Promise<Day>
  close: () => Promise<void>
}

/** A server over the shared centre process; waits of the centre are short, 'not found' counts at once. */
export const openBench = async (
  centre: Centre,
  { database }: { database?: 'pglite' | 'postgres' } = {},
): Promise<Bench> => {
  // The centre may still be on an earlier test's day.
  await centre.clearFaults()
  const clock = testClock(new Date())
  let leapt = 0
  const steady = () => clock().getTime() - leapt
  const settings = { ...plain, authorizeReversal: false }
  const options = { clock, steady, database, config: { settleWait: 5_000 }, settings }
  const counter = await openCounter('clerk', options, centre)
  return {
    counter,
    clock,
    leap: (ms) => {
      clock.advance(ms)
      leapt += ms
    },
    day: async (who, date, time = '10:00:00') => {
      clock.set(new Date(`${date}T${time}+08:00`))
      await centre.fault({ fault: 'clock', iso: `${date}T${time}+08:00`, gateway: true })
      const client = await counter.server.as(who)
      await client.ok(signIn.do)
      return new Day({ counter, client, who, date, clock })
    },
    close: () => counter.close(),
  }
}
