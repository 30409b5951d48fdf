import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeIn } from './place.ts'

/** Processes of this installation, this one excepted. */
export const processesUnder = (root: string, proc = '/proc'): number[] => {
  const inside = placeIn(root)
  return readdirSync(proc)
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return inside(readlinkSync(join(proc, name, 'exe')))
      } catch {
        return false // gone meanwhile, or another account's
      }
    })
    .map(Number)
}

/** Sends a signal to a process that may be gone meanwhile. */
export const signalTo = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const gentleMs = 10_000

/** Asks the processes of this installation to end and waits until they have; kills what has not. */
export const endGently = async (root: string): Promise<void> => {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesUnder(root)) signalTo(pid, name)
  }
  signal('SIGTERM')
  for (const until = performance.now() + gentleMs; performance.now() < until; await sleep(50))
    if (processesUnder(root).length === 0) return
  signal('SIGKILL')
}
