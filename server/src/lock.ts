import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who holds a data folder. */
export interface Holder {
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

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const read = (path: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/**
 * Takes `DATA_DIR/<name>`: PGlite does not lock its folder, and two processes on it lose rows silently (DESIGN 10).
 * Throws DataFolderTaken while the holder lives; a dead one's lock is replaced. Answers the release.
 */
export const takeDataFolder = (dataDir: string, name = 'lock'): (() => void) => {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, name)
  const mine = JSON.stringify({ pid: process.pid, since: new Date().toISOString() } satisfies Holder)
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = read(path)
      if (holder && alive(holder.pid)) throw new DataFolderTaken(dataDir, holder)
      rmSync(path, { force: true })
    }
  }
  throw new Error(`数据目录 ${dataDir} 的锁文件无法写入`)
}
