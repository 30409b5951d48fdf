import { AgentError } from '../agent-error.ts'

/** 0 and -1 are what libraries answer when nothing was opened (agent.md 9.8); -1 is all ones in either width. */
const isNothing = (value: unknown) => {
  if (value === null || value === undefined) return true
  const address = BigInt(value as bigint | number)
  return address === 0n || address === -1n || address === 0xffffffffn || address === 0xffffffffffffffffn
}

/** Addresses of what a library opened, known outside of this process by tokens only. */
export const createHandles = () => {
  const open = new Map<string, unknown>()
  let last = 0
  return {
    /** The token of an address; null when it is no handle. */
    keep: (value: unknown) => {
      if (isNothing(value)) return null
      const known = [...open].find(([, address]) => address === value)?.[0]
      if (known) return known
      last += 1
      open.set(`h${last}`, value)
      return `h${last}`
    },
    /** The address of a token; throws ARGS_INVALID for one that this process did not give. */
    of: (token: unknown) => {
      if (typeof token !== 'string' || !open.has(token)) throw new AgentError('ARGS_INVALID', { why: 'no such handle' })
      return open.get(token)
    },
  }
}
export type Handles = ReturnType<typeof createHandles>
