import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { formatDay } from '@yibao/shared/time.ts'
import type { CounterPorts } from '../ports.ts'
import type { Shelf } from './drafts.ts'
import type { Dispatch } from './world.ts'

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

/**
 * Statuses that a settlement may have which the ERP was told of otherwise: reversed, listed for its bill that was taken off it,
 * or no settlement any more.
 */
const statuses = ['3', '5', '6', '7', '1'] as const

/** Looks whether what was told of a bill has become something else elsewhere: at once where the server says so. */
export const billWatch = ({ callServer }: Pick<CounterPorts, 'callServer'>, shelf: Shelf, dispatch: Dispatch) => {
  const book = billBook(shelf, Date.now)
  const silent = { silent: true } as const
  const look = async (id: string) => {
    if (!book.toldOf(id)) return
    const order = await callServer(orderCalls.get, { id }, silent).catch(() => undefined)
    const told = book.toldOf(id)
    if (order && told) dispatch({ type: 'billTurned', order, told })
  }
  return {
    note: book.note,
    changed: (orderId: string) => void look(orderId),
    /** What happened while the page was away. */
    async catchUp() {
      const from = book.since()
      if (!from) return
      for (const status of statuses) {
        const asked = { status, from, pageSize: 100 }
        const changed = await callServer(orderCalls.paged, asked, silent).catch(() => undefined)
        for (const { id } of changed?.items ?? []) if (book.toldOf(id) === 'settled') await look(id)
      }
      for (const id of book.over()) await look(id)
    },
  }
}
