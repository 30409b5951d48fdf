import { createHash, timingSafeEqual } from 'node:crypto'

/** The console URL-encodes the code (SPEC 5); an ERP that calls by itself may not. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a company keeps of its verify code and of the one before it. */
interface VerifyKeys {
  verifyHash: string | null
  formerHash: string | null
  formerUntil: Date | null
}

const fits = (code: string, hash: string | null | undefined): boolean =>
  Boolean(hash) && timingSafeEqual(createHash('sha256').update(decoded(code)).digest(), Buffer.from(hash!, 'hex'))

/** Whether a verify code opens a company: its own, or the one before it while counters still take the new one over. */
export const fitsVerifyCode = (code: string, keys: VerifyKeys | undefined, now: Date): boolean =>
  fits(code, keys?.verifyHash) || (keys?.formerUntil != null && keys.formerUntil > now && fits(code, keys.formerHash))
