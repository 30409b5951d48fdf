import { expect, test } from 'vitest'
import {
  area,
  bill,
  disease,
  insurance,
  item,
  order,
  other,
  parked,
  person,
  vitamin,
} from '../../../test/counter/fixtures.ts'
import { lost, part, play, refusal } from '../../../test/counter/play.ts'
import { draftOf } from './draft.ts'
import type { Unparked } from './model.ts'
import { emptyCounter } from './state.ts'

// What was chosen for a customer comes back with his basket (N2), and is nobody else's.

const residents = insurance({ insutype: '390', insutypeName: '居民医保' })
const twice = (over = {}) => person({ insurances: [insurance(), residents], ...over })
const ills = [disease(), disease({ code: 'M01600', name: '糖尿病' })]
const prescription = { id: 'rx1', number: 'RX1', hospital: '示例医院', doctor: '王一' }

/** Everything that can be chosen for one customer. */
const chosen = () =>
  play()
    .read(twice())
    .do(
      { type: 'chooseInsurance', insutype: '390' },
      { type: 'chooseMedicalType', medicalType: '14' },
      { type: 'diseasesKnown', readId: 'r1', diseases: ills },
      { type: 'chooseDisease', disease: ills[1]! },
      { type: 'chooseAccount', used: false },
      { type: 'addItem', item: item(), quantity: '2' },
      { type: 'addItem', item: vitamin() },
      { type: 'setPrescription', prescription },
    )

/** What F8 sends. */
const sent = (p: ReturnType<typeof play>) => p.do({ type: 'presettle' }).of('preSettle').at(-1)?.input

const empty = () => play(emptyCounter({ settle: true, reverse: true, price: true }))
const saved = (p: ReturnType<typeof play>) => JSON.parse(JSON.stringify(draftOf(p.state, 1)))
const known = { type: 'areaKnown', area: area() } as const
const his = { type: 'diseasesKnown', readId: 'r1', diseases: ills } as const

test('F5 in the middle of a chronic purchase: F8 then sends what it would have sent, whichever answer comes first', () => {
  const restored = { type: 'restored', key: 'd', draft: saved(chosen()) } as const
  for (const order of [
    [known, restored],
    [restored, known],
  ]) {
    const p = empty().do(...order, { type: 'personKept', turn: 1, person: twice() }, his)
    expect(p.of('askCoverage')).toMatchObject([{ diseaseCode: 'M01600', insutype: '390', medicalType: '14' }])
    expect(sent(p)).toEqual(sent(chosen()))
  }
})

test('the kind of a purchase that has ended is not the next one’s, though a slip of it is still owed', () => {
  const booked = chosen().price().settle()
  booked.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const draft = saved(booked)
  expect([draft.owed, draft.lines]).toEqual([['o1'], []])
  const next = empty().do(known, { type: 'restored', key: 'd', draft }).read()
  expect([next.state.medicalType, next.state.insutype, next.state.accountUsed]).toEqual(['41', '310', true])
})

const back = (over: Partial<Unparked> = {}) =>
  parked({
    ...{ person: twice(), medicalType: '14', diseaseCode: 'M01600', diseaseName: '糖尿病' },
    ...over,
  })

test('a chronic basket taken back is asked about under its disease, whether its customer is still read or reads again', () => {
  const kept = play().do({ type: 'unparked', key: 'u', parked: back() })
  const again = play()
    .do({ type: 'unparked', key: 'u', parked: back({ credentialNeeded: true, person: undefined }) })
    .read(twice({ readId: 'r9' }))
  for (const p of [kept, again]) {
    expect(p.of('askBenefits')).toMatchObject([{ insutype: '390', diseaseCode: 'M01600' }])
    expect(p.of('askCoverage')).toMatchObject([{ diseaseCode: 'M01600' }])
    expect(sent(p)).toMatchObject({ insutype: '390', medicalType: '14', diseaseCode: 'M01600' })
  }
})

test('another of the same masked name has not the disease of who parked: it is chosen anew', () => {
  const p = play().do({ type: 'unparked', key: 'u', parked: back({ credentialNeeded: true, person: undefined }) })
  p.read(person({ maskedCertNo: '3205**********9999' }))
  p.do({ ...his, diseases: [disease(), disease({ code: 'M05300', name: '冠心病' })] }, { type: 'presettle' })
  expect([p.state.insutype, p.says, p.of('preSettle')]).toEqual(['310', 'disease.missing', []])
})

test('what is kept of a return stays under the disease of the old settlement, whose code only the server knows', () => {
  const p = part({ diseaseName: '糖尿病', medicalType: '14' }).read()
  expect(p.do(his).state.disease).toEqual({ code: '', name: '糖尿病', automatic: false })
})

test('who is read after somebody else pays as he is asked: the account and the prescription of the first are his own', () => {
  const ofFirst = [
    { type: 'chooseAccount', used: false },
    { type: 'setPrescription', prescription },
  ] as const
  const none = play()
    .read()
    .do(...ofFirst)
    .read(other())
  const replaced = play()
    .read()
    .do(...ofFirst)
    .fill()
    .read(other())
    .do({ type: 'button', id: 'replacePerson' })
  for (const p of [none, replaced])
    expect([p.state.person?.maskedName, p.state.accountUsed, p.state.prescription]).toEqual(['李*', true, undefined])
  // Before anybody is read the choice is that of who is read then; the same customer's second credential keeps it.
  expect(
    play()
      .do(...ofFirst)
      .read()
      .read(person({ readId: 'r2' })).state,
  ).toMatchObject({ accountUsed: false, prescription })
})

test('a basket that is taken back while the next one is served is put aside again: neither is lost, nor money under way', () => {
  const asked = play().do(
    { type: 'parkedListed', rows: [{}, {}] as never },
    { type: 'unpark', parkedId: 'o1', key: 'u' },
  )
  const served = play(asked.state).read(other()).fill()
  const paying = play(served.state)
    .price(order({ id: 'o2' }))
    .settle()
  for (const p of [served, paying]) {
    const before = p.state
    p.do({ type: 'unparked', key: 'u', parked: back({ accountUsed: false, prescription }) })
    const { phase, turn, lines, pending } = p.state
    expect({ phase, turn, lines, pending }).toEqual({
      ...{ phase: before.phase, turn: before.turn, lines: before.lines, pending: before.pending },
    })
    expect([p.says, p.state.parked]).toEqual(['park.open', 1])
    const { turn: of, input, key = '' } = p.of('park')[0]!
    expect(input).toMatchObject({
      ...{ orderId: 'o1', readId: 'r1', insutype: '390', medicalType: '14', diseaseCode: 'M01600' },
      ...{ accountUsed: false, prescription, lines: [{ ownCode: 'A001', quantity: '2', price: '20.00' }] },
    })
    // Where the line is cut meanwhile it goes once more, until the server has it: no counter has it any more.
    const cut = play(p.state).do({ type: 'parkFailed', key, turn: of, input, refusal: lost })
    expect(cut.state.log.map(({ key }) => key)).toContain('park.aside')
    expect([cut.state.lines, cut.state.phase]).toEqual([lines, phase])
    const { event } = cut.of('later').at(-1)!
    expect(cut.do(event).of('park')).toEqual([{ do: 'park', turn: of, key, input, again: true }])
    // Told once.
    const { log } = cut.state
    const tries = cut.of('later').length
    cut.do({ type: 'parkFailed', key, turn: of, input, refusal: lost, again: true })
    expect([cut.state.log, cut.of('later').length]).toEqual([log, tries + 1])
    p.do({ type: 'parkDone', parkedId: 'o1', key, turn: of, maskedName: '张*', count: 1, total: '40.00' })
    expect([p.state.parked, p.state.lines.length, p.state.phase, p.state.aside]).toEqual([2, 3, before.phase, []])
  }
})

test('a basket whose way back was cut is asked for once more by the key of before; one that is gone is looked for', () => {
  const asked = { do: 'unpark', parkedId: 'o1', key: 'k1' } as const
  const coming = () => play().do({ type: 'unpark', parkedId: 'o1', key: 'k1' })
  const p = coming().do({ type: 'unparkFailed', parkedId: 'o1', key: 'k1', refusal: lost })
  expect([p.says, p.of('listParked')]).toEqual(['other.failed', []])
  p.do(p.of('later').at(-1)!.event)
  expect(p.of('unpark')).toEqual([asked, { ...asked, again: true }])
  p.do({ type: 'unparked', key: 'k1', parked: back({ credentialNeeded: true, person: undefined }) })
  expect(p.state.lines).toHaveLength(1)
  // A word that comes behind the answer asks for nothing.
  expect(p.do({ type: 'unparkAgain', key: 'k1' }).of('unpark')).toHaveLength(2)
  const gone = coming().do({ type: 'unparkFailed', parkedId: 'o1', key: 'k1', refusal: refusal('park.gone') })
  expect([gone.of('later'), gone.of('listParked'), gone.state.returning]).toEqual([[], [{ do: 'listParked' }], []])
})

test('whoever was read while his own basket was on its way back has it, and another one does not', () => {
  const asked = play().do({ type: 'parkedListed', rows: [{}] as never }, { type: 'unpark', parkedId: 'o1', key: 'u' })
  for (const [maskedName, says] of [
    [asked.read(twice()).state.person!.maskedName, 'park.back'],
    ['李*', 'park.open'],
  ] as const) {
    const p = play(asked.state)
    const { readId } = p.state.person!
    p.do({ type: 'unparked', key: 'u', parked: back({ maskedName, credentialNeeded: true, person: undefined }) })
    expect([p.says, p.state.lines.length]).toEqual([says, says === 'park.back' ? 1 : 0])
    expect(p.state.person).toMatchObject({ readId })
    if (says === 'park.back') expect(p.state).toMatchObject({ insutype: '390', medicalType: '14' })
  }
})

test('of a customer who has ended nothing is left in a basket that is taken back', () => {
  const fresh = play().do({ type: 'unparked', key: 'u', parked: back({ credentialNeeded: true, person: undefined }) })
  const behind = chosen().price().settle()
  behind.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  behind.do({ type: 'unparked', key: 'u', parked: back({ credentialNeeded: true, person: undefined }) })
  const { disease, insutype, medicalType, prescription: rx, accountUsed, person: who, priced, phase } = fresh.state
  expect(behind.state).toMatchObject({ disease, insutype, medicalType, accountUsed, phase })
  expect([behind.state.person, behind.state.prescription, behind.state.priced]).toEqual([who, rx, priced])
})

test('who was followed for a basket that has been cleared since is nobody’s, not even of one who is called like him', () => {
  const p = empty().do(known, { type: 'restored', key: 'd', draft: saved(chosen()) }, { type: 'clearConfirmed' })
  expect(p.do({ type: 'personKept', turn: 1, person: twice() }).state.person).toBeUndefined()
  const namesake = parked({ credentialNeeded: true, person: undefined })
  p.do({ type: 'unparked', key: 'u', parked: namesake }, { type: 'personKept', turn: 1, person: twice() })
  expect([p.state.expects, p.state.person]).toEqual(['张*', undefined])
})

test('a bill for somebody who has chosen already leaves him what he chose', () => {
  const p = chosen().do({ type: 'removeLast' }, { type: 'removeLast' }, { type: 'bill', bill: bill() })
  p.do({ type: 'button', id: 'takeErp' })
  const { insutype, medicalType, disease: ill, accountUsed, prescription: rx, diseases } = p.state
  expect({ insutype, medicalType, code: ill?.code, accountUsed, rx, diseases }).toEqual({
    ...{ insutype: '390', medicalType: '14', code: 'M01600', accountUsed: false, rx: prescription, diseases: ills },
  })
})

test('goods that a page left hours ago go aside: the next card that is read buys none of them', () => {
  const left = JSON.parse(JSON.stringify(draftOf(play().read().fill().state, 0)))
  const hour = 3_600_000
  const restored = (at: number) =>
    play()
      .wait(at)
      .do({ type: 'restored', key: 'd', draft: { ...left, at: 1_000_000 } })
  const soon = restored(3 * hour)
  expect([soon.state.lines.length, soon.of('park')]).toEqual([3, []])
  for (const late of [5 * hour, 25 * hour]) {
    const p = restored(late)
    expect([p.state.lines, p.of('park')]).toMatchObject([[], [{ key: 'd', input: { lines: [{}, {}, {}] } }]])
    p.read(other())
    expect(p.state.lines).toEqual([])
  }
})
