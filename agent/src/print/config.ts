import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type PrinterSettings, printerSettings } from '@yibao/shared/agent/printing.ts'
import * as z from 'zod/mini'
import { moveOver, writeWhole } from '../files/disk.ts'

const host = z.string().check(z.regex(/^[A-Za-z0-9.-]{1,253}$/))
const name = z.string().check(z.minLength(1), z.maxLength(200))

/**
 * A receipt printer that no print system manages: a character device or a raw TCP port. Only this file names one: a
 * page that could would write to any file or host.
 */
const directPrinter = z.union([
  z.strictObject({ name, device: z.string().check(z.regex(/^\/dev\/[\w/-]{1,60}$/)) }),
  z.strictObject({ name, host, port: z._default(z.int().check(z.gte(1), z.lte(65_535)), 9100) }),
])
export type DirectPrinter = z.infer<typeof directPrinter>

const fileSchema = z.object({ ...printerSettings.shape, direct: z._default(z.array(directPrinter), []) })
type PrinterConfig = z.infer<typeof fileSchema>

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

/** undefined: there is a file and it cannot be read, or says what it may not. */
const read = (dataDir: string): PrinterConfig | undefined => {
  const path = pathOf(dataDir)
  if (!existsSync(path)) return { byDocumentType: {}, direct: [] }
  try {
    // Written by hand: an editor of Windows puts a mark before the text.
    return fileSchema.parse(broughtUp(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))))
  } catch {
    return undefined
  }
}

/** The file that cannot be read, so that somebody can be told of it. */
export const unreadableConfig = (dataDir: string): string | undefined => (read(dataDir) ? undefined : pathOf(dataDir))

/** Reads DATA_DIR/agent/printers.json; nothing chosen yet when it is absent or unreadable. */
export const readPrinterConfig = (dataDir: string): PrinterConfig => read(dataDir) ?? { byDocumentType: {}, direct: [] }

/** Keeps what a person chose; the direct printers of the file stay, and so does a file with a slip of the pen in it. */
export const savePrinterConfig = (dataDir: string, settings: PrinterSettings) => {
  const path = pathOf(dataDir)
  const { direct } = readPrinterConfig(dataDir)
  if (unreadableConfig(dataDir)) moveOver(path, `${path}.damaged`)
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, JSON.stringify({ ...settings, direct }, null, 2))
}
