import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

type Work = () => Promise<unknown> | unknown

/**
 * What is brought onto the disk and what gets its name there, in order, while `work` runs: `sync <path>` and
 * `<path> -> <path>`. After a power cut a name may lead to an empty file unless the file was brought there before it.
 */
export const diskOrder = async (work: Work): Promise<string[]> => {
  const { openSync, fsyncSync, renameSync } = fs
  const steps: string[] = []
  const paths = new Map<number, string>()
  const seen = {
    openSync: (...args: Parameters<typeof openSync>) => {
      const fd = openSync(...args)
      paths.set(fd, String(args[0]))
      return fd
    },
    fsyncSync: (fd: number) => {
      fsyncSync(fd)
      steps.push(`sync ${paths.get(fd)}`)
    },
    renameSync: (from: fs.PathLike, to: fs.PathLike) => {
      renameSync(from, to)
      steps.push(`${from} -> ${to}`)
    },
  }
  Object.assign(fs, seen)
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    Object.assign(fs, { openSync, fsyncSync, renameSync })
    syncBuiltinESMExports()
  }
  return steps
}
