/** What a handler says of its call for the operation log (audit.ts). */
export class Noted {
  /** Kept beside the input that is recorded: before, after and what else explains the line. */
  readonly values: Record<string, unknown>
  /** What the call acted on, each once, as it was found. */
  readonly on = new Set<string>()
  /** Stores that it acted at. */
  readonly stores = new Set<string>()
  /** The area it was about, where that is said (auth/area-of.ts). */
  area: string | undefined
  /** The answer of before was given again under its key: nothing was done. */
  repeated = false

  /** Another token of the caller's session, for its browser; in no line. */
  token: string | undefined

  constructor(values: Record<string, unknown> = {}) {
    this.values = values
  }
}
