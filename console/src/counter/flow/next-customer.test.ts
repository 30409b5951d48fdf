import { expect, test } from 'vitest'
import { bill, counter, disease, insurance, item, order, other, person, pills } from '../../../test/counter/fixtures.ts'
import { lost, play, ready, refusal } from '../../../test/counter/play.ts'
import { stageOf } from '../flow.ts'
import { nextCustomer } from './customer.ts'
import type { CounterEvent } from './events.ts'
import type { Counter } from './state.ts'

/** What one customer can leave behind, all of it: nobody ever stands at the counter like this. */
const left = (): Partial<Counter> => ({
  ...{ phase: 'settled', since: 7, edit: 9, readFailures: 2, cleared: true, medicalType: '14', accountUsed: false },
  ...{ reading: { medium: 'idCard', since: 1, seq: 1, scanned: false }, person: person(), insutype: '390' },
  ...{ other: { person: other(), reason: 'parked' }, expects: '李*', prescription: { number: 'R1' } as never },
  ...{ benefits: { enjoyed: true } as never, diseases: [disease()], bought: [], sold: { '1': 'D1' } },
  ...{ disease: { code: 'M01600', name: '糖尿病', automatic: true }, covered: { disease: 'M01600', drugs: [] } },
  ...{ lines: [{ id: 'l1', item: item(), quantity: '1', price: '1', traceCodes: [] }], quantity: '3' },
  ...{ flash: { line: 'l1', at: 1 }, choices: { keyword: 'a', items: [], quantity: undefined }, audit: [] },
  ...{ removed: { line: { id: 'l2', item: pills(), quantity: '1', price: '1', traceCodes: [] }, index: 0 } },
  ...{ orderId: 'o1', priced: { order: order(), fresh: true, at: 1 }, staleBy: 'pre.chosen', erp: bill() },
  ...{ pending: { orderId: 'o1' } as never, part: { at: 'done' } as never, second: { at: 'own' } },
  ...{ message: { key: 'pre.done', values: {}, at: 1 }, dialog: { kind: 'bought' } },
})

test('nothing of a customer is the next one’s: neither his account, his prescription, nor a line that was taken out', () => {
  expect(nextCustomer(counter({ ...left(), turn: 4 }))).toEqual(counter({ turn: 5 }))
})

test('two people whose masked names are one are told apart by their numbers', () => {
  const namesake = person({ ...other(), name: '张三', maskedName: person().maskedName })
  const p = ready().do({ type: 'read', medium: 'idCard' })
  p.do({ type: 'personRead', seq: p.state.readSeq, person: namesake })
  expect([p.says, p.state.person?.readId, stageOf(p.state)]).toEqual(['person.other', 'r1', 'split'])
})

test('a refusal for a customer who has left stops nothing of the next one’s', () => {
  const p = play().read().fill().do({ type: 'presettle' })
  const { turn, edit } = p.state
  p.do({ type: 'clearConfirmed' }).read(other()).fill().do({ type: 'presettle' })
  p.do({ type: 'priceFailed', turn, edit, refusal: lost })
  expect([p.state.phase, p.says]).toEqual(['presettling', 'pre.wait'])
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  expect(stageOf(p.state)).toBe('split')
})

test.each(['card.gone', 'card.changed'])('%s: his credential is read again, and must be his', (code) => {
  const p = play().read().fill().do({ type: 'presettle' })
  p.do({ type: 'priceFailed', turn: p.state.turn, edit: p.state.edit, refusal: refusal(code) })
  expect([p.state.person, p.state.expects, p.state.lines.length]).toEqual([undefined, '张*', 3])
  p.read(other())
  expect([p.says, p.state.person]).toEqual(['read.differs', undefined])
})

test('what was taken out comes back only to a basket that may be changed', () => {
  const p = play().read().fill().do({ type: 'removeLine', line: 'l1' }).price().settle()
  p.do({ type: 'button', id: 'undoRemove' })
  expect([p.state.phase, p.state.lines.length]).toEqual(['settling', 2])
})

test('a quantity behind the end of a purchase changes nothing of it', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  p.do({ type: 'nextQuantity', quantity: '3' }, { type: 'takeQuantity' })
  expect([p.state.lines.map(({ quantity }) => quantity), p.says]).toEqual([['2', '1', '1'], 'settle.done'])
})

test('a refused basket that is changed is an open one again, with a split that is stale', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('302002', { statusCode: 422 }) })
  p.do({ type: 'setQuantity', line: 'l1', quantity: '3' })
  expect(stageOf(p.state)).toBe('stale')
})

test('of two readings only the last one says who it is, and only it can have been in vain', () => {
  const p = play().do({ type: 'read', medium: 'socialCard' })
  const first = p.state.readSeq
  p.do({ type: 'read', medium: 'idCard' }, { type: 'personRead', seq: first, person: person() })
  expect([p.state.person, p.state.reading?.medium]).toEqual([undefined, 'idCard'])
  p.do({ type: 'readFailed', seq: first, refusal: refusal('agent.timeout') })
  expect([p.says, p.state.reading?.medium]).toEqual(['read.wait', 'idCard'])
  p.do({ type: 'cancelRead' }, { type: 'personRead', seq: p.state.readSeq, person: person() })
  expect([p.state.person, p.says]).toEqual([undefined, 'read.cancelled'])
  expect(p.do({ type: 'personRead', seq: first + 1, person: person() }).state.person).toBeUndefined()
})

test('60 s after the end what he is registered for and has bought is gone with his name', () => {
  const p = ready().do(
    { type: 'chooseDisease', disease: disease() },
    { type: 'diseasesKnown', readId: 'r1', diseases: [disease()] },
    {
      type: 'boughtKnown',
      readId: 'r1',
      bought: [{ ownCode: 'Z9', at: '1970-01-01 08:00:00', quantity: '1' } as never],
    },
  )
  p.price()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const his = () => [p.state.cleared, p.state.disease, p.state.diseases, p.state.bought].map(Boolean)
  expect(his()).toEqual([false, true, true, true])
  p.do({ type: 'privacy', turn: p.state.turn - 1 })
  expect(his()).toEqual([false, true, true, true])
  p.do({ type: 'privacy', turn: p.state.turn })
  expect(his()).toEqual([true, false, false, false])
})

test('F4 twice parks once; what could not be parked stays, and F4 tries again', () => {
  const p = ready().do({ type: 'park' }, { type: 'park' })
  expect(p.of('park')).toHaveLength(1)
  p.do({ type: 'parkFailed', key: 'p', turn: p.state.turn, input: p.of('park')[0]!.input, refusal: lost })
  expect([p.says, p.state.lines.length]).toEqual(['park.unsure', 3])
  const sent = () => p.do({ type: 'park' }).of('park')
  // The server may have it: the same basket is the same question, and another one is not.
  expect(sent().map(({ key }) => key)).toEqual([undefined, 'p'])
  p.do({ type: 'parkFailed', key: 'p', turn: p.state.turn, input: p.of('park')[0]!.input, refusal: lost })
  expect(p.do({ type: 'setQuantity', line: 'l1', quantity: '7' }) && sent().at(-1)).not.toHaveProperty('key')
  p.do({
    type: 'parkFailed',
    key: 'q',
    turn: p.state.turn,
    input: sent().at(-1)!.input,
    refusal: refusal('order.busy'),
  })
  expect(sent().at(-1)).not.toHaveProperty('key')
})

test('M38: whoever leaves with an open basket is asked; one whose money is under way or has been taken is not', () => {
  const asks = (p: ReturnType<typeof play>) => [p.do({ type: 'leave' }).state.dialog?.kind, p.of('leave').length]
  expect(asks(play())).toEqual([undefined, 1])
  expect(asks(ready())).toEqual(['leave', 0])
  expect(asks(ready().settle())).toEqual([undefined, 1])
  const settled = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect(asks(settled)).toEqual([undefined, 1])
  const parks = ready().do({ type: 'leave' }, { type: 'button', id: 'parkAndLeave' })
  parks.do({
    type: 'parkDone',
    parkedId: 'o1',
    key: 'p',
    turn: parks.state.turn,
    maskedName: '张*',
    count: 3,
    total: '85.60',
  })
  expect([parks.of('leave').length, parks.state.lines]).toEqual([1, []])
})

test('what was asked about one person is never shown for the next, whether it came before him or comes behind him', () => {
  const about: CounterEvent[] = [
    {
      type: 'benefitsKnown',
      readId: 'r1',
      benefits: { enjoyed: false, reasons: ['欠费'], accountUsable: true } as never,
    },
    { type: 'diseasesKnown', readId: 'r1', diseases: [disease()] },
    {
      type: 'boughtKnown',
      readId: 'r1',
      bought: [{ ownCode: 'A001', at: '1970-01-01 08:00:00', quantity: '1' } as never],
    },
  ]
  const first = () => play().read().do({ type: 'chooseMedicalType', medicalType: '14' })
  const before = first()
    .do(...about)
    .read(other())
  const behind = first()
    .read(other())
    .do(...about)
  for (const { state, says } of [before, behind]) {
    expect([state.benefits, state.diseases, state.bought, state.disease]).toEqual(Array(4).fill(undefined))
    expect([state.person?.readId, says]).toEqual(['r2', 'read.done'])
  }
  // Asked anew, of him.
  for (const ask of ['askBenefits', 'askDiseases', 'askBought'] as const)
    expect(before.of(ask).at(-1)).toMatchObject({ readId: 'r2' })
})

test('another insurance or kind is asked about anew; until then nothing is said of what the one before pays', () => {
  const known = { type: 'benefitsKnown', readId: 'r1', benefits: { enjoyed: true, reasons: [], accountUsable: false } }
  const two = person({ insurances: [insurance(), insurance({ insutype: '390' })] })
  const chosen = [
    [{ type: 'chooseInsurance', insutype: '390' }, { insutype: '390' }],
    [{ type: 'chooseMedicalType', medicalType: '14' }, { medicalType: '14' }],
    [
      { type: 'chooseDisease', disease: disease() },
      { medicalType: '14', diseaseCode: 'M03900' },
    ],
  ] as const
  for (const [event, asked] of chosen) {
    const p = play()
      .read(two)
      .do(known as never)
    const times = p.of('askBenefits').length
    p.do(event)
    expect([p.state.benefits, p.of('askBenefits').length]).toEqual([undefined, times + 1])
    expect(p.of('askBenefits').at(-1)).toMatchObject(asked)
    // The same once more is no change: the split stays, and nothing is asked.
    if (event.type !== 'chooseDisease') {
      const { edit } = p.state
      expect([p.do(event).state.edit, p.of('askBenefits').length]).toEqual([edit, times + 1])
    }
  }
})

test('nothing of a basket is chosen anew while its money is under way, and behind its end it is the next one’s', () => {
  const events = [
    { type: 'chooseInsurance', insutype: '390' },
    { type: 'chooseMedicalType', medicalType: '14' },
    { type: 'chooseDisease', disease: disease() },
    { type: 'chooseAccount', used: false },
    { type: 'setPrescription', prescription: { number: 'R1', hospital: '', doctor: '' } },
  ] as const
  for (const event of events) {
    const p = ready().settle()
    const { priced, edit } = p.state
    p.do(event)
    expect([p.says, p.state.priced, p.state.edit, p.state.phase]).toEqual(['basket.locked', priced, edit, 'settling'])
  }
  const settled = () =>
    ready()
      .settle()
      .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const kept = settled().do({ type: 'chooseAccount', used: false })
  expect([kept.state.turn, kept.state.person, kept.state.accountUsed]).toEqual([2, undefined, false])
  const kind = settled().do({ type: 'chooseMedicalType', medicalType: '14' })
  expect([kind.state.turn, kind.state.person, kind.state.medicalType]).toEqual([2, undefined, '14'])
})
