import { setTimeout as sleep } from 'node:timers/promises'
import { secretVariable } from '../ipc/child.ts'
import { type Door, readDoor } from '../ipc/door.ts'
import { version } from '../version.ts'
import { type DeskOptions, runDesk } from './main.ts'

type Run = (options: DeskOptions) => Promise<void>

interface LogonOptions extends Omit<DeskOptions, 'pipe'> {
  /** The machine's data folder, where the gateway leaves word. */
  machineData: string
  run?: Run
  /** Starts the desk of another version in our place. */
  replace: (door: Door) => void
  /** Whether this user is the one in front of the PC. */
  active: () => boolean
  ended?: AbortSignal
  /** ms between two looks whether there is a gateway, and whether this user is the one in front. */
  lookMs?: number
}

/**
 * The desk that logon starts: waits for the gateway, serves it until it goes away, waits again. While another user is in
 * front it keeps away. A gateway of another version gets the desk of that version, and this one ends.
 */
export const deskAtLogon = async (options: LogonOptions): Promise<void> => {
  const { machineData, run = runDesk, replace, active, ended, lookMs = 1_000, ...desk } = options
  while (!ended?.aborted) {
    const door = active() ? readDoor(machineData) : undefined
    if (door && door.version !== version) return replace(door)
    if (door) {
      process.env[secretVariable] = door.secret
      const leave = new AbortController()
      const watch = setInterval(() => {
        if (!active()) leave.abort()
      }, lookMs)
      // A gateway that ends while we knock is one that is not there.
      await run({ ...desk, pipe: door.pipe, leave: leave.signal }).catch(() => {})
      clearInterval(watch)
    }
    await sleep(lookMs, undefined, { signal: ended }).catch(() => {})
  }
}
