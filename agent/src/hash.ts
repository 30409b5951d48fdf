import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

type Data = string | Uint8Array
/** SHA-256 in hex, as releases and driver files name it. */
export const sha256hex = (data: Data) => hash('sha256', data, 'hex')
/** SHA-256 in base64url, as tickets and proofs bear it. */
export const sha256url = (data: Data) => hash('sha256', data, 'base64url')

/** A secret of n random bytes as base64url. */
export const secret = (bytes: number) => randomBytes(bytes).toString('base64url')

/** Compares two texts of a length that everybody knows, in a time that tells nothing about where they differ. */
export const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
