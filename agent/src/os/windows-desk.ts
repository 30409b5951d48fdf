import type { Socket } from 'node:net'
import koffi from 'koffi'
import { services } from '../ipc/logon-session.ts'
import { mostMemory } from './memory.ts'
import { sessionIsActive, sessionOfPeer } from './windows-sessions.ts'

export { sessionIsActive }

// What the desk, a program of the logged-on user, asks of Windows.

const killOnClose = 0x2000
const limitProcesses = 0x100
const leaveSilently = 0x1000
const extendedLimits = 9
/** Where JOBOBJECT_EXTENDED_LIMIT_INFORMATION has ProcessMemoryLimit; read only with its flag. */
const processMemory = 112

const library = () => {
  const kernel = koffi.load('kernel32.dll')
  return {
    create: kernel.func('void * __stdcall CreateJobObjectW(void *security, str16 name)'),
    limit: kernel.func('bool __stdcall SetInformationJobObject(void *job, int kind, void *info, uint32_t bytes)'),
    assign: kernel.func('bool __stdcall AssignProcessToJobObject(void *job, void *process)'),
    self: kernel.func('void * __stdcall GetCurrentProcess()'),
  }
}

/** Never closed: Windows does that at the end of this process, and ends who is in it. */
let job: unknown
const setFlags = (flags: number) => {
  const info = Buffer.alloc(144)
  info.writeUInt32LE(flags, 16)
  info.writeBigUInt64LE(BigInt(mostMemory), processMemory)
  return library().limit(job, extendedLimits, info, info.length)
}

/**
 * The hosts of this process end with it, however it ends: all are in one job that Windows closes, and that limits their memory.
 */
export const childrenEndWithMe = (): void => {
  const { create, assign, self } = library()
  job = create(null, null)
  if (job && setFlags(killOnClose | limitProcesses)) assign(job, self())
}

/** For a program that is to stay when this one ends. */
export const letChildrenStay = (): void => {
  if (job) setFlags(leaveSilently)
}

/** Started at logon it has a console window, which nobody needs. */
export const hideConsole = (): void => {
  const kernel = koffi.load('kernel32.dll')
  const window = kernel.func('void * __stdcall GetConsoleWindow()')()
  if (!window) return
  koffi.load('user32.dll').func('bool __stdcall ShowWindow(void *window, int how)')(window, 0)
  kernel.func('bool __stdcall FreeConsole()')()
}

/** See desk.ts. */
export const isService = ({ remotePort = 0, localPort = 0 }: Socket): boolean =>
  [undefined, services].includes(sessionOfPeer(remotePort, localPort))
