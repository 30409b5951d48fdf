import { renameSync } from 'node:fs'

/** What Windows says while somebody else (a reader, a virus scanner) has the file or something in the folder open. */
const held = ['EPERM', 'EACCES', 'EBUSY']
const pauses = process.platform === 'win32' ? [10, 20, 50, 100, 200, 500, 1000, 2000] : []

const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Renames a file or folder over another, as patiently as Windows needs it (under 4 s in all). */
export const moveOver = (from: string, to: string, rename = renameSync, waits: readonly number[] = pauses): void => {
  for (const ms of waits)
    try {
      rename(from, to)
      return
    } catch (error) {
      if (!held.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      wait(ms)
    }
  rename(from, to)
}
