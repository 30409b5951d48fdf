import { afterAll, beforeAll, expect, test } from 'vitest'
import { PrintQueue } from '../../print/queue.ts'
import { createJobStore } from '../../print/store.ts'
import { startAgent, type TestAgent } from '../test/agent.ts'
import { readable } from '../test/socket.ts'
import { printJobs } from './jobs.ts'

// The real queue, stopped: jobs stay where a test puts them.
const never = () => Promise.reject(new Error('no desk'))
const orders = createJobStore(':memory:')
const queue = new PrintQueue({ store: orders, port: { submit: never, status: never, cancel: never } })
const jobs = printJobs(queue, orders)

let agent: TestAgent
let token = ''
beforeAll(async () => {
  await queue.stop()
  agent = await startAgent({ jobs })
  token = (await agent.login()).accessToken
})
afterAll(() => agent.stop())

const pdf = Buffer.from('%PDF-1.4 slip %%EOF')
const print = (query: string, key: string | undefined, bytes = pdf) =>
  agent.send(`/v1/print/jobs?${query}`, { token, bytes, headers: { 'idempotency-key': key } })
const printer = `printer=${encodeURIComponent('小票打印机')}`

test('bytes, a key and a printer become a job', async () => {
  const answer = await print(`${printer}&copies=2&paper=roll80`, 'slip-1')
  expect([answer.status, answer.json]).toMatchObject([202, { ok: true, result: { id: 'slip-1', state: 'queued' } }])
  expect(orders.get('slip-1')).toMatchObject({ printer: '小票打印机', copies: 2, paper: 'roll80' })
  expect(orders.bytes('slip-1')).toEqual(pdf)
  expect((await print(printer, 'slip-1')).json.ok).toBe(true)
  expect((await print(printer, 'slip-1', Buffer.from('%PDF-1.4 other %%EOF'))).json.code).toBe('IDEMPOTENCY_CHANGED')
  expect((await print('documentType=slip', 'slip-2')).json.ok).toBe(true)
})

test.each([
  ['no key', printer, undefined, pdf, 'IDEMPOTENCY_KEY'],
  ['a key that is a path', printer, '../x', pdf, 'IDEMPOTENCY_KEY'],
  ['no printer and no type', '', 'slip-9', pdf, 'ARGS_INVALID'],
  ['a printer that is not there', 'printer=other', 'slip-9', pdf, 'PRINTER_UNKNOWN'],
  ['an option for the print engine', `${printer}&options=-print-dialog`, 'slip-9', pdf, 'ARGS_INVALID'],
  ['unknown paper', `${printer}&paper=../a4`, 'slip-9', pdf, 'ARGS_INVALID'],
  ['eleven copies', `${printer}&copies=11`, 'slip-9', pdf, 'ARGS_INVALID'],
  ['a PDF that was cut off', printer, 'slip-9', pdf.subarray(0, 12), 'PRINT_DAMAGED'],
  ['no PDF', printer, 'slip-9', Buffer.from('<html>'), 'CONTENT_TYPE'],
])('refused: %s', async (_, query, key, bytes, code) => {
  expect((await print(query, key, bytes)).json.code).toBe(code)
  expect(orders.get('slip-9')).toBeUndefined()
})

test('20 MB and not more', async () => {
  const big = Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)])
  expect((await print(printer, 'slip-9', big)).json.code).toBe('BODY_TOO_LARGE')
})

test('asked for, listed, resolved, retried, taken back', async () => {
  const on = (path: string, method = 'GET', body?: object) =>
    agent.send(`/v1/print/jobs${path}`, { method, token, body })
  expect((await on('/slip-1')).json.result).toMatchObject({ id: 'slip-1', state: 'queued' })
  expect((await on('')).json.result).toHaveLength(2)
  expect((await on('/slip-1/retry', 'POST')).json.code).toBe('JOB_UNKNOWN')
  orders.move('slip-1', 'queued', 'failed')
  expect((await on('/slip-1/retry', 'POST')).json.result.state).toBe('queued')
  expect((await on('/slip-1', 'DELETE')).json.result.state).toBe('cancelled')
  orders.move('slip-2', 'queued', 'unsure')
  expect((await on('/slip-2/resolve', 'POST', { printed: true })).json.result.state).toBe('done')
  for (const [path, method] of [
    ['/none', 'GET'],
    ['/none', 'DELETE'],
    ['/none/retry', 'POST'],
  ] as const)
    expect((await on(path, method)).json.code).toBe('JOB_UNKNOWN')
})

test('a job says why it waits, and nothing once it goes on', async () => {
  const job = async () => (await agent.send('/v1/print/jobs/slip-3', { method: 'GET', token })).json.result
  await print(printer, 'slip-3')
  expect(await job()).not.toHaveProperty('code')
  orders.move('slip-3', 'queued', 'printing', { problem: 'PRINTER_OFFLINE' })
  const waiting = { state: 'printing', code: 'PRINTER_OFFLINE', printer: '小票打印机' }
  expect(await job()).toMatchObject({ ...waiting, message: '打印机 小票打印机 无法连接，小票在等待' })
  const list = (await agent.send('/v1/print/jobs', { method: 'GET', token })).json.result
  expect(list).toContainEqual(expect.objectContaining({ id: 'slip-3', ...waiting }))
  const { accessToken, wsTicket } = await agent.login()
  const line = readable(agent.open(wsTicket))
  await line.opened()
  line.send({ type: 'hello', protocol: 1 })
  await line.next()
  const args = { id: 'slip-3' }
  line.send({ id: 'r1', verb: 'print.get', args, proof: agent.socketProof('print.get', args, accessToken) })
  expect(await line.next()).toMatchObject({ id: 'r1', ok: true, result: waiting })
  line.socket.terminate()
  orders.move('slip-3', 'printing', 'printing')
  expect(await job()).not.toHaveProperty('code')
})

test('without login only the built-in page prints', async () => {
  const setup = await agent.setupLogin()
  const answer = await agent.send('/v1/print/test', {
    token: setup.accessToken,
    body: { printer: '小票打印机', paper: 'roll58' },
  })
  expect([answer.status, answer.json.result.state]).toEqual([202, 'queued'])
  const refused = await agent.send(`/v1/print/jobs?${printer}`, {
    token: setup.accessToken,
    bytes: pdf,
    headers: { 'idempotency-key': 'x1' },
  })
  expect(refused.json.code).toBe('SETUP_ONLY')
})

const receipt = [{ kind: 'text', text: '结算单' }]
const printReceipt = (args: object, key?: string) =>
  agent.send('/v1/print/receipts', {
    token,
    body: { printer: '小票打印机', receipt, ...args },
    headers: { 'idempotency-key': key },
  })

test('a receipt becomes a job: what it says, never codes for the printer', async () => {
  const answer = await printReceipt({ paper: 'roll58' }, 'receipt-1')
  expect([answer.status, answer.json.result]).toMatchObject([202, { id: 'receipt-1', state: 'queued' }])
  expect(orders.get('receipt-1')).toMatchObject({ format: 'receipt', paper: 'roll58' })
  expect(JSON.parse(orders.bytes('receipt-1')!.toString())).toEqual(receipt)
  expect((await printReceipt({})).json.code).toBe('IDEMPOTENCY_KEY')
  expect((await printReceipt({ printer: 'other' }, 'receipt-2')).json.code).toBe('PRINTER_UNKNOWN')
  expect((await printReceipt({ receipt: [{ kind: 'raw', data: '1b40' }] }, 'receipt-2')).json.code).toBe('ARGS_INVALID')
})

test('a batch tells the state of each item, and what waits of it is taken back at once', async () => {
  for (const n of [1, 2, 3]) await print(`${printer}&batch=day-1`, `day-1-${n}`)
  orders.move('day-1-1', 'queued', 'printing')
  orders.move('day-1-1', 'printing', 'done')
  const batch = (method = 'GET', id = 'day-1') => agent.send(`/v1/print/batches/${id}`, { method, token })
  expect((await batch()).json.result).toMatchObject({ id: 'day-1', states: { done: 1, queued: 2 } })
  const { items, states } = (await batch('DELETE')).json.result
  expect(states).toEqual({ done: 1, cancelled: 2 })
  expect(items.map(({ id, state }: { id: string; state: string }) => `${id} ${state}`)).toEqual([
    'day-1-1 done',
    'day-1-2 cancelled',
    'day-1-3 cancelled',
  ])
  expect((await batch('GET', 'none')).json.code).toBe('JOB_UNKNOWN')
})

test('a reprint names its document and its reason, or is none', async () => {
  expect((await print(`${printer}&reprintOf=slip-1&reason=jam`, 'slip-1b')).json.result).toMatchObject({
    reprintOf: 'slip-1',
    reason: 'jam',
  })
  expect((await print(`${printer}&reprintOf=slip-1`, 'slip-1c')).json.code).toBe('ARGS_INVALID')
  expect((await print(`${printer}&reprintOf=slip-1&reason=whim`, 'slip-1c')).json.code).toBe('ARGS_INVALID')
})

test('a document this counter prints with receipt codes is refused as a page, until its order is there', async () => {
  const paper = 'roll80'
  const byDocumentType = {
    slip: { printer: '小票打印机', mode: 'receipt', paper },
    report: { printer: '小票打印机', paper },
  }
  agent.desk.answers['print.settings'] = { byDocumentType }
  const answer = await print('documentType=slip', 'slip-8')
  expect([answer.status, answer.json.code]).toEqual([409, 'RECEIPT_WANTED'])
  expect(orders.get('slip-8')).toBeUndefined()
  // The receipt is kept instead; the page once more leads to it once more.
  const receipt = await agent.send('/v1/print/receipts', {
    token,
    body: { documentType: 'slip', receipt: [{ kind: 'text', text: '现金支付 0.01' }] },
    headers: { 'idempotency-key': 'slip-8' },
  })
  expect(receipt.json.result).toMatchObject({ id: 'slip-8', format: 'receipt' })
  expect((await print('documentType=slip', 'slip-8')).json.code).toBe('RECEIPT_WANTED')
  // A page that is kept already stays one, and so does what somebody sends to a printer of his choice.
  expect((await print('documentType=slip', 'slip-2')).json.result).toMatchObject({ id: 'slip-2' })
  expect((await print('documentType=report', 'report-1')).json.ok).toBe(true)
  expect((await print(`documentType=slip&${printer}`, 'slip-7')).json.ok).toBe(true)
  for (const key of ['report-1', 'slip-7', 'slip-8']) await jobs.cancel(key)
  agent.desk.answers['print.settings'] = { byDocumentType: {} }
})

test('which printer a document uses is chosen among those there are, without login too', async () => {
  const setup = await agent.setupLogin()
  const choose = (name: string) =>
    agent.send('/v1/printers/settings', {
      token: setup.accessToken,
      body: { byDocumentType: { slip: { printer: name, paper: 'roll58', mode: 'receipt' } } },
    })
  expect((await choose('other')).json.code).toBe('PRINTER_UNKNOWN')
  expect(agent.desk.of('print.configure')).toEqual([])
  agent.desk.answers['print.configure'] = { byDocumentType: {} }
  expect((await choose('小票打印机')).json.ok).toBe(true)
  const byDocumentType = { slip: { printer: '小票打印机', paper: 'roll58', mode: 'receipt' } }
  expect(agent.desk.of('print.configure')[0]?.args).toEqual({ byDocumentType })
  agent.desk.answers['print.settings'] = { byDocumentType }
  const test = await agent.send('/v1/print/test', { token: setup.accessToken, body: { documentType: 'slip' } })
  expect(orders.get(test.json.result.id)).toMatchObject({ format: 'receipt', paper: 'roll58', documentType: 'slip' })
  agent.desk.answers['print.settings'] = { byDocumentType: {} }
  const gone = await agent.send('/v1/printers/settings', { method: 'POST', token: setup.accessToken, proof: false })
  expect(gone.json.code).toBe('PROOF_INVALID')
})

test('a build without a queue says so', async () => {
  const bare = await startAgent()
  const session = await bare.login()
  const answer = await bare.send('/v1/print/jobs', { method: 'GET', token: session.accessToken })
  expect([answer.status, answer.json.code]).toEqual([501, 'VERB_NOT_BUILT'])
  await bare.stop()
})
