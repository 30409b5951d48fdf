import { join } from 'node:path'
import { AgentError } from '../agent-error.ts'
import { readPrinterConfig } from '../print/config.ts'
import { createCups } from '../print/cups.ts'
import { createDirectPrinter } from '../print/direct.ts'
import type { PrinterInfo, Spooler } from '../print/port.ts'
import { createSilence } from '../print/silence.ts'
import { createDriverPrinter } from '../print/simulated.ts'
import type { Drivers } from './drivers.ts'

/** A printer and the spooler that has it. */
export interface Found {
  info: PrinterInfo
  spooler: Spooler
}

let windows: Promise<Spooler> | undefined

/** That of Windows is made once: it learns of its printers, and keeps what it has learned. */
const systemSpooler = (dataDir: string): Spooler | Promise<Spooler> => {
  if (process.platform !== 'win32') return createCups()
  windows ??= import('../print/windows.ts').then(({ createWindowsSpooler }) =>
    createWindowsSpooler({}, createSilence(join(dataDir, 'agent', 'silent-printers.json'))),
  )
  return windows
}

/** The printers of this user: the system's, the direct ones of the settings, and the drivers of kind printer. */
export const createPrinters = (
  dataDir: string,
  drivers: Drivers,
  system: () => Spooler | Promise<Spooler> = () => systemSpooler(dataDir),
) => {
  // A direct printer remembers what it was given: it is made once.
  const direct = new Map<string, Spooler>()
  const directPrinters = () =>
    readPrinterConfig(dataDir).direct.map((setting) => {
      const key = JSON.stringify(setting)
      const spooler = direct.get(key) ?? createDirectPrinter(setting)
      direct.set(key, spooler)
      return spooler
    })
  const ask = async () => {
    const all = [await system(), ...directPrinters(), ...drivers.ofKind('printer').map(createDriverPrinter)]
    return all.map(async (spooler): Promise<Found[]> => (await spooler.printers()).map((info) => ({ info, spooler })))
  }
  /** Printers of the system as far as it has ever said. */
  const ofSystem = new Set<string>()
  /** `silent` = a print system could not be asked, so the list may be short; `missing` = whether one is known to have gone. */
  const look = async () => {
    const lists = await Promise.allSettled(await ask())
    const found = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    const [system] = lists
    if (system?.status === 'fulfilled') for (const { info } of system.value) ofSystem.add(info.name)
    const missing = (name: string) =>
      !found.some(({ info }) => info.name === name) && !(system?.status === 'rejected' && ofSystem.has(name))
    return { found, missing, silent: lists.some(({ status }) => status === 'rejected') }
  }
  /** The printer of this name as soon as its own print system has answered: another one's silence costs no time. */
  const named = async (name: string): Promise<Found | undefined> => {
    const hits = (await ask()).map(async (list) => {
      const hit = (await list).find(({ info }) => info.name === name)
      if (!hit) throw new AgentError('PRINTER_UNKNOWN')
      return hit
    })
    return Promise.any(hits).catch(() => undefined)
  }
  /** What the system itself names; where it says nothing, nobody's word stands in the way of the others. */
  const standard = async () => (await system()).standard?.().catch(() => undefined)
  /**
   * The printer for a job: the named one, else the chosen one for its type, else the default that was chosen here, else
   * the system's, else a real one, else any. PRINTER_UNKNOWN when there is none of that name, PRINTER_OFFLINE when the
   * print system is silent.
   */
  const choose = async (name: string | undefined, documentType?: string): Promise<Found> => {
    const config = readPrinterConfig(dataDir)
    const forType = new Map(Object.entries(config.byDocumentType)).get(documentType ?? '')
    const wanted = name ?? forType?.printer ?? config.default
    const usual = wanted ?? (await standard())
    const known = usual === undefined ? undefined : await named(usual)
    if (known) return known
    const { found, silent } = await look()
    const best = wanted
      ? found.find(({ info }) => info.name === wanted)
      : (found.find(({ info }) => !info.simulated) ?? found[0])
    if (best) return best
    throw new AgentError(silent ? 'PRINTER_OFFLINE' : 'PRINTER_UNKNOWN', { printer: wanted })
  }
  return { look, named, choose }
}
