import { protocol as spoken } from '@yibao/shared/agent/protocol.ts'

/** Protocol version this console speaks: the newest of the contract. */
export const protocol = spoken.max

/** A session of this browser with an agent. */
export interface Session {
  /** http://127.0.0.1:47610 */
  base: string
  agentId: string
  version: string
  accessToken: string
  /** Unix ms. */
  expiresAt: number
  /** By the six digits, without login: devices may be checked, nothing else. It cannot be renewed. */
  setup?: true
}
