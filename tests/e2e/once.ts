import { mkdirSync, rmdirSync } from 'node:fs'
import { dirname } from 'node:path'

const pauseMs = 200
const longestMs = 120_000

/** Makes what `isMissing` tells, in one test process while the others wait for it; `lock` is a folder that exists meanwhile. */
export const makeOnce = async (lock: string, isMissing: () => boolean, make: () => Promise<void>): Promise<void> => {
  const until = Date.now() + longestMs
  mkdirSync(dirname(lock), { recursive: true })
  const taken = () => {
    try {
      mkdirSync(lock)
      return true
    } catch {
      return false
    }
  }
  while (isMissing()) {
    if (taken()) {
      try {
        if (isMissing()) await make()
      } finally {
        rmdirSync(lock)
      }
      return
    }
    if (Date.now() > until) throw new Error(`${lock} is left from a killed test: remove it`)
    await new Promise((again) => setTimeout(again, pauseMs))
  }
}
