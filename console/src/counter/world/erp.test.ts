import { expect, test } from 'vitest'
import type { CounterEvent } from '../flow/events.ts'
import type { CounterPorts } from '../ports.ts'
import { billOf, erpLink } from './erp.ts'

const frame = (over: object = {}, body: object = {}) => ({
  id: 'f1',
  type: 'bill',
  billNo: 'XS001',
  revision: 1,
  body: {
    total: '40',
    operator: '王小明',
    lines: [{ ownCode: 'A', name: '药', quantity: '2', price: '20', amount: '40.0' }],
    ...body,
  },
  ...over,
})

test('amounts come out with two decimals, whatever the ERP wrote', () => {
  expect(billOf(frame())).toMatchObject({ billNo: 'XS001', total: '40.00', lines: [{ amount: '40.00' }] })
})

test('what the ERP says of its 中药饮片 comes with the bill', () => {
  const herbs = { use: '2', doses: 7 }
  expect(billOf(frame({}, { herbs }))).toMatchObject({ herbs })
})

test('a bill that is refused is told to who builds the ERP', () => {
  const told: string[] = []
  const ports = { erp: { refuse: (why: string) => told.push(why) }, newKey: () => 'k' } as unknown as CounterPorts
  const { world } = erpLink(
    ports,
    () => undefined,
    () => undefined,
  )
  world.refuseErp({ do: 'refuseErp', why: '版本没有提高' })
  expect(told).toEqual(['版本没有提高'])
})

test.each([
  ['another type', frame({ type: 'result' })],
  ['no lines', frame({}, { lines: [] })],
  ['a total that is no number', frame({}, { total: '四十' })],
  [
    'a negative quantity',
    frame({}, { lines: [{ ownCode: 'A', name: '药', quantity: '-2', price: '20', amount: '40' }] }),
  ],
  [
    'three decimals of an amount',
    frame({}, { lines: [{ ownCode: 'A', name: '药', quantity: '2', price: '20', amount: '40.001' }] }),
  ],
  ['nothing', null],
])('%s is no bill', (_name, given) => expect(billOf(given)).toBeUndefined())

test.each([
  ['an agent that is away for a moment', 'agent.stopped', []],
  ['a page that no ERP holds', 'erp.none', ['erpFailed']],
])(
  'a result that meets %s: M39 says that the ERP does not know it yet, and only a fault that stays is named',
  async (_, code, said) => {
    const events: CounterEvent['type'][] = []
    const send = () => Promise.reject(Object.assign(new Error('文字'), { code }))
    const ports = { erp: { send }, newKey: () => 'k' } as unknown as CounterPorts
    const { world } = erpLink(
      ports,
      () => undefined,
      ({ type }) => void events.push(type),
    )
    await world.tellErp({ do: 'tellErp', billNo: 'XS001', frame: '{}', attempts: 1 })
    expect(events).toEqual(said)
  },
)

test('a result that the agent told while no page was open, and the ERP has acknowledged: nothing is waited for', async () => {
  const events: CounterEvent[] = []
  const ports = { erp: { send: async () => 'acked' }, newKey: () => 'k' } as unknown as CounterPorts
  const { world } = erpLink(
    ports,
    () => undefined,
    (event) => void events.push(event),
  )
  await world.tellErp({ do: 'tellErp', billNo: 'XS001', frame: '{"id":"o1-reversed-1"}', attempts: 1 })
  expect(events).toEqual([{ type: 'erpAcked', billNo: 'XS001', frameId: 'o1-reversed-1' }])
})
