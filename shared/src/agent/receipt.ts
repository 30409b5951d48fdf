import * as z from 'zod/mini'

// What a receipt printer puts on its roll, without any printer's codes: the page sends this, the agent writes the codes.
// Bytes for a printer never come from a page (they could reprogram it).

const line = z.string().check(z.maxLength(400))
const look = { bold: z.optional(z.literal(true)), large: z.optional(z.literal(true)) }

const receiptBlock = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: line, align: z.optional(z.enum(['center', 'right'])), ...look }),
  /** Two ends of a line; a long left end wraps, the right one stands on the last row. */
  z.strictObject({ kind: z.literal('row'), left: line, right: line, ...look }),
  z.strictObject({ kind: z.literal('rule') }),
  z.strictObject({ kind: z.literal('feed'), lines: z.int().check(z.minimum(1), z.maximum(10)) }),
  z.strictObject({ kind: z.literal('qr'), data: z.string().check(z.regex(/^[\x20-\x7e]{1,200}$/)) }),
  /** Code 128 */
  z.strictObject({ kind: z.literal('barcode'), data: z.string().check(z.regex(/^[\x20-\x7e]{1,40}$/)) }),
  z.strictObject({ kind: z.literal('cut') }),
])
export type ReceiptBlock = z.infer<typeof receiptBlock>

export const receipt = z.array(receiptBlock).check(z.minLength(1), z.maxLength(1000))
export type Receipt = z.infer<typeof receipt>
