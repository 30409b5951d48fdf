import { useRef, useState } from 'react'

type Work = (...given: never[]) => Promise<unknown>

/** What an action is for: a row, of which only one thing is done at a time, or the whole page. */
const keyOf = (name: string, on?: unknown) => (on as { id?: string } | undefined)?.id ?? name

/**
 * Actions by name, one at a time for what they are for, and whether one runs: pressed by its key as well, the buttons show
 * it, and no key does anything more.
 */
export const useRunning = <A extends Record<string, Work>>(
  actions: A,
): [A, (name: keyof A & string, on?: { id: string }) => boolean] => {
  const [running, setRunning] = useState<readonly string[]>([])
  const now = useRef(running)
  const change = (next: readonly string[]) => {
    now.current = next
    setRunning(next)
  }
  const once =
    (name: string, work: Work) =>
    async (...given: never[]) => {
      const key = keyOf(name, given[0])
      if (now.current.includes(key)) return
      change([...now.current, key])
      try {
        return await work(...given)
      } finally {
        change(now.current.filter((one) => one !== key))
      }
    }
  const guarded = Object.entries(actions).map(([name, work]) => [name, once(name, work)])
  return [Object.fromEntries(guarded) as A, (name, on) => running.includes(keyOf(name, on))]
}
