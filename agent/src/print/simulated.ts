import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import type { Driver } from '../dll/driver.ts'
import type { PrinterInfo, Spooler, SpoolStatus } from './port.ts'

const problems: Record<string, AgentErrorCode> = {
  paper: 'PRINTER_PAPER',
  cover: 'PRINTER_COVER',
  offline: 'PRINTER_OFFLINE',
  paused: 'PRINTER_PAUSED',
  jam: 'PRINT_UNSURE',
}
const ended: Record<string, SpoolStatus['state']> = { done: 'done', cancelled: 'cancelled', gone: 'gone' }
/** The 15 s of its functions and the wait for its turn, within the 30 s that the gateway waits. ms. */
const callMs = 25_000

/** A printer that is a driver: the simulated one, or whoever ships a library with the same five functions. */
export const createDriverPrinter = (driver: Driver): Spooler => {
  const { id, name, simulator } = driver.manifest
  const call = async (fn: string, args: Record<string, unknown>) => (await driver.call(fn, args, callMs)).values
  return {
    printers: async () => {
      const state = String((await call('Printer', {})).state)
      const problem = problems[state]
      const info: PrinterInfo = { name: id, title: name, state: problem ? 'stopped' : 'ready', simulated: !!simulator }
      return [problem ? { ...info, problem } : info]
    },
    submit: async ({ path, title }) => String((await call('Spool', { path, title })).job),
    status: async (_printer, printerJob) => {
      const state = String((await call('State', { job: printerJob })).state)
      if (ended[state]) return { state: ended[state] }
      return problems[state] ? { state: 'pending', problem: problems[state] } : { state: 'pending' }
    },
    find: async (_printer, title) => String((await call('Find', { title })).job) || undefined,
    cancel: async (_printer, printerJob) => {
      try {
        await call('Cancel', { job: printerJob })
        return true
      } catch (error) {
        if (error instanceof AgentError && error.code === 'JOB_UNKNOWN') return false
        throw error
      }
    },
  }
}
