import { useCallback, useRef, useState } from 'react'
import { CallError, sentenceOf } from '../api/index.ts'
import { ui } from '../api/ui.ts'

/** Gives what the work gave; undefined when it failed, or when other work runs. */
type RunWork = <T>(work: () => Promise<T>) => Promise<T | undefined>

/**
 * What a button does: one piece of work at a time, and whether it runs. A refused call was shown by the client; any other
 * fault is shown here, so that none is silent.
 */
export const useWork = (): [running: boolean, run: RunWork] => {
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  const run = useCallback(async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    setRunning(true)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CallError)) ui().error(sentenceOf(error))
      return undefined
    } finally {
      busy.current = false
      setRunning(false)
    }
  }, [])
  return [running, run]
}

/** For a button whose work runs: it turns, and says that a press does nothing now, which antd leaves to the eye alone. */
export const whileRunning = (running: boolean) => ({ loading: running, 'aria-disabled': running || undefined })
