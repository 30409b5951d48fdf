import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from '../../../tools/machine.ts'
import { startCluster, template } from './cluster.ts'

/** The databases that a suite about SQL runs on; without a PostgreSQL on this machine only the embedded one. */
export const databases: readonly ('pglite' | 'postgres')[] = findPostgres() ? ['pglite', 'postgres'] : ['pglite']

/** What a test runs on that does not say: what pharmacies run on, where this machine has it. */
export const usual = databases.at(-1)!

let own: Promise<string> | undefined

/** The cluster of the whole run, which global.ts starts when the first test asks; a bench has one for itself. */
const clusterOf = async (): Promise<string> => {
  if (!process.env.TEST_CLUSTER) return startCluster()
  const answer = await fetch(process.env.TEST_CLUSTER)
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

const asAdmin = async (address: string, statements: string[]): Promise<void> => {
  const admin = new pg.Client({ connectionString: `${address}postgres` })
  await admin.connect()
  try {
    for (const statement of statements) await admin.query(statement)
  } finally {
    await admin.end()
  }
}

let made = 0
const nameOfNext = () => `test_${process.pid}_${++made}`

/** Address of a new migrated and seeded database. */
export const newPostgres = async (): Promise<string> => {
  own ??= clusterOf()
  const address = await own
  const name = nameOfNext()
  await asAdmin(address, [`create database ${name} template ${template} strategy file_copy`])
  return address + name
}

const run = promisify(execFile)
const tool = (name: string) => join(findPostgres()!, name)

/** A backup of a database as it is at this moment, while others write into it: a file of pg_dump. */
export const backUp = async (url: string, file: string): Promise<void> => {
  await run(tool('pg_dump'), ['--format=custom', '--compress=0', `--file=${file}`, url])
}

/** Address of a new database into which a backup of `url` was played back. */
export const playBack = async (url: string, file: string): Promise<string> => {
  const address = url.slice(0, url.lastIndexOf('/') + 1)
  const name = nameOfNext()
  await asAdmin(address, [`create database ${name} template template0`])
  await run(tool('pg_restore'), ['--exit-on-error', `--dbname=${address}${name}`, file])
  return address + name
}

/** Databases that are dropped together: each is 12 MB, and the first to go costs a checkpoint of the whole cluster. */
const dropped = 10
const left: string[] = []

/** Says that nobody needs a database any more. */
export const leavePostgres = async (url: string): Promise<void> => {
  if (left.push(url) < dropped) return
  const address = url.slice(0, url.lastIndexOf('/') + 1)
  await asAdmin(
    address,
    left.splice(0).map((one) => `drop database ${one.slice(address.length)} with (force)`),
  )
}
