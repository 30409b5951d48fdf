import * as z from 'zod/mini'

// What the wires of an agent and the signed packages have in common.

/** A text of 1 to `max` characters. */
export const shortText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

/** SHA-256 as 64 hex digits. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Whether Windows takes a file's name for a device, whatever follows the first dot: nul.txt. */
export const isDeviceName = (name: string): boolean => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)
