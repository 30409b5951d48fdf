import { execFileSync } from 'node:child_process'
import { constants, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { createDirectPrinter } from './direct.ts'
import { encodeReceipt } from './escpos/encode.ts'

// A receipt printer without a print system: a TCP port and a character device of this test's own.

const bytes = encodeReceipt([{ kind: 'text', text: '结算单' }], 'roll80')
let folder: string
let server: Server | undefined
beforeEach(() => {
  folder = tempFolder()
  writeFileSync(join(folder, 'slip'), bytes)
})
afterEach(async () => {
  await new Promise<unknown>((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})
const request = (raw = true) =>
  ({
    title: 'slip-1.1',
    path: join(folder, 'slip'),
    raw,
    printer: 'P',
    copies: 1,
    paper: 'roll80',
    until: Number.POSITIVE_INFINITY,
  }) as const

/** A printer on a port: `answers` are its status bytes by question, absent = it says nothing. */
const listen = async (answers: Record<number, number> | undefined, onData: (data: Buffer, socket: Socket) => void) => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (data[0] !== 0x10) return onData(data, socket)
      const answer = answers?.[data[2]!]
      if (answer !== undefined) socket.write(Buffer.from([answer]))
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server!.address() as { port: number }
  return createDirectPrinter({ name: 'P', host: '127.0.0.1', port })
}
const good = { 2: 0x12, 4: 0x12 }

test('over TCP the bytes arrive as they are, and the job is known by its title', async () => {
  const got: Buffer[] = []
  const printer = await listen(good, (data) => got.push(data))
  expect(await printer.printers()).toMatchObject([{ name: 'P', state: 'ready' }])
  expect(await printer.submit(request())).toBe('slip-1.1')
  expect(Buffer.concat(got)).toEqual(bytes)
  expect(await printer.status('P', 'slip-1.1')).toEqual({ state: 'done' })
  expect(await printer.find('P', 'slip-2.1')).toBeUndefined()
  expect(await printer.status('P', 'slip-2.1')).toEqual({ state: 'gone' })
})

test.each([
  ['no paper', { 4: 0x72 }, 'PRINTER_PAPER'],
  ['cover open', { 4: 0x12, 2: 0x16 }, 'PRINTER_COVER'],
] as const)('%s is told and nothing is sent', async (_, answers, problem) => {
  const got: Buffer[] = []
  const printer = await listen(answers, (data) => got.push(data))
  expect(await printer.printers()).toMatchObject([{ state: 'stopped', problem }])
  await expect(printer.submit(request())).rejects.toMatchObject({ code: problem })
  expect(got).toEqual([])
})

test.each([
  ['nothing', undefined],
  ['what is no state', { 4: 0x60, 2: 0x04 }],
])('a printer that says %s is unknown, not ready, and prints', async (_, answers) => {
  const got: Buffer[] = []
  const printer = await listen(answers, (data) => got.push(data))
  expect(await printer.printers()).toMatchObject([{ state: 'unknown' }])
  await printer.submit(request())
  expect(Buffer.concat(got)).toEqual(bytes)
})

test('broken off in the middle: nobody knows, so it is no AgentError', async () => {
  const printer = await listen(good, (_, socket) => socket.resetAndDestroy())
  const fault = await printer.submit(request()).catch((error: unknown) => error)
  expect(fault).toMatchObject({ message: 'the printer broke off' })
})

test('nobody listens: certainly not taken', async () => {
  const printer = await listen(good, () => {})
  await new Promise((resolve) => server!.close(resolve))
  await expect(printer.submit(request())).rejects.toMatchObject({ code: 'PRINTER_OFFLINE' })
  expect(await printer.printers()).toMatchObject([{ state: 'stopped', problem: 'PRINTER_OFFLINE' }])
})

test.each([
  ['politely', (socket: Socket) => socket.end()],
  ['at once', (socket: Socket) => socket.resetAndDestroy()],
])('a printer that hangs up %s while it is asked how it is got nothing', async (_, hangUp) => {
  server = createServer((socket) => void hangUp(socket.on('error', () => {}).resume()))
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server!.address() as { port: number }
  const printer = createDirectPrinter({ name: 'P', host: '127.0.0.1', port })
  await expect(printer.submit(request())).rejects.toMatchObject({ code: 'PRINTER_OFFLINE' })
})

test('a PDF is refused: such a printer has no driver', async () => {
  const printer = await listen(good, () => {})
  await expect(printer.submit(request(false))).rejects.toMatchObject({ code: 'PRINTER_NOT_FOR_PAGES' })
})

test.skipIf(process.platform === 'win32')(
  'a character device gets the bytes; one that is away is offline',
  async () => {
    const device = join(folder, 'lp0')
    const printer = createDirectPrinter({ name: 'P', device })
    await expect(printer.submit(request())).rejects.toMatchObject({ code: 'PRINTER_OFFLINE' })
    execFileSync('mkfifo', [device])
    // A pipe without a reader is a device whose printer is off.
    expect(await printer.printers()).toMatchObject([{ state: 'stopped', problem: 'PRINTER_OFFLINE' }])
    const reader = await open(device, constants.O_RDONLY | constants.O_NONBLOCK)
    await printer.submit(request())
    const { buffer, bytesRead } = await reader.read(Buffer.alloc(4096), 0, 4096)
    expect(buffer.subarray(0, bytesRead)).toEqual(bytes)
    await reader.close()
  },
)

test.skipIf(process.platform === 'win32')(
  'a device that goes away with half a slip: nobody knows, so it is no AgentError and is not printed again',
  async () => {
    const device = join(folder, 'lp0')
    execFileSync('mkfifo', [device])
    // More than the system keeps for whoever reads.
    writeFileSync(join(folder, 'slip'), Buffer.alloc(1024 * 1024, 'x'))
    const reader = await open(device, constants.O_RDONLY | constants.O_NONBLOCK)
    const submitted = createDirectPrinter({ name: 'P', device })
      .submit(request())
      .catch((error: unknown) => error)
    const begun = () =>
      reader.read(Buffer.alloc(10), 0, 10).then(
        ({ bytesRead }) => bytesRead,
        () => 0,
      )
    await expect.poll(begun, { interval: 5 }).toBe(10)
    await reader.close()
    expect(await submitted).toMatchObject({ code: 'EPIPE' })
  },
)
