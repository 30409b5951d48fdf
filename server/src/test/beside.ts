import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../database/open.ts'

type Any = (...args: never[]) => unknown

const within = new AsyncLocalStorage<{ open: boolean }>()

/** What somebody else asks while a test's own transaction is open: over a connection of his, which PostgreSQL has. */
export const asAnother = <T>(ask: () => PromiseLike<T>): Promise<T> => within.exit(async () => await ask())

/**
 * Refuses whatever is asked of the database itself by work that is inside of a transaction: the embedded one has a single
 * connection, so the transaction would wait for the answer and the answer for its end, and with them every other request
 * for ever. On PostgreSQL it is a second connection that nobody notices until none is left.
 */
export const refuseBeside = (db: Database): void => {
  const guarded = <F extends Any>(ask: F): F =>
    ((...args: never[]) => {
      if (within.getStore()?.open) throw new Error('asked beside the transaction that it is part of')
      return ask(...args)
    }) as F

  const transaction = db.transaction.bind(db)
  db.transaction = guarded(async (run, ...how) => {
    const mark = { open: true }
    try {
      return await transaction((tx) => within.run(mark, async () => await run(tx)), ...how)
    } finally {
      mark.open = false
    }
  })
  const { $client: client } = db as unknown as { $client: { query: Any } }
  client.query = guarded(client.query.bind(client))
}
