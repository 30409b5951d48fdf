import type { ErrorKey } from '@yibao/shared/errors.ts'
import { refuse } from '../base/refuse.ts'

/** Works that may be under way at once: of one key, and of all together. */
interface Limits {
  each: number
  all: number
}

/** Lets so many in and refuses the next one, before anything is done for it: whoever waits behind hundreds waits in vain. */
export class Crowd {
  readonly #limits: Limits
  readonly #why: ErrorKey
  readonly #under = new Map<string, number>()
  #all = 0

  constructor(limits: Limits, why: ErrorKey) {
    this.#limits = limits
    this.#why = why
  }

  /** Runs `work` under a key; refuses where too many are under way. */
  async during<T>(key: string, work: () => Promise<T>): Promise<T> {
    const same = this.#under.get(key) ?? 0
    if (same >= this.#limits.each || this.#all >= this.#limits.all) return refuse(this.#why)
    this.#under.set(key, same + 1)
    this.#all++
    try {
      return await work()
    } finally {
      const left = this.#under.get(key)! - 1
      if (left) this.#under.set(key, left)
      else this.#under.delete(key)
      this.#all--
    }
  }
}
