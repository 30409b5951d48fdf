import { constants } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import type { DirectPrinter } from './config.ts'
import type { PrinterInfo, Spooler } from './port.ts'

/** ms for a printer to take the connection, to say how it is, and to take more bytes once it has begun. */
const connectMs = 5000
const answerMs = 500
const stuckMs = 30_000

/** Real-time status (DLE EOT n): n = 2 says cover, n = 4 paper. Printers that cannot tell say nothing at all. */
const questions: [n: number, mask: number, code: AgentErrorCode][] = [
  [4, 0x60, 'PRINTER_PAPER'],
  [2, 0x04, 'PRINTER_COVER'],
]

const isStatus = (byte: number) => (byte & 0b1001_0011) === 0b0001_0010

const oneByte = (socket: Socket): Promise<number | undefined> =>
  new Promise((resolve) => {
    const end = (data?: Buffer) => {
      clearTimeout(timer)
      socket.off('data', end)
      resolve(data?.[0])
    }
    const timer = setTimeout(end, answerMs)
    socket.once('data', end)
  })

/** What the printer says keeps it from printing; 'silent' when it says nothing. */
const problemAt = async (socket: Socket): Promise<AgentErrorCode | 'silent' | undefined> => {
  for (const [n, mask, code] of questions) {
    socket.write(Buffer.from([0x10, 0x04, n]))
    const answer = await oneByte(socket)
    if (answer === undefined || !isStatus(answer)) return 'silent'
    if (answer & mask) return code
  }
  return undefined
}

const dial = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const refuse = () => {
      socket.destroy()
      reject(new AgentError('PRINTER_OFFLINE'))
    }
    socket.setTimeout(connectMs, refuse)
    socket.once('error', refuse)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('error', refuse)
      // Whatever breaks later is seen by whoever writes; an error without a listener would end the desk.
      socket.on('error', () => {})
      resolve(socket)
    })
  })

/** Resolves when the printer's side has taken every byte. */
const pour = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const broken = () => {
      socket.destroy()
      reject(new Error('the printer broke off'))
    }
    socket.setTimeout(stuckMs, broken)
    socket.once('error', broken)
    socket.once('close', (hadError) => (hadError ? undefined : resolve()))
    socket.end(bytes)
    socket.resume()
  })

const overTcp = (host: string, port: number) => ({
  state: async (): Promise<AgentErrorCode | 'silent' | undefined> => {
    const socket = await dial(host, port)
    try {
      return await problemAt(socket)
    } finally {
      socket.destroy()
    }
  },
  write: async (bytes: Buffer) => {
    const socket = await dial(host, port)
    const problem = await problemAt(socket)
    if (problem && problem !== 'silent') {
      socket.destroy()
      throw new AgentError(problem)
    }
    // It hung up while it was asked how it is: it got nothing, and of a line that is down nothing more is heard.
    if (socket.destroyed || !socket.writable) throw new AgentError('PRINTER_OFFLINE')
    await pour(socket, bytes)
  },
})

const overDevice = (path: string) => ({
  state: async (): Promise<AgentErrorCode | 'silent' | undefined> => {
    const device = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined)
    await device?.close()
    return device ? 'silent' : 'PRINTER_OFFLINE'
  },
  write: async (bytes: Buffer) => {
    // Without waiting in the kernel: a printer without paper would hold one of the process's few threads for ever.
    const device = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => {
      throw new AgentError('PRINTER_OFFLINE')
    })
    try {
      let done = 0
      let since = performance.now()
      while (done < bytes.length) {
        const { bytesWritten } = await device.write(bytes, done).catch((fault: NodeJS.ErrnoException) => {
          if (fault.code === 'EAGAIN') return { bytesWritten: 0 }
          throw done ? fault : new AgentError('PRINTER_OFFLINE')
        })
        done += bytesWritten
        if (bytesWritten) since = performance.now()
        else if (performance.now() - since < stuckMs) await wait(50)
        else throw done ? new Error('the printer takes no more') : new AgentError('PRINTER_PAPER')
      }
    } finally {
      await device.close()
    }
  },
})

/**
 * A receipt printer without a print system: a character device or a TCP port (9100). It takes ESC/POS only. What it has
 * taken counts as printed; which jobs those were is remembered by this process alone, so after a crash a person is asked.
 */
export const createDirectPrinter = (setting: DirectPrinter): Spooler => {
  const { name } = setting
  const wire = 'device' in setting ? overDevice(setting.device) : overTcp(setting.host, setting.port)
  const taken = new Set<string>()
  return {
    printers: async () => {
      const said = await wire.state().catch((): AgentErrorCode => 'PRINTER_OFFLINE')
      const info: PrinterInfo = { name, title: name, state: 'ready', simulated: false }
      if (said === 'silent') return [{ ...info, state: 'unknown' }]
      return [said ? { ...info, state: 'stopped', problem: said } : info]
    },
    submit: async ({ title, path, raw }) => {
      if (!raw) throw new AgentError('PRINTER_NOT_FOR_PAGES', { printer: name })
      await wire.write(await readFile(path))
      taken.add(title)
      return title
    },
    status: async (_printer, title) => ({ state: taken.has(title) ? 'done' : 'gone' }),
    find: async (_printer, title) => (taken.has(title) ? title : undefined),
    cancel: async () => false,
  }
}
