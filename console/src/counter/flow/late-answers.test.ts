import { expect, test } from 'vitest'
import { area, bill, insurance, item, order, other, person, rxChoice, vitamin } from '../../../test/counter/fixtures.ts'
import { firstSettled, part, partAsked, play, ready } from '../../../test/counter/play.ts'
import { stageOf } from '../flow.ts'
import type { CounterEvent } from './events.ts'
import type { Unparked } from './model.ts'

// What was asked for one customer and is answered while another one stands here, and what was begun meanwhile.

const parked = (over: Partial<Unparked> = {}): Unparked => ({
  ...{ orderId: 'o1', maskedName: '张*', credentialNeeded: true, insutype: '310', medicalType: '41' },
  lines: [{ ownCode: 'A001', quantity: '2', price: '20.00' }],
  ...over,
})
const unparked = (over?: Partial<Unparked>) => ({ type: 'unparked', key: 'u', parked: parked(over) }) as const
const coming = () => play().do({ type: 'unpark', parkedId: 'o1', key: 'u' })

test.each([
  ['his own', person(), 'read.done', 'read'],
  ['another’s', other(), 'read.differs', 'empty'],
])('a reading begun while 取单 is on its way goes on: %s credential is told as ever', (_, who, says, stage) => {
  const p = coming().do({ type: 'read', medium: 'eVoucher', code: '2'.repeat(28) }, unparked())
  expect([p.of('stopReading'), p.says, p.state.lines.length]).toEqual([[], 'read.wait', 1])
  expect(p.state.log.map(({ key }) => key)).toContain('park.backRead')
  p.do({ type: 'presettle' })
  expect([p.says, p.of('preSettle')]).toEqual(['read.busy', []])
  p.do({ type: 'personRead', seq: p.state.readSeq, person: who })
  expect([p.says, stageOf(p.state)]).toEqual([says, stage])
})

test('a reading goes on behind a basket whose customer is still read: another one is asked about (M16)', () => {
  const p = coming().do({ type: 'read' }, unparked({ credentialNeeded: false, person: person() }))
  expect([p.of('stopReading'), p.state.person?.readId, p.says]).toEqual([[], 'r1', 'read.wait'])
  p.do({ type: 'personRead', seq: p.state.readSeq, person: other() })
  expect([p.says, p.state.person?.readId]).toEqual(['person.other', 'r1'])
})

test('what else was begun while 取单 is on its way stays open: a return, a search, a quantity', () => {
  const p = coming().do(
    { type: 'openReversal', orderId: 'o8', key: 'x8' },
    { type: 'reversalLoaded', order: order({ id: 'o8', status: '2' }) },
    { type: 'nextQuantity', quantity: '3' },
  )
  const { dialog } = p.state
  expect(dialog?.kind).toBe('reversal')
  p.do(unparked())
  expect([p.state.dialog, p.state.quantity, p.state.lines.length]).toEqual([dialog, '3', 1])
  const items = [item(), vitamin()]
  const found = { type: 'itemsFound', turn: 1, code: '69', trace: false, quantity: undefined, items } as const
  expect(coming().do(found, unparked()).state.choices?.items).toEqual(items)
})

test('who takes the place of another one is settled under the kind of purchase that is decided for him', () => {
  const chosen = () => play().read().do({ type: 'chooseMedicalType', medicalType: '9901' })
  const replaced = chosen().fill().read(other()).do({ type: 'button', id: 'replacePerson' })
  const asNew = play()
    .do(unparked({ medicalType: '9901' }))
    .read(other())
    .do({ type: 'button', id: 'asNewPerson' })
  for (const p of [chosen().read(other()), replaced, asNew]) {
    expect([p.state.person?.readId, p.state.medicalType]).toEqual(['r2', '41'])
    expect(p.of('askBenefits').at(-1)).toMatchObject({ readId: 'r2', medicalType: '41' })
  }
  // The same one's second credential, and a kind that is chosen before anybody is read, change nothing.
  expect(chosen().read(person({ readId: 'r3' })).state.medicalType).toBe('9901')
  expect(play().do({ type: 'chooseMedicalType', medicalType: '9901' }).read().state.medicalType).toBe('9901')
  const elsewhere = play({ ...chosen().state, area: area({ defaultMedicalType: '11' }) }).read(other())
  expect(elsewhere.state.medicalType).toBe('11')
})

test('of who takes the place of another one in a second settlement nothing of the first one’s is summed up', () => {
  const p = firstSettled().read(other()).do({ type: 'button', id: 'replacePerson' })
  expect([p.state.person?.readId, p.state.second]).toEqual(['r2', undefined])
  p.price(order({ id: 'o2', settleKey: 'k2' })).settle()
  p.do({ type: 'settleAnswered', orderId: 'o2', order: order({ id: 'o2', status: '2' }) })
  expect(p.says).toBe('settle.done')
})

test('what is kept of a return is settled for nobody else, also once its own customer has been read', () => {
  for (const p of [part().read(), partAsked()]) {
    const { person: his, part: was } = p.state
    p.do({ type: 'closeDialog' }).read(other())
    expect([p.says, p.state.other]).toEqual(['part.differs', undefined])
    p.do({ type: 'button', id: 'replacePerson' })
    expect([p.state.person, p.state.part?.old]).toEqual([his, was?.old])
  }
})

test('goods that were scanned for one customer are nobody else’s: it is told that they were not added', () => {
  const scan = { type: 'scanItem', code: '6901234567892', trace: false } as const
  const answer = (p: ReturnType<typeof play>): CounterEvent => {
    const { turn, code } = p.of('findItem').at(-1)!
    return { type: 'itemsFound', turn, code, trace: false, quantity: undefined, items: [vitamin()] }
  }
  const gone = [
    play().read().fill().do(scan, { type: 'clearConfirmed' }),
    ready().do(scan, { type: 'park' }),
    play().do(scan, { type: 'bill', bill: bill() }, { type: 'clearConfirmed' }),
  ]
  gone[1]!.do({ type: 'parkDone', parkedId: 'o1', key: 'p', turn: 1, maskedName: '张*', count: 3, total: '85.60' })
  for (const p of gone) {
    p.read(other()).do(answer(p))
    expect([p.says, p.state.lines]).toEqual(['item.late', []])
    expect(p.state.message?.values).toEqual({ code: scan.code })
  }
  // Behind the end of a purchase it is the next one's, whether he is read before the answer or not.
  const ended = () =>
    ready()
      .settle()
      .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) }, scan)
  const [asked, read] = [ended(), ended().read(other())]
  for (const p of [asked, read])
    expect(p.do(answer(p)).state.lines.map(({ item: { ownCode } }) => ownCode)).toEqual(['C003'])
  const settling = ready().do(scan).settle()
  expect([settling.do(answer(settling)).says, settling.state.lines.length]).toEqual(['basket.locked', 3])
})

test('a slip whose number was scanned opens for who scanned it, and over nothing that was begun since', () => {
  const scan = { type: 'scanItem', code: 'DD20261121000001', trace: false } as const
  const found = (p: ReturnType<typeof play>): CounterEvent => {
    const { turn, code } = p.of('findItem').at(-1)!
    return { type: 'openReversal', orderId: 'o8', key: 'x8', scanned: { turn, code } }
  }
  const gone = play().read().fill().do(scan, { type: 'clearConfirmed' }).read(other())
  const slip = { type: 'openReversal', orderId: 'o9', key: 'x9' } as const
  const begun = [
    play().do(scan, slip, { type: 'reversalLoaded', order: order({ id: 'o9', status: '2' }) }),
    play().read().do(scan, { type: 'open', dialog: 'disease' }),
    ready().do(scan, { type: 'clear' }),
  ]
  for (const p of [gone, ...begun]) {
    const { dialog, lines } = p.state
    p.do(found(p))
    expect([
      p.says,
      p.state.dialog,
      p.state.lines,
      p.of('loadReversal').some(({ orderId }) => orderId === 'o8'),
    ]).toEqual(['order.late', dialog, lines, false])
    expect(p.state.message?.values).toEqual({ code: scan.code })
  }
  const settled = () =>
    ready()
      .settle()
      .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  for (const p of [play().do(scan), ready().do(scan), settled().do(scan), settled().do(scan).read(other())])
    expect(p.do(found(p)).state.dialog).toMatchObject({ kind: 'reversal', orderId: 'o8' })
})

test('a prescription that is downloaded for one customer is never the next one’s', () => {
  const take: CounterEvent = { type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [item()] }
  for (const p of [play().read(other()), play().read().do({ type: 'clearConfirmed' })]) {
    p.do(take)
    expect([p.says, p.state.prescription, p.state.lines]).toEqual(['rx.late', undefined, []])
  }
  const paying = play().read(other()).fill().price().settle()
  expect([paying.do(take).state.message?.key, paying.state.prescription]).toEqual(['settle.wait', undefined])
  const his = play().read(person({ insurances: [insurance({ balance: '1.00' })] }))
  expect(his.do(take).state.prescription?.number).toBe(rxChoice().number)
})
