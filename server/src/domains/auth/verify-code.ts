import { createHash, timingSafeEqual } from 'node:crypto'

/** The console URL-encodes the code (SPEC 5); an ERP that calls by itself may not. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether a company's verify code is the one behind its hash. */
export const fitsVerifyCode = (code: string, verifyHash: string | null | undefined): boolean =>
  Boolean(verifyHash) &&
  timingSafeEqual(createHash('sha256').update(decoded(code)).digest(), Buffer.from(verifyHash!, 'hex'))
