import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../files/disk.ts'
import { secret, sha256hex } from '../hash.ts'

/** The native ERP's own token: kept as a hash, shown once. Whoever made it, this process or another, it counts at once. */
export class ErpToken {
  readonly #folder: string
  readonly #file: string

  /** `folder`: the agent's own under DATA_DIR. */
  constructor(folder: string) {
    this.#folder = folder
    this.#file = join(folder, 'erp-token.sha256')
  }

  /** sha256 hex, undefined while there is no token */
  get hash() {
    try {
      return readFileSync(this.#file, 'utf8').trim()
    } catch {
      return undefined
    }
  }

  /** Makes a new token and answers it, this once; the former one ends. */
  renew(): string {
    const token = secret(32)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    writeWhole(this.#file, sha256hex(token), 0o600)
    return token
  }

  /** For a demo ERP on this machine: a token, if there is none yet, kept readable in `erp-token` (0600). */
  renewForDevelopment(): string | undefined {
    if (this.hash) return undefined
    const token = this.renew()
    writeFileSync(join(this.#folder, 'erp-token'), token, { mode: 0o600 })
    return token
  }
}
