import { useState } from 'react'
import { CallError } from '../api/index.ts'
import { merge } from '../kit/form/merge.ts'

/** What is ticked, under the mark of the answer that showed it. */
export interface Ticked {
  ticks: readonly string[]
  mark: string
}

export interface Change {
  given: string[]
  taken: string[]
}

interface Options {
  opened: Ticked
  /** What is stored now. */
  read: () => Promise<Ticked>
  /** Saves over what `seen` marks; refused with seen.changed when that is no longer stored. */
  save: (ticks: string[], seen: string) => Promise<unknown>
}

const recordOf = (keys: readonly string[], ticks: readonly string[]) => {
  const ticked = new Set(ticks)
  return Object.fromEntries(keys.map((key) => [key, ticked.has(key)]))
}

const without = (some: readonly string[], others: readonly string[]) => {
  const gone = new Set(others)
  return some.filter((one) => !gone.has(one))
}

/** My ticks over what somebody else has stored meanwhile: each tick is what whoever changed it made of it. */
export const joined = (opened: Ticked, mine: readonly string[], now: Ticked): string[] => {
  const keys = [...new Set([...opened.ticks, ...mine, ...now.ticks])]
  const of = (ticks: readonly string[]) => recordOf(keys, ticks)
  const { values } = merge({ opened: of(opened.ticks), mine: of(mine), seen: of(opened.ticks), now: of(now.ticks) })
  return keys.filter((key) => values[key])
}

/**
 * Ticks of one record that are saved as a whole. What somebody else saved since the dialog opened is not overwritten:
 * the save is refused, both are joined here and shown, and only the next press counts.
 */
export const useTicks = ({ opened, read, save }: Options) => {
  const [ticks, setTicks] = useState<readonly string[]>(opened.ticks)
  const [seen, setSeen] = useState(opened)
  const [change, setChange] = useState<Change>()
  /** Whether it is saved. */
  const send = async (): Promise<boolean> => {
    try {
      await save([...ticks], seen.mark)
      return true
    } catch (error) {
      if (!(error instanceof CallError) || error.extend?.key !== 'seen.changed') throw error
      const now = await read()
      setTicks(joined(seen, ticks, now))
      setChange({ given: without(now.ticks, seen.ticks), taken: without(seen.ticks, now.ticks) })
      setSeen(now)
      return false
    }
  }
  const changed = without(ticks, seen.ticks).length + without(seen.ticks, ticks).length > 0
  return { ticks, setTicks, changed, change, send }
}
