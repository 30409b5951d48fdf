import { useRef, useState } from 'react'

type Work = (...given: never[]) => Promise<unknown>

/** What an action is for: a row, or the whole page. */
const keyOf = (name: string, on?: unknown) => `${name} ${(on as { id?: string } | undefined)?.id ?? ''}`

/**
 * Actions by name, each once at a time for what it is for, and which of them run: pressed by its key as well, its button
 * shows it, and the key does nothing more.
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
