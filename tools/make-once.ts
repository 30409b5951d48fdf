import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DataFolderTaken, takeDataFolder } from '../server/src/process/lock.ts'

const pauseMs = 100

/** Waits until `lock` is ours, or nothing is missing any more. A maker that was killed holds nothing. */
const turn = async (lock: string, isMissing: () => boolean): Promise<(() => void) | undefined> => {
  while (isMissing()) {
    try {
      return takeDataFolder(dirname(lock), basename(lock))
    } catch (fault) {
      if (!(fault instanceof DataFolderTaken)) throw fault
      await pause(pauseMs)
    }
  }
}

/** Makes what `isMissing` tells, in one process while the others wait for it; `lock` is a file that exists meanwhile. */
export const makeOnce = async (lock: string, isMissing: () => boolean, make: () => Promise<void>): Promise<void> => {
  const release = await turn(lock, isMissing)
  if (!release) return
  try {
    if (isMissing()) await make()
  } finally {
    release()
  }
}
