import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../files/disk.ts'
import { paperText, printOnPaper } from './paper.ts'
import type { Simulator } from './simulator.ts'
import type { Switches } from './switches.ts'

// A spooler and a printer in one. Waiting jobs are files, so they survive a killed host as they survive at CUPS.

interface SpooledJob {
  job: string
  title: string
  state: 'pending' | 'done' | 'cancelled'
  at: number
}

/** Ms a 'slow' printer needs for a job. */
const slowMs = 1500

const problemOf = ({ printer }: Switches) => (printer === 'ready' || printer === 'slow' ? '' : printer)

/** ESC/POS on the roll that is in: the paper as text beside the bytes. Paper is there whole or not at all. */
const printCodes = (printed: string, title: string, bytes: Buffer, columns: number) => {
  writeWhole(join(printed, `${title}.escpos`), bytes)
  const shown = () => {
    try {
      return paperText(printOnPaper(bytes, columns), columns)
    } catch (fault) {
      return `打印机不认识的内容: ${(fault as Error).message}`
    }
  }
  writeWhole(join(printed, `${title}.txt`), `${shown()}\n`)
}

/**
 * The simulated printer: a PDF becomes DATA_DIR/printed/<title>.pdf, a receipt's codes <title>.escpos and, as the paper
 * would look, <title>.txt.
 */
export const printer: Simulator = (dataDir) => {
  const printed = join(dataDir, 'printed')
  const spool = join(printed, '.spool')
  mkdirSync(spool, { recursive: true })
  const recordOf = (job: string) => join(spool, `${job}.json`)
  const bytesOf = (job: string) => join(spool, `${job}.pdf`)
  const write = (job: SpooledJob) => writeWhole(recordOf(job.job), JSON.stringify(job))
  const all = () =>
    readdirSync(spool)
      .filter((name) => name.endsWith('.json'))
      .map((name): SpooledJob => JSON.parse(readFileSync(join(spool, name), 'utf8')))
  /** Prints what waits, as far as the printer's state lets it. */
  const work = (switches: Switches) => {
    if (problemOf(switches)) return
    for (const job of all()) {
      if (job.state !== 'pending' || (switches.printer === 'slow' && Date.now() - job.at < slowMs)) continue
      const bytes = readFileSync(bytesOf(job.job))
      if (bytes.toString('latin1', 0, 5) === '%PDF-') renameSync(bytesOf(job.job), join(printed, `${job.title}.pdf`))
      else {
        printCodes(printed, job.title, bytes, switches.roll === 58 ? 32 : 48)
        rmSync(bytesOf(job.job))
      }
      write({ ...job, state: 'done' })
    }
  }
  return {
    Spool: (text, switches) => {
      if (switches.printer === 'offline') return { ret: -1, out: { job: '打印机离线' } }
      const job = String(all().length + 1)
      copyFileSync(text('path'), bytesOf(job))
      write({ job, title: text('title'), state: 'pending', at: Date.now() })
      work(switches)
      return { ret: 0, out: { job } }
    },
    Find: (text) => ({ ret: 0, out: { job: all().find(({ title }) => title === text('title'))?.job ?? '' } }),
    State: (text, switches) => {
      work(switches)
      const job = text('job')
      if (!existsSync(recordOf(job))) return { ret: 0, out: { state: 'gone' } }
      const { state } = JSON.parse(readFileSync(recordOf(job), 'utf8')) as SpooledJob
      return { ret: 0, out: { state: state === 'pending' ? problemOf(switches) || 'pending' : state } }
    },
    Printer: (_text, switches) => ({ ret: 0, out: { state: problemOf(switches) || 'ready' } }),
    Cancel: (text) => {
      const job = all().find((other) => other.job === text('job') && other.state === 'pending')
      if (job) write({ ...job, state: 'cancelled' })
      return { ret: job ? 0 : -2 }
    },
  }
}
