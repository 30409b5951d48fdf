import { createHash, timingSafeEqual } from 'node:crypto'

/** The console URL-encodes the code (SPEC 5); an ERP that calls by itself may not. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a company keeps of its verify code and of those before it. */
interface VerifyKeys {
  verifyHash: string | null
  formerHash: string | null
  formerUntil: Date | null
  olderKeys: readonly { hash: string; until: string }[]
}

const fits = (code: string, hash: string | null | undefined): boolean =>
  Boolean(hash) && timingSafeEqual(createHash('sha256').update(decoded(code)).digest(), Buffer.from(hash!, 'hex'))

/** The codes before a company's own that still open it, the newest first, each for as long as counters were given. */
export const formerKeys = (
  { formerHash, formerUntil, olderKeys }: Omit<VerifyKeys, 'verifyHash'>,
  now: Date,
): { hash: string; until: Date }[] =>
  [
    ...(formerHash && formerUntil ? [{ hash: formerHash, until: formerUntil }] : []),
    ...olderKeys.map(({ hash, until }) => ({ hash, until: new Date(until) })),
  ].filter(({ until }) => until > now)

/** Whether a verify code opens a company: its own, or one before it while counters still take the new one over. */
export const fitsVerifyCode = (code: string, keys: VerifyKeys | undefined, now: Date): boolean =>
  keys !== undefined && (fits(code, keys.verifyHash) || formerKeys(keys, now).some(({ hash }) => fits(code, hash)))
