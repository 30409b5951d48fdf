import { expect, test } from 'vitest'
import { item, order, person } from '../../../test/counter/fixtures.ts'
import type { CounterEvent } from '../flow/events.ts'
import type { CounterPorts } from '../ports.ts'
import { moneyCalls, parkCalls, personCalls } from './calls.ts'
import { seldomCalls } from './seldom-calls.ts'

test('the goods of a long bill are asked for beside each other, and leave room for whoever is read meanwhile', async () => {
  const codes = Array.from({ length: 300 }, (_, i) => `A${i}`)
  let [open, most] = [0, 0]
  const callServer = async (_: unknown, { keyword }: { keyword: string }) => {
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => setImmediate(resolve))
    open -= 1
    if (keyword === 'A7') throw new Error('cut')
    return [{ ...item(), ownCode: keyword }, item()]
  }
  const told: CounterEvent[] = []
  const ports = { callServer, store: () => {}, newKey: () => 'k' } as unknown as CounterPorts
  await seldomCalls(ports, (event) => told.push(event)).lookUpItems({ do: 'lookUpItems', codes: [...codes, 'A0'] })
  expect(most).toBeLessThan(6)
  const [known] = told as [Extract<CounterEvent, { type: 'itemsKnown' }>]
  expect(known.items.map(({ ownCode }) => ownCode).toSorted()).toEqual(codes.filter((one) => one !== 'A7').toSorted())
})

/** Ports whose server answers as said; what it was asked, what was told of it, and what was kept in the browser. */
const wire = (answer: (path: string) => unknown) => {
  const [asked, told, kept] = [[] as unknown[], [] as CounterEvent[], [] as unknown[]]
  const callServer = async ({ path }: { path: string }, input: unknown, options: object) => {
    asked.push([path, input, options])
    return answer(path)
  }
  const store = (...one: unknown[]) => kept.push(one)
  const ports = { callServer, store, newKey: () => 'k', me: { operatorName: '王小明' } } as unknown as CounterPorts
  const dispatch = (event: CounterEvent) => void told.push(event)
  return { asked, told, kept, money: moneyCalls(ports, dispatch), people: personCalls(ports, dispatch) }
}
const cut = () => {
  throw Object.assign(new Error('cut'), { code: 'network', statusCode: 0 })
}

test('money goes out under the key of its split or dialog: what is sent again is booked once (N1)', async () => {
  const booked = order({ status: '2' })
  const { asked, told, money } = wire(() => booked)
  await money.settle({ do: 'settle', orderId: 'o1', key: 'k1' })
  await money.cancel({ do: 'cancel', orderId: 'o1', reason: '顾客退货', key: 'x1', authorizationId: 'a1' })
  expect(asked).toEqual([
    ['/api/Settlement/Settle', { orderId: 'o1' }, { silent: true, idempotencyKey: 'k1' }],
    [
      '/api/Settlement/Cancel',
      { orderId: 'o1', reason: '顾客退货', authorizationId: 'a1' },
      { silent: true, idempotencyKey: 'x1' },
    ],
  ])
  expect(told).toEqual([
    { type: 'settleAnswered', orderId: 'o1', order: booked },
    { type: 'reversalAnswered', orderId: 'o1', order: booked },
  ])
})

test('every call about money has an end: without an answer it is one that nobody knows', async () => {
  const { told, money } = wire(cut)
  await money.settle({ do: 'settle', orderId: 'o1', key: 'k1' })
  await money.cancel({ do: 'cancel', orderId: 'o1', reason: '顾客退货', key: 'x1', authorizationId: undefined })
  await money.look({ do: 'look', orderId: 'o1' })
  await money.preSettle({ do: 'preSettle', turn: 3, edit: 2, input: {} as never, second: true })
  expect(told).toMatchObject([
    { type: 'settleFailed', orderId: 'o1', refusal: { code: 'network', statusCode: 0 } },
    { type: 'reversalFailed', orderId: 'o1', refusal: { code: 'network' } },
    { type: 'orderUnseen', orderId: 'o1' },
    { type: 'priceFailed', turn: 3, edit: 2, second: true },
  ])
})

test('a scanned code goes with its call alone; a reading that is stopped has not failed', async () => {
  const { asked, told, kept, people } = wire(() => person({ medium: 'eVoucher' }))
  const code = '2'.repeat(28)
  await people.read({ do: 'read', seq: 4, medium: 'eVoucher', code })
  expect(asked).toMatchObject([
    ['/api/Card/Read', { medium: 'eVoucher' }, { silent: true, scanned: { medium: 'eVoucher', code } }],
  ])
  expect(told).toMatchObject([{ type: 'personRead', seq: 4 }])
  expect([kept.length, JSON.stringify([told, kept])]).toEqual([1, expect.not.stringContaining(code)])

  const late = wire(cut)
  const reading = late.people.read({ do: 'read', seq: 5, medium: 'socialCard', code: undefined })
  late.people.stopReading({ do: 'stopReading' })
  await reading
  expect(late.told).toEqual([])
  await late.people.read({ do: 'read', seq: 6, medium: 'socialCard', code: undefined })
  expect(late.told).toMatchObject([{ type: 'readFailed', seq: 6 }])
  expect(late.asked.at(-1)).toMatchObject(['/api/Card/Read', {}, { scanned: undefined }])
})

test('what is chosen anew is asked anew: the answer to the choice before comes behind it and is nobody’s', async () => {
  const [free, told] = [[] as (() => void)[], [] as CounterEvent[]]
  const callServer = (_: unknown, { insutype }: { insutype: string }) =>
    new Promise((resolve) => free.push(() => resolve({ drugs: [insutype], reasons: [insutype] })))
  const ports = { callServer, store: () => {}, newKey: () => 'k' } as unknown as CounterPorts
  const people = personCalls(ports, (event) => void told.push(event))
  const seldom = seldomCalls(ports, (event) => void told.push(event))
  const ask = (insutype: string) => {
    const common = { insutype, medicalType: '14', diseaseCode: 'M01600', diseaseName: '糖尿病' }
    return [
      people.askBenefits({ do: 'askBenefits', readId: 'r1', ...common }),
      seldom.askCoverage({ do: 'askCoverage', ...common }),
    ]
  }
  const asked = [...ask('310'), ...ask('390')]
  for (const one of free.toReversed()) one()
  await Promise.all(asked)
  expect(told).toHaveLength(2)
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'benefitsKnown', benefits: expect.objectContaining({ reasons: ['390'] }) }),
      { type: 'coverageKnown', disease: 'M01600', drugs: ['390'] },
    ]),
  )
})

test('what goes aside and comes back keeps the key of its first try; a new one has a new key (N2)', async () => {
  for (const answer of [() => ({ count: 1 }), cut]) {
    const [asked, told] = [[] as unknown[], [] as CounterEvent[]]
    const callServer = async (_: unknown, __: unknown, { idempotencyKey }: { idempotencyKey: string }) => {
      asked.push(idempotencyKey)
      return answer()
    }
    const ports = { callServer, newKey: () => 'new' } as unknown as CounterPorts
    const calls = parkCalls(ports, (event) => void told.push(event))
    const input = { medicalType: '41', lines: [] }
    await calls.park({ do: 'park', turn: 0, key: 'k1', input, again: true })
    await calls.park({ do: 'park', turn: 2, input })
    await calls.unpark({ do: 'unpark', parkedId: 'o1', key: 'k2', again: true })
    await calls.unpark({ do: 'unpark', parkedId: 'o1', key: 'k3' })
    expect(asked).toEqual(['k1', 'new', 'k2', 'k3'])
    // Its key is known to the page before anything leaves: one that closes meanwhile asks by it.
    const sent = { type: 'parkSent', turn: 2, key: 'new', input }
    expect(told).toMatchObject([{ key: 'k1', turn: 0 }, sent, { key: 'new', turn: 2 }, { key: 'k2' }, { key: 'k3' }])
    const again = told.map((event) => 'again' in event && event.again)
    if (answer === cut) expect(again).toEqual([true, false, undefined, true, undefined])
  }
})

test('a scanned code that is one product’s is that product, whatever else has it in its name; a slip’s number opens its order', async () => {
  const exact = [item({ ownCode: 'X1', barCode: '69012345' }), item({ ownCode: '69012345', barCode: 'X2' })]
  const near = item({ ownCode: 'Y', barCode: '690123456789' })
  let goods = [near, ...exact]
  const { asked, told, people } = wire((path) => (path.includes('Catalogue') ? goods : { items: [{ id: 'o5' }] }))
  const find = async (code: string, trace = false) => {
    await people.findItem({ do: 'findItem', turn: 3, code, trace, quantity: '2' })
    return told.at(-1)
  }
  const found = { type: 'itemsFound', turn: 3, code: '69012345', trace: false, quantity: '2' }
  expect(await find('69012345')).toEqual({ ...found, items: exact })
  goods = [near]
  expect(await find('69012345')).toEqual({ ...found, items: [near] })
  const before = asked.length
  goods = []
  expect(await find('AB-1')).toMatchObject({ type: 'itemsFound', items: [] })
  expect(await find('8'.repeat(20), true)).toMatchObject({ type: 'itemsFound', items: [] })
  expect(asked.length - before, 'neither is the number of an order').toBe(2)
  expect(await find('DD20261121000001')).toEqual({
    ...{ type: 'openReversal', orderId: 'o5', key: 'k', scanned: { turn: 3, code: 'DD20261121000001' } },
  })
})

test('that nobody knows about 门诊两病 is told with the chronic diseases, of which there are none; any other refusal says that nothing was read', async () => {
  const refused = (key: string) => () => {
    throw Object.assign(new Error(key), { statusCode: 504, extend: { key } })
  }
  const asked = wire(refused('disease.unknown'))
  await asked.people.askDiseases({ do: 'askDiseases', readId: 'r1' })
  expect(asked.asked).toEqual([
    ['/api/Card/Disease', { readId: 'r1', twoDiseases: true, special: true }, { silent: true }],
  ])
  expect(asked.told).toEqual([{ type: 'diseasesKnown', readId: 'r1', diseases: [], twoUnknown: true }])
  for (const answer of [refused('centre.down'), cut]) {
    const { people, told } = wire(answer)
    await people.askDiseases({ do: 'askDiseases', readId: 'r1' })
    expect(told).toEqual([{ type: 'diseasesUnread', readId: 'r1' }])
  }
})

test('what is left of diseases is told as unanswered where no answer comes', async () => {
  const { told, people } = wire(cut)
  await people.askBalances({ do: 'askBalances', readId: 'r1' })
  expect(told).toEqual([{ type: 'balancesKnown', readId: 'r1', diseases: undefined }])
})

test('only this operator’s orders are taken over: a list that is asked by a name brings those of longer ones as well', async () => {
  const named = (id: string, operatorName: string) => ({ id, operatorName })
  const lists = (...items: object[]) => wire(() => ({ items }))
  const mixed = lists(named('o1', '王小明'), named('o2', '王小明2'))
  await mixed.money.openOrders({ do: 'openOrders' })
  expect(mixed.told).toMatchObject([
    { type: 'ordersOpen', rows: [{ id: 'o1' }] },
    { type: 'settledLately', rows: [{ id: 'o1' }] },
  ])
  const many = lists(...Array.from({ length: 5 }, (_, i) => named(`o${i}`, '王小明')))
  await many.money.openOrders({ do: 'openOrders', since: 900_000 })
  expect(many.told.at(-1)).toMatchObject({
    type: 'settledLately',
    since: 900_000,
    rows: Array.from({ length: 5 }, () => ({})),
  })
  const others = lists(named('o2', '王小明2'))
  await others.money.openOrders({ do: 'openOrders' })
  expect(others.told).toEqual([])
})
