import type { KillableCentre } from '../centre.ts'
import type { ServerProcess } from '../process.ts'
import type { Kill, Plan, Random } from './plan.ts'
import type { Till } from './till.ts'

interface Field {
  tills: Till[]
  server: ServerProcess
  centre: KillableCentre
  next: Random
  /** Whether these stores sell in registered visits. */
  visits: boolean
}

/** What settles and takes back in a visit. */
const inVisit: Record<string, string> = { '2102': '2207', '2103': '2208' }

/** One purchase of a wave: at which store, for whom, under which number. */
interface Seat {
  till: Till
  psnNo: string
  index: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waves of purchases: every counter of every store sells once, all at the same time. */
export class Waves {
  readonly field: Field
  readonly seats: Omit<Seat, 'index'>[]
  sold = 0
  /** Registrations that were done at the centre and not answered, by till. */
  readonly unanswered = new Map<Till, number>()

  constructor(field: Field) {
    this.field = field
    const most = Math.max(...field.tills.map(({ store }) => store.persons.length))
    // By turns, so that a small wave is spread over all stores too.
    this.seats = Array.from({ length: most }, (_, i) => i).flatMap((i) =>
      field.tills.flatMap((till) => {
        const psnNo = till.store.persons[i]
        return psnNo ? [{ till, psnNo }] : []
      }),
    )
  }

  get size(): number {
    return this.seats.length
  }

  #named(infno: string): string {
    return this.field.visits ? (inVisit[infno] ?? infno) : infno
  }

  /** Prices a basket at as many counters as the wave has purchases. */
  async #price(count: number) {
    // A kill may strike more purchases than there are counters: the same persons come again.
    const seats = Array.from({ length: count }, (_, i) => ({
      ...this.seats[(this.sold + i) % this.size]!,
      index: this.sold + i,
    }))
    this.sold += count
    if (this.field.visits) for (const seat of seats) await this.#lose(seat)
    return Promise.all(
      seats.map(async ({ till, psnNo, index }) => ({ till, psnNo, order: await till.price(index, psnNo) })),
    )
  }

  /**
   * Of every 23 baskets (each store has its turn) one loses the answer to its registration and one that to its lines: both
   * are priced again at once.
   */
  async #lose({ till, psnNo, index }: Seat): Promise<void> {
    const infno = { 5: '2201', 17: '2204' }[index % 23]
    if (!infno) return
    await this.field.centre.fault({ fault: 'dropAfterBooking', infno, psn_no: psnNo })
    if (infno === '2201') this.unanswered.set(till, (this.unanswered.get(till) ?? 0) + 1)
  }

  /** Every purchase under the faults of its own plan. */
  async underFaults(plans: Plan[]): Promise<void> {
    const { centre, next } = this.field
    const orders = await this.#price(plans.length)
    const again = plans.map(() => next() < 0.3)
    for (const [i, { psnNo }] of orders.entries())
      for (const fault of plans[i]!.faults)
        await centre.fault({ ...fault, infno: this.#named(fault.infno), psn_no: psnNo })
    await Promise.all(
      orders.map(async ({ till, order }, i) => {
        await till.settle(order)
        // A clerk without an answer presses again: the same key, the same settlement.
        if (again[i]) await till.settle(order)
        if (!plans[i]!.cancel) return
        await till.cancel(order)
        if (again[i]) await till.cancel(order)
      }),
    )
  }

  /** Something dies while these purchases, or their reversals, are under way. */
  async underKill({ victim, infno, when }: Kill, count: number): Promise<void> {
    const { server, centre, next } = this.field
    const orders = await this.#price(count)
    if (infno === '2103') await Promise.all(orders.map(({ till, order }) => till.settle(order)))
    if (victim === 'centre') await centre.fault({ fault: 'exit', infno: this.#named(infno), when })
    const delay = { fault: 'delay', infno: this.#named(infno), ms: 300, when: 'after', times: orders.length }
    if (when === 'waiting') await centre.fault(delay)
    const send = ({ till, order }: (typeof orders)[number]) =>
      infno === '2102' ? till.settle(order) : till.cancel(order)
    const sent = orders.map(send)
    if (victim === 'server') {
      await pause(next() * (when === 'before' ? 15 : 150))
      await server.kill()
      await server.start()
    }
    await Promise.all(sent)
    if (victim === 'centre') await centre.restart()
    await Promise.all(orders.map((one) => (next() < 0.3 ? send(one) : undefined)))
    await centre.clearFaults()
  }
}
