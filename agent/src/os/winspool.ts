import koffi from 'koffi'
import { askedInTurn } from './asked-in-turn.ts'
import { type JobWatch, jobAdded, watchedChanges } from './job-watch.ts'
import { handOver, NotTaken } from './raw-document.ts'

// The print spooler's own interface. PowerShell's cmdlets say the same half a second later, where they are allowed at all.

const library = () => {
  const spool = koffi.load('winspool.drv')
  const enumerate =
    'bool __stdcall EnumPrintersW(uint32_t flags, str16 name, uint32_t level, void *out, uint32_t bytes, _Out_ uint32_t *needed, _Out_ uint32_t *count)'
  const jobs =
    'bool __stdcall EnumJobsW(void *printer, uint32_t first, uint32_t most, uint32_t level, void *out, uint32_t bytes, _Out_ uint32_t *needed, _Out_ uint32_t *count)'
  return {
    enumerate: spool.func(enumerate),
    standard: spool.func('bool __stdcall GetDefaultPrinterW(void *name, _Inout_ uint32_t *chars)'),
    open: spool.func('bool __stdcall OpenPrinterW(str16 name, _Out_ void **printer, void *defaults)'),
    jobs: spool.func(jobs),
    setJob: spool.func(
      'bool __stdcall SetJobW(void *printer, uint32_t job, uint32_t level, void *info, uint32_t command)',
    ),
    close: spool.func('bool __stdcall ClosePrinter(void *printer)'),
    watch: spool.func(
      'intptr_t __stdcall FindFirstPrinterChangeNotification(void *printer, uint32_t filter, uint32_t options, void *fields)',
    ),
    changed: spool.func(
      'bool __stdcall FindNextPrinterChangeNotification(intptr_t watch, _Out_ uint32_t *change, void *fields, void *info)',
    ),
    unwatch: spool.func('bool __stdcall FindClosePrinterChangeNotification(intptr_t watch)'),
    wait: koffi.load('kernel32.dll').func('uint32_t __stdcall WaitForSingleObject(intptr_t object, uint32_t ms)'),
    startDocument: spool.func('uint32_t __stdcall StartDocPrinterW(void *printer, uint32_t level, void *info)'),
    write: spool.func(
      'bool __stdcall WritePrinter(void *printer, void *bytes, uint32_t size, _Out_ uint32_t *written)',
    ),
    endDocument: spool.func('bool __stdcall EndDocPrinter(void *printer)'),
    abort: spool.func('bool __stdcall AbortPrinter(void *printer)'),
  }
}

let loaded: ReturnType<typeof library> | undefined
const api = () => {
  loaded ??= library()
  return loaded
}

/**
 * A call of the spooler off the desk's own thread, which reads cards: a network printer that is off, or the PC that shares
 * it, may take half a minute.
 */
const apart = <T>(fn: ReturnType<ReturnType<typeof koffi.load>['func']>, ...args: unknown[]): Promise<T> =>
  new Promise((resolve, reject) =>
    fn.async(...args, (fault: Error | null, value: T) => (fault ? reject(fault) : resolve(value))),
  )

/** Fills a buffer as large as Windows asks for; `stride` bytes per entry. */
const entries = async <T>(
  ask: (out: Buffer | null, bytes: number, needed: number[], count: number[]) => Promise<boolean>,
  stride: number,
  read: (buffer: Buffer, at: number) => T,
): Promise<T[]> => {
  const [needed, count] = [[0], [0]]
  await ask(null, 0, needed, count)
  if (!needed[0]) return []
  const out = Buffer.alloc(needed[0])
  if (!(await ask(out, out.length, needed, count))) throw new Error('the print spooler does not answer')
  return Array.from({ length: count[0]! }, (_, index) => read(out, index * stride))
}

/** The text a structure points at; Windows puts it into the same buffer. */
const textAt = (buffer: Buffer, at: number) => {
  const address = buffer.readBigUInt64LE(at)
  if (address === 0n) return ''
  const start = Number(address - koffi.address(buffer))
  let end = start
  while (buffer.readUInt16LE(end) !== 0) end += 2
  return buffer.toString('utf16le', start, end)
}

interface SystemPrinter {
  name: string
  /** PRINTER_STATUS_* flags */
  status: number
  /** PRINTER_ATTRIBUTE_* flags */
  attributes: number
}

const localAndConnected = 2 | 4
const printerInfo2 = { bytes: 136, name: 8, attributes: 104, status: 124 }

const askForPrinters = () =>
  entries(
    (out, bytes, ...told) => apart(api().enumerate, localAndConnected, null, 2, out, bytes, ...told),
    printerInfo2.bytes,
    (buffer, at) => ({
      name: textAt(buffer, at + printerInfo2.name),
      status: buffer.readUInt32LE(at + printerInfo2.status),
      attributes: buffer.readUInt32LE(at + printerInfo2.attributes),
    }),
  )

let asking: Promise<SystemPrinter[]> | undefined

/** The printers of this user. Whoever asks while Windows still looks gets the same answer: it has few threads for it. */
export const systemPrinters = (): Promise<SystemPrinter[]> => {
  asking ??= askForPrinters().finally(() => {
    asking = undefined
  })
  return asking
}

/** The printer that Windows names as this user's own; undefined when it names none. */
export const defaultPrinter = async (): Promise<string | undefined> => {
  const chars = [0]
  await apart(api().standard, null, chars)
  if (!chars[0]) return undefined
  const name = Buffer.alloc(2 * chars[0])
  // The count includes the NUL at the end.
  return (await apart<boolean>(api().standard, name, chars))
    ? name.toString('utf16le', 0, 2 * (chars[0] - 1))
    : undefined
}

interface SystemJob {
  id: number
  document: string
  /** JOB_STATUS_* flags */
  status: number
}

const jobInfo1 = { bytes: 96, document: 32, status: 56 }
const mostJobs = 1000

const withPrinter = async <T>(name: string, work: (printer: unknown) => Promise<T>): Promise<T> => {
  const printer: unknown[] = [null]
  if (!(await apart<boolean>(api().open, name, printer, null))) throw new Error('the printer cannot be opened')
  try {
    return await work(printer[0])
  } finally {
    api().close(printer[0])
  }
}

/**
 * What waits or prints at a printer. Windows forgets a job once it is on paper. Ten slips that wait at a shared printer
 * whose PC is off ask one after another: each holds a thread for half a minute, and there are four for everything.
 */
export const systemJobs: (name: string) => Promise<SystemJob[]> = askedInTurn((name) =>
  withPrinter(name, (printer) =>
    entries(
      (out, bytes, ...told) => apart(api().jobs, printer, 0, mostJobs, 1, out, bytes, ...told),
      jobInfo1.bytes,
      (buffer, at) => ({
        id: buffer.readUInt32LE(at),
        document: textAt(buffer, at + jobInfo1.document),
        status: buffer.readUInt32LE(at + jobInfo1.status),
      }),
    ),
  ),
)

const noHandle = -1

/**
 * Watches a printer for jobs that come from now on, which the spooler remembers: one that is printed and forgotten before
 * anybody looks is told all the same. It does not say whose job came; what each driver makes of a document's name is its
 * own affair. Undefined where the spooler lets nobody watch. Throws NotTaken when the printer cannot be opened.
 */
export const watchJobs = async (name: string): Promise<JobWatch | undefined> => {
  const printer: unknown[] = [null]
  if (!(await apart<boolean>(api().open, name, printer, null))) throw new NotTaken('the printer cannot be opened')
  const watch = await apart<number>(api().watch, printer[0], watchedChanges, 0, null)
  if (watch === noHandle || watch === 0) {
    api().close(printer[0])
    return undefined
  }
  const change = [0]
  return {
    added: () =>
      jobAdded(api().wait(watch, 0), async () =>
        (await apart<boolean>(api().changed, watch, change, null, null)) ? change[0] : undefined,
      ),
    close: () => {
      apart(api().unwatch, watch)
        .catch(() => {})
        .finally(() => api().close(printer[0]))
    },
  }
}

const deleteJob = 5

/** Takes a job back; false when the spooler would not. */
export const removeJob = (name: string, id: number): Promise<boolean> =>
  withPrinter(name, (printer) => apart(api().setJob, printer, id, 0, null, deleteJob))

/** DOC_INFO_1: name, no output file, data type RAW (the bytes go to the printer as they are). */
const documentInfo = (title: string) => {
  const [name, type] = [title, 'RAW'].map((text) => Buffer.from(`${text}\0`, 'utf16le'))
  const info = Buffer.alloc(24)
  info.writeBigUInt64LE(koffi.address(name!), 0)
  info.writeBigUInt64LE(koffi.address(type!), 16)
  // What the structure points at must live as long as it does.
  return { info, kept: [name, type] }
}

/** Gives a printer its own codes. Throws as handOver does. */
export const printRaw = async (name: string, title: string, bytes: Buffer): Promise<void> => {
  const printer: unknown[] = [null]
  if (!(await apart<boolean>(api().open, name, printer, null))) throw new NotTaken('the printer cannot be opened')
  const handle = printer[0]
  const { info, kept } = documentInfo(title)
  const written = [0]
  await handOver({
    start: async () => (await apart<number>(api().startDocument, handle, 1, info)) > 0 && kept.length > 0,
    write: async () => {
      const taken = await apart<boolean>(api().write, handle, bytes, bytes.length, written)
      return taken && written[0] === bytes.length
    },
    end: () => apart(api().endDocument, handle),
    abort: () => apart(api().abort, handle),
    close: () => api().close(handle),
  })
}
