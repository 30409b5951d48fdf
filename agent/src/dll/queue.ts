import { AgentError } from '../agent-error.ts'

/** How many callers may wait behind the one being served (DESIGN 8). */
const depth = 4

/**
 * Serves one caller at a time. Throws DRIVER_BUSY at once when the line is full, and when a caller's time is up
 * before its turn: nothing was done for it then.
 */
export const createQueue = () => {
  const line: (() => void)[] = []
  let busy = false
  const leave = () => {
    const next = line.shift()
    if (next) next()
    else busy = false
  }
  const enter = (waitMs: number) =>
    new Promise<void>((resolve, reject) => {
      if (!busy) {
        busy = true
        return resolve()
      }
      if (line.length >= depth) return reject(new AgentError('DRIVER_BUSY', { waiting: line.length }))
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        line.splice(line.indexOf(turn), 1)
        reject(new AgentError('DRIVER_BUSY', { waitedMs: waitMs }))
      }
      const timer = setTimeout(giveUp, waitMs)
      line.push(turn)
    })
  return async <T>(waitMs: number, work: () => Promise<T>): Promise<T> => {
    await enter(waitMs)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
