import { formatDay } from '@yibao/shared/time.ts'
import type { CentreOutcome } from '../../centre/client.ts'
import { addedTo } from '../../database/incoming.ts'
import type { Database } from '../../database/open.ts'
import { Tally } from '../../database/tally.ts'
import { durationClass } from './duration.ts'
import { faultText } from './fault-text.ts'
import { type CallEnd, centreCall, centreCallStore, centreFault } from './tables.ts'

const tenMinutes = 600_000

/** Different texts kept of 10 minutes; a centre that puts a number into each of its refusals must not fill a table. */
const mostTexts = 200

/** How a call ended for whoever counts it. */
export const endOf = ({ kind }: CentreOutcome): CallEnd =>
  kind === 'booked' || kind === 'refused' ? kind : 'unanswered'

/** Counts this node's calls to centres and adds them to the tables now and then: a settlement waits for no statistics. */
export class CentreMeter {
  readonly #calls = new Tally<[areaCode: string, at: number, infno: string, ended: CallEnd, ms: number]>()
  readonly #faults = new Tally<[areaCode: string, at: number, infno: string, text: string]>()
  readonly #stores = new Tally<[areaCode: string, day: string, fixmedinsCode: string, infno: string, ended: CallEnd]>()
  readonly #db: Database
  readonly #clock: () => Date

  constructor(db: Database, clock: () => Date) {
    this.#db = db
    this.#clock = clock
  }

  /** One call that ended; fixmedinsCode: the shop in whose name it was made. */
  count(areaCode: string, infno: string, outcome: CentreOutcome, fixmedinsCode?: string): void {
    const now = this.#clock()
    const at = Math.floor(now.getTime() / tenMinutes) * tenMinutes
    const ended = endOf(outcome)
    this.#calls.add([areaCode, at, infno, ended, 'ms' in outcome ? durationClass(outcome.ms) : 0])
    if (fixmedinsCode) this.#stores.add([areaCode, formatDay(now), fixmedinsCode, infno, ended])
    if (outcome.kind === 'booked') return
    const text = this.#faults.size < mostTexts ? faultText(outcome) : '其他原因'
    this.#faults.add([areaCode, at, infno, text])
  }

  /** Writes down what was counted since the last time. What could not be written is counted again next time. */
  async flush(): Promise<void> {
    await this.#calls.writeTo(this.#db, (tx, rows) =>
      tx
        .insert(centreCall)
        .values(
          rows.map(([[areaCode, at, infno, ended, ms], n]) => ({
            ...{ areaCode, at: new Date(at), infno, ended, ms, calls: n },
          })),
        )
        .onConflictDoUpdate({
          target: [centreCall.areaCode, centreCall.at, centreCall.infno, centreCall.ended, centreCall.ms],
          set: addedTo(centreCall, ['calls']),
        }),
    )
    await this.#faults.writeTo(this.#db, (tx, rows) =>
      tx
        .insert(centreFault)
        .values(
          rows.map(([[areaCode, at, infno, text], n]) => ({
            ...{ areaCode, at: new Date(at), infno, text, calls: n },
          })),
        )
        .onConflictDoUpdate({
          target: [centreFault.areaCode, centreFault.at, centreFault.infno, centreFault.text],
          set: addedTo(centreFault, ['calls']),
        }),
    )
  }

  /** The same of the shops, of which there are thousands: less often. */
  flushStores(): Promise<void> {
    const { areaCode, day, fixmedinsCode, infno, ended } = centreCallStore
    return this.#stores.writeTo(this.#db, (tx, rows) =>
      tx
        .insert(centreCallStore)
        .values(
          rows.map(([[area, on, code, of, end], n]) => ({
            ...{ areaCode: area, day: on, fixmedinsCode: code, infno: of, ended: end, calls: n },
          })),
        )
        .onConflictDoUpdate({
          target: [areaCode, day, fixmedinsCode, infno, ended],
          set: addedTo(centreCallStore, ['calls']),
        }),
    )
  }
}
