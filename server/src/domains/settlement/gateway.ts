import { CentreClient } from '../../centre/client.ts'
import { type ProfileOverrides, profileOf } from '../../centre/profiles.ts'

/** One client per area, made when first needed and again when the area's connection changes. */
export class CentreGateway {
  readonly #clients = new Map<string, CentreClient>()
  readonly #overrides = new Map<string, ProfileOverrides>()
  readonly #url: string
  readonly #clock: () => Date

  constructor(url: string, clock: () => Date) {
    this.#url = url
    this.#clock = clock
  }

  /** The client of an area's centre. */
  of(areaCode: string): CentreClient {
    const known = this.#clients.get(areaCode)
    if (known) return known
    const client = new CentreClient(profileOf(areaCode, this.#url, this.#overrides.get(areaCode)), { now: this.#clock })
    this.#clients.set(areaCode, client)
    return client
  }

  /** What an area's connection differs in from now on. A call under way ends on the old one. */
  configure(areaCode: string, overrides: ProfileOverrides): void {
    this.#overrides.set(areaCode, overrides)
    this.#clients.get(areaCode)?.retire()
    this.#clients.delete(areaCode)
  }

  close(): void {
    for (const client of this.#clients.values()) client.close()
  }
}
