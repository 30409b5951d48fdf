import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actionName, argumentHash, canonicalJson, ticketSeconds, ticketType } from '@yibao/shared/agent/ticket.ts'
import { desc, eq, or } from 'drizzle-orm'
import { sha256hex } from '../../base/hash.ts'
import type { Database } from '../../database/open.ts'
import { NotStarted } from '../../process/not-started.ts'
import { keyFile } from '../../secrets/secret.ts'
import { store } from '../organisation/tables.ts'
import { session } from './tables.ts'

/** Every token of a session: a reissue keeps it the same session (access.ts). */
const ofSession = (id: string) => or(eq(session.id, id), eq(session.replaces, id))
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Most keys a policy may name (agent/cloud.ts). */
const mostKeys = 4

const named = (key: KeyObject) => {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    kid: createHash('sha256').update(spki).digest('base64url').slice(0, 16),
    publicKey: spki.toString('base64url'),
  }
}

/** Throws NotStarted for anything but an Ed25519 key: no agent would take what it signs. */
const signingKey = (pem: Buffer, name: string): KeyObject => {
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(pem)
  } catch {}
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new NotStarted(
    `DATA_DIR/keys/${name} 不是 Ed25519 私钥（PKCS 8）。新密钥用 openssl genpkey -algorithm ed25519 -out ${name} 生成`,
  )
}

/** The server's Ed25519 key: signs tickets and policies (DESIGN 8). */
export class Tickets {
  readonly #db: Database
  readonly #clock: () => Date
  readonly #key: KeyObject
  readonly kid: string
  /** SPKI DER, base64url. */
  readonly publicKey: string
  /**
   * What policies hand to agents: the key that signs, and the ones beside it (`ticket-*.pem`). A new key lies beside the
   * old one until every agent has heard of it, then they change places (docs/OPERATIONS.md).
   */
  readonly keys: readonly { kid: string; publicKey: string }[]

  constructor(db: Database, clock: () => Date, dataDir: string) {
    this.#db = db
    this.#clock = clock
    const pem = keyFile(dataDir, 'ticket.pem', () =>
      Buffer.from(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })),
    )
    this.#key = signingKey(pem, 'ticket.pem')
    const own = named(this.#key)
    this.publicKey = own.publicKey
    this.kid = own.kid
    const folder = join(dataDir, 'keys')
    const others = readdirSync(folder)
      .filter((name) => /^ticket-\w+\.pem$/.test(name))
      .map((name) => named(signingKey(readFileSync(join(folder, name)), name)))
    this.keys = [own, ...others.filter(({ kid }) => kid !== own.kid)].slice(0, mostKeys)
  }

  /** base64url Ed25519 over the canonical JSON of a policy. */
  signPolicy(policy: unknown): string {
    return sign(null, Buffer.from(canonicalJson(policy)), this.#key).toString('base64url')
  }

  /** Session ticket: lets this browser open a session with that agent, for 60 s, once. `org` = fixmedins_code. */
  async session(
    { sessionId, userId }: { sessionId: string; userId: string },
    { agentId, origin, jkt, org }: { agentId: string; origin: string; jkt: string; org: string },
  ): Promise<string> {
    await this.#db.update(session).set({ agentId, agentOrigin: origin, agentKey: jkt }).where(ofSession(sessionId))
    const jti = randomBytes(16).toString('base64url')
    return this.#sign({ aud: agentId, sub: userId, org, origin, act: ['session'], cnf: { jkt }, jti })
  }

  /** Action ticket of one verb with exactly these arguments; '' when this browser has no agent. */
  async action({
    pubSubId,
    sessionId,
    act,
    args,
  }: {
    pubSubId: string
    sessionId: string
    act: string
    args: Record<string, unknown>
  }): Promise<string> {
    const [row] = await this.#db
      .select({
        agentId: session.agentId,
        agentOrigin: session.agentOrigin,
        agentKey: session.agentKey,
        userId: session.userId,
        org: store.fixmedinsCode,
      })
      .from(session)
      .innerJoin(store, eq(store.id, session.storeId))
      .where(ofSession(sessionId))
      .orderBy(desc(session.issuedAt), desc(session.id))
      .limit(1)
    if (!row?.agentId || !row.agentOrigin || !row.agentKey) return ''
    return this.#sign({
      aud: row.agentId,
      sub: row.userId,
      org: row.org,
      origin: row.agentOrigin,
      act: [actionName(act, args)],
      cnf: { jkt: row.agentKey },
      jti: pubSubId,
      argh: argumentHash(args, sha256hex),
    })
  }

  #sign(claims: Record<string, unknown>): string {
    const iat = Math.floor(this.#clock().getTime() / 1000)
    const head = part({ alg: 'EdDSA', typ: ticketType, kid: this.kid })
    const body = part({ iss: 'yibao-server', iat, nbf: iat, exp: iat + ticketSeconds, ...claims })
    return `${head}.${body}.${sign(null, Buffer.from(`${head}.${body}`), this.#key).toString('base64url')}`
  }
}
