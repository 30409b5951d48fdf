import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { isSea } from 'node:sea'
import { promisify } from 'node:util'
import type { Paper } from '@yibao/shared/agent/documents.ts'
import { home } from '../home.ts'
import type { SpoolRequest } from './port.ts'

const run = promisify(execFile)

const paperNames: Partial<Record<Paper, string>> = { a4: 'A4', a5: 'A5' }

/** Where SumatraPDF stands: installed beside the executable, in the sources in the package that brings it. */
export const sumatraPdf = (): string =>
  isSea() ? join(home(), 'SumatraPDF.exe') : join(home(), '../node_modules/pdf-to-printer/dist/SumatraPDF-3.4.6-32.exe')

const argumentsOf = ({ path, printer, copies, paper }: SpoolRequest) => {
  const size = paperNames[paper]
  const settings = ['noscale', ...(size ? [`paper=${size}`] : []), `${copies}x`]
  return ['-print-to', printer, '-silent', '-print-settings', settings.join(','), path]
}

/**
 * Prints a PDF with a SumatraPDF of its own: resolves when the spooler has the document. One that takes longer than
 * `withinMs` is ended, it alone: another printer's is at its own slip. Throws what execFile does; `syscall` is spawn…
 * when it did not even begin.
 */
export const printPdf = async (program: string, request: SpoolRequest, withinMs: number): Promise<void> => {
  // It has no console that could be seen, and begun hidden it would hide what a printer's driver asks of a person.
  await run(program, argumentsOf(request), { windowsHide: false, timeout: withinMs, killSignal: 'SIGKILL' })
}
