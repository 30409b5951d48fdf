import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { fen } from '../money/fixed.ts'
import { bookOf, type Client, fault, makeClient, personIn, startTestCentre } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

const code = 'P32050100001'
const person = personIn('320500', 'rich')
const input = purchase(person, exampleA)
const kill = vi.fn()
let client: Client
const centre = opened(() => startTestCentre({ kill }))
beforeAll(async () => {
  client = makeClient(centre.url, code, () => centre.time.now)
  await client.signIn()
})
beforeEach(async () => {
  await fetch(`${centre.url}/simulator/faults`, { method: 'DELETE' })
})

const set = (body: Record<string, unknown>) => fault(centre.url, body)
/** A message number of 30 characters out of a word. */
const msgidOf = (word: string) => word.padEnd(30, '0')

const booked = async (msgid: string) => (await bookOf(centre.url, code)).filter((row) => row.msgid === msgid)
const send = (envelope: Record<string, unknown>) => {
  const message = client.message('2102', input, envelope)
  return client.post(JSON.stringify(message), '2102')
}

const faultsLeft = async () => (await (await fetch(`${centre.url}/simulator/faults`)).json()).faults

test('a fault fits by transaction, store and person, and is used up', async () => {
  await set({ fault: 'refuse', text: '演示拒绝', infno: '2101', fixmedins_code: code, psn_no: person.psnNo })
  const others = purchase(personIn('320500', 'active'), exampleA)
  expect((await client.call('2101', others)).infcode).toBe(0)
  expect((await client.call('2102', input)).infcode).toBe(0)
  expect((await client.call('2101', input)).err_msg).toBe('演示拒绝')
  expect((await client.call('2101', input)).infcode).toBe(0)
  expect(await faultsLeft()).toEqual([])
})

test('times: so often, or with 0 until deleted', async () => {
  await set({ fault: 'refuse', infno: '2101', times: 2 })
  const codes = []
  for (let i = 0; i < 3; i += 1) codes.push((await client.call('2101', input)).infcode)
  expect(codes).toEqual([-1, -1, 0])
  await set({ fault: 'refuse', infno: '2101', times: 0 })
  for (let i = 0; i < 3; i += 1) expect((await client.call('2101', input)).infcode).toBe(-1)
})

test('refuse without a text answers a long Java-like one', async () => {
  await set({ fault: 'refuse' })
  const answer = await client.call('2101', input)
  expect(answer.err_msg).toContain('java.util.concurrent')
  expect(answer.err_msg.length).toBeGreaterThan(200)
})

test('delay waits before playing the message', async () => {
  await set({ fault: 'delay', infno: '2101', ms: 80 })
  const started = performance.now()
  await client.call('2101', input)
  expect(performance.now() - started).toBeGreaterThan(75)
})

test.each(['before', 'after'])(
  'who is kept waiting %s booking is answered when told to be, or with the faults gone',
  async (when) => {
    for (const end of ['delays', 'faults']) {
      await set({ fault: 'delay', infno: '2101', when, ms: 600_000 })
      const answer = client.call('2101', input)
      await vi.waitFor(async () => expect(await faultsLeft()).toEqual([]))
      await fetch(`${centre.url}/simulator/${end}`, { method: 'DELETE' })
      expect((await answer).infcode).toBe(0)
    }
  },
)

describe('a cut line', () => {
  test('dropBeforeBooking: nothing is booked, 2601 finds nothing, the same msgid can still be booked', async () => {
    await set({ fault: 'dropBeforeBooking', infno: '2102' })
    await expect(send({ msgid: msgidOf('drop-before') })).rejects.toThrow()
    expect(await booked(msgidOf('drop-before'))).toEqual([])
    const undo = { data: { psn_no: person.psnNo, omsgid: msgidOf('drop-before'), oinfno: '2102' } }
    expect((await client.call('2601', undo)).err_msg).toBe('原交易不存在')
    expect((await client.call('2102', input, { envelope: { msgid: msgidOf('drop-before') } })).infcode).toBe(0)
  })

  test('dropAfterBooking: booked, and 2601 undoes it', async () => {
    await set({ fault: 'dropAfterBooking', infno: '2102' })
    await expect(send({ msgid: msgidOf('drop-after') })).rejects.toThrow()
    expect(await booked(msgidOf('drop-after'))).toMatchObject([
      { undone: false, medfee_sumamt: '85.60', acct_pay: '85.60' },
    ])
    const undo = { data: { psn_no: person.psnNo, omsgid: msgidOf('drop-after'), oinfno: '2102' } }
    expect((await client.call('2601', undo)).infcode).toBe(0)
    expect(await booked(msgidOf('drop-after'))).toMatchObject([{ undone: true }])
  })

  test('bookAfterNotFound: 2601 is told "not found", then the settlement is booked', async () => {
    await set({ fault: 'bookAfterNotFound', infno: '2102' })
    await expect(send({ msgid: msgidOf('late') })).rejects.toThrow()
    expect(await booked(msgidOf('late'))).toEqual([])
    const undo = { data: { psn_no: person.psnNo, omsgid: msgidOf('late'), oinfno: '2102' } }
    expect((await client.call('2601', undo)).err_msg).toBe('原交易不存在')
    expect(await booked(msgidOf('late'))).toMatchObject([{ undone: false }])
    expect((await client.call('2601', undo)).infcode).toBe(0)
    expect(await booked(msgidOf('late'))).toMatchObject([{ undone: true }])
  })
})

describe('a bad answer', () => {
  test('http500 books nothing', async () => {
    await set({ fault: 'http500' })
    const response = await send({ msgid: msgidOf('http500') })
    expect(response.status).toBe(500)
    expect(await booked(msgidOf('http500'))).toEqual([])
  })

  test('wrongContentType, malformed: booked all the same', async () => {
    await set({ fault: 'wrongContentType' })
    await set({ fault: 'malformed' })
    const response = await send({ msgid: msgidOf('malformed') })
    expect(response.headers.get('content-type')).toContain('text/html')
    const text = await response.text()
    expect(() => JSON.parse(text)).toThrow()
    expect(await booked(msgidOf('malformed'))).toHaveLength(1)
  })

  test('outputAsString and numbersAsStrings', async () => {
    await set({ fault: 'outputAsString' })
    await set({ fault: 'numbersAsStrings' })
    const answer = await client.call('2101', input)
    expect(answer.infcode).toBe('0')
    expect(JSON.parse(String(answer.output)).setlinfo.medfee_sumamt).toBe('85.6')
  })

  test('amountDrift changes the answer, not the book; or the book, not the answer', async () => {
    await set({ fault: 'amountDrift', fen: 2 })
    const drifted = await client.call('2102', purchase(person, exampleA, { acct_used_flag: '0' }))
    expect(fen(String(drifted.output.setlinfo.psn_cash_pay))).toBe(8562)
    expect(await booked(drifted.msgid)).toMatchObject([{ psn_cash_pay: '85.60' }])
    await set({ fault: 'amountDrift', fen: -100, where: 'book' })
    const answered = await client.call('2102', input)
    expect(answered.output.setlinfo.acct_pay).toBe(85.6)
    expect(await booked(answered.msgid)).toMatchObject([{ acct_pay: '84.60', psn_cash_pay: '1.00' }])
  })
})

test('exit kills the process before or after the booking', async () => {
  kill.mockImplementation(() => {
    throw new Error('killed')
  })
  for (const [when, rows] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    await set({ fault: 'exit', infno: '2102', when })
    await send({ msgid: msgidOf(`exit-${when}`) })
    expect(await booked(msgidOf(`exit-${when}`))).toHaveLength(rows)
  }
  expect(kill).toHaveBeenCalledTimes(2)
})

test.each(['resident', 'cadre', 'foreign', 'retired'])('centreOnlyRow of a person who is %s', async (key) => {
  const msgid = msgidOf(`${code}${key}`)
  const { psnNo } = personIn('320500', key)
  const answer = await set({ fault: 'centreOnlyRow', fixmedins_code: code, psn_no: psnNo, msgid })
  expect(await answer.json()).not.toHaveProperty('error')
})

test('centreOnlyRow books what no store sent; 2601 by its msgid undoes it', async () => {
  const response = await set({
    fault: 'centreOnlyRow',
    fixmedins_code: code,
    psn_no: person.psnNo,
    msgid: 'centre-only',
  })
  expect(response.status).toBe(200)
  expect(await booked('centre-only')).toMatchObject([{ psn_no: person.psnNo, medfee_sumamt: '20.00' }])
  const undo = { data: { psn_no: person.psnNo, omsgid: 'centre-only', oinfno: '2102' } }
  expect((await client.call('2601', undo)).infcode).toBe(0)
  for (const area of ['P32010200001', 'P43010200001'])
    expect((await set({ fault: 'centreOnlyRow', fixmedins_code: area })).status).toBe(200)
  expect((await set({ fault: 'centreOnlyRow', fixmedins_code: 'P0' })).status).toBe(400)
})

test('clock: a settlement a second before midnight belongs to that day by the centre', async () => {
  await set({ fault: 'clock', iso: '2026-11-30 23:59:59' })
  const answer = await client.call('2102', input)
  expect(answer.output.setlinfo.setl_time).toBe('2026-11-30 23:59:59')
  centre.time.now += 2000
  expect((await client.call('2102', input)).output.setlinfo.setl_time).toBe('2026-12-01 00:00:01')
  const day = await fetch(`${centre.url}/simulator/book?fixmedins_code=${code}&date=2026-11-30`)
  expect(((await day.json()) as { rows: unknown[] }).rows).toHaveLength(1)
  await set({ fault: 'clock' })
  expect((await client.call('2101', input)).output.setlinfo.setl_time).toContain('2026-11-20')
})

test('clock with gateway: the x-tif gateway then refuses senders whose clock is right', async () => {
  await set({ fault: 'clock', iso: '2026-11-20 11:00:00', gateway: true })
  const response = await send({})
  expect([response.status, await response.json()]).toMatchObject([500, { code: 400001 }])
})

test('an unknown fault or a wrong time is refused', async () => {
  expect((await set({ fault: 'nonsense' })).status).toBe(400)
  expect((await set({ fault: 'clock', iso: 'tomorrow' })).status).toBe(400)
})

test('the persons of an area can be read, with balances and a lasting QR code', async () => {
  const response = await fetch(`${centre.url}/simulator/persons?area=320500`)
  const { persons } = (await response.json()) as { persons: { name: string; qrCode: string; insurances: unknown[] }[] }
  expect(persons.length).toBeGreaterThanOrEqual(26)
  expect(persons[0]).toMatchObject({ name: '张三', certno: '320501199001011238', cardNo: 'A00000017' })
  expect(persons[0]!.insurances).toMatchObject([{ insutype: '310', balance: '60.00' }])
  const unknown = await fetch(`${centre.url}/simulator/qrcodes`, { method: 'POST', body: '{"psn":"x"}' })
  expect(unknown.status).toBe(404)
})

test.each([
  ['nothing', {}, '没有故障「」，可用：delay、'],
  ['a fault that is none', { fault: 'slow' }, '可用：delay、'],
  // It would refuse every store's settlements, not this one's.
  [
    'a condition that is misspelt',
    { fault: 'refuse', fixmedinsCode: code },
    'refuse 没有参数「fixmedinsCode」，可用：infno、fixmedins_code、',
  ],
  ['a transaction that it has not', { fault: 'refuse', infno: '9999' }, '模拟器没有交易 9999'],
  ['a number that is none', { fault: 'delay', ms: '5s' }, 'ms 应为整数'],
  ['an empty number', { fault: 'refuse', times: '' }, 'times 应为整数'],
  ['a moment that is none', { fault: 'delay', when: 'later' }, 'when 只能是 before 或 after'],
  ['a parameter of another fault', { fault: 'clock', ms: 5 }, 'clock 没有参数「ms」，可用：iso、gateway'],
])('%s sets no fault and says what there is', async (_, body, words) => {
  const answer = await set(body)
  expect([answer.status, (await answer.json()).error]).toEqual([400, expect.stringContaining(words)])
  expect(await faultsLeft()).toEqual([])
})

test('what is no JSON sets no fault', async () => {
  const answer = await fetch(`${centre.url}/simulator/faults`, { method: 'POST', body: '{fault: "refuse"}' })
  expect([answer.status, (await answer.json()).error]).toEqual([400, '请求的内容不是有效的 JSON 对象'])
})
