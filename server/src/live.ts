/** How live sessions, and the other nodes, are told that something changed. */
export interface Live {
  /** `room` is `store:<id>`, `area:<code>`, `user:<id>` or `everybody`; the payload carries ids only, never personal data. */
  publish: (room: string, event: string, payload: Record<string, unknown>) => void
  /** Between the nodes of one installation: an event with one id; absent where there is one node. */
  tellNodes?: (event: string, id: string) => void
  onNodes?: (event: string, listener: (id: string) => void) => void
}
