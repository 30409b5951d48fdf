import { PGlite, type Transaction } from '@electric-sql/pglite'
import type pg from 'pg'
import type { Database } from './open.ts'

/** A transaction that can take rows in by COPY, on both databases. */
export interface CopyTransaction {
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
  /** COPY of rows in the text format (cells by `copyCell`), all columns in the order of `columns`. */
  copy: (table: string, columns: readonly string[], rows: Buffer) => Promise<void>
}

const copyText = (table: string, columns: readonly string[], from: string): string =>
  `copy ${table} (${columns.join(', ')}) from ${from}`

/** What node-postgres does when the database asks for the rows of a COPY. */
interface Sending {
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** A COPY as a query of node-postgres: its driver knows the messages and has no call for them. */
const copyQuery = (text: string, rows: Buffer, done: (error?: Error) => void) => ({
  submit: (connection: Sending) => connection.query(text),
  handleCopyInResponse: (connection: Sending) => {
    connection.sendCopyFromChunk(rows)
    connection.endCopyFrom()
  },
  handleError: (error: Error) => done(error),
  handleReadyForQuery: () => done(),
  handleCommandComplete: () => {},
  handleRowDescription: () => {},
  handleDataRow: () => {},
  handleEmptyQuery: () => {},
  handlePortalSuspended: () => {},
})

const withPool = async <T>(pool: pg.Pool, work: (tx: CopyTransaction) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({
      query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
      copy: (table, columns, rows) =>
        new Promise((resolve, reject) => {
          const done = (error?: Error) => (error ? reject(error) : resolve())
          client.query(copyQuery(copyText(table, columns, 'stdin'), rows, done) as unknown as pg.Submittable)
        }),
    })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const onPglite = (tx: Transaction): CopyTransaction => ({
  query: async <Row>(text: string, values?: unknown[]) => (await tx.query<Row>(text, values)).rows,
  copy: async (table, columns, rows) => {
    const blob = new Blob([new Uint8Array(rows)])
    await tx.query(copyText(table, columns, "'/dev/blob'"), [], { blob })
  },
})

/** Runs work in one transaction with COPY: everything it wrote is there when it resolves, or nothing is. */
export const inCopyTransaction = <T>(db: Database, work: (tx: CopyTransaction) => Promise<T>): Promise<T> => {
  const { $client } = db as unknown as { $client: PGlite | pg.Pool }
  return $client instanceof PGlite ? $client.transaction((tx) => work(onPglite(tx))) : withPool($client, work)
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in COPY's text format; null and undefined are NULL. PostgreSQL has no place for the character U+0000. */
export const copyCell = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  const text = String(value)
  return /[\\\t\n\r\0]/.test(text) ? text.replaceAll('\0', '').replace(/[\\\t\n\r]/g, (one) => escapes[one]!) : text
}
