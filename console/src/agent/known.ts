import { readText, writeText } from '../state/storage.ts'

/** The agent that served this browser last, as it is remembered beyond the page. */
interface Known {
  base?: string
}

/** undefined: this browser has seen none. */
const known = (): Known | undefined => {
  const text = readText('agentKnown')
  if (!text) return undefined
  try {
    const value: unknown = JSON.parse(text)
    // '1' is what consoles before this one wrote.
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Whether this PC has ever had an agent. */
export const hadAgent = (): boolean => known() !== undefined

/** Where the last one answered: it is asked first. */
export const knownBase = (): string | undefined => known()?.base

export const rememberAgent = (base: string): void => writeText('agentKnown', JSON.stringify({ base } satisfies Known))
