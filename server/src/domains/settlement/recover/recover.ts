import { Refusal } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { faultText, reportFault } from '../../../process/fault.ts'
import { isReversal } from '../../order/infnos.ts'
import { underLease } from '../lease.ts'
import {
  type Claimed,
  claimIntent,
  dueAreas,
  dueIntents,
  giveBack,
  leaveToPerson,
  postpone,
  type Reach,
  type Turn,
} from './claim.ts'
import { recoverPurchase } from './purchase.ts'
import { recoverReversal } from './reversal.ts'

/** One attempt at one intent; a fault postpones it and is never the end of it, but a person that no key opens any more is. */
const attempt = async (deps: Deps, claimed: Claimed, reach: Reach): Promise<void> => {
  try {
    await (isReversal(claimed.intent.infno) ? recoverReversal : recoverPurchase)(deps, claimed, reach)
  } catch (error) {
    if (!(error instanceof Refusal)) reportFault('recovery', error)
    if (reach === 'look') return giveBack(deps, claimed)
    const text = error instanceof Refusal ? error.message : `核实中断：${faultText(error)}`
    // Nobody will ever know whom to ask about.
    if (error instanceof Refusal && error.key === 'data.key') return leaveToPerson(deps, claimed, text)
    await postpone(deps, claimed, { error: text })
  }
}

/** Recovers one order now, whatever its next attempt says; false when another node has it or nothing is open. */
export const recoverIntent = async (deps: Deps, intentId: string, reach: Reach = 'act'): Promise<boolean> => {
  const claimed = await claimIntent(deps, intentId)
  if (!claimed) return false
  // A node that dies here holds the order no longer than one lease.
  await underLease(deps, claimed.intent, () => attempt(deps, claimed, reach))
  return true
}

/**
 * Attempts that an area has under way in this process at once, by whose turn it is. Each asks one thing after the other,
 * so no centre sees more connections than these. The silence of a centre takes a minute of each attempt: were they one
 * row, what is newly unknown would wait behind all of them, and other areas' too.
 */
const widths: Readonly<Record<Turn, number>> = { newest: 1, longest: 3 }

/** ms between two looks at all that is under way, however long ago it left; each round looks at what left since. */
const fullEvery = 60_000

type UnderWay = Record<Turn, Set<string>>

/** Makes unknown messages definite, each area's beside the others'. */
export class Recovery {
  readonly #deps: Deps
  readonly #areas = new Map<string, UnderWay>()
  readonly #attempts = new Set<Promise<void>>()
  #stopped = false
  #tried = 0
  /** Of the last full look: leases that ended before it were looked at; when that was, ms of this process. */
  #since: Date | undefined
  #fullAt = Number.NEGATIVE_INFINITY

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Begins with what is due, as far as there is room for it; what ends makes room for the next. Waits for none of it. */
  async round(): Promise<void> {
    const at = performance.now()
    if (at - this.#fullAt >= fullEvery) this.#since = undefined
    const { areas, since } = await dueAreas(this.#deps, this.#since)
    if (!this.#since) this.#fullAt = at
    this.#since = since
    for (const areaCode of areas) await this.#fill(areaCode)
  }

  /** Waits until nothing is under way any more; answers how many attempts there were. */
  async idle(): Promise<number> {
    while (this.#attempts.size) await Promise.all(this.#attempts)
    return this.#tried
  }

  /** Begins nothing more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.idle()
  }

  async #fill(areaCode: string): Promise<void> {
    const underWay: UnderWay = this.#areas.get(areaCode) ?? { newest: new Set(), longest: new Set() }
    this.#areas.set(areaCode, underWay)
    for (const turn of ['newest', 'longest'] as const) {
      const limit = widths[turn] - underWay[turn].size
      const except = [...underWay.newest, ...underWay.longest]
      if (limit <= 0 || this.#stopped || this.#deps.services.node.leaving) continue
      for (const id of await dueIntents(this.#deps, areaCode, turn, { except, limit, since: this.#since }))
        this.#begin(areaCode, { underWay, turn, id })
    }
  }

  #begin(areaCode: string, { underWay, turn, id }: { underWay: UnderWay; turn: Turn; id: string }): void {
    // While this was being looked for, what had ended in between may have looked too.
    if (underWay[turn].size >= widths[turn] || underWay.newest.has(id) || underWay.longest.has(id)) return
    underWay[turn].add(id)
    let tried = false
    const work = this.#deps.services.node.round('recovery', async () => {
      tried = await recoverIntent(this.#deps, id)
    })
    const attempted = work()
      .finally(() => underWay[turn].delete(id))
      // What somebody else has taken makes no room worth looking at again before the next round.
      .then(() => (tried ? this.#goOn(areaCode) : undefined))
      .catch((fault) => reportFault('recovery', fault))
      .finally(() => this.#attempts.delete(attempted))
    this.#attempts.add(attempted)
  }

  #goOn(areaCode: string): Promise<void> {
    this.#tried += 1
    return this.#fill(areaCode)
  }
}

/** Everything that is due, to its end; answers how many attempts there were. */
export const recoverDue = async (deps: Deps): Promise<number> => {
  const recovery = new Recovery(deps)
  await recovery.round()
  return recovery.idle()
}
