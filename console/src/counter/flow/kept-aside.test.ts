import { expect, test } from 'vitest'
import { area, counter, disease, order, other, parked, person } from '../../../test/counter/fixtures.ts'
import { play, refusal } from '../../../test/counter/play.ts'
import { cashDue } from '../parts/cash-due.ts'
import { draftOf } from './draft.ts'
import type { Draft } from './kept-draft.ts'

// What is kept of a return whose old settlement is taken back, and that was put aside before it was settled: it is still
// what was sold before.

const replaces = {
  ...{ orderId: 'old', maskedName: '张*', settledAt: '2026-11-21 10:00:00' },
  ...{ fundTotal: '10.00', account: '0.00', familyAccount: '0.00', cash: '50.00' },
}
const line = { ownCode: 'A001', quantity: '1', price: '20.00', lot: 'A1', expiresOn: '1969-12-31' }
/** Bought for a disease whose code only the server knows, in an area that sells nothing past its day. */
const kept = { ...{ medicalType: '14', insutype: '310', diseaseName: '糖尿病', lines: [line] }, replaces }
const taken = (over = {}) => {
  const p = play(counter({ area: area({ expiredForbidden: true }) }))
  p.do({ type: 'unparked', key: 'u', parked: parked({ ...kept, ...over }) })
  // His filing has ended since.
  return p.do({ type: 'diseasesKnown', readId: 'r1', diseases: [] })
}

test('F8 asks for no disease and forbids no lot of it, and says whose it is', () => {
  const p = taken().do({ type: 'presettle' })
  const input = { orderId: 'o1', replaces: 'old', medicalType: '14', diseaseName: '糖尿病', diseaseCode: undefined }
  expect([p.of('preSettle'), p.state.dialog]).toMatchObject([[{ input }], undefined])
  // Of no return it does both.
  const plain = taken({ replaces: undefined }).do({ type: 'presettle' })
  expect([plain.says, plain.of('preSettle')]).toEqual(['item.expiredNo', []])
  const fresh = taken({ replaces: undefined, lines: [{ ownCode: 'A001', quantity: '1', price: '20.00' }] })
  expect([fresh.do({ type: 'presettle' }).says, fresh.of('preSettle')]).toEqual(['disease.none', []])
})

test('a disease that he is registered for stays what it was bought for', () => {
  const p = taken().do({ type: 'diseasesKnown', readId: 'r1', diseases: [disease()] })
  expect(p.state.disease).toEqual({ code: '', name: '糖尿病', automatic: false })
})

test('it is settled for nobody else, and priced by itself for him', () => {
  const p = taken({ credentialNeeded: true, person: undefined }).read(other())
  expect([p.says, p.of('preSettle')]).toEqual(['part.differs', []])
  expect(p.read(person()).of('preSettle')).toMatchObject([{ input: { replaces: 'old' } }])
})

test('F9 alone books it, and its cash is whole: what the old one gives back may have been paid out by then', () => {
  const p = taken().price(order({ id: 'o1' }))
  expect(p.of('settle')).toEqual([])
  p.settle().do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect([p.says, p.state.message?.values.cash]).toEqual(['part.doneLater', '25.60'])
  expect(cashDue(p.state)).toEqual({ title: '应收现金', text: '25.60' })
})

test('what goes wrong with it is said as of any basket: nothing of the old one is to be given back once more', () => {
  const p = taken().do({ type: 'presettle' })
  const { turn, edit } = p.state
  p.do({ type: 'priceFailed', turn, edit, refusal: refusal('', { message: '余额查询超时' }) })
  expect(p.says).toBe('pre.failed')
})

test('put aside again, and by a page that comes after, it stays what it is', () => {
  const p = taken()
  const draft: Draft = JSON.parse(JSON.stringify(draftOf(p.state, 1)))
  expect(play().do({ type: 'restored', key: 'd', draft }).state.part).toMatchObject({ at: 'reversed', later: true })
  expect(p.do({ type: 'park' }).of('park')).toMatchObject([{ input: { replaces: 'old', diseaseName: '糖尿病' } }])
})
