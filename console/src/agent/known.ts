import { readText, writeText } from '../state/storage.ts'

/** The agent that served this browser last, as it is remembered beyond the page. */
interface Known {
  base?: string
  agentId?: string
  /** Whether it showed then that it is the one it says; absent where this browser cannot tell. */
  proven?: boolean | undefined
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

/** Whether the agent of this id showed the last time that it is the one. */
export const hasProven = (agentId: string): boolean => {
  const { agentId: last, proven } = known() ?? {}
  return last === agentId && proven === true
}

/** Keeps where this browser's agent answered, to ask there first. */
export const rememberAgent = (base: string, agentId: string, proven: boolean | undefined): void =>
  writeText('agentKnown', JSON.stringify({ base, agentId, proven } satisfies Known))
