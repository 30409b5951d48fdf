import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../tools/free-port.ts'
import { findPostgres } from '../../../tools/machine.ts'
import { migrate } from '../database/migrate.ts'
import { openPostgres } from '../database/open.ts'
import { seed } from '../seed/index.ts'

// A database of a Chinese system, which sorts words by their sound and not by their characters: made here, for few
// machines have its locale. PostgreSQL refuses to run as root, so as root everything below runs as its own user. The
// cluster ends when this process does, however it ends: `cat` then sees the end of its input.

const script = `
set -e
localedef -i zh_CN -f UTF-8 "$DIR/zh_CN.utf8" >"$DIR/log" 2>&1 || true
"$BIN/initdb" -D "$DIR/data" -U yibao -A trust -E UTF8 --locale=zh_CN.utf8 --no-sync >"$DIR/log" 2>&1
"$BIN/postgres" -D "$DIR/data" -p "$DB_PORT" -k "$DIR" -c listen_addresses=127.0.0.1 -c fsync=off \\
  -c max_connections=200 $MORE >>"$DIR/log" 2>&1 </dev/null &
pid=$!
cat >/dev/null
kill -INT $pid
wait $pid || true
rm -rf "$DIR"/* && rmdir "$DIR" 2>/dev/null || true
`

const pauseMs = 50
/** Making the locale and the cluster takes 3 s of a quiet machine, and much more of one whose cores are all at work. */
const patienceMs = 50_000

/** The first connection that is taken; an error with the cluster's last words once it has `ended`, or took too long. */
const connect = async (url: string, ended: () => boolean, words: () => string): Promise<pg.Client> => {
  const until = Date.now() + patienceMs
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (ended() || Date.now() > until) throw new Error(`${error}: ${words()}`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

// For a cluster that lasts as long as one run: its thousand databases cost a fifth in memory of what they cost on a
// disk, and those that lie there do not come up for vacuum one by one while the tests are at work.
const brief =
  'synchronous_commit=off full_page_writes=off wal_level=minimal max_wal_senders=0 max_wal_size=256MB autovacuum=off jit=off'
const memory = '/dev/shm'
/** Bytes: some 40 databases of 15 MB at once, and what browsers want of it beside them. */
const room = 2 ** 31

const inMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > room
  } catch {
    return false
  }
}

/** The name of the database that every other one is a copy of. */
export const template = 'seeded'

/**
 * Starts a PostgreSQL of its own with a migrated and seeded database. Answers its address without a database. `forRun`:
 * one for many small databases that go again, in memory where this machine has enough; without it as a bench measures.
 */
export const startCluster = async ({ forRun = false } = {}): Promise<string> => {
  const bin = findPostgres()
  if (!bin) throw new Error('no PostgreSQL on this machine')
  const folder = mkdtempSync(join(forRun && inMemory() ? memory : tmpdir(), 'yibao-pg-'))
  const root = process.getuid?.() === 0
  if (root) spawnSync('chown', ['postgres', folder])
  chmodSync(folder, 0o700)
  const port = await freePort()
  const shell = ['sh', '-c', script]
  const [command, args]: [string, string[]] = root
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', ...shell]]
    : ['sh', shell.slice(1)]
  const more = forRun ? brief.replace(/^| /g, ' -c ') : ''
  // No statement may lean on the zone that a database happens to have.
  const env = {
    ...process.env,
    TZ: 'America/New_York',
    BIN: bin,
    DIR: folder,
    DB_PORT: String(port),
    LOCPATH: folder,
    MORE: more,
  }
  const child = spawn(command, args, { env, stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  child.unref()
  ;(child.stdin as unknown as { unref: () => void }).unref()
  const address = `postgres://yibao@127.0.0.1:${port}/`
  const ended = () => child.exitCode !== null || child.signalCode !== null
  const log = join(folder, 'log')
  const words = () => (existsSync(log) ? readFileSync(log, 'utf8').slice(-1000) : '')
  const admin = await connect(`${address}postgres`, ended, words)
  await admin.query(`create database ${template}`)
  await admin.end()
  const opened = await openPostgres(address + template, 1)
  await migrate(opened)
  await seed(opened.db)
  await opened.close()
  return address
}
