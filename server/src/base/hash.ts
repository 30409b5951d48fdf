import { hash } from 'node:crypto'

/** SHA-256 as 64 hex digits. */
export const sha256hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex')
