import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { every } from '../process/every.ts'
import { reportFault } from '../process/fault.ts'

/** Looks after connections to one PostgreSQL. */
export interface Watch {
  /** Has a connection broken too when the database falls silent. */
  keep: (client: pg.ClientBase) => void
  stop: () => Promise<void>
}

class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Whether `work` ends in time. A process that was busy itself takes what has come meanwhile before it judges. */
const inTime = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
  const late = async () => {
    await sleep(ms, undefined, { ref: false })
    await turn()
    await turn()
    return false
  }
  return Promise.race([work.then(() => true), late()])
}

/** node-postgres has no call for it: end() says good-bye on a line that nobody reads any more. */
const breakOff = (client: pg.ClientBase): void => {
  const { stream } = (client as unknown as { connection: { stream: { destroy: () => void } } }).connection
  stream.destroy()
}

/**
 * A machine that froze, or a line that swallows everything, closes no connection: what waits on it would wait for a
 * quarter of an hour, and keep its place in the pool after another machine has taken over. So a plain question is asked
 * again and again, and when it stays without an answer for `waitMs` every connection is broken: what waits hears so, and
 * what comes next opens a new one.
 */
export const watchDatabase = (url: string, waitMs: number): Watch => {
  const kept = new Set<pg.ClientBase>()
  let asking: pg.Client | undefined
  const leave = () => {
    const old = asking
    asking = undefined
    if (old) breakOff(old)
  }
  const ask = async () => {
    if (!asking) {
      asking = new pg.Client({ connectionString: url })
      asking.on('error', leave)
      await asking.connect()
    }
    await asking.query('select 1')
  }
  const report = (fault: unknown) => reportFault('database', fault)
  const look = async () => {
    // Whatever is opened behind this question has had its own answer.
    const asked = [...kept]
    const answered = ask().catch((fault: unknown) => {
      leave()
      report(fault)
    })
    if (await inTime(answered, waitMs)) return
    report(new DatabaseSilent(`no answer in ${waitMs} ms`))
    leave()
    for (const client of asked) breakOff(client)
  }
  const stop = every(waitMs / 3, look, report)
  return {
    keep: (client) => {
      kept.add(client)
      client.once('end', () => kept.delete(client))
    },
    stop: async () => {
      const stopped = stop()
      leave()
      await stopped
    },
  }
}
