import { compactText } from './china-time.ts'

/**
 * A message number of exactly 30 characters: institution code (12) + yyyyMMddHHmmss (14) + serial (4) (domain.md 1.2).
 * Shorter institution codes exist and are zero-filled on the left; the serial wraps at 10000. Uniqueness is the
 * caller's: it lives in the database. Throws RangeError on a code longer than 12 or a negative serial.
 */
export const newMsgid = (fixmedinsCode: string, at: Date, serial: number): string => {
  if (!/^[A-Za-z0-9]{1,12}$/.test(fixmedinsCode)) throw new RangeError(`institution code ${fixmedinsCode}`)
  if (!Number.isSafeInteger(serial) || serial < 0) throw new RangeError(`serial ${serial}`)
  return fixmedinsCode.padStart(12, '0') + compactText(at) + String(serial % 10_000).padStart(4, '0')
}
