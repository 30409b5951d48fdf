import { describe, expect, test } from 'vitest'
import { ageOn, type Bought, type FactLine, type Facts } from './facts.ts'
import { judge } from './judge.ts'
import { packOf } from './pack.ts'
import type { Rule } from './rule.ts'

const today = '2026-11-23'
const metformin = 'XA10AAA004A001010100004'

const line = (more: Partial<FactLine> = {}): FactLine => ({
  ...{ no: 1, ownCode: '100004', nationalCode: metformin, name: '䶮制二甲双胍缓释片', spec: '0.5g*30片', unit: '盒' },
  ...{ quantity: '1', price: '9.90', amount: 990 },
  ...more,
})
const bought = (day: string, more: Partial<Bought> = {}): Bought => ({
  ...{
    ownCode: '100004',
    nationalCode: metformin,
    name: '二甲双胍缓释片',
    spec: '0.5g*30片',
    unit: '盒',
    quantity: '2',
  },
  ...{ day, storeName: '𠮷祥店', sameStore: false },
  ...more,
})
const facts = (more: Partial<Facts> = {}): Facts => ({
  ...{ today, lines: [line()], insutype: '310', medicalType: '41', illnesses: [], disease: [], prescription: false },
  ...{ bought: [], differing: [], gender: '1', birthday: '1960-11-23' },
  ...more,
})
const rule = (kind: Rule['kind'], more: Partial<Rule> = {}): Rule => ({
  ...{ id: 'r', code: 'R1', areaCode: '', companyId: '', name: '规则', kind, level: 'remind', message: '', advice: '' },
  ...{ reasonRequired: false, drugs: [], medicalTypes: [], insutypes: [], gender: '', ageFrom: null, ageTo: null },
  ...{ days: null, same: 'ingredient', daily: '', dailyUnit: '', most: '', cumulative: false, diseases: [] },
  ...{ against: [], priceCap: '', similarity: null, beginDay: '', endDay: '', enabled: true, hits: 0, version: 1 },
  ...{ updatedBy: '系统', updatedAt: new Date(0) },
  ...more,
})
const said = (one: Rule, about: Partial<Facts> = {}) => judge([one], facts(about)).map(({ what }) => what)

describe('重复购药', () => {
  const seven = rule('repeat', { days: 7 })
  test.each([
    ['2026-11-23', ['䶮制二甲双胍缓释片 今天已购 2 盒（𠮷祥店 11-23）']],
    ['2026-11-17', ['䶮制二甲双胍缓释片 6 天前已购 2 盒（𠮷祥店 11-17）']],
    ['2026-11-16', []],
  ])('bought on %s, within 7 days', (day, expected) => {
    expect(said(seven, { bought: [bought(day)] })).toEqual(expected)
  })
  test('a person who bought nothing, and what is not mapped', () => {
    expect(said(seven)).toEqual([])
    const unmapped = { lines: [line({ nationalCode: '', ownCode: 'Z9' })] }
    expect(said(seven, { ...unmapped, bought: [bought(today)] })).toEqual([])
    expect(said(seven, { ...unmapped, bought: [bought(today, { nationalCode: '', ownCode: 'Z9' })] })).toHaveLength(1)
  })
  test('the same drug of another producer, and another of its class, as far as the rule goes', () => {
    const other = [bought(today, { ownCode: '7', nationalCode: `${metformin.slice(0, 10)}B002020200099` })]
    const kin = [bought(today, { ownCode: '8', nationalCode: 'XA10AAA999A001010100004' })]
    expect(said(rule('repeat', { days: 7, same: 'code' }), { bought: other })).toEqual([])
    expect(said(seven, { bought: other })).toHaveLength(1)
    expect(said(seven, { bought: kin })).toEqual([])
    expect(said(rule('repeat', { days: 7, same: 'class' }), { bought: kin })).toHaveLength(1)
  })
})

describe('超量', () => {
  test.each([
    ['0.5g*30片', '盒', { pieces: 300_000n, mg: 150_000_000n }],
    ['0.25g×12片×2板', '盒', { pieces: 240_000n, mg: 60_000_000n }],
    ['47.5mg*7片', '片', { pieces: 10_000n, mg: 475_000n }],
    ['50μg*100片', '瓶', { pieces: 1_000_000n, mg: 50_000n }],
    ['27mg*180丸', '瓶', { pieces: 1_800_000n, mg: 48_600_000n }],
    ['10ml*6支', '盒', { pieces: 60_000n }],
    ['3ml:300单位', '支', {}],
    ['', '盒', {}],
  ])('%s sold by the %s', (spec, unit, expected) => {
    expect(packOf(spec, unit)).toEqual(expected)
  })
  const thirty = rule('quantity', { days: 30, daily: '2000', dailyUnit: 'mg' })
  test('30 days at 2 g are 4 packs of 15 g: the fifth is too many, and a hundredth of one too', () => {
    expect(said(thirty, { lines: [line({ quantity: '4' })] })).toEqual([])
    expect(said(thirty, { lines: [line({ quantity: '4.0001' })] })).toHaveLength(1)
    expect(said(thirty, { lines: [line({ quantity: '5' })] })).toEqual(['䶮制二甲双胍缓释片 够用 37 天，超过 30 天'])
  })
  test('lines of one drug count together and are told once; what was bought counts where the rule says so', () => {
    const lines = [line({ quantity: '3' }), line({ no: 2, quantity: '2' })]
    expect(said(thirty, { lines })).toHaveLength(1)
    const before = { lines: [line({ quantity: '3' })], bought: [bought('2026-11-01')] }
    expect(said(thirty, before)).toEqual([])
    expect(said({ ...thirty, cumulative: true }, before)).toEqual(['䶮制二甲双胍缓释片 连同已购够用 37 天，超过 30 天'])
    expect(said({ ...thirty, cumulative: true }, { ...before, bought: [bought('2026-10-24')] })).toEqual([])
  })
  test('a spec that tells nothing is not a hit, and said so', () => {
    const [found] = judge([thirty], facts({ lines: [line({ spec: '一盒装' })] }))
    expect(found).toMatchObject({ outcome: 'unclear', what: '规格「一盒装」换算不出毫克' })
  })
  test('by packs', () => {
    const ten = rule('quantity', { most: '10' })
    expect(said(ten, { lines: [line({ quantity: '10.0000' })] })).toEqual([])
    expect(said(ten, { lines: [line({ quantity: '10.5' })] })).toEqual(['䶮制二甲双胍缓释片 共 10.5 盒，超过 10'])
  })
})

describe('限性别年龄', () => {
  test.each([
    ['2026-11-22', 17],
    ['2026-11-23', 18],
    ['2026-11-24', 18],
  ])('born 2008-11-23, on %s', (day, age) => {
    expect(ageOn({ today: day, birthday: '2008-11-23' })).toBe(age)
  })
  test('born on 29 February', () => {
    expect(ageOn({ today: '2026-02-28', birthday: '2008-02-29' })).toBe(17)
    expect(ageOn({ today: '2026-03-01', birthday: '2008-02-29' })).toBe(18)
    expect(ageOn({ today: '2028-02-29', birthday: '2008-02-29' })).toBe(20)
  })
  const adults = rule('person', { ageFrom: 18 })
  test('is allowed from the birthday on; an unknown age is not a hit', () => {
    expect(said(adults, { birthday: '2008-11-23' })).toEqual([])
    expect(said(adults, { birthday: '2008-11-24' })).toEqual(['䶮制二甲双胍缓释片 限 18 岁及以上使用，参保人 17 岁'])
    expect(said(adults, { birthday: undefined, age: 17 })).toHaveLength(1)
    expect(said(adults, { birthday: undefined })).toEqual(['参保人年龄不明'])
  })
  test('a sex that is not said is not judged', () => {
    const women = rule('person', { gender: '2' })
    expect(said(women, { gender: '2' })).toEqual([])
    expect(said(women, { gender: '1' })).toEqual(['䶮制二甲双胍缓释片 限女性使用，参保人为男性'])
    expect(judge([women], facts({ gender: '9' }))[0]).toMatchObject({ outcome: 'unclear' })
  })
})

describe('病种用药范围', () => {
  const list = rule('coverage', { diseases: ['M016'], drugs: ['XA10'] })
  const vitamin = line({ no: 2, ownCode: '9', nationalCode: 'XA11GAW044A001010100001', name: '维生素C片', amount: 1 })
  const lines = [line(), vitamin, line({ no: 3, ownCode: 'Z', nationalCode: '', name: '未对照', amount: -1 })]
  const chronic = { lines, disease: ['M01600', '糖尿病'], illnesses: ['M01600', '糖尿病'], medicalType: '14' }

  test('names what the list does not name, and what has no national code; at stake is the line, never less than 0', () => {
    const found = judge([list], facts(chronic)).map((one) => [one.line.no, one.what, one.amount])
    expect(found).toEqual([
      [2, '维生素C片 不在该病种用药范围', 1],
      [3, '未对照 不在该病种用药范围', 0],
    ])
  })
  test('several lists about the disease are one', () => {
    const more = { ...list, id: 'r2', code: 'R2', diseases: ['糖尿病'], drugs: ['XA11GAW'] }
    expect(judge([list, more], facts(chronic)).map(({ line: { no }, rule: { code } }) => [no, code])).toEqual([
      [3, 'R1'],
    ])
    expect(judge([list, { ...more, insutypes: ['390'] }], facts(chronic))).toHaveLength(2)
  })
  test('says nothing of another disease, nor of one that was only diagnosed', () => {
    expect(said(list, { ...chronic, disease: ['M03900', '高血压'] })).toEqual([])
    expect(said(list, { ...chronic, disease: [], medicalType: '41' })).toEqual([])
  })
  test('is the same for everybody', () => {
    expect(said({ ...list, gender: '2', ageFrom: 90 }, chronic)).toHaveLength(2)
  })
})

test('限适应症: by the beginning of a code or words of the diagnosis', () => {
  const diabetes = rule('indication', { diseases: ['M016', '糖尿病'], drugs: ['XA10'] })
  expect(said(diabetes)).toEqual(['䶮制二甲双胍缓释片 限M016、糖尿病使用，本次没有病种或诊断'])
  expect(said(diabetes, { illnesses: ['M01600'] })).toEqual([])
  expect(said(diabetes, { illnesses: ['', '2 型糖尿病'] })).toEqual([])
  expect(said(diabetes, { illnesses: ['高血压'] })).toHaveLength(1)
})

test('无处方, 配伍, 串换', () => {
  expect(said(rule('noRx', { drugs: ['XA10'] }))).toEqual(['䶮制二甲双胍缓释片 没有关联处方'])
  expect(said(rule('noRx', { drugs: ['XA10'] }), { prescription: true })).toEqual([])
  const two = [line(), line({ no: 2, nationalCode: 'XM01AAA001', name: '布洛芬片' })]
  const conflict = rule('conflict', { drugs: ['XA10'], against: ['XM01'], days: 3 })
  expect(said(conflict, { lines: two })).toEqual(['䶮制二甲双胍缓释片 不宜与 布洛芬片 同用'])
  expect(said(conflict)).toEqual([])
  expect(said(conflict, { bought: [bought('2026-11-21', { nationalCode: 'XM01AAA001', name: '布洛芬片' })] })).toEqual([
    '䶮制二甲双胍缓释片 不宜与 2 天前所购的 布洛芬片 同用',
  ])
  const differing = [{ ownCode: '100004', similarity: 40, entry: '阿卡波糖片 50mg*30片' }]
  expect(said(rule('swap', { similarity: 60 }), { differing })).toHaveLength(1)
  expect(said(rule('swap', { similarity: 40 }), { differing })).toEqual([])
})

test('超限价: at stake is what is above the cap, to the fen; equal is no hit', () => {
  const cap = rule('overPrice')
  expect(judge([cap], facts({ lines: [line({ priceCap: '9.90' })] }))).toEqual([])
  expect(judge([cap], facts())).toEqual([])
  const [found] = judge([cap], facts({ lines: [line({ priceCap: '9.89', quantity: '3', amount: 2970 })] }))
  expect(found).toMatchObject({ amount: 3, what: '䶮制二甲双胍缓释片 单价 9.90 超过限价 9.89' })
  expect(judge([rule('overPrice', { priceCap: '5' })], facts())[0]?.amount).toBe(490)
})

test('amounts of 0.00, 0.01 and a discount', () => {
  const seven = rule('repeat', { days: 7 })
  const amounts = [0, 1, -500].map((amount) =>
    judge([seven], facts({ lines: [line({ amount })], bought: [bought(today)] })),
  )
  expect(amounts.map(([one]) => one?.amount)).toEqual([0, 1, 0])
})

describe('where a rule holds', () => {
  const hits = (more: Partial<Rule>, about: Partial<Facts> = {}) =>
    judge([rule('repeat', { days: 7, ...more })], facts({ bought: [bought(today)], ...about })).length
  test('its days, both included', () => {
    expect(hits({ beginDay: today, endDay: today })).toBe(1)
    expect(hits({ beginDay: '2026-11-24' })).toBe(0)
    expect(hits({ endDay: '2026-11-22' })).toBe(0)
    expect(hits({ enabled: false })).toBe(0)
  })
  test('drugs, medical types, insurances, sex and age', () => {
    expect(hits({ drugs: ['XA10', 'Z'] })).toBe(1)
    expect(hits({ drugs: ['XA11'] })).toBe(0)
    expect(hits({ medicalTypes: ['14'] })).toBe(0)
    expect(hits({ insutypes: ['310'] })).toBe(1)
    expect(hits({ insutypes: ['390'] })).toBe(0)
    expect(hits({ gender: '2' })).toBe(0)
    expect(hits({ ageFrom: 66 })).toBe(1)
    expect(hits({ ageFrom: 67 })).toBe(0)
    expect(hits({ ageFrom: 1 }, { birthday: undefined })).toBe(0)
  })
})
