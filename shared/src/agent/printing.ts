import * as z from 'zod/mini'
import { paperNames } from './documents.ts'

// Which printer and which paper each of our documents uses on this counter.

const printer = z.string().check(z.minLength(1), z.maxLength(200))

const documentPrinter = z.strictObject({
  printer,
  paper: z._default(z.enum(paperNames), 'default'),
  mode: z._default(z.enum(['page', 'receipt']), 'page'),
})
export type DocumentPrinter = z.infer<typeof documentPrinter>

/** `byDocumentType` wins over `default`; a type may be one this build does not know. */
export const printerSettings = z.strictObject({
  default: z.optional(printer),
  byDocumentType: z._default(z.record(z.string().check(z.regex(/^[A-Za-z]\w{0,39}$/)), documentPrinter), {}),
})
export type PrinterSettings = z.infer<typeof printerSettings>
