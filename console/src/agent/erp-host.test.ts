import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { frameOfErp, greetHost, onHostFrame, sendToHost } from './erp-host.ts'

const bill = {
  id: 'f1',
  type: 'bill',
  billNo: 'B1',
  revision: 1,
  body: {
    lines: [{ ownCode: '1', name: '药', quantity: '1', price: '1', amount: '1.00' }],
    total: '1.00',
    operator: '01',
  },
}

test('what the ERP may say, as text or as an object', () => {
  expect(frameOfErp(bill)).toEqual(bill)
  expect(frameOfErp(JSON.stringify(bill))).toEqual(bill)
})

test.each([
  ['a result, which only we tell', { ...bill, type: 'result', body: { state: 'settled' } }, 'type：result 只能由'],
  ['an unknown type', { ...bill, type: 'open' }, 'type：'],
  ['a bill without lines', { ...bill, body: { ...bill.body, lines: [] } }, 'body.lines：不能少于 1 项'],
  ['no JSON', '{', '不是有效的 JSON'],
  ['nothing', undefined, '消息：'],
])('%s is no frame, and the vendor reads why', async (_, given, words) => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(frameOfErp(given)).toBeUndefined()
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.stringContaining(`ERP 消息不正确（${words}`)))
  told.mockRestore()
})

// A page in a frame: what its window gives and takes.
const box = 'https://erp.example.cn'
const parent = { postMessage: (message: unknown, origin: string) => void said.push([message, origin]) }
let said: [message: unknown, origin: string][] = []
let hear = (_: object) => {}
const ends: (() => void)[] = []

const inPage = (base: string) => {
  vi.stubGlobal('window', { parent })
  vi.stubGlobal('document', { baseURI: `http://127.0.0.1:47610${base}/` })
}
const from = (data: unknown, origin = box, source: unknown = parent) => hear({ data, origin, source })
const listen = () => {
  const heard: string[] = []
  ends.push(onHostFrame(({ id, seq }) => heard.push(`${seq} ${id}`)))
  return heard
}
beforeEach(() => {
  said = []
  vi.stubGlobal('addEventListener', (_: string, listener: typeof hear) => {
    hear = listener
  })
  vi.stubGlobal('removeEventListener', () => {
    hear = () => {}
  })
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
})

test('a framing page greets, hears that the page is ready, and its frames arrive in order; results go to it alone', async () => {
  inPage('/app')
  const heard = listen()
  expect(said).toContainEqual([{ yibao: 'here' }, '*'])
  from({ yibao: 'hello' })
  expect(said.at(-1)).toEqual([{ yibao: 'ready', protocol: 1 }, box])
  from({ yibao: 'frame', frame: JSON.stringify(bill) })
  from({ yibao: 'frame', frame: JSON.stringify({ ...bill, id: 'f2' }) })
  expect(heard.map((one) => one.split(' ')[1])).toEqual(['f1', 'f2'])
  expect(Number(heard[1]!.split(' ')[0])).toBeGreaterThan(Number(heard[0]!.split(' ')[0]))
  const ack = { id: 'a1', type: 'ack', billNo: 'B1', revision: 1, body: { id: 'f1' } } as const
  expect(await sendToHost(ack)).toBe('given')
  expect(said.at(-1)).toEqual([{ yibao: 'frame', frame: JSON.stringify(ack) }, box])
})

test('another window, another origin and a console that anybody may frame are not listened to', () => {
  inPage('/app')
  const heard = listen()
  from({ yibao: 'hello' })
  from({ yibao: 'frame', frame: JSON.stringify(bill) }, 'https://evil.example')
  from({ yibao: 'frame', frame: JSON.stringify(bill) }, box, {})
  from('text')
  expect(heard).toEqual([])
  ends.pop()!()
  inPage('')
  said = []
  const elsewhere = listen()
  from({ yibao: 'hello' })
  from({ yibao: 'frame', frame: JSON.stringify(bill) })
  expect([elsewhere, said]).toEqual([[], []])
})

test('a shell’s functions: sendFrameMessage first; receiveFrameMessage says false while nobody listens', async () => {
  inPage('/app')
  const page = globalThis as { receiveFrameMessage?: (json: string) => boolean }
  const heard = listen()
  expect(page.receiveFrameMessage?.('{')).toBe(false)
  expect(page.receiveFrameMessage?.(JSON.stringify(bill))).toBe(true)
  expect(heard).toHaveLength(1)
  const sent: string[] = []
  vi.stubGlobal('sendFrameMessage', (json: string) => sent.push(json))
  from({ yibao: 'hello' })
  const ack = { id: 'a1', type: 'ack', billNo: 'B1', revision: 1, body: { id: 'f1' } } as const
  expect(await sendToHost(ack)).toBe('given')
  expect(sent).toEqual([JSON.stringify(ack)])
  ends.pop()!()
  expect(page.receiveFrameMessage).toBeUndefined()
})

test.each([
  [
    'throws',
    () => {
      throw new Error('bridge is gone')
    },
  ],
  ['promises and takes its word back', () => Promise.reject(new Error('bridge is gone'))],
])('a box that %s has not taken the frame, and its vendor reads what it threw', async (_, send) => {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('sendFrameMessage', send)
  expect(await sendToHost({ ...bill, type: 'bill' } as never)).toBe('refused')
  expect(told).toHaveBeenCalledWith(expect.stringContaining('bridge is gone'))
  told.mockRestore()
})

test('a box whose promise never ends keeps nobody waiting, and what it throws later is no fault of the page', async () => {
  vi.useFakeTimers()
  let fail = (_: Error) => {}
  vi.stubGlobal(
    'sendFrameMessage',
    () =>
      new Promise((_, reject) => {
        fail = reject
      }),
  )
  const sent = sendToHost({ ...bill, type: 'bill' } as never)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await sent).toBe('given')
  fail(new Error('late'))
  await vi.advanceTimersByTimeAsync(0)
  vi.useRealTimers()
})

test('a page that takes no bills is greeted too, and what it says goes to the page that frames it', async () => {
  inPage('/app')
  ends.push(greetHost())
  from({ yibao: 'hello' })
  expect(said).toEqual([[{ yibao: 'here' }, '*']])
  const disease = { diseaseCode: 'M03900', diseaseName: '高血压' }
  const frame = { id: 'd1', type: 'disease' as const, billNo: '-', revision: 0, body: disease }
  expect(await sendToHost(frame)).toBe('given')
  expect(said.at(-1)).toEqual([{ yibao: 'frame', frame: JSON.stringify(frame) }, box])
  // Nobody here takes a bill: it is kept by the ERP until a counter says that it is ready.
  from({ yibao: 'frame', frame: JSON.stringify(bill) })
  expect(said).toHaveLength(2)
})
