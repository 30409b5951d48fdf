import { randomInt } from 'node:crypto'
import { AgentError } from '../../agent-error.ts'
import { sameText } from '../../hash.ts'

const lifeMs = 120_000
const tries = 3

/** The six-digit code on the agent's own page: one at a time, two minutes, three tries, one use (agent 3.4). */
export class SetupCodes {
  #code: { digits: string; expires: number; left: number } | undefined
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** A new code; the one shown before is void. */
  issue() {
    const digits = String(randomInt(1_000_000)).padStart(6, '0')
    this.#code = { digits, expires: this.#clock() + lifeMs, left: tries }
    return { digits, seconds: lifeMs / 1000 }
  }

  /** Throws SETUP_CODE_WRONG (with the tries left) or SETUP_CODE_EXPIRED. */
  take(digits: string) {
    const code = this.#code
    if (!code || code.expires <= this.#clock()) throw new AgentError('SETUP_CODE_EXPIRED')
    if (sameText(code.digits, digits)) {
      this.#code = undefined
      return
    }
    code.left -= 1
    if (code.left > 0) throw new AgentError('SETUP_CODE_WRONG', { left: code.left })
    this.#code = undefined
    throw new AgentError('SETUP_CODE_EXPIRED')
  }
}
