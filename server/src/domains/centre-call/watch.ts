import { formatTime, shortTime } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import type { CentreOutcome } from '../../centre/client.ts'
import { gaveUp } from '../../centre/exchange.ts'
import { incoming } from '../../database/incoming.ts'
import type { Database } from '../../database/open.ts'
import type { Live } from '../../process/live.ts'
import { endOf } from './meter.ts'
import { centreState } from './tables.ts'

// Catalogues, dictionaries, files and comparisons take minutes by nature: how long they take says nothing to a counter.
const inBulk = /^(13|19|32|36|91)/

/** Answers of which the middle one counts: one customer who looks for his PIN makes no slow centre. */
const lastOnes = 5

/** ms from which a counter calls its centre slow: what a reading may take in nineteen of twenty cases (ux 1.1). */
const slowFrom = 3000

/** ms by which an answer must be behind the beginning of a call, to be one of a call that began later. */
const slack = 100

interface Heard {
  times: number[]
  answeredAt?: Date
  silentSince?: Date
  /** The last call that nobody answered ended then. */
  silentAt?: Date
  /** Not written yet. */
  fresh: boolean
  /** The write under way: the next one begins behind it, or the older word could come last. */
  writing: Promise<void>
}

const middle = (times: readonly number[]): number | undefined =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]

type Stood = Pick<typeof centreState.$inferSelect, 'silentSince' | 'ms'>

/** How a centre stands in a word; undefined = no call has ended yet. */
export const standingOf = (row: Stood | undefined): 'ok' | 'slow' | 'silent' | undefined => {
  if (!row) return undefined
  if (row.silentSince) return 'silent'
  return (row.ms ?? 0) >= slowFrom ? 'slow' : 'ok'
}

// Several nodes hear of one centre, and whoever writes last need not have heard last.
const silentHere = (at: Date) => sql`case when ${centreState.answeredAt} > ${at.toISOString()}::timestamptz then null
  else coalesce(${centreState.silentSince}, ${incoming(centreState.silentSince)}) end`
const stillSilent = sql`case when ${centreState.silentSince} > ${incoming(centreState.answeredAt)} then ${centreState.silentSince} end`

/**
 * How each area's centre answers just now, from the calls that are made anyway. Kept in the database, so that every node
 * says the same; whoever works in an area hears when it changes.
 */
export class CentreWatch {
  readonly #areas = new Map<string, Heard>()
  readonly #db: Database
  readonly #clock: () => Date
  readonly #live: Live

  constructor(db: Database, clock: () => Date, live: Live) {
    this.#db = db
    this.#clock = clock
    this.#live = live
  }

  /**
   * One call that ended. The first word, and a change between answering and silent, are told at once, the rest with the next
   * `flush`. One that got no answer says nothing where others that began after it did: the centre is there.
   */
  hear(areaCode: string, infno: string, outcome: CentreOutcome): void {
    const answered = endOf(outcome) !== 'unanswered'
    if (!answered && (inBulk.test(infno) || (outcome.kind === 'notSent' && outcome.plugin))) return
    // Somebody would not wait any longer: that is no silence of the centre.
    if (outcome.kind === 'unknown' && outcome.detail === gaveUp) return
    const now = this.#clock()
    const began = now.getTime() - ('ms' in outcome ? outcome.ms : 0)
    const area: Heard = this.#areas.get(areaCode) ?? { times: [], fresh: false, writing: Promise.resolve() }
    if (!answered && area.answeredAt && area.answeredAt.getTime() > began + slack) return
    const known = this.#areas.has(areaCode)
    const wasSilent = area.silentSince !== undefined
    this.#areas.set(areaCode, area)
    if (answered) {
      area.answeredAt = now
      area.silentSince = undefined
      if ('ms' in outcome && !inBulk.test(infno)) area.times = [...area.times, outcome.ms].slice(-lastOnes)
    } else {
      area.silentSince ??= now
      area.silentAt = now
    }
    area.fresh = true
    // A settlement waits for no light; what could not be written is written with the next flush.
    if (!known || wasSilent !== (area.silentSince !== undefined)) void this.#next(areaCode, area).catch(() => undefined)
  }

  /** When this node heard an answer of it last, as a clerk reads it; undefined when it has heard none. */
  answeredAt(areaCode: string): string | undefined {
    const { answeredAt } = this.#areas.get(areaCode) ?? {}
    return answeredAt && shortTime(formatTime(answeredAt), this.#clock())
  }

  /** Writes down what was heard since the last time; what is being written already is written behind it, too. */
  async flush(): Promise<void> {
    for (const [areaCode, area] of this.#areas) await (area.fresh ? this.#next(areaCode, area) : area.writing)
  }

  #next(areaCode: string, area: Heard): Promise<void> {
    const next = area.writing.then(() => this.#write(areaCode, area))
    area.writing = next.catch(() => undefined)
    return next
  }

  async #write(areaCode: string, area: Heard): Promise<void> {
    area.fresh = false
    const now = {
      answeredAt: area.answeredAt ?? null,
      silentSince: area.silentSince ?? null,
      ms: middle(area.times) ?? null,
    }
    try {
      const [before] = await this.#db.select().from(centreState).where(eq(centreState.areaCode, areaCode))
      const [after] = await this.#db
        .insert(centreState)
        .values({ areaCode, ...now })
        .onConflictDoUpdate({
          target: centreState.areaCode,
          set: {
            answeredAt: sql`greatest(${centreState.answeredAt}, ${incoming(centreState.answeredAt)})`,
            silentSince: now.silentSince ? silentHere(area.silentAt!) : stillSilent,
            ms: sql`coalesce(${incoming(centreState.ms)}, ${centreState.ms})`,
          },
        })
        .returning()
      if (standingOf(before) !== standingOf(after)) this.#live.publish(`area:${areaCode}`, 'centre.changed', {})
    } catch (fault) {
      area.fresh = true
      throw fault
    }
  }
}
