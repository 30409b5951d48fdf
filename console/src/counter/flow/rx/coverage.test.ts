import { expect, test } from 'vitest'
import { bill, disease, item, order, pills, rxChoice, split, vitamin } from '../../../../test/counter/fixtures.ts'
import { diabetes, diabetic, partAsked, play } from '../../../../test/counter/play.ts'
import { secondText, twoOf } from '../second.ts'
import { uncovered } from './coverage.ts'

// A chronic purchase is settled with what its disease covers, the rest behind it as an ordinary one (ux 1.2).

const metformin = (over = {}) =>
  item({ ownCode: '100004', nationalCode: 'XA10BAE100A001010100004', name: '二甲双胍缓释片', price: '9.90', ...over })
const outside = () => ({ ...vitamin(), nationalCode: 'XA11GAW044A001010100001' })
const known = (drugs: readonly string[] = ['XA10'], code = 'M01600') =>
  ({ type: 'coverageKnown', disease: code, drugs }) as const

/** As `diabetic`, before what it covers is known. */
const asking = () => play().read().do({ type: 'chooseDisease', disease: diabetes() })
const parted = () => diabetic().do({ type: 'addItem', item: metformin() }, { type: 'addItem', item: outside() })
const codes = (lines: readonly { item: { ownCode: string } }[] = []) => lines.map(({ item: one }) => one.ownCode)

test('is asked of every disease that is chosen, also of the only one, and again with another insurance or kind', () => {
  const p = asking()
  expect(p.of('askCoverage')).toEqual([
    { do: 'askCoverage', diseaseCode: 'M01600', diseaseName: '糖尿病', insutype: '310', medicalType: '14' },
  ])
  const only = play().do({ type: 'chooseMedicalType', medicalType: '14' }).read()
  only.do({ type: 'diseasesKnown', readId: 'r1', diseases: [diabetes()] })
  expect([only.state.disease?.automatic, only.of('askCoverage').length]).toEqual([true, 1])
  only.do({ type: 'diseasesKnown', readId: 'r1', diseases: [diabetes()] })
  expect(only.of('askCoverage'), 'the same answer once more').toHaveLength(1)
  expect(
    p.do({ type: 'chooseMedicalType', medicalType: '41' }).of('askCoverage'),
    'none without a disease',
  ).toHaveLength(1)
})

test('what is outside is said when it is scanned, and when the list comes behind it', () => {
  const p = parted()
  expect([p.says, p.state.message?.values]).toEqual(['coverage.apart', { item: '维生素C片' }])
  const late = asking().do({ type: 'addItem', item: outside() }, { type: 'addItem', item: metformin() })
  expect([late.says, secondText(late.state)]).toEqual([undefined, undefined])
  expect(late.do(known()).says).toBe('coverage.apart')
  // Nothing new: the next scan says nothing of it again.
  expect(late.do({ type: 'addItem', item: metformin() }).says).not.toBe('coverage.apart')
})

test('F8 prices both, the disease’s with it and the rest as an ordinary purchase; F9 goes on to the second', () => {
  const p = parted()
  expect(secondText(p.state)).toBe('用药范围外 1 种另结一笔')
  p.do({ type: 'presettle' })
  const [second, first] = p.of('preSettle')
  expect([
    first?.input.medicalType,
    first?.input.diseaseCode,
    first?.input.lines.map(({ ownCode }) => ownCode),
  ]).toEqual([...['14', 'M01600', ['100004']]])
  expect([second?.second, second?.input.medicalType, second?.input.diseaseCode]).toEqual([true, '41', undefined])
  expect(second?.input.lines.map(({ ownCode }) => ownCode)).toEqual([outside().ownCode])
  const { turn, edit } = p.state
  const behind = order({ id: 'o2', settleKey: 'k2', split: split({ cash: '5.60' }) })
  p.do({ type: 'priced', turn, edit, order: behind, second: true }, { type: 'priced', turn, edit, order: order() })
  expect([p.says, p.state.message?.values.outside]).toEqual(['second.priced', '用药范围外'])
  p.wait(1000)
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect([p.says, codes(p.state.lines), p.state.medicalType, p.state.disease, p.state.orderId]).toEqual([
    ...['second.own', [outside().ownCode], '41', undefined, 'o2'],
  ])
  expect(p.state.message?.values.outside).toBe('用药范围外')
  expect(twoOf(p.state)).toBeUndefined()
})

test('a list that comes behind F8 makes that split stale, and none that is being settled', () => {
  const basket = () => asking().do({ type: 'addItem', item: metformin() }, { type: 'addItem', item: outside() })
  const priced = basket().price()
  expect(priced.state.priced?.fresh).toBe(true)
  expect([priced.do(known()).says, priced.state.priced?.fresh]).toEqual(['coverage.apart', false])
  const under = basket().do({ type: 'presettle' })
  const { turn, edit } = under.state
  under.do(known(), { type: 'priced', turn, edit, order: order() })
  expect([under.says, under.state.priced?.fresh]).toEqual(['pre.parted', false])
  const settling = basket().price().settle().do(known())
  expect([settling.state.phase, settling.state.covered, secondText(settling.state)]).toEqual([
    ...['settling', undefined, undefined],
  ])
  // What is all covered, or all outside, was priced as it will be settled.
  expect(
    basket()
      .price()
      .do(known(['X'])).state.priced?.fresh,
  ).toBe(true)
})

test.each([
  ['a band', 'person.other', { name: '张*', other: '李*' }],
  ['what was restored', 'draft.back', { count: 2, total: '25.50', next: '按 F8' }],
] as const)('%s stays said: the line shows its own mark', (_, key, values) => {
  const p = asking().do({ type: 'addItem', item: metformin() }, { type: 'addItem', item: outside() })
  const banded = play({ ...p.state, message: { key, values, at: 0 } })
  expect([banded.do(known()).says, secondText(banded.state)]).toEqual([key, '用药范围外 1 种另结一笔'])
})

test('a prescription that was typed holds for both; without one a prescription drug outside is stopped as ever', () => {
  const typed = { number: 'R1', hospital: '示例医院', doctor: '王𠮷' }
  const p = parted().do({ type: 'addItem', item: { ...pills(), nationalCode: 'ZA', prescription: true } })
  expect(p.do({ type: 'presettle' }).says).toBe('item.needRx')
  p.do({ type: 'closeDialog' }, { type: 'setPrescription', prescription: typed }, { type: 'presettle' })
  expect(p.of('preSettle').map(({ input }) => input.prescription)).toEqual([typed, typed])
  const { turn, edit } = p.state
  p.do({ type: 'priced', turn, edit, order: order({ id: 'o2' }), second: true })
  p.do({ type: 'priced', turn, edit, order: order() }).wait(1000).settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect([p.says, p.state.prescription]).toEqual(['second.own', typed])
})

test('what is kept of a return is as it was: nothing is parted, and nothing said', () => {
  const { part } = partAsked().state
  const p = play({ ...diabetic().state, part, lines: parted().state.lines, covered: undefined, message: undefined })
  p.do(known())
  expect([p.says, uncovered(p.state).length, twoOf(p.state)]).toEqual([undefined, 1, undefined])
})

test('a line of the prescription stays with it, also where another one is settled apart', () => {
  const rx = rxChoice()
  const named = { ...outside(), ownCode: rx.lines[0]!.ownCode!, name: '处方药' }
  const p = diabetic().do({ type: 'addItem', item: metformin() })
  p.do({ type: 'takeRx', readId: 'r1', rx, items: [named] })
  expect(codes(twoOf(p.state)?.second.lines), 'what the prescription does not name').toEqual(['100004'])
  expect([p.says, p.state.message?.values]).toEqual([
    'coverage.whole',
    { item: '处方药', next: '请与参保人确认后按处方结算' },
  ])
})

test('what has no national code is outside; where nobody keeps a list, or of another disease, nothing is', () => {
  const local = { ...pills(), nationalCode: '', mapped: false }
  expect(codes(twoOf(parted().do({ type: 'addItem', item: local }).state)?.second.lines)).toContain(local.ownCode)
  const p = asking().do({ type: 'addItem', item: metformin() }, { type: 'addItem', item: outside() })
  expect(twoOf(p.do({ ...known(), drugs: undefined }).state)).toBeUndefined()
  expect(twoOf(p.do(known(['XA10'], 'M03900')).state)).toBeUndefined()
  // The list of a disease that was changed meanwhile is not that of the new one.
  const changed = parted().do({ type: 'chooseDisease', disease: disease({ code: 'M03900', name: '高血压' }) })
  expect(twoOf(changed.state)).toBeUndefined()
})

test.each([
  [
    'nothing of the basket is covered',
    () => diabetic().do({ type: 'addItem', item: outside() }),
    '请改选「普通购药」，或按 F3 换掉「糖尿病」',
  ],
  [
    'the lines are an ERP’s',
    () => {
      const [line] = bill().lines
      const lines = [metformin(), outside()].map((one) => {
        const { ownCode, name, price } = one
        return { ...line!, ownCode, name, quantity: '1', price, amount: price }
      })
      return play()
        .do({ type: 'bill', bill: bill({ total: '25.50', lines }) })
        .do({ type: 'itemsKnown', items: [metformin(), outside()] })
        .read()
        .do({ type: 'chooseDisease', disease: diabetes() }, known())
    },
    '请在 ERP 中另开一单，按普通购药结算',
  ],
  [
    'a prescription names the goods',
    () => {
      const rx = rxChoice()
      const { ownCode } = rx.lines[0]!
      return diabetic().do({ type: 'takeRx', readId: 'r1', rx, items: [{ ...outside(), ownCode: ownCode! }] })
    },
    '请与参保人确认后按处方结算',
  ],
])('is one settlement where %s: it is said, and not stopped', (_, made, next) => {
  const p = made()
  expect([p.says, p.state.message?.values.next]).toEqual(['coverage.whole', next])
  expect(twoOf(p.state)).toBeUndefined()
  expect(p.do({ type: 'presettle' }).of('preSettle')).toHaveLength(1)
})
