import { caller } from '../base/caller.ts'

/** Statements that took long, of one text and asker, since they were last taken. */
export interface SlowStatement {
  /** As it was asked: its values are elsewhere, but a literal may stand in it. */
  text: string
  caller: string
  count: number
  totalMs: number
  maxMs: number
  rows: number
  /** When the last one ended. */
  at: number
}

/** Connections to the database: those that work, how many there may be, statements that wait for one. */
interface Connections {
  used: number
  max: number
  waiting: number
}

/** Different statements that are kept between two readings; what comes beyond them is dropped. */
const most = 300

/** What this process asks of its database, measured where it is asked: how long each statement took. */
export class Statements {
  /** ms from which a statement is slow. */
  threshold = 500
  connections: () => Connections = () => ({
    used: Math.min(this.#open, 1),
    max: 1,
    waiting: Math.max(0, this.#open - 1),
  })
  #open = 0
  #lastEnd = 0
  #slow = new Map<string, SlowStatement>()

  /** A statement begins; the answer says how long it took once it has ended, ms. `alone`: they run one after the other. */
  begin(alone = false): () => number {
    const begin = performance.now()
    this.#open++
    return () => {
      const end = performance.now()
      this.#open--
      // What waited for the one before it was not slow itself.
      const ms = end - (alone ? Math.max(begin, this.#lastEnd) : begin)
      this.#lastEnd = end
      return ms
    }
  }

  /** Keeps what was slow. To be asked by an async function that whoever waits for the statement awaits. */
  ended(text: string, ms: number, rows: number): void {
    if (ms >= this.threshold) this.#note(text, caller(), ms, rows)
  }

  #note(text: string, asker: string, ms: number, rows: number) {
    const key = `${asker} ${text}`
    const known = this.#slow.get(key)
    if (!known && this.#slow.size >= most) return
    const one = known ?? { text, caller: asker, count: 0, totalMs: 0, maxMs: 0, rows: 0, at: 0 }
    one.count++
    one.totalMs += ms
    one.maxMs = Math.max(one.maxMs, ms)
    one.rows += rows
    one.at = Date.now()
    this.#slow.set(key, one)
  }

  /** What was slow since the last time. */
  take(): SlowStatement[] {
    const taken = [...this.#slow.values()]
    this.#slow = new Map()
    return taken
  }
}

type Answer = { rowCount?: number | null; rows?: readonly unknown[] }
type Query = (...args: unknown[]) => Promise<Answer>
type Asked = string | { text?: string }

/** What the pool hands to a connection, which says how long it took there: waiting for it is not the statement's time. */
interface Sent {
  text?: string
  took?: number
  rows?: number
}

const rowsIn = (answer: Answer | undefined): number => answer?.rows?.length ?? answer?.rowCount ?? 0
const textOf = (asked: unknown): string => (typeof asked === 'string' ? asked : ((asked as Sent).text ?? ''))

const measured = (query: Query, statements: Statements, alone: boolean): Query => {
  return async (asked, ...rest) => {
    const took = statements.begin(alone)
    let rows = 0
    try {
      const answer = await query(asked, ...rest)
      rows = rowsIn(answer)
      return answer
    } finally {
      statements.ended(textOf(asked), took(), rows)
    }
  }
}

const measureClient = (client: { query: unknown }, statements: Statements): void => {
  const query = (client.query as Query).bind(client)
  const inTransaction = measured(query, statements, false)
  client.query = (...args: unknown[]) => {
    const last = args.length - 1
    const callback = args[last]
    if (typeof callback !== 'function') return inTransaction(...args)
    const sent = args[0] as Sent
    const took = statements.begin()
    args[last] = (fault: unknown, answer?: Answer) => {
      sent.took = took()
      sent.rows = rowsIn(answer)
      callback(fault, answer)
    }
    return query(...args)
  }
}

interface Pool {
  query: unknown
  on: (event: 'connect', listener: (client: { query: unknown }) => void) => unknown
}

/** Measures what the connections of a pool are asked, alone and in transactions. */
export const measurePool = (pool: Pool, statements: Statements): void => {
  pool.on('connect', (client) => measureClient(client, statements))
  const query = (pool.query as Query).bind(pool)
  pool.query = async (asked: Asked, ...rest: unknown[]) => {
    const sent: Sent = typeof asked === 'string' ? { text: asked } : { ...asked }
    try {
      return await query(sent, ...rest)
    } finally {
      statements.ended(textOf(sent), sent.took ?? 0, sent.rows ?? 0)
    }
  }
}

interface Embedded {
  query: unknown
  transaction: unknown
}

/** Measures what the embedded database is asked: one statement at a time. */
export const measureEmbedded = (client: Embedded, statements: Statements): void => {
  client.query = measured((client.query as Query).bind(client), statements, true)
  type Work = (tx: { query: unknown }) => unknown
  const transaction = (client.transaction as (work: Work) => unknown).bind(client)
  client.transaction = (work: Work) =>
    transaction((tx) => {
      const query = measured((tx.query as Query).bind(tx), statements, true)
      return work(Object.assign(Object.create(tx), { query }))
    })
}
