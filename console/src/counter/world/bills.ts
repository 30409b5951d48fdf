import { formatDay } from '@yibao/shared/time.ts'
import type { Shelf } from './drafts.ts'

const key = 'yibao.counter.bills'
/** As long as the agent keeps frames; then the ERP's own books have the last word. */
const keptMs = 7 * 86_400_000
const most = 500
/** Of those that are over the newest are looked at whenever the page comes back: each is a question of its own. */
const mostOver = 10

interface Told {
  orderId: string
  at: number
  /** It was taken back since, or came to nothing: it may stand again. */
  over?: true
}

const isTold = (one: unknown): one is Told =>
  typeof one === 'object' && one !== null && typeof (one as Told).orderId === 'string' && (one as Told).at > 0

/**
 * The orders whose ERP bills this PC has told as settled, and which of them were over since, newest first: of those the ERP must
 * hear when somebody takes one back at another place, or lets it stand again. No bill and no person is in it, only the
 * order's own number.
 */
export const billBook = (shelf: Pick<Shelf, 'getItem' | 'setItem'>, now: () => number) => {
  const read = (): Told[] => {
    try {
      const kept: unknown = JSON.parse(shelf.getItem(key) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isTold).filter(({ at }) => at > now() - keptMs) : []
    } catch {
      return []
    }
  }
  const write = (told: readonly Told[]) => {
    try {
      shelf.setItem(key, JSON.stringify(told.slice(0, most)))
    } catch {
      // A full storage must not stop a sale.
    }
  }
  const others = (orderId: string) => read().filter((one) => one.orderId !== orderId)
  return {
    /** What the ERP was told last of it: undefined = nothing. */
    toldOf: (orderId: string): 'settled' | 'over' | undefined => {
      const told = read().find((one) => one.orderId === orderId)
      return told && (told.over ? 'over' : 'settled')
    },
    /** Those that are over. */
    over: () =>
      read()
        .flatMap(({ orderId, over }) => (over ? [orderId] : []))
        .slice(0, mostOver),
    /** Takes note of a result frame that is on its way to the ERP. */
    note(frame: string) {
      const { body } = JSON.parse(frame) as { body: { state: string; orderId: string } }
      const { state, orderId } = body
      if (state === 'settled') write([{ orderId, at: now() }, ...others(orderId)])
      else if (state !== 'unknown') write([{ orderId, at: now(), over: true }, ...others(orderId)])
    },
    /** Day of the oldest one, undefined while there is none. */
    since(): string | undefined {
      const oldest = read().at(-1)
      return oldest && formatDay(new Date(oldest.at))
    },
  }
}

export type BillBook = ReturnType<typeof billBook>
