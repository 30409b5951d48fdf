import { beforeEach, expect, test, vi } from 'vitest'
import { ended, services } from '../ipc/logon-session.ts'
import { isService } from './windows-desk.ts'
import { sessionIsActive, sessionOfPeer, sessionOfProcess, someoneIsInFront } from './windows-sessions.ts'

/** The Windows that answers: its processes, the owner of the connection 5000 -> 80, what it tells of a session. */
const windows = vi.hoisted(() => ({
  processes: undefined as [id: number, session: number, name?: string][] | undefined,
  owner: 0,
  states: {} as Record<number, number>,
  console: 0,
  made: [] as string[],
  freed: 0,
}))

/** Address of every list. */
const where = vi.hoisted(() => 0x7ff0_0000_0000n)

const functions = vi.hoisted((): Record<string, (...args: never[]) => unknown> => {
  const refused = 0xc0000022 | 0
  return {
    GetExtendedTcpTable: (table: Buffer) => {
      table.writeUInt32LE(1, 0)
      table.writeUInt16BE(5000, 4 + 8)
      table.writeUInt16BE(80, 4 + 16)
      table.writeUInt32LE(windows.owner, 4 + 20)
      return 0
    },
    NtQuerySystemInformation: (_: number, table: Buffer) => {
      for (const [n, [id, session, name = '']] of windows.processes?.entries() ?? []) {
        const at = n * 0x100
        table.writeUInt32LE(n + 1 === windows.processes?.length ? 0 : 0x100, at)
        table.writeBigUInt64LE(BigInt(id), at + 0x50)
        table.writeUInt32LE(session, at + 0x64)
        table.writeUInt16LE(name.length * 2, at + 0x38)
        table.writeBigUInt64LE(where + BigInt(at + 0x80), at + 0x40)
        table.write(name, at + 0x80, 'utf16le')
      }
      return windows.processes ? 0 : refused
    },
    WTSQuerySessionInformationW: (_: null, session: number, __: number, out: unknown[]) => {
      if (windows.states[session] === undefined) return false
      out[0] = windows.states[session] + 1000
      return true
    },
    WTSFreeMemory: () => {
      windows.freed += 1
    },
    WTSGetActiveConsoleSessionId: () => windows.console,
  }
})

vi.mock('koffi', () => ({
  default: {
    load: () => ({
      func: (prototype: string) => {
        const name = /(\w+)\(/.exec(prototype)?.[1] ?? ''
        windows.made.push(name)
        return functions[name]
      },
    }),
    decode: (pointer: number) => pointer - 1000,
    address: () => where,
  },
}))

const peer = { remotePort: 5000, localPort: 80 } as Parameters<typeof isService>[0]
const [active, disconnected] = [0, 4]
const own = 0xffffffff

beforeEach(() => {
  Object.assign(windows, { processes: [], owner: 0, states: {}, console: 0, freed: 0 })
})

test('a program has the session of its process; one that left its connection to another has ended', () => {
  Object.assign(windows, {
    processes: [
      [4, services],
      [70, 3],
    ],
    owner: 70,
  })
  expect([sessionOfProcess(4), sessionOfPeer(5000, 80), isService(peer)]).toEqual([services, 3, false])
  windows.owner = 71
  expect([sessionOfProcess(71), sessionOfPeer(5000, 80), isService(peer)]).toEqual([ended, ended, false])
})

test.each([
  ['Windows names no owner', [[4, 0]], 0],
  ['the list of processes cannot be read', undefined, 70],
])('nobody is kept out where %s', (_, processes, owner) => {
  Object.assign(windows, { processes, owner })
  expect([sessionOfPeer(5000, 80), isService(peer)]).toEqual([undefined, true])
})

test('who is in front is what Windows tells of his session, and where it refuses, whether he is at the screen', () => {
  Object.assign(windows, { states: { 2: active, 3: disconnected }, console: 5 })
  expect([2, 3, 5, 6].map((session) => sessionIsActive(session))).toEqual([true, false, true, false])
  expect(windows.freed).toBe(2)
})

test.each<[string, [number, number, string][] | undefined, boolean]>([
  [
    'the screen that asks who logs on',
    [
      [4, 0, 'System'],
      [60, 2, 'LogonUI.exe'],
      [61, 2, 'dwm.exe'],
    ],
    false,
  ],
  [
    'a desktop',
    [
      [4, 0, ''],
      [60, 2, 'Explorer.EXE'],
    ],
    true,
  ],
  [
    'a counter without one, of one program alone',
    [
      [60, 2, 'sihost.exe'],
      [61, 2, 'pos.exe'],
    ],
    true,
  ],
  [
    'a user who is switched away',
    [
      [60, 3, 'explorer.exe'],
      [61, 2, 'LogonUI.exe'],
    ],
    false,
  ],
  ['something of Windows itself', [[60, 0, 'explorer.exe']], false],
  ['a list that cannot be read', undefined, false],
])('whether somebody is logged on in front: %s', (_, processes, expected) => {
  Object.assign(windows, { processes, states: { 0: active, 2: active, 3: disconnected } })
  expect(someoneIsInFront()).toBe(expected)
})

test('a program is told of its own session, and where it is not, it is the only one', () => {
  expect(sessionIsActive()).toBe(true)
  windows.states[own] = disconnected
  expect(sessionIsActive()).toBe(false)
})

test('a function is made once, however often it is asked', () => {
  for (let n = 0; n < 3; n++) sessionIsActive(2)
  expect(windows.made.toSorted()).toEqual([...new Set(windows.made)].toSorted())
})
