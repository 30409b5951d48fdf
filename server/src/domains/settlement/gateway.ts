import { CentreClient } from '../../centre/client.ts'
import { profileOf } from '../../centre/profiles.ts'

/** One client per area, made when first needed. */
export class CentreGateway {
  readonly #clients = new Map<string, CentreClient>()
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
    const client = new CentreClient(profileOf(areaCode, this.#url), { now: this.#clock })
    this.#clients.set(areaCode, client)
    return client
  }

  close(): void {
    for (const client of this.#clients.values()) client.close()
  }
}
