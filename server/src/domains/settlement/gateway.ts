import { CentreClient, type CentreOutcome } from '../../centre/client.ts'
import { type ProfileOverrides, profileOf } from '../../centre/profiles.ts'

/** Hears how each call of an area ended. */
type Heard = (areaCode: string, infno: string, outcome: CentreOutcome) => void

/** Hears of a sign-in that an area's centre no longer takes, and knows whose it was. */
type SignInLost = (areaCode: string, signNo: string) => Promise<'person' | 'system'>

/** One client per area, made when first needed and again when the area's connection changes. */
export class CentreGateway {
  readonly #clients = new Map<string, CentreClient>()
  readonly #overrides = new Map<string, ProfileOverrides>()
  readonly #url: string
  readonly #clock: () => Date
  readonly #heard: Heard
  readonly #signInLost: SignInLost

  constructor(
    url: string,
    clock: () => Date,
    heard: Heard = () => undefined,
    signInLost: SignInLost = () => Promise.resolve('person'),
  ) {
    this.#url = url
    this.#clock = clock
    this.#heard = heard
    this.#signInLost = signInLost
  }

  /** The client of an area's centre. */
  of(areaCode: string): CentreClient {
    const known = this.#clients.get(areaCode)
    if (known) return known
    const profile = profileOf(areaCode, this.#url, this.#overrides.get(areaCode))
    const heard = (infno: string, outcome: CentreOutcome) => this.#heard(areaCode, infno, outcome)
    const signInLost = (signNo: string) => this.#signInLost(areaCode, signNo)
    const client = new CentreClient(profile, { now: this.#clock, heard, signInLost })
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
