import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startDesk } from '../../test/desk.ts'
import { tempFolder } from '../../test/native.ts'
import { createDeskPort } from './desk-port.ts'
import { PrintQueue } from './queue.ts'
import { createJobStore, type JobStore } from './store.ts'

// Queue, store and the simulated printer behind a real desk process.

const dataDir = tempFolder()
const pdf = Buffer.from('%PDF-1.4\n结算单\n%%EOF\n')
const paths = { dataDir, env: { CUPS_SERVER: join(dataDir, 'no-cups.sock') } }
let desk: Awaited<ReturnType<typeof startDesk>>
let store: JobStore
let queue: PrintQueue

const printed = () => readdirSync(join(dataDir, 'printed')).filter((name) => name.endsWith('.pdf'))
const reach = (id: string, state: string) => expect.poll(() => store.get(id)?.state, { timeout: 5000 }).toBe(state)
const problem = (id: string, code: string) => expect.poll(() => store.get(id)?.problem, { timeout: 5000 }).toBe(code)
const job = (id: string) => ({ id, bytes: pdf, printer: 'sim-printer', copies: 1, paper: 'roll80' as const })

beforeAll(async () => {
  desk = await startDesk(paths)
})
beforeEach(() => {
  desk.simulate({})
  store = createJobStore(join(dataDir, 'agent', 'jobs.sqlite'))
  queue = new PrintQueue({ store, port: createDeskPort(() => desk.peer), pollMs: 20, retryMs: 50 })
})
afterEach(async () => {
  await queue.stop()
  store.close()
})
afterAll(async () => {
  await desk.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the bytes that were given are the bytes that are printed', async () => {
  queue.submit(job('slip-1'))
  await reach('slip-1', 'done')
  expect(readFileSync(join(dataDir, 'printed', 'slip-1.1.pdf'))).toEqual(pdf)
  expect(readdirSync(join(dataDir, 'agent', 'spool'))).toEqual([])
})

test('what a desk that was killed left of a slip goes with the next one', async () => {
  const spool = join(dataDir, 'agent', 'spool')
  mkdirSync(spool, { recursive: true })
  // Of one the clock was set back since.
  const away = { 'slip-0.1-a.pdf': -3600_000, 'slip-0.3-c.pdf': 3600_000, 'slip-0.2-b.pdf': 0 }
  for (const [name, ms] of Object.entries(away)) {
    writeFileSync(join(spool, name), pdf)
    utimesSync(join(spool, name), new Date(Date.now() + ms), new Date(Date.now() + ms))
  }
  queue.submit(job('slip-left'))
  await reach('slip-left', 'done')
  // The other one may be with a print engine still.
  expect(readdirSync(spool)).toEqual(['slip-0.2-b.pdf'])
  rmSync(join(spool, 'slip-0.2-b.pdf'))
})

test('what a printer is taking is not swept away behind it, whatever the clock says meanwhile', async () => {
  // It takes every byte and does not let the line go.
  let last: Socket | undefined
  const slow = createServer({ allowHalfOpen: true }, (socket) =>
    socket
      .on('error', () => {})
      .on('data', (data) => {
        if (data[0] === 0x1b) last = socket
      }),
  )
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port } = slow.address() as AddressInfo
  const config = join(dataDir, 'agent', 'printers.json')
  const direct = [
    { name: '网口', host: '127.0.0.1', port },
    { name: '吧台', device: '/dev/null' },
  ]
  writeFileSync(config, JSON.stringify({ byDocumentType: {}, direct }))
  const bytes = Buffer.from(JSON.stringify([{ kind: 'text', text: '王䶮' }]))
  queue.submit({ ...job('slip-held'), printer: '网口', format: 'receipt', bytes })
  const spool = join(dataDir, 'agent', 'spool')
  const held = () => readdirSync(spool).filter((name) => name.startsWith('slip-held.1-'))
  await expect.poll(() => last, { timeout: 5000 }).toBeDefined()
  expect(held()).toHaveLength(1)
  const hourAgo = new Date(Date.now() - 3600_000)
  utimesSync(join(spool, held()[0]!), hourAgo, hourAgo)
  const beside = { jobId: 'beside.1', printer: '吧台', format: 'receipt', bytes: bytes.toString('base64') }
  await desk.ask('print.submit', beside)
  expect(held()).toHaveLength(1)
  slow.close()
  last!.end()
  await reach('slip-held', 'done')
  expect(held()).toEqual([])
  rmSync(config)
})

test('a document of 19 MB passes, one of more than 20 MB is refused', async () => {
  const big = (megabytes: number) => Buffer.concat([pdf, Buffer.alloc(megabytes * 1024 * 1024), pdf]).toString('base64')
  const args = { jobId: 'big.1', printer: 'sim-printer', bytes: big(19) }
  expect(await desk.ask('print.submit', args)).toMatchObject({ printer: 'sim-printer' })
  const refused = desk.ask('print.submit', { ...args, jobId: 'big.2', bytes: big(21) })
  await expect(refused).rejects.toMatchObject({ code: 'ARGS_INVALID' })
})

test('a printer that is connected or taken away meanwhile is news; the first look is none', async () => {
  const config = join(dataDir, 'agent', 'printers.json')
  const told = () => desk.events.flatMap(({ event, data }) => (event === 'printer.state' ? [data] : []))
  await desk.ask('print.printers')
  const before = told().length
  writeFileSync(config, JSON.stringify({ byDocumentType: {}, direct: [{ name: '柜台小票', device: '/dev/null' }] }))
  expect(await desk.ask('print.printers')).toHaveLength(2)
  rmSync(config)
  for (const _ of ['gone', 'still gone']) expect(await desk.ask('print.printers')).toHaveLength(1)
  expect(told().slice(before)).toMatchObject([{ name: '柜台小票', title: '柜台小票' }, { name: '柜台小票' }])
})

test('printers are chosen by document type, else the default, and only among those that exist', async () => {
  const submit = (args: object) => desk.ask('print.submit', { jobId: 'x.1', bytes: pdf.toString('base64'), ...args })
  await desk.ask('print.configure', { default: 'gone', byDocumentType: { slip: { printer: 'sim-printer' } } })
  expect(await desk.ask('print.printers')).toMatchObject([
    ...[{ name: 'sim-printer', state: 'ready', simulated: true, isDefault: false, documentTypes: ['slip'] }],
  ])
  expect(await submit({ documentType: 'slip' })).toMatchObject({ printer: 'sim-printer' })
  // The system's print server is silent here, so nobody can say that 'gone' does not exist.
  await expect(submit({ documentType: 'constructor' })).rejects.toMatchObject({ code: 'PRINTER_OFFLINE' })
  await desk.ask('print.configure', {})
})

test.each([
  [{ bytes: Buffer.from('<html>').toString('base64') }],
  [{ jobId: '../x' }],
  [{ copies: 1000 }],
  [{ paper: 'a4 -o raw' }],
  [{ path: '/etc/passwd' }],
])('%j is refused', async (change) => {
  const args = { jobId: 'y.1', bytes: pdf.toString('base64'), ...change }
  await expect(desk.ask('print.submit', args)).rejects.toMatchObject({ code: 'ARGS_INVALID' })
})

test('paper out and offline are told, and printing goes on when they are cured', async () => {
  desk.simulate({ printer: 'paper' })
  queue.submit(job('slip-2'))
  await problem('slip-2', 'PRINTER_PAPER')
  expect(store.get('slip-2')?.state).toBe('printing')
  desk.simulate({ printer: 'offline' })
  queue.submit(job('slip-3'))
  await problem('slip-3', 'PRINTER_OFFLINE')
  expect(store.get('slip-3')?.state).toBe('queued')
  desk.simulate({})
  await reach('slip-2', 'done')
  await reach('slip-3', 'done')
  expect(printed().filter((name) => name.startsWith('slip-2'))).toHaveLength(1)
})

test('a disk that takes nothing: the slip certainly did not print, waits, and goes on when there is room', async () => {
  const spool = join(dataDir, 'agent', 'spool')
  rmSync(spool, { recursive: true, force: true })
  // Where nothing can be written, whoever asks: even root.
  writeFileSync(spool, '')
  queue.submit(job('slip-disk'))
  await problem('slip-disk', 'DISK_FULL')
  expect(store.get('slip-disk')?.state).toBe('queued')
  rmSync(spool)
  await reach('slip-disk', 'done')
  expect(printed().filter((name) => name.startsWith('slip-disk'))).toHaveLength(1)
})

test('a document that was cut off is not handed to a printer, and says so', async () => {
  queue.submit({ ...job('slip-cut'), bytes: pdf.subarray(0, 12) })
  await reach('slip-cut', 'failed')
  expect(store.get('slip-cut')?.problem).toBe('PRINT_DAMAGED')
  expect(printed().some((name) => name.startsWith('slip-cut'))).toBe(false)
})

test('a jam is a question for a person; printed again at his word, the jammed page does not come as well', async () => {
  desk.simulate({ printer: 'jam' })
  queue.submit(job('slip-4'))
  await reach('slip-4', 'unsure')
  desk.simulate({})
  queue.resolve('slip-4', false)
  await reach('slip-4', 'done')
  // Whatever still waits at the printer comes out before a later page.
  queue.submit(job('slip-4b'))
  await reach('slip-4b', 'done')
  expect(printed().filter((name) => /^slip-4\b/.test(name))).toHaveLength(1)
})

test('a waiting job can be taken back at the printer', async () => {
  desk.simulate({ printer: 'paper' })
  queue.submit(job('slip-5'))
  await problem('slip-5', 'PRINTER_PAPER')
  expect(await queue.cancel('slip-5')).toBe(true)
  desk.simulate({})
  expect(await desk.ask('print.status', { jobId: 'slip-5.1' })).toMatchObject({ state: 'cancelled' })
  expect(printed().some((name) => name.startsWith('slip-5'))).toBe(false)
})

test('the printer driver dies with the job in its hands: nothing is printed a second time', async () => {
  desk.simulate({ fault: 'crash', faultIn: ['printer'] })
  queue.submit(job('slip-6'))
  await expect.poll(() => store.get('slip-6')?.attempt, { timeout: 5000 }).toBeGreaterThan(0)
  desk.simulate({})
  await expect.poll(() => store.get('slip-6')?.state, { timeout: 5000 }).toMatch(/done|unsure/)
  expect(printed().filter((name) => name.startsWith('slip-6')).length).toBeLessThanOrEqual(1)
})

test('the desk is killed while a job waits for paper: the next desk finds it and it prints once', async () => {
  desk.simulate({ printer: 'paper' })
  queue.submit(job('slip-7'))
  await problem('slip-7', 'PRINTER_PAPER')
  await desk.kill()
  desk = await startDesk(paths)
  desk.simulate({})
  await reach('slip-7', 'done')
  expect(printed().filter((name) => name.startsWith('slip-7'))).toEqual(['slip-7.1.pdf'])
})

const receipt = (text: string) =>
  Buffer.from(JSON.stringify([{ kind: 'row', left: text, right: '26.63', large: true }]))

test('a receipt goes through the same queue: the desk writes the codes, the paper shows them', async () => {
  desk.simulate({ roll: 58 })
  await desk.ask('print.configure', {
    byDocumentType: { slip: { printer: 'sim-printer', paper: 'roll58', mode: 'receipt' } },
  })
  const paper = 'default' as const
  queue.submit({ id: 'r-1', bytes: receipt('现金支付'), format: 'receipt', documentType: 'slip', copies: 2, paper })
  await reach('r-1', 'done')
  const cut = '✂'.padEnd(32, '·')
  const row = '现金支付   26.63'
  expect(readFileSync(join(dataDir, 'printed', 'r-1.1.txt'), 'utf8')).toBe(`${[row, cut, row, cut].join('\n')}\n`)
  desk.simulate({ roll: 58, printer: 'paper' })
  queue.submit({ id: 'r-2', bytes: receipt('退现金'), format: 'receipt', documentType: 'slip', copies: 1, paper })
  await problem('r-2', 'PRINTER_PAPER')
  // Who watches the folder never finds half a sheet: the paper is laid down whole, in place of what has that name.
  const place = join(dataDir, 'printed', 'r-2.1.txt')
  const sheet = join(dataDir, 'sheet-before.txt')
  writeFileSync(place, 'before')
  linkSync(place, sheet)
  desk.simulate({ roll: 58 })
  await reach('r-2', 'done')
  expect(readFileSync(place, 'utf8')).toContain('退现金')
  expect(readFileSync(sheet, 'utf8')).toBe('before')
  await desk.ask('print.configure', {})
})

test.each([
  ['no JSON', Buffer.from('\x1b@')],
  ['codes of a printer', Buffer.from(JSON.stringify([{ kind: 'raw', data: '1b40' }]))],
])('a receipt that is %s is refused', async (_, bytes) => {
  const args = { jobId: 'z.1', bytes: bytes.toString('base64'), format: 'receipt', printer: 'sim-printer' }
  await expect(desk.ask('print.submit', args)).rejects.toMatchObject({ code: 'ARGS_INVALID' })
})

test('what is chosen is kept, direct printers of the file with it', async () => {
  const path = join(dataDir, 'agent', 'printers.json')
  const direct = [{ name: '吧台', host: '127.0.0.1', port: 9 }]
  writeFileSync(path, JSON.stringify({ byDocumentType: {}, direct }))
  const byDocumentType = { slipForm: { printer: 'sim-printer', paper: 'a4', mode: 'page' } }
  expect(await desk.ask('print.configure', { default: 'sim-printer', byDocumentType })).toEqual({
    default: 'sim-printer',
    byDocumentType,
  })
  expect(JSON.parse(readFileSync(path, 'utf8')).direct).toEqual(direct)
  expect(await desk.ask('print.printers')).toMatchObject([
    { name: '吧台', state: 'stopped', problem: 'PRINTER_OFFLINE' },
    { name: 'sim-printer', isDefault: true, documentTypes: ['slipForm'] },
  ])
  await expect(desk.ask('print.configure', { byDocumentType: {}, direct })).rejects.toMatchObject({
    code: 'ARGS_INVALID',
  })
  rmSync(path)
})
