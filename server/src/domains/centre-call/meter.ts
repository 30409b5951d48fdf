import type { CentreOutcome } from '../../centre/client.ts'
import { addedTo } from '../../database/incoming.ts'
import type { Database } from '../../database/open.ts'
import { durationClass } from './duration.ts'
import { faultText } from './fault-text.ts'
import { type CallEnd, centreCall, centreFault } from './tables.ts'

const tenMinutes = 600_000

/** Different texts kept of 10 minutes; a centre that puts a number into each of its refusals must not fill a table. */
const mostTexts = 200

/** How a call ended for whoever counts it. */
export const endOf = ({ kind }: CentreOutcome): CallEnd =>
  kind === 'booked' || kind === 'refused' ? kind : 'unanswered'

const add = (counts: Map<string, number>, parts: readonly (string | number)[]) => {
  const key = JSON.stringify(parts)
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const partsOf = <Parts>(counts: Map<string, number>): [Parts, number][] =>
  [...counts].map(([key, calls]) => [JSON.parse(key) as Parts, calls])

/** Counts this node's calls to centres and adds them to the tables now and then: a settlement waits for no statistics. */
export class CentreMeter {
  #calls = new Map<string, number>()
  #faults = new Map<string, number>()
  readonly #db: Database
  readonly #clock: () => Date

  constructor(db: Database, clock: () => Date) {
    this.#db = db
    this.#clock = clock
  }

  /** One call that ended. */
  count(areaCode: string, infno: string, outcome: CentreOutcome): void {
    const at = Math.floor(this.#clock().getTime() / tenMinutes) * tenMinutes
    const ms = 'ms' in outcome ? durationClass(outcome.ms) : 0
    add(this.#calls, [areaCode, at, infno, endOf(outcome), ms])
    if (outcome.kind === 'booked') return
    const text = this.#faults.size < mostTexts ? faultText(outcome) : '其他原因'
    add(this.#faults, [areaCode, at, infno, text])
  }

  /** Writes down what was counted since the last time. What could not be written is counted again next time. */
  async flush(): Promise<void> {
    const [calls, faults] = [this.#calls, this.#faults]
    if (!calls.size) return
    this.#calls = new Map()
    this.#faults = new Map()
    try {
      await this.#write(calls, faults)
    } catch (fault) {
      for (const [key, n] of calls) this.#calls.set(key, (this.#calls.get(key) ?? 0) + n)
      for (const [key, n] of faults) this.#faults.set(key, (this.#faults.get(key) ?? 0) + n)
      throw fault
    }
  }

  async #write(calls: Map<string, number>, faults: Map<string, number>): Promise<void> {
    const counted = partsOf<[string, number, string, CallEnd, number]>(calls).map(
      ([[areaCode, at, infno, ended, ms], n]) => ({ areaCode, at: new Date(at), infno, ended, ms, calls: n }),
    )
    const said = partsOf<[string, number, string, string]>(faults).map(([[areaCode, at, infno, text], n]) => ({
      ...{ areaCode, at: new Date(at), infno, text, calls: n },
    }))
    await this.#db.transaction(async (tx) => {
      const { areaCode, at, infno, ended, ms } = centreCall
      await tx
        .insert(centreCall)
        .values(counted)
        .onConflictDoUpdate({
          target: [areaCode, at, infno, ended, ms],
          set: addedTo(centreCall, ['calls']),
        })
      if (!said.length) return
      await tx
        .insert(centreFault)
        .values(said)
        .onConflictDoUpdate({
          target: [centreFault.areaCode, centreFault.at, centreFault.infno, centreFault.text],
          set: addedTo(centreFault, ['calls']),
        })
    })
  }
}
