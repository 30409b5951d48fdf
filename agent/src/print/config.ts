import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'

/** Which printer prints what on this counter: by document type (slip, form, prescription …), else the default. */
export const printerConfigSchema = z.strictObject({
  default: z.optional(z.string()),
  byDocumentType: z._default(z.record(z.string(), z.string()), {}),
})
export type PrinterConfig = z.infer<typeof printerConfigSchema>

const pathOf = (dataDir: string) => join(dataDir, 'agent', 'printers.json')

/** Reads DATA_DIR/agent/printers.json; nothing chosen yet when it is absent or unreadable. */
export const readPrinterConfig = (dataDir: string): PrinterConfig => {
  try {
    return printerConfigSchema.parse(JSON.parse(readFileSync(pathOf(dataDir), 'utf8')))
  } catch {
    return { byDocumentType: {} }
  }
}

export const savePrinterConfig = (dataDir: string, config: PrinterConfig) => {
  const path = pathOf(dataDir)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, JSON.stringify(config, null, 2))
  renameSync(`${path}.new`, path)
}
