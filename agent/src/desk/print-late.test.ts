import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import type { Drivers } from './drivers.ts'
import { printVerbs } from './print.ts'

// A print system that takes its time to say which printers there are: whoever asked for the slip waits no longer.

const dataDir = tempFolder()
/** Bytes that the receipt printer was given, questions about paper and cover left out. */
let given: Buffer[] = []
let printer: Server
beforeAll(async () => {
  printer = createServer((socket) => socket.on('data', (bytes) => bytes[0] !== 0x10 && given.push(bytes)))
  await new Promise<void>((resolve) => printer.listen(0, '127.0.0.1', resolve))
  const { port } = printer.address() as AddressInfo
  mkdirSync(join(dataDir, 'agent'))
  const direct = [{ name: '前台', host: '127.0.0.1', port }]
  writeFileSync(join(dataDir, 'agent', 'printers.json'), JSON.stringify({ byDocumentType: {}, direct }))
})
afterAll(() => {
  printer.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const drivers = { ofKind: () => [] } as unknown as Drivers
const bytes = Buffer.from(JSON.stringify([{ kind: 'text', text: '现金支付' }])).toString('base64')

test.each([
  [1, 'PRINTER_OFFLINE'],
  [60_000, 'printed'],
])('a slip whose printer was chosen within %i ms: %s', async (deadlineMs, end) => {
  given = []
  const { run } = printVerbs({ dataDir, drivers, emit: () => {} })['print.submit']!
  const args = { jobId: `slip-${deadlineMs}.1`, bytes, format: 'receipt', printer: '前台', paper: 'roll80' }
  const answer = await run(args, { verb: 'print.submit', args, deadlineMs }).then(
    () => 'printed',
    ({ code }) => code,
  )
  expect(answer).toBe(end)
  // Tried again later it must not come out twice.
  expect(given.length > 0).toBe(end === 'printed')
})
