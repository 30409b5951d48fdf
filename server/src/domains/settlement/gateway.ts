import { CentreClient, type CentreOutcome } from '../../centre/client.ts'
import type { PluginService, PluginUse } from '../../centre/plugin/types.ts'
import { type ProfileOverrides, profileOf } from '../../centre/profiles.ts'
import type { Witness } from '../../centre/witness.ts'

/** Hears how each call of an area ended, and in whose name it was made. */
type Heard = (areaCode: string, infno: string, outcome: CentreOutcome, fixmedinsCode?: string) => void

/** Hears of a sign-in that an area's centre no longer takes, and knows whose it was. */
type SignInLost = (areaCode: string, signNo: string) => Promise<'person' | 'system'>

/** Hears what a plugin did in an area. */
type Plugged = (areaCode: string, use: PluginUse) => void

/** One client per area, made when first needed and again when the area's connection changes. */
export class CentreGateway {
  readonly #clients = new Map<string, CentreClient>()
  readonly #overrides = new Map<string, ProfileOverrides>()
  readonly #url: string
  readonly #clock: () => Date
  readonly #heard: Heard
  readonly #signInLost: SignInLost
  readonly #witness: Witness | undefined
  readonly #plugged: Plugged
  #differing: ProfileOverrides = {}

  constructor(
    url: string,
    clock: () => Date,
    heard: Heard = () => undefined,
    signInLost: SignInLost = () => Promise.resolve('person'),
    witness?: Witness,
    plugged: Plugged = () => undefined,
  ) {
    this.#url = url
    this.#clock = clock
    this.#heard = heard
    this.#signInLost = signInLost
    this.#witness = witness
    this.#plugged = plugged
  }

  /** The client of an area's centre. */
  of(areaCode: string): CentreClient {
    const known = this.#clients.get(areaCode)
    if (known) return known
    const profile = profileOf(areaCode, this.#url, { ...this.#overrides.get(areaCode), ...this.#differing })
    const heard = (infno: string, outcome: CentreOutcome, fixmedinsCode?: string) =>
      this.#heard(areaCode, infno, outcome, fixmedinsCode)
    const signInLost = (signNo: string) => this.#signInLost(areaCode, signNo)
    const witness = this.#witness && { witness: this.#witness }
    const plugged = (use: PluginUse) => this.#plugged(areaCode, use)
    const client = new CentreClient(profile, { now: this.#clock, heard, signInLost, plugged, ...witness })
    this.#clients.set(areaCode, client)
    return client
  }

  /** What an area's connection differs in from now on. A call under way ends on the old one. */
  configure(areaCode: string, overrides: ProfileOverrides): void {
    this.#overrides.set(areaCode, overrides)
    this.#clients.get(areaCode)?.retire()
    this.#clients.delete(areaCode)
  }

  /**
   * A gateway of its own to the same centres: each message and answer passes `witness`, and nothing of it is counted.
   * `differing` holds over every area's connection. Whoever asked for it closes it.
   */
  witnessed(witness: Witness, differing: ProfileOverrides = {}): CentreGateway {
    const own = new CentreGateway(this.#url, this.#clock, undefined, this.#signInLost, witness)
    own.#differing = differing
    for (const [areaCode, overrides] of this.#overrides) own.configure(areaCode, overrides)
    return own
  }

  /** Every service of a plugin that is in force here, in whatever area. */
  plugins(): PluginService[] {
    return [...this.#overrides.values()].flatMap(({ plugins = {} }) =>
      Object.values(plugins).flatMap((force) => Object.values(force) as PluginService[]),
    )
  }

  close(): void {
    for (const client of this.#clients.values()) client.close()
  }
}
