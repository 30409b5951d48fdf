import { type Call, isRead } from '@yibao/shared/call.ts'

/** How live sessions, and the other nodes, are told that something changed. */
export interface Live {
  /** `room` is `store:<id>`, `area:<code>`, `user:<id>` or `everybody`; the payload carries ids only, never personal data. */
  publish: (room: string, event: string, payload: Record<string, unknown>) => void
  /** Roles, stores or accounts have changed: live sessions follow at once, on every node. */
  sessionsMoved?: () => void
  /** Between the nodes of one installation: an event with one id; absent where there is one node. */
  tellNodes?: (event: string, id: string) => void
  onNodes?: (event: string, listener: (id: string) => void) => void
}

/** Whose calls say who works where. */
const movers = new Set(['dataRole', 'roleUser', 'storeUser', 'company', 'organ'])

/** Whether a call may have given somebody other stores, or stopped him. */
export const movesSessions = (name: string, call: Call): boolean => movers.has(name.split('.')[0]!) && !isRead(call)
