import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDay } from '@yibao/shared/time.ts'
import { freePort } from '../../tools/free-port.ts'
import { makeOnce } from '../../tools/make-once.ts'
import { newest } from '../../tools/newest.ts'
import { root } from '../../tools/root.ts'
import { program } from './program.ts'

// The first start of a server migrates and seeds, which is most of what a start computes. The tests of a start and of
// a fresh clone do so; every other product begins with a copy of what one server left.

const stored = ['database', 'keys']
const compiled = 'cache'
const home = join(root, 'node_modules', '.cache', 'e2e-seeded')

const make = async (folder: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-seeded-'))
  try {
    const port = await freePort()
    const server = program('server/src/main.ts', [], port, {
      TZ: 'UTC',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      // Nobody answers there, and nobody is asked: no store has begun its day.
      CENTRE_URL: 'http://127.0.0.1:9',
    })
    await server.start()
    await server.stop()
    const former = readdirSync(home)
    const next = mkdtempSync(join(home, 'next-'))
    for (const part of [...stored, compiled]) cpSync(join(dataDir, part), join(next, part), { recursive: true })
    try {
      renameSync(next, folder)
    } catch (fault) {
      // Whoever took this one for dead, where the machine stood still for long, made it meanwhile.
      if (!existsSync(folder)) throw fault
      rmSync(next, { recursive: true })
      return
    }
    for (const name of former) rmSync(join(home, name), { recursive: true, force: true })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Gives a new data folder what a server has after its first start: tables, demo rows, keys, compiled code; with a
 * database elsewhere only the last.
 */
export const seedInto = async (dataDir: string, { embedded }: { embedded: boolean }): Promise<void> => {
  const code = Math.max(newest(join(root, 'server')), newest(join(root, 'shared')))
  // What is seeded belongs to a day.
  const folder = join(home, `${formatDay(new Date())} ${code}`)
  mkdirSync(home, { recursive: true })
  await makeOnce(
    `${home}-lock`,
    () => !existsSync(folder),
    () => make(folder),
  )
  if (embedded) for (const part of stored) cpSync(join(folder, part), join(dataDir, part), { recursive: true })
  // Of 1500 files, each named by what it was compiled from: one folder serves all.
  symlinkSync(join(folder, compiled), join(dataDir, compiled), 'dir')
}
