import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Paper, paperNames } from '@yibao/shared/agent/documents.ts'
import { printerSettings } from '@yibao/shared/agent/printing.ts'
import { receipt } from '@yibao/shared/agent/receipt.ts'
import * as z from 'zod/mini'
import { AgentError } from '../agent-error.ts'
import type { PeerRequest } from '../ipc/peer.ts'
import { readPrinterConfig, savePrinterConfig } from '../print/config.ts'
import { isRoll } from '../print/escpos/columns.ts'
import { encodeReceipt } from '../print/escpos/encode.ts'
import { isPdf, isWholePdf } from '../print/pdf.ts'
import type { PrinterInfo, SpoolStatus } from '../print/port.ts'
import { parse } from './device.ts'
import type { Drivers } from './drivers.ts'
import { createPrinters, type Found } from './printers.ts'
import type { Verb } from './verbs.ts'

const jobId = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/))
const printer = z.optional(z.string().check(z.minLength(1), z.maxLength(200)))
const submitArgs = z.strictObject({
  jobId,
  bytes: z.string(),
  format: z._default(z.enum(['pdf', 'receipt']), 'pdf'),
  printer,
  documentType: z.optional(z.string()),
  copies: z._default(z.int().check(z.gte(1), z.lte(10)), 1),
  paper: z._default(z.enum(paperNames), 'default'),
})
const problemArgs = z.strictObject({ printer, documentType: z.optional(z.string()) })
const jobArgs = z.strictObject({ jobId, printer, printerJob: z.optional(z.string()) })

/** Most bytes of one document. */
const pdfBytes = 20 * 1024 * 1024

const readPdf = (pdf: Buffer) => {
  // Only of the kind the print engine is meant for.
  if (pdf.length > pdfBytes || !isPdf(pdf)) throw new AgentError('ARGS_INVALID', { field: 'pdf' })
  if (!isWholePdf(pdf)) throw new AgentError('PRINT_DAMAGED')
  return pdf
}

/** A file that will not go says nothing of what became of the slip. */
const drop = (path: string) => {
  try {
    rmSync(path, { force: true })
  } catch {
    // The next one has a name of its own.
  }
}

/** No hand-over lasts as long: what is older was left by a desk that was killed in one. ms. */
const leftAfterMs = 10 * 60_000

/**
 * A slip names a person: none stays behind in the folder, one of a day that is still to come by this PC's clock neither.
 * What is being handed over (`inUse`) is nobody's to take away, whatever somebody set the clock to meanwhile.
 */
const sweep = (folder: string, inUse: ReadonlySet<string>) => {
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      if (!inUse.has(path) && Math.abs(Date.now() - statSync(path).mtimeMs) > leftAfterMs) drop(path)
    }
  } catch {
    // No folder yet.
  }
}

/** Before a spooler sees it: what the disk does not take was certainly not printed. */
const keep = (path: string, bytes: Buffer) => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, bytes, { mode: 0o600 })
  } catch (fault) {
    drop(path)
    throw new AgentError('DISK_FULL', { fault: String((fault as NodeJS.ErrnoException).code) })
  }
}

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

const readReceipt = (json: Buffer, paper: Paper, copies: number) => {
  const parsed = receipt.safeParse(jsonOf(json))
  if (!parsed.success) throw new AgentError('ARGS_INVALID', { field: 'receipt' })
  return encodeReceipt(parsed.data, isRoll(paper) ? paper : 'roll80', copies)
}

interface PrintOptions {
  dataDir: string
  drivers: Drivers
  emit: (event: string, data: unknown) => void
}

/** The print.* verbs. Which jobs there are is the gateway's to know; the desk only speaks with the spoolers. */
export const printVerbs = ({ dataDir, drivers, emit }: PrintOptions): Record<string, Verb> => {
  const { look, named, choose } = createPrinters(dataDir, drivers)
  const spool = join(dataDir, 'agent', 'spool')
  const inUse = new Set<string>()
  sweep(spool, inUse)
  const states = new Map<string, string>()
  const settingOf = (documentType: string | undefined) =>
    new Map(Object.entries(readPrinterConfig(dataDir).byDocumentType)).get(documentType ?? '')
  /** Tells the gateway about a printer whose state is not what it was when last seen. */
  const seen = (info: PrinterInfo) => {
    const state = `${info.state} ${info.problem ?? ''}`
    const before = states.get(info.name)
    states.set(info.name, state)
    if (before !== undefined && before !== state) emit('printer.state', info)
  }
  let listed = false
  /** Tells of printers that came or went since the last look. */
  const compare = ({ found, missing }: Awaited<ReturnType<typeof look>>) => {
    if (listed) for (const { info } of found) if (!states.has(info.name)) emit('printer.state', info)
    for (const name of states.keys()) if (missing(name) && states.delete(name)) emit('printer.state', { name })
    listed = true
  }
  const list = async () => {
    const config = readPrinterConfig(dataDir)
    const looked = await look()
    compare(looked)
    const { found } = looked
    return found.map(({ info }) => {
      seen(info)
      const types = Object.entries(config.byDocumentType).filter(([, set]) => set.printer === info.name)
      return { ...info, isDefault: config.default === info.name, documentTypes: types.map(([type]) => type) }
    })
  }
  const settings = () => {
    const { default: standard, byDocumentType } = readPrinterConfig(dataDir)
    return { ...(standard && { default: standard }), byDocumentType }
  }
  const withFile = async <T>(title: string, bytes: Buffer, use: (path: string) => Promise<T>) => {
    sweep(spool, inUse)
    const path = join(spool, `${title}-${randomBytes(8).toString('hex')}.pdf`)
    keep(path, bytes)
    inUse.add(path)
    try {
      return await use(path)
    } finally {
      drop(path)
      inUse.delete(path)
    }
  }
  const submit = async (args: unknown, { deadlineMs }: Pick<PeerRequest, 'deadlineMs'>) => {
    const until = performance.now() + deadlineMs
    const { jobId: title, bytes, format, printer: name, documentType, copies, paper: asked } = parse(submitArgs, args)
    const given = Buffer.from(bytes, 'base64')
    const set = settingOf(documentType)
    const paper = asked === 'default' ? (set?.paper ?? asked) : asked
    const raw = format === 'receipt'
    const document = raw ? readReceipt(given, paper, copies) : readPdf(given)
    const { info, spooler } = await choose(name, documentType)
    seen(info)
    // A print system that was slow to say which printers there are has used up the time: nobody waits for this any more.
    if (performance.now() >= until) throw new AgentError('PRINTER_OFFLINE', { printer: info.name })
    try {
      const printerJob = await withFile(title, document, (path) =>
        spooler.submit({ title, path, raw, printer: info.name, copies, paper, until }),
      )
      return { printer: info.name, printerJob }
    } catch (error) {
      if (error instanceof AgentError) throw new AgentError(error.code, { printer: info.name, ...error.detail })
      throw new AgentError('PRINT_UNSURE', { printer: info.name })
    }
  }
  const problem = async (args: unknown) => {
    const { printer: name, documentType } = parse(problemArgs, args)
    const { info } = await choose(name, documentType)
    seen(info)
    return { problem: info.problem }
  }
  const locate = async ({ jobId: title, printer: name, printerJob }: z.infer<typeof jobArgs>) => {
    const one = name === undefined ? undefined : await named(name)
    const { found, silent } = one ? { found: [one], silent: false } : await look()
    const places: Found[] = found.filter(({ info }) => !name || info.name === name)
    // A printer that nobody could ask about is not a printer that is gone.
    if (silent && !places.length) throw new AgentError('PRINTER_OFFLINE', { printer: name })
    for (const { info, spooler } of places) {
      const job = printerJob ?? (await spooler.find(info.name, title))
      if (job) return { info, spooler, job }
    }
    return undefined
  }
  const status = async (args: unknown): Promise<SpoolStatus & { printer?: string; printerJob?: string }> => {
    const place = await locate(parse(jobArgs, args))
    if (!place) return { state: 'gone' }
    const { info, spooler, job } = place
    return { ...(await spooler.status(info.name, job)), printer: info.name, printerJob: job }
  }
  return {
    'print.printers': { run: list },
    'print.configure': {
      run: async (args) => {
        savePrinterConfig(dataDir, parse(printerSettings, args))
        return settings()
      },
    },
    'print.settings': { run: async () => settings() },
    'print.problem': { run: problem },
    'print.submit': { run: submit },
    'print.status': { run: status },
    'print.cancel': {
      run: async (args) => {
        const place = await locate(parse(jobArgs, args))
        if (!place) throw new AgentError('JOB_UNKNOWN')
        return { cancelled: await place.spooler.cancel(place.info.name, place.job) }
      },
    },
  }
}
