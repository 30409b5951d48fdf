import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import type { CounterPorts } from '../ports.ts'
import type { BillBook } from './bills.ts'
import type { Dispatch } from './world.ts'

/**
 * Statuses that a settlement may have which the ERP was told of otherwise: reversed, listed for its bill that was taken off it,
 * or no settlement any more.
 */
const statuses = ['3', '5', '6', '7', '1'] as const

/** Looks whether what was told of a bill has become something else elsewhere: at once where the server says so. */
export const billWatch = ({ callServer }: Pick<CounterPorts, 'callServer'>, book: BillBook, dispatch: Dispatch) => {
  const silent = { silent: true } as const
  const look = async (id: string) => {
    if (!book.toldOf(id)) return
    const order = await callServer(orderCalls.get, { id }, silent).catch(() => undefined)
    const told = book.toldOf(id)
    if (order && told) dispatch({ type: 'billTurned', order, told })
  }
  return {
    changed: look,
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
