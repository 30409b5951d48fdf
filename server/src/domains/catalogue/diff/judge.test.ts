import { expect, test } from 'vitest'
import type { Fact } from './facts.ts'
import { judge, seeks, suggestionOf } from './judge.ts'

const code = 'XA00AAA000A001010100001'
const today = '2026-11-27'
const goods = { name: '䶮𠮷胶囊', spec: '0.25g*24粒', producer: '示例制药', dosageForm: '胶囊剂' }

interface Parts {
  item?: Partial<Fact['item']>
  entry?: Partial<NonNullable<Fact['entry']>>
  mapping?: Partial<NonNullable<Fact['mapping']>>
  cap?: string
}

/** An item that differs in nothing from the entry it is mapped to, but for what is said. */
const fact = ({ item, entry, mapping, cap }: Parts = {}): Fact => ({
  item: { ...goods, nationalCode: code, price: '20', prescription: false, ...item } as Fact['item'],
  mapping: { nationalCode: code, state: 'sent', message: '', ...mapping },
  entry: { code, ...goods, pack: '', otc: '非处方药', valid: true, beginDay: '2026-01-01', endDay: '', ...entry },
  cap,
})

const found = (parts: Parts) => judge(fact(parts), [], today).map(({ type, note }) => `${type} ${note}`)

test.each([
  ['nothing', {}, []],
  ['what ends today', { entry: { endDay: today } }, []],
  ['what ended yesterday', { entry: { endDay: '2026-11-26' } }, ['invalid 国家码已于 2026-11-26 到期']],
  ['what begins today', { entry: { beginDay: today } }, []],
  ['what begins tomorrow', { entry: { beginDay: '2026-11-28' } }, ['invalid 国家码从 2026-11-28 起才有效']],
  ['what was stopped', { entry: { valid: false } }, ['invalid 国家码已被中心停用']],
  ['a price at its cap', { item: { price: '10.00' }, cap: '10' }, []],
  ['a price below its cap, of more digits', { item: { price: '9.999999' }, cap: '10' }, []],
  [
    'a price a millionth over',
    { item: { price: '10.000001' }, cap: '10' },
    ['overCap 零售价 10.000001 超过限价 10.00'],
  ],
  ['a price of 0.00', { item: { price: '0.00' }, cap: '0' }, []],
  ['a prescription drug that is marked', { item: { prescription: true }, entry: { otc: '处方药' } }, []],
  [
    'one that is not',
    { entry: { otc: '处方药' } },
    ['rxUnmarked 目录中是处方药，商品没有标为处方药：结算时不会要求处方'],
  ],
  ['what the centre refused', { mapping: { state: 'refused' } }, ['mappable 本区划已对照，本店还没有上报医保中心']],
  [
    'what it refused with words',
    { mapping: { state: 'refused', message: '不在支付范围' } },
    [`mappable 本区划已对照，本店还没有上报医保中心；上报国家码 ${code} 被拒绝：不在支付范围`],
  ],
  [
    'what it refused of goods without a code',
    { item: { nationalCode: '' }, mapping: { state: 'refused', message: '不在支付范围' } },
    [`unmapped 目录中没有相近的国家码；上报国家码 ${code} 被拒绝：不在支付范围`],
  ],
  [
    'what it holds under another code',
    { mapping: { nationalCode: 'XA00AAA000A001010100002' } },
    ['mappable 本区划已对照，本店还没有上报医保中心'],
  ],
  ['another pack', { item: { spec: '100ml*1瓶' } }, ['differs 规格与目录不符']],
  ['another medicine', { item: { name: '维生素C片' } }, ['differs 名称与目录不符']],
] as [string, Parts, string[]][])('%s: %o', (_, parts, notes) => {
  expect(found(parts)).toEqual(notes)
})

test('an item looks for an entry where it has none that holds', () => {
  expect([fact(), fact({ entry: { endDay: today } })].map((one) => seeks(one, today))).toEqual([false, false])
  const without = [
    fact({ item: { nationalCode: '' } }),
    fact({ entry: { valid: false } }),
    { ...fact(), entry: undefined },
  ]
  expect(without.map((one) => seeks(one, today))).toEqual([true, true, true])
})

test.each([
  ['unmapped', 69, undefined],
  ['mappable', 70, 'BEST'],
  ['mappable', 40, 'BEST'], // The company has it mapped already, only this store has not told it.
  ['invalid', 70, 'BEST'],
  ['invalid', 69, undefined],
  ['differs', 90, undefined],
  ['overCap', 100, undefined],
  ['rxUnmarked', 100, undefined],
] as const)('a suggestion for %s goods, alike by %d, is taken without a look: %s', (type, similarity, taken) => {
  const best = { code: 'BEST', name: '', spec: '', producer: '', similarity }
  expect(suggestionOf({ type, nationalCode: code, candidates: [best] })).toBe(taken)
  expect(suggestionOf({ type, nationalCode: code, candidates: [] })).toBeUndefined()
})

test('goods whose code has ended are not given the same one again', () => {
  const itself = { code, name: '', spec: '', producer: '', similarity: 100 }
  expect(suggestionOf({ type: 'invalid', nationalCode: code, candidates: [itself] })).toBeUndefined()
})
