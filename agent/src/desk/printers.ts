import { AgentError } from '../agent-error.ts'
import { readPrinterConfig } from '../print/config.ts'
import { createCups } from '../print/cups.ts'
import type { PrinterInfo, Spooler } from '../print/port.ts'
import { createDriverPrinter } from '../print/simulated.ts'
import type { Drivers } from './drivers.ts'

/** A printer and the spooler that has it. */
export interface Found {
  info: PrinterInfo
  spooler: Spooler
}

const systemSpooler = async (): Promise<Spooler> =>
  process.platform === 'win32' ? (await import('../print/windows.ts')).createWindowsSpooler() : createCups()

/** The printers of this user: the system's, and the drivers of kind printer. */
export const createPrinters = (dataDir: string, drivers: Drivers) => {
  const spoolers = async () => [await systemSpooler(), ...drivers.ofKind('printer').map(createDriverPrinter)]
  /** `silent` = a print system could not be asked, so the list may be short. */
  const look = async () => {
    const all = await spoolers()
    const lists = await Promise.allSettled(all.map((spooler) => spooler.printers()))
    const found = lists.flatMap((list, index): Found[] =>
      list.status === 'fulfilled' ? list.value.map((info) => ({ info, spooler: all[index]! })) : [],
    )
    return { found, silent: lists.some(({ status }) => status === 'rejected') }
  }
  /**
   * The printer for a job: the named one, else the chosen one for its type, else the default, else a real one, else
   * any. PRINTER_UNKNOWN when there is none of that name, PRINTER_OFFLINE when the print system is silent.
   */
  const choose = async (name: string | undefined, documentType?: string): Promise<Found> => {
    const config = readPrinterConfig(dataDir)
    const { found, silent } = await look()
    const forType = new Map(Object.entries(config.byDocumentType)).get(documentType ?? '')
    const wanted = name ?? forType ?? config.default
    const best = wanted
      ? found.find(({ info }) => info.name === wanted)
      : (found.find(({ info }) => !info.simulated) ?? found[0])
    if (best) return best
    throw new AgentError(silent ? 'PRINTER_OFFLINE' : 'PRINTER_UNKNOWN', { printer: wanted })
  }
  return { look, choose }
}
