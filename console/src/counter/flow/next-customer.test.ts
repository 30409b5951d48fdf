import { expect, test } from 'vitest'
import { bill, counter, disease, item, order, other, person, pills } from '../../../test/counter/fixtures.ts'
import { lost, play, ready, refusal } from '../../../test/counter/play.ts'
import { stageOf } from '../flow.ts'
import { nextCustomer } from './customer.ts'
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
  const { turn } = p.state
  p.do({ type: 'clearConfirmed' }).read(other()).fill().do({ type: 'presettle' })
  p.do({ type: 'priceFailed', turn, refusal: lost })
  expect([p.state.phase, p.says]).toEqual(['presettling', 'pre.wait'])
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  expect(stageOf(p.state)).toBe('split')
})

test.each(['card.gone', 'card.changed'])('%s: his credential is read again, and must be his', (code) => {
  const p = play().read().fill().do({ type: 'presettle' })
  p.do({ type: 'priceFailed', turn: p.state.turn, refusal: refusal(code) })
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
