import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canPrint, hasPages, startCups } from '../../test/cups.ts'
import { differenceOf, pageImage, without } from '../../test/page-image.ts'
import { createCups, cupsAddress } from './cups.ts'
import { encodeReceipt } from './escpos/encode.ts'
import { decodeIpp, encodeIpp } from './ipp.ts'

test('the print server is found where the CUPS tools find it', () => {
  expect(cupsAddress('/x/cups.sock')).toEqual({ socketPath: '/x/cups.sock' })
  expect(cupsAddress('printhost:8631')).toEqual({ host: 'printhost', port: 8631 })
  expect(cupsAddress('printhost')).toEqual({ host: 'printhost', port: 631 })
})

const path = fileURLToPath(import.meta.url)
const until = Number.POSITIVE_INFINITY
const page = { title: 'x.1', path, printer: 'P', copies: 1, paper: 'a4' as const, raw: false, until }

test('a print server that is not running took nothing for certain', async () => {
  const cups = createCups({ socketPath: '/nowhere/cups.sock' })
  await expect(cups.submit(page)).rejects.toMatchObject({ code: 'PRINTER_OFFLINE' })
})

test('a print server that breaks off when it has the page may have taken it: no AgentError', async () => {
  const server = createServer((request) => request.resume().on('end', () => request.socket.resetAndDestroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fault = await createCups({ host: '127.0.0.1', port })
    .submit(page)
    .catch((error: unknown) => error)
  expect(fault).toMatchObject({ code: 'ECONNRESET' })
  server.close()
})

test('a print server that is busy says nothing of a job; one that does not know it says that it is gone', async () => {
  let status = 0x0507
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.end(encodeIpp(status, []))),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const cups = createCups({ host: '127.0.0.1', port })
  await expect(cups.status('P', '7')).rejects.toThrow('507')
  await expect(cups.find('P', 'x.1')).rejects.toThrow('507')
  status = 0x0406
  expect([await cups.status('P', '7'), await cups.find('P', 'x.1')]).toEqual([{ state: 'gone' }, undefined])
  server.close()
})

test('what is encoded is decoded: integers, texts, lists', () => {
  const request = encodeIpp(
    0x0002,
    [{ name: 'job-name', type: 'name', value: '小票' }],
    [
      { name: 'copies', type: 'integer', value: -2 },
      { name: 'requested', type: 'keyword', value: ['a', 'b'] },
    ],
    Buffer.from('document'),
  )
  expect(decodeIpp(request).groups).toEqual([{ copies: [-2], requested: ['a', 'b'] }])
})

describe.skipIf(!canPrint)('a real CUPS', () => {
  let server: Awaited<ReturnType<typeof startCups>>
  let cups: ReturnType<typeof createCups>
  const pdf = Buffer.from('%PDF-1.4 结算单')
  const submit = (title: string, copies = 1) => {
    writeFileSync(join(server.out, 'source'), pdf)
    const path = join(server.out, 'source')
    return cups.submit({ title, path, printer: 'COUNTER', copies, paper: 'roll80', raw: false, until })
  }
  const reach = (job: string, status: object) =>
    expect.poll(() => cups.status('COUNTER', job), { timeout: 8000 }).toMatchObject(status)

  beforeAll(async () => {
    server = await startCups()
    cups = createCups({ socketPath: server.socketPath })
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    server.set('paper-out', false)
    server.set('broken', false)
  })

  test('its printers are listed, a job is printed byte for byte and found again by its title', async () => {
    const printers = await cups.printers()
    expect(printers[0]).toMatchObject({ name: 'COUNTER', state: 'ready', simulated: false })
    expect(printers).toHaveLength(hasPages ? 2 : 1)
    const job = await submit('slip-1.1')
    await reach(job, { state: 'done' })
    expect(readFileSync(join(server.out, 'slip-1.1.pdf'))).toEqual(pdf)
    expect(await cups.find('COUNTER', 'slip-1.1')).toBe(job)
    expect(await cups.find('COUNTER', 'slip-1')).toBeUndefined()
    expect(await cups.status('COUNTER', '9999')).toEqual({ state: 'gone' })
  })

  test('paper out is told while the job waits, and it goes on by itself', async () => {
    server.set('paper-out', true)
    const job = await submit('slip-2.1')
    await reach(job, { state: 'pending', problem: 'PRINTER_PAPER' })
    expect(await cups.find('COUNTER', 'slip-2.1')).toBe(job)
    server.set('paper-out', false)
    await reach(job, { state: 'done' })
  })

  test('a printer that somebody paused is called so, not off: its power and cable are right', async () => {
    server.pause('COUNTER', true)
    const job = await submit('slip-5.1')
    await reach(job, { state: 'pending', problem: 'PRINTER_PAUSED' })
    expect(await cups.printers()).toContainEqual(
      expect.objectContaining({ name: 'COUNTER', state: 'stopped', problem: 'PRINTER_PAUSED' }),
    )
    server.pause('COUNTER', false)
    await reach(job, { state: 'done' })
  })

  test('a job is taken back, an aborted one has failed', async () => {
    server.set('paper-out', true)
    const job = await submit('slip-3.1')
    await reach(job, { state: 'pending' })
    expect(await cups.cancel('COUNTER', job)).toBe(true)
    await reach(job, { state: 'cancelled' })
    server.set('paper-out', false)
    server.set('broken', true)
    await reach(await submit('slip-4.1'), { state: 'failed', problem: 'PRINT_ABORTED' })
    expect(existsSync(join(server.out, 'slip-3.1.pdf'))).toBe(false)
  })

  test('a receipt’s codes pass untouched', async () => {
    const bytes = encodeReceipt([{ kind: 'text', text: '结算单' }], 'roll80')
    const path = join(server.out, 'codes')
    writeFileSync(path, bytes)
    const title = 'receipt-1.1'
    const job = await cups.submit({ title, path, printer: 'COUNTER', copies: 2, paper: 'roll80', raw: true, until })
    await reach(job, { state: 'done' })
    expect(readFileSync(join(server.out, `${title}.pdf`))).toEqual(bytes)
  })

  test.skipIf(!hasPages)(
    'the printed page looks like the document: every character of it, 䶮 and the 〓 of 𠮷',
    async () => {
      const path = fileURLToPath(new URL('../../test/slip.pdf', import.meta.url))
      const job = await cups.submit({
        title: 'page-1.1',
        path,
        printer: 'PAGE',
        copies: 1,
        paper: 'a5',
        raw: false,
        until,
      })
      await expect
        .poll(() => cups.status('PAGE', job), { timeout: 20_000, interval: 100 })
        .toMatchObject({ state: 'done' })
      const [printed] = readdirSync(server.pages)
      const given = pageImage(path)
      expect(given.ink).toBeGreaterThan(0.01)
      const page = pageImage(join(server.pages, printed!))
      const { sized, lost } = differenceOf(given, page)
      // Outlines are drawn anew by the filter, so edges differ by a shade; a lost character is one place without any ink.
      expect(sized).toBeLessThan(0.01)
      expect(lost).toBeLessThan(0.2)
      const ink = page.pixels.indexOf(0, page.width * 60)
      const torn = without(page, ink % page.width, Math.floor(ink / page.width))
      expect(differenceOf(given, torn).lost).toBeGreaterThan(0.5)
    },
  )

  test('a printer that is not there is refused for certain', async () => {
    const request = {
      title: 'x.1',
      path: join(server.out, 'source'),
      printer: 'NOBODY',
      copies: 1,
      paper: 'a4' as const,
      raw: false,
      until,
    }
    await expect(cups.submit(request)).rejects.toMatchObject({ code: 'PRINTER_UNKNOWN' })
  })
})
