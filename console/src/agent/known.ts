import { readText, writeText } from '../state/storage.ts'

/** The agent that served this browser last, as it is remembered beyond the page. */
interface Known {
  base?: string
  agentId?: string
  /** Unix ms when it last showed that it is the one it says. */
  provenAt?: number
}

/** After this long without a sight of it an agent may be an older one again, which cannot show it (an update that went back). ms. */
const provenMs = 3600_000

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

/** Whether the agent of this id has shown lately that it is the one: who says so and shows nothing is another program. */
export const isProven = (agentId: string): boolean => {
  const { agentId: last, provenAt } = known() ?? {}
  return last === agentId && provenAt !== undefined && Math.abs(Date.now() - provenAt) < provenMs
}

export const rememberAgent = (base: string, agentId: string, proven: boolean): void => {
  const { agentId: last, provenAt } = known() ?? {}
  const before = last === agentId ? provenAt : undefined
  const next: Known = { base, agentId, provenAt: proven ? Date.now() : before }
  writeText('agentKnown', JSON.stringify(next))
}
