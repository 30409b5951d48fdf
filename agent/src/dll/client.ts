import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { AgentError } from '../agent-error.ts'
import type { Call, Driver, DriverOptions } from './driver.ts'
import type { Host } from './host-process.ts'
import { createLiveHost } from './live-host.ts'
import { NotReached } from './one-call.ts'
import { createQueue } from './queue.ts'
import { workFolder } from './work-folder.ts'

/** No turn lasts longer. ms. */
const longestMs = 300_000

/** Without a place to write the driver runs where it is and says itself what it misses. */
const placeOf = (manifest: Manifest, dir: string) => {
  try {
    return workFolder(manifest, dir)
  } catch {
    return dir
  }
}

/** A driver by its manifest; no process runs before its first call. */
export const createDriver = (options: DriverOptions): Driver => {
  const { manifest, settings = {}, startMs = 15_000 } = options
  const queue = createQueue()
  // A driver that writes beside itself may need a folder of its own.
  const folder = placeOf(manifest, options.dir)
  const live = createLiveHost({
    ...options,
    dir: folder,
    // Somebody may clean up behind us, tools that sweep a user's folders do.
    prepare: () => {
      if (!existsSync(folder)) placeOf(manifest, options.dir)
    },
    startMs,
    onChange: () => options.onChange?.(driver),
  })

  /** The calls of one turn. It belongs to one process: after its death there is nothing to go on with or to close. */
  const callsOfTurn = (until: number): Call => {
    let mine: Host | undefined
    let lost = false
    return async (fn, args, simulate) => {
      if (lost) throw new AgentError('DRIVER_CRASHED', { fn, why: 'the turn is over' })
      const kept = mine ? undefined : live.running()
      try {
        mine ??= live.running() ?? (await live.start(until))
        return await live.call(mine, fn, args, until, simulate).catch(async (error: unknown) => {
          if (!(error instanceof NotReached && kept)) throw error
          // It ended since the last turn and nobody had heard of it: nothing was done yet in this one.
          mine = await live.start(until)
          return live.call(mine, fn, args, until, simulate)
        })
      } finally {
        lost = mine === undefined || live.running() !== mine
      }
    }
  }

  const driver: Driver = {
    manifest,
    folder,
    settings,
    state: live.state,
    installed: live.installed,
    turn: (deadlineMs, work) => {
      const until = performance.now() + deadlineMs
      return queue(deadlineMs, async () => {
        const waitMs = live.waitMs()
        if (waitMs > 0) throw new AgentError('DRIVER_OPEN', { seconds: Math.ceil(waitMs / 1000) })
        try {
          return await work(callsOfTurn(until))
        } finally {
          live.rest()
        }
      })
    },
    call: (fn, args, deadlineMs, simulate) => driver.turn(deadlineMs, (call) => call(fn, args, simulate)),
    repair: () =>
      queue(startMs, async () => {
        await live.renew(performance.now() + startMs)
      }),
    retire: async (then) => {
      const change = async () => {
        live.retire()
        then()
      }
      for (;;)
        try {
          return await queue(longestMs, change)
        } catch (error) {
          // The line was full: a counter that works comes first.
          if (!(error instanceof AgentError && error.code === 'DRIVER_BUSY')) throw error
          await sleep(500)
        }
    },
    close: live.close,
  }
  return driver
}
