import { sql } from 'drizzle-orm'
import type { Database } from './open.ts'

/** What PostgreSQL calls a statement that it ended (query_canceled). */
const cancelled = '57014'

/** Whether a fault says that the database ended a statement which took too long. */
export const wasEnded = (fault: unknown): boolean =>
  fault instanceof Error && ((fault as { code?: string }).code === cancelled || wasEnded(fault.cause))

/** A statement ends soon after the server that asked for it, where the database can tell; the embedded one ends with it. */
export const breakOffWith = (tx: Database): Promise<unknown> =>
  tx
    .transaction((inner) => inner.execute(sql`select set_config('client_connection_check_interval', '1000', true)`))
    .catch(() => undefined)
