import koffi from 'koffi'
import { ended, services } from '../ipc/logon-session.ts'

// Which logon session a program of this Windows belongs to, and whose program is at the other end of a connection.

const library = () => {
  return {
    tcpTable: koffi
      .load('iphlpapi.dll')
      .func(
        'uint32_t __stdcall GetExtendedTcpTable(void *table, _Inout_ uint32_t *bytes, bool order, uint32_t family, int kind, uint32_t reserved)',
      ),
    system: koffi
      .load('ntdll.dll')
      .func(
        'int32_t __stdcall NtQuerySystemInformation(int kind, void *table, uint32_t bytes, _Inout_ uint32_t *needed)',
      ),
  }
}
let loaded: ReturnType<typeof library> | undefined
const api = () => {
  loaded ??= library()
  return loaded
}

const [ipv4, connectionsWithOwner] = [2, 4] as const
const tooSmall = 122
/** MIB_TCPROW_OWNER_PID: six numbers, ports in the network's order. */
const row = { bytes: 24, localPort: 8, remotePort: 16, owner: 20 } as const

const tcpTable = (): Buffer => {
  const bytes = [64 * 1024]
  for (;;) {
    const table = Buffer.alloc(bytes[0]!)
    const failed = api().tcpTable(table, bytes, false, ipv4, connectionsWithOwner, 0)
    if (failed === 0) return table
    // Another connection came between the asking and the answer.
    if (failed !== tooSmall) return Buffer.alloc(4)
  }
}

/** The process whose end of a loopback connection has this port; undefined when Windows knows none. */
const ownerOf = (port: number, otherPort: number): number | undefined => {
  const table = tcpTable()
  for (let i = 0, at = 4; i < table.readUInt32LE(0); i++, at += row.bytes)
    if (table.readUInt16BE(at + row.localPort) === port && table.readUInt16BE(at + row.remotePort) === otherPort)
      return table.readUInt32LE(at + row.owner) || undefined
  return undefined
}

const systemProcesses = 5
const tooShort = 0xc0000004 | 0
/** Where SYSTEM_PROCESS_INFORMATION of 64 bits has what is read of it. */
const processAt = { next: 0, nameBytes: 0x38, name: 0x40, id: 0x50, session: 0x64 } as const

const processTable = (): Buffer | undefined => {
  for (let bytes = 512 * 1024; bytes < 64 * 1024 * 1024; bytes *= 2) {
    const table = Buffer.alloc(bytes)
    const status = api().system(systemProcesses, table, bytes, [0])
    if (status === 0) return table
    if (status !== tooShort) return undefined
  }
}

/** Where each process of this Windows has its entry in the list. */
const entriesOf = function* (table: Buffer) {
  for (let at = 0, next = 1; next > 0; at += next) {
    yield at
    next = table.readUInt32LE(at + processAt.next)
  }
}

/**
 * The logon session of a process, `ended` of one that is no more; undefined when Windows does not say. From the list of all
 * of them, which Windows gives to every account: a service may not open another account's process to ask it, nor a user
 * the service's.
 */
export const sessionOfProcess = (id: number): number | undefined => {
  const table = processTable()
  if (!table) return undefined
  for (const at of entriesOf(table))
    if (table.readBigUInt64LE(at + processAt.id) === BigInt(id)) return table.readUInt32LE(at + processAt.session)
  return ended
}

/** The logon session of the program that holds `port` of a loopback connection to our `ownPort`. */
export const sessionOfPeer = (port: number, ownPort: number): number | undefined => {
  const owner = ownerOf(port, ownPort)
  return owner === undefined ? undefined : sessionOfProcess(owner)
}

const currentSession = 0xffffffff
const connectState = 8
const active = 0

const terminalLibrary = () => {
  const library = koffi.load('wtsapi32.dll')
  return {
    ask: library.func(
      'bool __stdcall WTSQuerySessionInformationW(void *server, uint32_t session, int kind, _Out_ void **out, _Out_ uint32_t *bytes)',
    ),
    free: library.func('void __stdcall WTSFreeMemory(void *memory)'),
    atConsole: koffi.load('kernel32.dll').func('uint32_t __stdcall WTSGetActiveConsoleSessionId()'),
  }
}
let terminal: ReturnType<typeof terminalLibrary> | undefined

/**
 * Whether the user of a session, this process's own when absent, is the one in front of the PC: false while another is
 * switched to. Of another session Windows may refuse a service the answer: then it is the one at the screen, or is not.
 */
export const sessionIsActive = (session: number = currentSession): boolean => {
  terminal ??= terminalLibrary()
  const out: unknown[] = [null]
  if (!terminal.ask(null, session, connectState, out, [0]) || !out[0])
    // Who is not told of himself is taken for the only one.
    return session === currentSession || session === terminal.atConsole()
  const state = koffi.decode(out[0], 'int') as number
  terminal.free(out[0])
  return state === active
}

/** What runs in a session from when somebody has logged on, and not while it shows who may: the desktop, and what is behind it. */
const ofTheLoggedOn = ['explorer.exe', 'sihost.exe']

/** A process's name; the list names it by address, which is in the very same memory. */
const nameAt = (table: Buffer, at: number): string => {
  const bytes = table.readUInt16LE(at + processAt.nameBytes)
  if (bytes === 0) return ''
  const from = Number(table.readBigUInt64LE(at + processAt.name) - BigInt(koffi.address(table)))
  return table.toString('utf16le', from, from + bytes)
}

/** Whether somebody is logged on and in front of the PC, whose desk should be there; false where Windows does not tell. */
export const someoneIsInFront = (): boolean => {
  const table = processTable()
  if (!table) return false
  const sessions = new Set<number>()
  for (const at of entriesOf(table))
    if (ofTheLoggedOn.includes(nameAt(table, at).toLowerCase()))
      sessions.add(table.readUInt32LE(at + processAt.session))
  sessions.delete(services)
  return [...sessions].some((session) => sessionIsActive(session))
}
