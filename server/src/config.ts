import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'

/** Settings of one server process; every one can be given by the environment (docs/OPERATIONS.md). */
export interface Config {
  port: number
  dataDir: string
  /** PostgreSQL instead of the embedded database. */
  databaseUrl?: string
  centreUrl: string
  /** Folder of the built console; absent = not served. */
  consoleDir?: string
  /** Names this process in leases (DESIGN 7); new at every start. */
  node: string
  /** ms the server waits for the centre's answer to 2102 and 2103. */
  settleWait: number
  /** ms an intent's lease lasts without renewal. */
  lease: number
  /** ms between two looks of the recovery job. */
  recoveryEvery: number
  /** true: an answer that does not fit its schema is an error, not a log line. */
  strictAnswers: boolean
  logLevel: 'silent' | 'error' | 'warn' | 'info'
}

const number = (value: string | undefined, otherwise: number) => (value ? Number(value) : otherwise)

/** Reads the settings from an environment; relative folders are taken from the working directory. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  port: number(env.PORT, 47600),
  dataDir: resolve(env.DATA_DIR ?? 'data'),
  databaseUrl: env.DATABASE_URL || undefined,
  centreUrl: env.CENTRE_URL ?? `http://127.0.0.1:${number(env.CENTRE_PORT, 47620)}`,
  consoleDir: env.CONSOLE_DIR ?? join(import.meta.dirname, '../../console/dist'),
  node: `${process.pid}-${randomUUID().slice(0, 8)}`,
  settleWait: number(env.SETTLE_WAIT, 280_000),
  lease: number(env.LEASE, 20_000),
  recoveryEvery: number(env.RECOVERY_EVERY, 1000),
  strictAnswers: env.NODE_ENV !== 'production',
  logLevel: (env.LOG_LEVEL as Config['logLevel']) ?? 'warn',
})
