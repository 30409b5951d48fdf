import { expect, test } from 'vitest'
import { area, bill, item, order, rxChoice, rxLine } from '../../../test/counter/fixtures.ts'
import { part, play } from '../../../test/counter/play.ts'
import { draftOf } from './draft.ts'
import type { CounterEvent } from './events.ts'
import { emptyCounter } from './state.ts'

// F8 asks once for all 中药饮片 of a basket how they are used and how many doses they make.

const herb = (ownCode: string, name: string) =>
  item({ ownCode, name, nationalCode: `T000000${ownCode}`, unit: '克', price: '0.12', prescription: false })
const huangqi = herb('159', '黄芪')
const danggui = herb('160', '当归')
const add = (one: ReturnType<typeof herb>) => ({ type: 'addItem', item: one, quantity: '70' }) as const
const sent = (p: ReturnType<typeof play>) => p.of('preSettle').map(({ input }) => input.herbs)

test('who buys no herbs is asked nothing', () => {
  const p = play().read().fill().do({ type: 'presettle' })
  expect([p.state.dialog, sent(p), p.state.phase]).toEqual([undefined, [undefined], 'presettling'])
})

test('F8 asks, and goes on with the answer; the next F8 asks no more', () => {
  const p = play().read().do(add(huangqi), add(danggui), { type: 'presettle' })
  expect([p.state.dialog, sent(p)]).toEqual([{ kind: 'herbs', prices: true }, []])
  p.do({ type: 'sayHerbs', use: '1', doses: 7 })
  expect([p.state.dialog, sent(p), p.state.phase]).toEqual([undefined, [{ use: '1', doses: 7 }], 'presettling'])
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  expect(p.state.priced?.fresh).toBe(true)
  p.do({ type: 'presettle' })
  expect([p.state.dialog, sent(p).length]).toEqual([undefined, 2])
})

test('the question that is closed prices nothing; changed behind the split it makes that stale', () => {
  const p = play().read().do(add(huangqi), { type: 'presettle' }, { type: 'closeDialog' })
  expect([p.state.phase, sent(p)]).toEqual(['open', []])
  p.do({ type: 'presettle' }, { type: 'sayHerbs', use: '2' })
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  p.do({ type: 'open', dialog: 'herbs' }, { type: 'sayHerbs', use: '2' })
  expect([p.state.priced?.fresh, sent(p).length], 'the same word').toEqual([true, 1])
  p.do({ type: 'open', dialog: 'herbs' }, { type: 'sayHerbs', use: '1', doses: 3 })
  expect([p.state.priced?.fresh, p.state.staleBy, sent(p).length]).toEqual([false, 'pre.chosen', 1])
  p.wait(1000).do({ type: 'settle' })
  expect(p.of('settle')).toEqual([])
  p.do({ type: 'presettle' })
  expect(sent(p).at(-1)).toEqual({ use: '1', doses: 3 })
})

test('another herb is asked about; of one that is left what was said of several is not true', () => {
  const p = play()
    .read()
    .do(add(huangqi), add(danggui), { type: 'presettle' }, { type: 'sayHerbs', use: '1', doses: 7 })
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  p.do({ type: 'removeLast' }, { type: 'presettle' })
  expect(sent(p).at(-1)).toEqual({ use: '2', doses: 7 })
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  p.do(add(herb('162', '党参')), { type: 'presettle' })
  expect([p.state.dialog, sent(p).length]).toEqual([{ kind: 'herbs', prices: true }, 2])
})

test('herbs that are each used alone are so when there are fewer of them', () => {
  const p = play()
    .read()
    .do(add(huangqi), add(danggui), add(herb('162', '党参')), { type: 'presettle' })
  p.do({ type: 'sayHerbs', use: '2', doses: 7 })
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  p.do({ type: 'removeLast' }, { type: 'presettle' })
  expect(sent(p)).toEqual([
    { use: '2', doses: 7 },
    { use: '2', doses: 7 },
  ])
})

test('it is put aside, taken back and kept over a crash with its basket, and gone with its customer', () => {
  const p = play().read().do(add(huangqi), { type: 'presettle' }, { type: 'sayHerbs', use: '1', doses: 7 })
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  const draft = JSON.parse(JSON.stringify(draftOf(p.state, 1)))
  p.do({ type: 'park' })
  expect(p.of('park')[0]!.input.herbs).toEqual({ use: '1', doses: 7 })
  const lines = [{ ownCode: '159', quantity: '70', price: '0.12' }]
  const parked = { orderId: 'o1', maskedName: '', credentialNeeded: false, medicalType: '41', lines }
  const back = play().do(
    { type: 'unparked', key: 'u', parked: { ...parked, herbs: { use: '1', doses: 7 } } },
    { type: 'itemsKnown', items: [huangqi] },
  )
  const restored = play(emptyCounter({ settle: true, reverse: true, price: true })).do(
    { type: 'areaKnown', area: area() },
    { type: 'restored', key: 'd', draft },
  )
  for (const one of [back, restored])
    expect(sent(one.read().do({ type: 'presettle' })).at(-1)).toEqual({ use: '1', doses: 7 })
  expect(play(restored.state).do({ type: 'clearConfirmed' }).state.herbs).toBeUndefined()
})

test('put aside with another herb than was asked about, the basket has no word: F8 asks of what is taken back', () => {
  const p = play().read().do(add(huangqi), { type: 'presettle' }, { type: 'sayHerbs', use: '2', doses: 7 })
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  p.do(add(danggui))
  const draft = JSON.parse(JSON.stringify(draftOf(p.state, 1)))
  p.do({ type: 'park' })
  const behind = play().read().fill().do({ type: 'restored', key: 'd', draft })
  const put = [p, behind].map((one) => one.of('park')[0]!.input)
  expect(put.map(({ herbs, lines }) => [lines.length, herbs])).toEqual([
    [2, undefined],
    [2, undefined],
  ])
  const parked = { ...put[0]!, orderId: 'o1', maskedName: '', credentialNeeded: false, replaces: undefined }
  const back = play()
    .do({ type: 'unparked', key: 'u', parked }, { type: 'itemsKnown', items: [huangqi, danggui] })
    .read()
    .do({ type: 'presettle' })
  expect([back.state.dialog?.kind, sent(back)]).toEqual(['herbs', []])
})

test('of one that is left of several taken back it is not true either, whenever the other one goes', () => {
  const lines = ['159', '160'].map((ownCode) => ({ ownCode, quantity: '70', price: '0.12' }))
  const parked = { orderId: 'o1', maskedName: '', credentialNeeded: false, medicalType: '41', lines }
  const known: CounterEvent = { type: 'itemsKnown', items: [huangqi, danggui] }
  const removed: CounterEvent = { type: 'removeLast' }
  for (const events of [
    [known, removed],
    [removed, known],
  ]) {
    const p = play().do({ type: 'unparked', key: 'u', parked: { ...parked, herbs: { use: '1', doses: 7 } } })
    p.do(...events)
    expect(sent(p.read().do({ type: 'presettle' }))).toEqual([{ use: '2', doses: 7 }])
  }
})

test('an ERP says it with its bill, and how each of its goods is taken; one that does not has it asked', () => {
  const dosage = { dose: '1片', frequency: '每日一次', way: '口服', days: 30 }
  const lines = bill().lines.map((line) => ({ ...line, dosage }))
  const p = play()
    .read()
    .do({ type: 'bill', bill: bill({ lines, herbs: { use: '1', doses: 5 } }) }, { type: 'button', id: 'takeErp' })
    .do({ type: 'itemsKnown', items: [herb('A001', '黄芪')] }, { type: 'presettle' })
  expect(p.of('preSettle')[0]!.input).toMatchObject({ herbs: { use: '1', doses: 5 }, lines: [{ dosage }] })
  const silent = play().read().do({ type: 'bill', bill: bill() }, { type: 'button', id: 'takeErp' })
  silent.do({ type: 'itemsKnown', items: [herb('A001', '黄芪')] })
  expect(silent.do({ type: 'presettle' }).state.dialog).toEqual({ kind: 'herbs', prices: true })
})

test('what the catalogue tells of herbs behind F8 makes its split stale: F9 books nothing that nobody was asked about', () => {
  const known: CounterEvent = { type: 'itemsKnown', items: [herb('A001', '黄芪')] }
  const asked = () =>
    play().do({ type: 'bill', bill: bill() }, { type: 'button', id: 'takeErp' }).read().do({ type: 'presettle' })
  const answer = (p: ReturnType<typeof play>): CounterEvent => ({
    ...{ type: 'priced', turn: p.state.turn, edit: p.state.asked!, order: order() },
  })
  const after = asked()
  after.do(answer(after), known)
  const before = asked().do(known)
  before.do(answer(before))
  for (const p of [after, before]) {
    expect([p.state.priced?.fresh, p.says]).toEqual([false, 'pre.chosen'])
    expect(p.wait(1000).settle().of('settle')).toEqual([])
    expect(p.do({ type: 'presettle' }).state.dialog?.kind).toBe('herbs')
  }
  const none = asked()
  none.do(answer(none), { type: 'itemsKnown', items: [item()] })
  expect(none.state.priced?.fresh).toBe(true)
})

test('what is kept of a return was dispensed as it was sold, which the server knows; another word counts', () => {
  const kept = () => part({ herbs: { use: '1', doses: 7 } }).do({ type: 'itemsKnown', items: [herb('A002', '当归')] })
  expect(sent(kept().read())).toEqual([undefined])
  const said = kept().do({ type: 'open', dialog: 'herbs' }, { type: 'sayHerbs', use: '2' })
  expect(sent(said.read())).toEqual([{ use: '2', doses: undefined }])
})

test('of two settlements each has its own: several on the prescription are a formula, one beside them is used alone', () => {
  const rx = rxChoice({
    lines: [rxLine({ ownCode: '159', limit: '70' }), rxLine({ ownCode: '160', limit: '70' })],
  })
  const p = play().read()
  p.do({ type: 'takeRx', readId: p.state.person!.readId, rx, items: [huangqi, danggui] }, add(herb('165', '丹参')))
  p.do({ type: 'presettle' }, { type: 'sayHerbs', use: '1', doses: 7 })
  const both = p.of('preSettle').map(({ input, second }) => [second ?? false, input.lines.length, input.herbs])
  expect(both).toEqual([
    [true, 1, { use: '2', doses: 7 }],
    [false, 2, { use: '1', doses: 7 }],
  ])
})
