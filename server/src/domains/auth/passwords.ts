import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatTime } from '@yibao/shared/time.ts'
import { lt } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Database } from '../../database/open.ts'
import { keyFile } from '../../secrets/secret.ts'
import { usedSecret } from './tables.ts'

/** How far the client's clock may be from ours (DESIGN 5). ms. */
const tolerance = 600_000
const stampLength = 13

const makeKey = promisify(generateKeyPair)

/** What the console sends in password fields: value + 13-digit ms stamp, RSA or Base64 (SPEC 5 and 9). */
export class Passwords {
  readonly #db: Database
  readonly #clock: () => Date
  readonly #dataDir: string
  /** The custom data info flag: on = RSA, off = Base64. */
  readonly encrypted: boolean
  #made: Promise<KeyObject> | undefined

  constructor(db: Database, clock: () => Date, { dataDir, encrypted }: { dataDir: string; encrypted: boolean }) {
    this.#db = db
    this.#clock = clock
    this.#dataDir = dataDir
    this.encrypted = encrypted
  }

  /** SPKI PEM of the RSA key; made on first use. */
  async publicKey(): Promise<string> {
    if (!this.encrypted) return ''
    return createPublicKey(await this.#key())
      .export({ format: 'pem', type: 'spki' })
      .toString()
  }

  /**
   * The plain values of one submit for an account. Refuses an unreadable value, a clock more than 10 minutes off, and a
   * set that was sent before for this account: whoever records a request cannot repeat it. Two persons may have the
   * same password and sign in within the same millisecond, and without RSA they then send the same text.
   */
  async open(encoded: readonly string[], account: string): Promise<string[]> {
    const key = this.encrypted ? await this.#key() : undefined
    const stamped = encoded.map((one) => parse(key ? decrypt(key, one) : Buffer.from(one, 'base64').toString('utf8')))
    const now = this.#clock()
    for (const { at } of stamped)
      if (Math.abs(at.getTime() - now.getTime()) > tolerance)
        refuse('auth.clock', { client: formatTime(at), server: formatTime(now) })
    await this.#once([...encoded, account.trim()], now)
    return stamped.map(({ value }) => value)
  }

  async #once(submit: readonly string[], now: Date) {
    await this.#db.delete(usedSecret).where(lt(usedSecret.expiresAt, now))
    const hash = createHash('sha256')
      .update([...submit].sort().join('\n'))
      .digest('hex')
    // A stamp up to 10 minutes ahead stays acceptable for 20.
    const expiresAt = new Date(now.getTime() + 2 * tolerance)
    const taken = await this.#db.insert(usedSecret).values({ hash, expiresAt }).onConflictDoNothing().returning()
    if (!taken.length) refuse('auth.replayed')
  }

  /** Read once: to parse it costs as much as to use it. */
  #key(): Promise<KeyObject> {
    this.#made ??= readOrMake(this.#dataDir).then((pem) => createPrivateKey(pem))
    return this.#made
  }
}

const readOrMake = async (dataDir: string): Promise<Buffer> => {
  const name = 'password.pem'
  if (existsSync(join(dataDir, 'keys', name))) return keyFile(dataDir, name, () => Buffer.alloc(0))
  const { privateKey } = await makeKey('rsa', { modulusLength: 2048 })
  return keyFile(dataDir, name, () => Buffer.from(privateKey.export({ format: 'pem', type: 'pkcs8' })))
}

// OpenSSL 3.2 and later answer a wrong padding with random bytes in constant time (implicit rejection), so PKCS1 v1.5
// tells an attacker nothing; those bytes end in parse() like any other unreadable value.
const decrypt = (key: KeyObject, value: string): string => {
  try {
    const padding = constants.RSA_PKCS1_PADDING
    return privateDecrypt({ key, padding }, Buffer.from(value, 'base64')).toString('utf8')
  } catch {
    return ''
  }
}

const parse = (text: string): { value: string; at: Date } => {
  const stamp = text.slice(-stampLength)
  if (text.length <= stampLength || !/^\d{13}$/.test(stamp)) return refuse('auth.password')
  return { value: text.slice(0, -stampLength), at: new Date(Number(stamp)) }
}
