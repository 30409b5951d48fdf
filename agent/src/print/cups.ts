import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request as httpRequest, type RequestOptions } from 'node:http'
import { userInfo } from 'node:os'
import type { Paper } from '@yibao/shared/agent/documents.ts'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import { type Attribute, decodeIpp, encodeIpp, type IppGroup, operations } from './ipp.ts'
import type { PrinterInfo, Spooler, SpoolStatus } from './port.ts'

const socketPath = '/run/cups/cups.sock'
const timeoutMs = 10_000

/** Where the print server listens: CUPS_SERVER as the CUPS tools read it, else its socket, else its port. */
export const cupsAddress = (server = process.env.CUPS_SERVER): RequestOptions => {
  if (server?.startsWith('/')) return { socketPath: server }
  if (server) {
    const [host, port] = server.split(':')
    return { host, port: Number(port ?? 631) }
  }
  return existsSync(socketPath) ? { socketPath } : { host: '127.0.0.1', port: 631 }
}

const media: Record<Paper, string | undefined> = {
  default: undefined,
  a4: 'iso_a4_210x297mm',
  a5: 'iso_a5_148x210mm',
  roll58: 'custom_58x200mm_58x200mm',
  roll80: 'custom_80x200mm_80x200mm',
  // Half of what folds: the page that the slip is made for.
  continuous241: 'custom_241x139.7mm_241x139.7mm',
}

const problemOf = (reasons: readonly (string | number)[]): AgentErrorCode | undefined => {
  const text = reasons.join(' ')
  if (/media-empty|media-needed|media-jam/.test(text)) return 'PRINTER_PAPER'
  if (/cover-open|door-open|interlock-open/.test(text)) return 'PRINTER_COVER'
  if (/offline|connecting|shutdown|timed-out/.test(text)) return 'PRINTER_OFFLINE'
  return /paused|stopped/.test(text) ? 'PRINTER_PAUSED' : undefined
}

const printerOf = (group: IppGroup): PrinterInfo => {
  const name = String(group['printer-name']?.[0])
  const problem = problemOf(group['printer-state-reasons'] ?? [])
  const state = group['printer-state']?.[0]
  return {
    name,
    title: String(group['printer-info']?.[0] || name),
    state: state === 5 ? 'stopped' : state === 4 ? 'busy' : 'ready',
    problem: problem ?? (state === 5 ? 'PRINTER_PAUSED' : undefined),
    simulated: false,
  }
}

// RFC 8011 5.3.7: 3 pending, 4 held, 5 processing, 6 stopped, 7 canceled, 8 aborted, 9 completed.
const endStates: Record<number, SpoolStatus['state']> = { 7: 'cancelled', 8: 'failed', 9: 'done' }

/** IPP's codes from here on are the print server's own fault (RFC 8011 B.1.5). */
const serverFault = 0x0500

/** Nothing was sent. Any other broken connection may have left a job behind. */
const notThere = new Set(['ECONNREFUSED', 'ENOENT', 'EACCES', 'ENOTFOUND'])

/** CUPS over IPP. */
export const createCups = (address: RequestOptions = cupsAddress()): Spooler => {
  const user = userInfo().username
  // Over its socket CUPS believes the kernel about who we are; cancelling needs that.
  const peerCred = address.socketPath ? { authorization: `PeerCred ${user}` } : {}
  const send = (path: string, body: Buffer) =>
    new Promise<Buffer>((resolve, reject) => {
      const headers = { 'content-type': 'application/ipp', host: 'localhost', ...peerCred }
      const call = httpRequest({ ...address, path, method: 'POST', timeout: timeoutMs, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(Buffer.concat(chunks))
            : reject(new Error(`HTTP ${response.statusCode}`)),
        )
      })
      call.on('timeout', () => call.destroy(new Error('no answer from the print server')))
      call.on('error', (error: NodeJS.ErrnoException) =>
        reject(notThere.has(error.code ?? '') ? new AgentError('PRINTER_OFFLINE', { server: error.code }) : error),
      )
      call.end(body)
    })
  const ask = async (operation: number, path: string, attributes: Attribute[], job?: Attribute[], document?: Buffer) =>
    decodeIpp(await send(path, encodeIpp(operation, attributes, job, document)))
  /** Of a job: a print server that is busy or at fault says nothing about it and is asked again. */
  const askAbout = async (...question: Parameters<typeof ask>) => {
    const answer = await ask(...question)
    if (answer.status >= serverFault) throw new Error(`the print server answers ${answer.status.toString(16)}`)
    return answer
  }
  const uri = (path: string): Attribute => ({ name: 'printer-uri', type: 'uri', value: `ipp://localhost${path}` })
  const who: Attribute = { name: 'requesting-user-name', type: 'name', value: user }
  const queueOf = (printer: string) => `/printers/${encodeURIComponent(printer)}`
  const wanted = (value: string[]): Attribute => ({ name: 'requested-attributes', type: 'keyword', value })
  const jobUri = (job: string): Attribute => ({ name: 'job-uri', type: 'uri', value: `ipp://localhost/jobs/${job}` })

  const printers = async () => {
    const names = ['printer-name', 'printer-info', 'printer-state', 'printer-state-reasons']
    const { groups } = await ask(operations.getPrinters, '/', [wanted(names)])
    return groups.filter((group) => group['printer-name']).map(printerOf)
  }
  return {
    printers,
    submit: async ({ title, path, printer, copies, paper, raw }) => {
      const size = raw ? undefined : media[paper]
      const job: Attribute[] = [{ name: 'copies', type: 'integer', value: raw ? 1 : copies }]
      if (size) job.push({ name: 'media', type: 'keyword', value: size })
      const about: Attribute[] = [
        uri(queueOf(printer)),
        who,
        { name: 'job-name', type: 'name', value: title },
        { name: 'document-format', type: 'mime', value: raw ? 'application/vnd.cups-raw' : 'application/pdf' },
      ]
      const document = await readFile(path)
      const { status, groups } = await ask(operations.printJob, queueOf(printer), about, job, document)
      const id = groups.find((group) => group['job-id'])?.['job-id']?.[0]
      if (status < 0x100 && id !== undefined) return String(id)
      if (status === 0x0406) throw new AgentError('PRINTER_UNKNOWN', { printer })
      throw new AgentError('PRINTER_OFFLINE', { printer, ipp: status.toString(16) })
    },
    status: async (printer, printerJob) => {
      const attributes = [jobUri(printerJob), who, wanted(['job-state', 'job-state-reasons'])]
      const { status, groups } = await askAbout(operations.getJobAttributes, '/jobs', attributes)
      const state = Number(groups[0]?.['job-state']?.[0])
      if (status >= 0x100 || Number.isNaN(state)) return { state: 'gone' }
      const ended = endStates[state]
      // Aborted: CUPS could make nothing of the document, or its filters gave up.
      if (ended) return { state: ended, ...(ended === 'failed' && { problem: 'PRINT_ABORTED' as const }) }
      const found = (await printers()).find(({ name }) => name === printer)
      return { state: 'pending', problem: problemOf(groups[0]?.['job-state-reasons'] ?? []) ?? found?.problem }
    },
    find: async (printer, title) => {
      for (const which of ['not-completed', 'completed']) {
        const attributes = [uri(queueOf(printer)), who, { name: 'which-jobs', type: 'keyword', value: which } as const]
        const { groups } = await askAbout(operations.getJobs, queueOf(printer), [
          ...attributes,
          wanted(['job-id', 'job-name']),
        ])
        const job = groups.find((group) => group['job-name']?.[0] === title)
        if (job) return String(job['job-id']?.[0])
      }
      return undefined
    },
    cancel: async (_printer, printerJob) =>
      (await ask(operations.cancelJob, '/jobs', [jobUri(printerJob), who])).status < 0x100,
  }
}
