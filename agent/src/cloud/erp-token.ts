import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secret, sha256hex } from '../gateway/hash.ts'

/** The native ERP's own token: kept as a hash, shown once. */
export class ErpToken {
  readonly #folder: string
  #hash: string | undefined

  constructor(folder: string) {
    this.#folder = folder
    const file = join(folder, 'erp-token.sha256')
    this.#hash = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  }

  /** sha256 hex, undefined before enrolment */
  get hash() {
    return this.#hash
  }

  /**
   * Makes the token if there is none and answers it, this once. In development it is also kept readable in
   * `erp-token` (0600), so that a demo ERP on this machine can use it.
   */
  make(development: boolean): string | undefined {
    if (this.#hash) return undefined
    const token = secret(32)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#hash = sha256hex(token)
    writeFileSync(join(this.#folder, 'erp-token.sha256'), this.#hash, { mode: 0o600 })
    if (development) writeFileSync(join(this.#folder, 'erp-token'), token, { mode: 0o600 })
    return token
  }
}
