import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
export const sha256hex = (data: string | Uint8Array) => sha256(data).toString('hex')
export const sha256url = (data: string | Uint8Array) => sha256(data).toString('base64url')

/** A secret of n random bytes as base64url. */
export const secret = (bytes: number) => randomBytes(bytes).toString('base64url')

/** Compares two texts in a time that tells nothing about where they differ. */
export const sameText = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b))
