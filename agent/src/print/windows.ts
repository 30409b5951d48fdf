import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import type { Paper, PrinterInfo, Spooler } from './port.ts'

const run = promisify(execFile)

/** Windows' own cmdlets, as JSON. Names go in by the environment, never into the command's text. */
const powershell = async (command: string, names: Record<string, string> = {}): Promise<Record<string, unknown>[]> => {
  const script = `$ErrorActionPreference='Stop'; ConvertTo-Json -Compress @(${command})`
  const { stdout } = await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], {
    env: { ...process.env, ...names },
    windowsHide: true,
    timeout: 20_000,
  })
  const parsed: unknown = JSON.parse(stdout.trim() || '[]')
  return Array.isArray(parsed) ? parsed : [parsed as Record<string, unknown>]
}

const paperNames: Partial<Record<Paper, string>> = { a4: 'A4', a5: 'A5' }

// PrinterStatus and JobStatus are flags; these are the ones a person can cure.
const problemOf = (status: unknown): AgentErrorCode | undefined => {
  const text = String(status)
  if (/PaperOut|PaperProblem|PaperJam/i.test(text)) return 'PRINTER_PAPER'
  if (/DoorOpen/i.test(text)) return 'PRINTER_COVER'
  return /Offline|Error|NotAvailable|UserIntervention|Paused/i.test(text) ? 'PRINTER_OFFLINE' : undefined
}

/** The Windows spooler: SumatraPDF prints (pdf-to-printer), the spooler's queue says what became of it. */
export const createWindowsSpooler = (): Spooler => {
  const jobOf = async (printer: string, title: string) => {
    const jobs = await powershell(
      "Get-PrintJob -PrinterName $env:YB_PRINTER | Select-Object Id, DocumentName, @{n='Status';e={[string]$_.JobStatus}}",
      { YB_PRINTER: printer },
    )
    return jobs.find(({ DocumentName }) => String(DocumentName).includes(title))
  }
  return {
    printers: async () => {
      const rows = await powershell("Get-Printer | Select-Object Name, @{n='Status';e={[string]$_.PrinterStatus}}")
      return rows.map((row): PrinterInfo => {
        const problem = problemOf(row.Status)
        const name = String(row.Name)
        return { name, title: name, state: problem ? 'stopped' : 'ready', problem, simulated: false }
      })
    },
    submit: async ({ path, title, printer, copies, paper }) => {
      const { print } = await import('pdf-to-printer')
      // SumatraPDF names the spooled document after the file, and the file after our title.
      if (!basename(path).startsWith(title)) throw new AgentError('ARGS_INVALID', { why: 'file name' })
      await print(path, { printer, copies, silent: true, paperSize: paperNames[paper], scale: 'noscale' })
      return title
    },
    status: async (printer, title) => {
      const job = await jobOf(printer, title)
      // SumatraPDF ended well, so the job was spooled; Windows forgets a job once it is on paper.
      if (!job) return { state: 'done' }
      if (/Deleted|Deleting/i.test(String(job.Status))) return { state: 'cancelled' }
      const problem = problemOf(job.Status)
      return problem ? { state: 'pending', problem } : { state: 'pending' }
    },
    // A job that is not in the queue may be on paper or may never have come: only one that is there is certain.
    find: async (printer, title) => ((await jobOf(printer, title)) ? title : undefined),
    cancel: async (printer, title) => {
      const job = await jobOf(printer, title)
      if (!job) return false
      const names = { YB_PRINTER: printer, YB_JOB: String(job.Id) }
      await powershell('Remove-PrintJob -PrinterName $env:YB_PRINTER -ID $env:YB_JOB', names)
      return true
    },
  }
}
