import { approvalTarget } from '@yibao/shared/approval.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { inArray, sql } from 'drizzle-orm'
import type { Client } from '../../../test/kit.ts'
import { untilEnded } from '../../../test/until-ended.ts'
import { order } from '../../order/tables.ts'
import { area } from '../../organisation/tables.ts'
import { type Bench, type Clerk, type Day, stores } from '../../reconciliation/test/bench.ts'

/** Insured in another city of the same province, by the store that sells to him. */
const away = (who: Clerk) => `${stores[who].area}00000000000009`

/** What a store does with a month of persons insured elsewhere, on the test's clocks. */
export class Clearings {
  readonly #bench: () => Bench

  constructor(bench: () => Bench) {
    this.#bench = bench
  }

  days(who: Clerk, month: string, time?: string): Promise<Day> {
    return this.#bench().day(who, `${month}-10`, time)
  }

  /** A day of the month after, as it is when a month is cleared. */
  after(who: Clerk, month: string, time = '09:00:00'): Promise<Day> {
    return this.#bench().day(who, `${addMonths(month, 1)}-02`, time)
  }

  async buyAt(who: Clerk, date: string, time: string, price: string): Promise<string> {
    const day = await this.#bench().day(who, date, time)
    return (await day.buy(price, { person: away(who) })).id
  }

  /** Sells for these amounts to somebody insured elsewhere, and for 1.00 to somebody insured here; then the month is over. */
  async sold(who: Clerk, month: string, prices: readonly string[]) {
    const before = await this.days(who, month)
    const ids: string[] = []
    for (const price of prices) ids.push((await before.buy(price, { person: away(who) })).id)
    await before.buy('1.00')
    const day = await this.after(who, month)
    return { client: day.client, day, ids }
  }

  async returned(who: Clerk, month: string, id: string) {
    return (await this.days(who, month, '11:00:00')).cancel(id)
  }

  async ended(client: Client, { progressId }: { progressId: string }) {
    const state = await untilEnded(client, progressId)
    // A lease of the last step ends.
    this.#bench().clock.advance(1000)
    return state
  }

  async extract(client: Client, month: string) {
    return this.ended(client, await client.ok(clearScore.extract, { month }))
  }

  async confirmAll(client: Client, month: string) {
    return this.ended(client, await client.ok(clearScore.confirm, { month }))
  }

  page(client: Client, month: string, more: Partial<InputOf<typeof clearScore.paged>> = {}) {
    return client.ok(clearScore.paged, { month, pageSize: 200, ...more })
  }

  /** In the order of `ids`: what is sold in one moment of the test's clock has no other. */
  async orders(ids: readonly string[]) {
    const { db } = this.#bench().counter.server.deps
    const rows = await db
      .select()
      .from(order)
      .where(inArray(order.id, [...ids]))
    return ids.map((id) => rows.find((row) => row.id === id))
  }

  /** The centre's own list of a store's month, as it stands. */
  async listed(
    who: Clerk,
    month: string,
  ): Promise<{ setl_sn: string; setl_id: string; medfee: string; cnfm: string }[]> {
    const { url } = this.#bench().counter.centre
    const query = `fixmedins_code=${stores[who].code}&ym=${month.replace('-', '')}`
    const { rows } = (await (await fetch(`${url}/simulator/clearings?${query}`)).json()) as { rows: never[] }
    return rows
  }

  /** cnfm_flag of the centre's own rows of a store's month. */
  async flags(who: Clerk, month: string): Promise<string[]> {
    return (await this.listed(who, month)).map(({ cnfm }) => cnfm)
  }

  async drift(who: Clerk, setlSn: string, more: object): Promise<void> {
    const { url } = this.#bench().counter.centre
    const body = JSON.stringify({ fixmedins_code: stores[who].code, setl_sn: setlSn, ...more })
    const answer = await fetch(`${url}/simulator/clearings`, { method: 'POST', body })
    if (!answer.ok) throw new Error(await answer.text())
  }

  /** Settlements of somebody insured elsewhere that only the centre has. */
  async stranger(who: Clerk, month: string, n = 1): Promise<void> {
    const day = await this.days(who, month, '12:00:00')
    const compact = `${month.replace('-', '')}10`
    for (let i = 1; i <= n; i++) {
      const msgid = `${stores[who].code}${compact}120000${String(i).padStart(4, '0')}`
      await day.centre.fault({ fault: 'centreOnlyRow', fixmedins_code: stores[who].code, psn_no: away(who), msgid })
    }
  }

  /** What happens behind each answer to a 3260 of an area, counted from 1; until what is answered is called. */
  afterPages(area: string, happens: (n: number) => Promise<unknown>): () => void {
    const centre = this.#bench().counter.server.deps.services.centre.of(area)
    let n = 0
    centre.send = async (body, which, waiting) => {
      const answer = await Object.getPrototypeOf(centre).send.call(centre, body, which, waiting)
      if (which === '3260') await happens(++n)
      return answer
    }
    return () => void Reflect.deleteProperty(centre, 'send')
  }

  /** Whether a roll-back needs a second person. */
  async authorized(authorizeUndo: boolean): Promise<void> {
    await this.set({ authorizeUndo })
  }

  async set(settings: object): Promise<void> {
    const { deps } = this.#bench().counter.server
    await deps.db.update(area).set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })
  }

  /** Somebody else has the month right after its n-th claim from now on, whose time is over; until what is answered is called. */
  async claimLostAt(n: number): Promise<() => Promise<void>> {
    const { db } = this.#bench().counter.server.deps
    await db.execute(sql`create sequence claims`)
    await db.execute(sql`create function lose() returns trigger language plpgsql as $$ begin
      if old.claimed_until is null and new.claimed_until is not null and nextval('claims') = ${sql.raw(String(n))} then
        update clearing_month set claimed_until = new.claimed_until + interval '1 hour' where id = new.id;
      end if; return new; end $$`)
    await db.execute(sql`create trigger lose after update on clearing_month for each row execute function lose()`)
    return async () => {
      await db.execute(sql`drop function lose cascade`)
      await db.execute(sql`drop sequence claims`)
    }
  }

  async approve(id: string): Promise<string> {
    const bench = this.#bench()
    const today = new Date(bench.clock().getTime() + 8 * 3_600_000).toISOString()
    const day = await bench.day('clerk', today.slice(0, 10), today.slice(11, 19))
    return day.approve(approvalTarget.clearing(id), 'clearing')
  }
}
