import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who holds a data folder. */
interface Holder {
  pid: number
  since: string
}

export class DataFolderTaken extends Error {
  readonly holder: Holder

  constructor(dataDir: string, holder: Holder) {
    super(`数据目录 ${dataDir} 正由进程 ${holder.pid} 使用（${holder.since} 启动）。请先停止它，再重新启动`)
    this.holder = holder
  }
}

/** When a process started, in unix ms; undefined where the system does not tell. */
const startOf = (pid: number): number | undefined => {
  try {
    // proc(5): field 22 of stat counts hundredths of a second since boot; the name before it may hold spaces.
    const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[19]
    const [uptime] = readFileSync('/proc/uptime', 'utf8').split(' ')
    return Date.now() - Number(uptime) * 1000 + Number(ticks) * 10
  } catch {
    return undefined
  }
}

// A killed server's number may belong to somebody else by now; in a container it is often our own.
const holds = ({ pid, since }: Holder): boolean => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const start = startOf(pid)
  return start === undefined || start < Date.parse(since) + 2000
}

const parse = (text: string | undefined): Holder | undefined => {
  try {
    return JSON.parse(text ?? '') as Holder
  } catch {
    return undefined
  }
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Removes a dead holder's lock, unless somebody else replaced it in the meantime: then his is put back. */
const removeStale = (path: string, seen: string | undefined) => {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (read(aside) !== seen) linkSync(aside, path)
  } catch {
    // Gone or taken already: the next attempt sees who holds it.
  }
  rmSync(aside, { force: true })
}

/**
 * Takes `DATA_DIR/<name>`: PGlite does not lock its folder, and two processes on it lose rows silently (DESIGN 10).
 * Throws DataFolderTaken while the holder lives; a dead one's lock is replaced. Answers the release.
 */
export const takeDataFolder = (dataDir: string, name = 'lock'): (() => void) => {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, name)
  const mine = JSON.stringify({ pid: process.pid, since: new Date().toISOString() } satisfies Holder)
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      return () => {
        if (read(path) === mine) rmSync(path, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const seen = read(path)
      const holder = parse(seen)
      if (holder && holds(holder)) throw new DataFolderTaken(dataDir, holder)
      removeStale(path, seen)
    }
  }
  throw new Error(`数据目录 ${dataDir} 的锁文件无法写入`)
}
