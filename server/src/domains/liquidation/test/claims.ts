import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { addMonths } from '@yibao/shared/time.ts'
import type { Client } from '../../../test/kit.ts'
import { untilEnded } from '../../../test/until-ended.ts'
import { type Bench, type Clerk, type Day, stores } from '../../reconciliation/test/bench.ts'

/** An application as the centre's own book shows it (GET /simulator/liquidations). */
interface CentreApplication {
  evt_id: string
  ym: string
  stas: string
  psntime: number
  medfee: string
  applied: string
  [name: string]: unknown
}

/** What a store does with a month, on the test's clocks. */
export class Claims {
  readonly #bench: () => Bench

  constructor(bench: () => Bench) {
    this.#bench = bench
  }

  /** Opens a day of the month after, as it is when a month is claimed. */
  after(who: Clerk, month: string, time = '09:00:00'): Promise<Day> {
    return this.#bench().day(who, `${addMonths(month, 1)}-02`, time)
  }

  /** Sells for these amounts on one day of a month, and reconciles every day and the whole. */
  async closed(who: Clerk, month: string, prices: readonly string[]): Promise<{ client: Client; ids: string[] }> {
    const day = await this.#bench().day(who, `${month}-10`)
    const ids: string[] = []
    for (const price of prices) ids.push((await day.buy(price)).id)
    const { client } = await this.after(who, month)
    await this.agree(client, month)
    return { client, ids }
  }

  /** A purchase that a fund pays a part of: 1500.00 on a prescription, above the year's deductible. */
  async withFund(who: Clerk, month: string): Promise<void> {
    const { counter, client } = await this.#bench().day(who, `${month}-09`)
    const reading = await counter.read(stores[who].person, client)
    const lines = [{ ownCode: '100001', quantity: '1', price: '1500.00' }]
    const answer = await counter.settle(await counter.preSettle(reading, { lines } as never, client), client)
    if (!answer.success) throw new Error(JSON.stringify(answer))
  }

  async agree(client: Client, month: string): Promise<void> {
    await untilEnded(client, (await client.ok(monthBooks.monthCheck, { month })).progressId)
    await untilEnded(client, (await client.ok(monthBooks.monthTotal, { month })).progressId)
    // A lease of the last step ends.
    this.#bench().clock.advance(1000)
  }

  async generate(client: Client, month: string) {
    return untilEnded(client, (await client.ok(liquidation.generate, { month })).progressId)
  }

  async listed(client: Client, month: string) {
    return (await client.ok(liquidation.paged, { from: month, to: month, pageSize: 100 })).items
  }

  /** A draft of a closed month. */
  async drafted(who: Clerk, month: string, prices: readonly string[]) {
    const { client, ids } = await this.closed(who, month, prices)
    await this.generate(client, month)
    const [draft] = (await this.listed(client, month)).filter(({ state }) => state !== '2')
    if (!draft) throw new Error('no draft')
    return { client, ids, draft }
  }

  apply(client: Client, { id, total, fund }: { id: string; total: string; fund: string }) {
    return client.send(liquidation.apply, { id, total, fund })
  }

  /** The centre's own applications of a store's month. */
  async centre(who: Clerk, month: string): Promise<CentreApplication[]> {
    const { url } = this.#bench().counter.centre
    const answer = await fetch(`${url}/simulator/liquidations?fixmedins_code=${stores[who].code}`)
    const { applications } = (await answer.json()) as { applications: CentreApplication[] }
    return applications.filter(({ ym }) => ym === month.replace('-', ''))
  }

  /** What the centre's people do. */
  async move(event: string | undefined, move: string, more: object = {}): Promise<void> {
    const { url } = this.#bench().counter.centre
    const body = JSON.stringify({ event, move, ...more })
    const answer = await fetch(`${url}/simulator/liquidations`, { method: 'POST', body })
    if (!answer.ok) throw new Error(await answer.text())
  }
}
