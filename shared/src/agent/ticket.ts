import * as z from 'zod/mini'
import { sha256, shortText } from './wire-fields.ts'

// Tickets are compact JWS signed by the server (EdDSA), proofs are compact JWS signed by the browser (ES256).

export const ticketType = 'agent-ticket+jwt'
export const proofType = 'agent-proof+jwt'

const short = shortText(200)
const unixSeconds = z.int().check(z.minimum(0))

/**
 * Claims of a ticket. `jti` is 128 random bits of a session ticket, the pubSubId of an action ticket. Times in unix seconds.
 */
export const ticketClaims = z.strictObject({
  iss: short,
  /** agentId */
  aud: short,
  /** user id of the operator */
  sub: short,
  /** fixmedins_code of the operator's store */
  org: short,
  /** exact origin of the console page */
  origin: short,
  /** ['session'], ['card.read'], ['card.pin.verify'], ['card.pin.change'] or [`dll.call:<driver>/<function>`] */
  act: z.array(short).check(z.minLength(1), z.maxLength(1)),
  /** RFC 7638 thumbprint of the browser's key */
  cnf: z.strictObject({ jkt: short }),
  jti: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  iat: unixSeconds,
  nbf: unixSeconds,
  exp: unixSeconds,
  /** argumentHash of the verb's arguments; action tickets only */
  argh: z.optional(sha256),
})
export type TicketClaims = z.infer<typeof ticketClaims>

/**
 * Claims of a proof. HTTP: htm = method, htu = full URL without query, bh over the body's bytes. Socket: htm 'WS', htu
 * = verb, bh over canonicalJson(args).
 */
export const proofClaims = z.strictObject({
  htm: short,
  htu: z.string().check(z.maxLength(500)),
  iat: unixSeconds,
  jti: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  /** base64url sha256 of the access token; absent only when the session is opened */
  ath: z.optional(short),
  /** base64url sha256 of the body */
  bh: short,
})
export type ProofClaims = z.infer<typeof proofClaims>

/** Seconds a ticket lives. */
export const ticketSeconds = 60

/** What `act` of an action ticket must say for a verb and its arguments. */
export const actionName = (verb: string, args: Record<string, unknown>) =>
  verb === 'dll.call' ? `dll.call:${String(args.driver)}/${String(args.function)}` : verb

const write = (value: unknown): string => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('canonical JSON knows no NaN or Infinity')
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map((one) => write(one ?? null)).join(',')}]`
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined)
    // RFC 8785 3.2.3: names sorted by UTF-16 code units, which is what JavaScript's own comparison does.
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${write(one)}`).join(',')}}`
  }
  throw new TypeError(`canonical JSON knows no ${typeof value}`)
}

/** RFC 8785 canonical JSON: sorted names, no white space, ECMAScript numbers and strings. Refuses lone surrogates. */
export const canonicalJson = (value: unknown) => {
  const text = write(value)
  // JSON.stringify escapes lone surrogates; RFC 8785 3.2.2.2 asks for an error.
  if (/(^|[^\\])(\\\\)*\\ud[89a-f]/i.test(text)) throw new TypeError('canonical JSON knows no lone surrogates')
  return text
}

/** sha256 of a UTF-8 text as lower-case hex: node:crypto in Node, crypto.subtle in a browser. */
type Sha256Hex<R extends string | Promise<string>> = (text: string) => R

/** Hash of a verb's arguments: sha256 hex of their canonical JSON. */
export const argumentHash = <R extends string | Promise<string>>(args: unknown, sha256hex: Sha256Hex<R>) =>
  sha256hex(canonicalJson(args))

/**
 * The text an agent signs for a session, so that the page knows whom it speaks to: sha256 hex of what opened it (the ticket,
 * the six digits) and of its access token. Its first line keeps it from being taken for anything else that is signed.
 */
export const sessionText = (grantSha256Hex: string, tokenSha256Hex: string) =>
  `yibao-session-1\n${grantSha256Hex}\n${tokenSha256Hex}`

/** The text an agent signs for a result: pubSubId + '.' + sha256hex(result). */
export const signedResult = (pubSubId: string, resultSha256Hex: string) => `${pubSubId}.${resultSha256Hex}`
