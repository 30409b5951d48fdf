import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type PrinterSettings, printerSettings } from '@yibao/shared/agent/printing.ts'
import * as z from 'zod/mini'
import { writeWhole } from '../disk.ts'

const host = z.string().check(z.regex(/^[A-Za-z0-9.-]{1,253}$/))
const name = z.string().check(z.minLength(1), z.maxLength(200))

/**
 * A receipt printer that no print system manages: a character device or a raw TCP port. Only this file names one: a
 * page that could would write to any file or host.
 */
export const directPrinter = z.union([
  z.strictObject({ name, device: z.string().check(z.regex(/^\/dev\/[\w/-]{1,60}$/)) }),
  z.strictObject({ name, host, port: z._default(z.int().check(z.gte(1), z.lte(65_535)), 9100) }),
])
export type DirectPrinter = z.infer<typeof directPrinter>

const fileSchema = z.object({ ...printerSettings.shape, direct: z._default(z.array(directPrinter), []) })
export type PrinterConfig = z.infer<typeof fileSchema>

/** Versions before this one kept the printer's name alone; a choice is not lost by an update. */
const broughtUp = (file: { byDocumentType?: Record<string, unknown> }) => ({
  ...file,
  byDocumentType: Object.fromEntries(
    Object.entries(file.byDocumentType ?? {}).map(([type, to]) => [
      type,
      typeof to === 'string' ? { printer: to } : to,
    ]),
  ),
})

const pathOf = (dataDir: string) => join(dataDir, 'agent', 'printers.json')

/** Reads DATA_DIR/agent/printers.json; nothing chosen yet when it is absent or unreadable. */
export const readPrinterConfig = (dataDir: string): PrinterConfig => {
  try {
    return fileSchema.parse(broughtUp(JSON.parse(readFileSync(pathOf(dataDir), 'utf8'))))
  } catch {
    return { byDocumentType: {}, direct: [] }
  }
}

/** Keeps what a person chose; the direct printers of the file stay. */
export const savePrinterConfig = (dataDir: string, settings: PrinterSettings) => {
  const path = pathOf(dataDir)
  const { direct } = readPrinterConfig(dataDir)
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, JSON.stringify({ ...settings, direct }, null, 2))
}
