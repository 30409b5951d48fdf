import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { makeOnce } from '../../../tools/make-once.ts'
import { migrate } from '../database/migrate.ts'
import type { Database } from '../database/open.ts'
import * as schema from '../schema.ts'
import { seed } from '../seed/index.ts'

const source = join(import.meta.dirname, '..')
/** Everything a fresh database is made from. */
const parts = [
  'database',
  'seed',
  'centre/dictionaries.ts',
  'secrets/secret.ts',
  '../data',
  '../../shared/src/menu-rows.ts',
]

// Every start unpacks the dump into memory, zeroes the buffers and replays the log: so the log is short (segments of
// 1 MB, none kept, a checkpoint before the dump), the buffers are small, and nobody makes databases by a template here.
const made = {
  initDbStartParams: ['--wal-segsize=1'],
  postgresqlconf: ['shared_buffers = 8MB', 'min_wal_size = 2MB', 'wal_recycle = off'],
}
const slim = `
  update pg_database set datistemplate = false;
  drop database template0;
  drop database template1;
  checkpoint;
  checkpoint;
`

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesOf(join(path, name)))
    : [path]

const hashOf = (paths: string[]) => {
  const hash = createHash('sha256').update(JSON.stringify([made, slim]))
  for (const path of paths.flatMap(filesOf)) hash.update(path).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

const make = async (path: string) => {
  const client = await PGlite.create(made)
  const db = drizzle(client, { schema }) as unknown as Database
  await migrate({ db })
  await seed(db)
  for (const statement of slim.trim().split('\n')) await client.exec(statement)
  const dump = await client.dumpDataDir('none')
  await client.close()
  // Written beside and renamed: a second process sees either nothing or the whole file.
  const own = `${path}.${process.pid}`
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()))
  renameSync(own, path)
}

const ageOf = (path: string): number => {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}

/** Each is 18 MB: those of other states of the sources go when they are an hour old. */
const forgetOld = (folder: string, current: string) => {
  for (const name of readdirSync(folder))
    if (join(folder, name) !== current && ageOf(join(folder, name)) > 3_600_000)
      rmSync(join(folder, name), { recursive: true, force: true })
}

const read = async (): Promise<Blob> => {
  const folder = join(tmpdir(), `yibao-test-${userInfo().uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `seeded-${hashOf(parts.map((part) => join(source, part)))}.tar`)
  if (!existsSync(path)) {
    // Making it takes seconds of a whole core.
    await makeOnce(
      `${path}.making`,
      () => !existsSync(path),
      () => make(path),
    )
    forgetOld(folder, path)
  }
  return new Blob([readFileSync(path)])
}

let own: Promise<Blob> | undefined

/** A migrated and seeded embedded database as a dump, made once per machine and state of the sources, read once here. */
export const snapshot = (): Promise<Blob> => {
  own ??= read()
  return own
}
