import { expect, test } from 'vitest'
import { area, bill, disease, item, order } from '../../../test/counter/fixtures.ts'
import { play } from '../../../test/counter/play.ts'
import { messageOf, sentenceOf } from '../message.ts'
import type { CounterEvent } from './events.ts'
import { emptyCounter } from './state.ts'

test('what was bought lately is said with its unit (M19, ux 8)', () => {
  const p = play()
    .read()
    .do({ type: 'addItem', item: item({ unit: '盒' }) })
  const bought = { at: '1970-01-01 08:00:00', storeName: '', ownCode: 'A001', name: '', spec: '', sameStore: true }
  p.do({ type: 'boughtKnown', readId: 'r1', bought: [{ ...bought, quantity: '2.5000' }] })
  expect([p.says, p.state.message?.values]).toEqual([
    'item.repeat',
    { item: '阿莫西林胶囊', when: '今天', quantity: '2.5 盒' },
  ])
})

const repeated = { at: '1970-01-01 08:00:00', storeName: '', ownCode: 'A001', name: '', spec: '', sameStore: true }

test('what a bill brings is said to be bought lately, whether bill or person comes first (M19)', () => {
  const known: CounterEvent = { type: 'boughtKnown', readId: 'r1', bought: [{ ...repeated, quantity: '2.0000' }] }
  const comes: CounterEvent = { type: 'bill', bill: bill() }
  // Whoever stands there is his own, or another's: the clerk says so.
  const taken: CounterEvent = { type: 'button', id: 'takeErp' }
  const catalogue: CounterEvent = { type: 'itemsKnown', items: [item()] }
  const said = { item: '阿莫西林胶囊', when: '今天', quantity: '2 盒' }
  for (const p of [play().do(comes, catalogue).read().do(known), play().read().do(known, comes, taken, catalogue)])
    expect([p.says, p.state.message?.values]).toEqual(['item.repeat', said])
  // Its unit is the catalogue's, which need not answer.
  const soon = play().read().do(known, comes, taken)
  expect([soon.says, soon.state.message?.values.quantity]).toEqual(['item.repeat', '2'])
  soon.do({ type: 'itemsKnown', items: [item()] })
  expect(
    soon.state.log.filter(({ key }) => key === 'item.repeat'),
    'brought up to date, not said twice',
  ).toHaveLength(1)

  const other = bill().lines.map((line) => ({ ...line, ownCode: 'B002', name: '复方丹参滴丸' }))
  const revised = play()
    .read()
    .do(known, { type: 'bill', bill: bill({ lines: other }) }, taken)
  expect(revised.says).toBe('erp.came')
  revised.do({ type: 'bill', bill: bill({ revision: 2 }) })
  expect([revised.says, revised.state.log[1]?.key]).toEqual(['item.repeat', 'erp.changed'])

  // Of the same goods it has been said: that the price is void is what is new.
  revised.do({
    type: 'bill',
    bill: bill({ revision: 3, lines: bill().lines.map((line) => ({ ...line, quantity: '1' })) }),
  })
  expect(revised.says).toBe('erp.changed')

  // What is past its day is the more pressing one.
  const old = bill().lines.map((line) => ({ ...line, lot: 'A1', expiresOn: '1969-12-31' }))
  const both = play()
    .read()
    .do(known, { type: 'bill', bill: bill({ lines: old }) }, taken)
  expect(both.state.log.slice(0, 2).map(({ key }) => key)).toEqual(['item.expired', 'item.repeat'])
})

test('a bill that comes while the customer is read again waits for what is known of whoever that is', () => {
  const known: CounterEvent = { type: 'boughtKnown', readId: 'r1', bought: [{ ...repeated, quantity: '2' }] }
  const p = play().read().do(known, { type: 'read' }, { type: 'bill', bill: bill() })
  p.do({ type: 'button', id: 'takeErp' })
  expect(p.says).toBe('read.wait')
})
const none = { enjoyed: false, reasons: ['暂停参保'] }
test.each([
  ['item.repeat', { type: 'boughtKnown', readId: 'r1', bought: [{ ...repeated, quantity: '1' }] }],
  ['person.limited', { type: 'benefitsKnown', readId: 'r1', benefits: { ...none, accountUsable: true } }],
  ['person.closed', { type: 'benefitsKnown', readId: 'r1', benefits: { ...none, accountUsable: false } }],
] satisfies [string, CounterEvent][])(
  '%s that is known behind the split leaves what is to be paid in R6: told before it, it would stand under it too',
  (key, known) => {
    const settled: CounterEvent = { type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) }
    const priced = () => play().read().fill().price()
    for (const p of [priced(), priced().settle(), priced().settle().do(settled)]) {
      const said = p.says
      expect([p.do(known).says, p.state.log[1]?.key]).toEqual([said, key])
    }
  },
)

test('who has no disease of the chosen kind is not told to press F8, whichever answer comes first', () => {
  const none: CounterEvent = { type: 'diseasesKnown', readId: 'r1', diseases: [] }
  const reasons = ['没有有效的慢特病备案']
  const refused: CounterEvent = {
    type: 'benefitsKnown',
    readId: 'r1',
    benefits: { enjoyed: false, accountUsable: true, reasons },
  }
  for (const answers of [
    [none, refused],
    [refused, none],
  ]) {
    const p = play().do({ type: 'chooseMedicalType', medicalType: '9901' }).read().fill()
    for (const answer of answers) p.do(answer)
    const { key, values } = p.state.message!
    // The words of the list in which the other kind is chosen.
    expect(sentenceOf(messageOf(key, values))).toBe(
      '没有有效的备案病种。不能按门诊两病结算。请改选「普通购药」，或请参保人先备案',
    )
  }
})

test('a disease whose filing ends today is told so, not as one of 0 days', () => {
  const says = (endsIn: number) => {
    const p = play().do({ type: 'chooseMedicalType', medicalType: '14' }).read().fill()
    p.do({ type: 'chooseDisease', disease: disease({ endsIn }) })
    return sentenceOf(messageOf(p.state.message!.key, p.state.message!.values))
  }
  expect([says(0), says(12)]).toEqual(['该病种今天到期。请提醒参保人续备案', '该病种 12 天后到期。请提醒参保人续备案'])
})

test('a 医疗类别 that gets another name is called so at an open counter, where it is chosen and in words; the choice stays', () => {
  const p = play().do({ type: 'chooseMedicalType', medicalType: '9901' })
  p.do({ type: 'kindsNamed', kinds: [{ value: '9901', name: '两病䶮' }] })
  expect([p.state.medicalType, p.state.area?.medicalTypes.map(({ name }) => name)]).toEqual([
    '9901',
    ['普通购药', '门诊慢特病', '两病䶮'],
  ])
  p.read().fill().do({ type: 'diseasesKnown', readId: 'r1', diseases: [] }, { type: 'presettle' })
  expect(sentenceOf(messageOf(p.state.message!.key, p.state.message!.values))).toContain('两病䶮')
})

test('codes that change under an open counter have its area read anew: a kind of purchase that was stopped is offered no more', () => {
  const p = play()
  const kinds = [{ value: '41', name: '普通购药' }]
  expect(p.do({ type: 'kindsNamed', kinds }).of('readArea'), 'the area is as new').toEqual([])
  expect(p.do({ type: 'kindsNamed', kinds: [...kinds] }).of('readArea')).toEqual([{ do: 'readArea' }])
  const left = area().medicalTypes.filter(({ value }) => value !== '41')
  p.read()
    .fill()
    .do({ type: 'areaKnown', area: { ...area(), medicalTypes: left, defaultMedicalType: '14' } })
  expect([p.state.medicalType, p.state.area?.medicalTypes.map(({ value }) => value)]).toEqual(['14', ['14', '9901']])
})

test('who was read before the area is known buys under its ordinary kind; a kind that was chosen, or came with a basket, stays', () => {
  const known = (defaultMedicalType: string) =>
    ({ type: 'areaKnown', area: area({ defaultMedicalType, chronicMedicalTypes: ['14', '9901'] }) }) as const
  const empty = () => play(emptyCounter({ settle: true, reverse: true, price: true }))
  const p = empty().read().fill().price()
  p.do(known('11'))
  expect([p.state.medicalType, p.state.priced?.fresh, p.settle().of('settle')]).toEqual(['11', false, []])
  expect(p.of('askBenefits').at(-1)).toMatchObject({ readId: 'r1', medicalType: '11' })
  expect(p.do({ type: 'presettle' }).of('preSettle').at(-1)?.input.medicalType).toBe('11')
  // While F8 is on its way its answer is stale; nothing is asked twice where the kind is the same.
  const late = empty().read().fill().do({ type: 'presettle' })
  const { turn, edit } = late.state
  late.do(known('11'), { type: 'priced', turn, edit, order: order() })
  expect([late.says, late.wait(1000).settle().of('settle')]).toEqual(['pre.chosen', []])
  expect(empty().read().do(known('41')).of('askBenefits')).toHaveLength(1)
  // An ordinary kind that needs a disease takes the only one he is registered for.
  const chronic = empty()
    .read()
    .do({ type: 'diseasesKnown', readId: 'r1', diseases: [disease()] }, known('14'))
  expect(chronic.state.disease).toMatchObject({ code: disease().code, automatic: true })

  const chosen = empty().do({ type: 'chooseMedicalType', medicalType: '41' }).read()
  const back = { orderId: 'o1', maskedName: '', credentialNeeded: false, lines: [], medicalType: '41' }
  for (const q of [chosen, empty().do({ type: 'unparked', key: 'u', parked: back })])
    expect(q.do(known('11')).state.medicalType).toBe('41')
  // Money under way, and what has ended, were of the kind before; the next one is of the ordinary kind.
  const paid = empty().read().fill().price().settle()
  expect(paid.do(known('11')).state.medicalType).toBe('41')
  paid.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect(paid.read().state.medicalType).toBe('11')
  // Nor is a kind one customer’s who comes behind another while the area is still unknown.
  const next = empty().do({ type: 'chooseMedicalType', medicalType: '14' }, { type: 'clear' })
  expect([next.state.medicalType, next.do(known('11')).state.medicalType]).toEqual(['41', '11'])
})

test('names that the dictionary gives before the area is known are the area’s then', () => {
  const p = play(emptyCounter({ settle: true, reverse: true, price: true }))
  p.do({ type: 'kindsNamed', kinds: [{ value: '9901', name: '两病䶮' }] }, { type: 'areaKnown', area: area() })
  expect(p.state.area?.medicalTypes.map(({ name }) => name)).toEqual(['普通购药', '门诊慢特病', '两病䶮'])
})

test('what is filed as 门诊两病 is settled so: it is no chronic one, and choosing it chooses its kind of purchase', () => {
  const two = disease({ code: 'M03900', name: '高血压', kind: 'twoDiseases', endsIn: undefined })
  const asked = (medicalType: string, diseases: ReturnType<typeof disease>[]) =>
    play()
      .do({ type: 'chooseMedicalType', medicalType })
      .read()
      .fill()
      .do({ type: 'diseasesKnown', readId: 'r1', diseases })
  expect(asked('14', [two]).state.disease, 'not taken for a chronic one by itself').toBeUndefined()
  expect(asked('9901', [two]).state.disease).toMatchObject({ code: 'M03900', automatic: true })
  const chronic = disease({ code: 'M03900', name: '高血压', endsIn: undefined })
  expect(asked('9901', [chronic, two]).state.disease, 'filed both ways it is one code').toMatchObject({
    code: 'M03900',
  })
  for (const medicalType of ['14', '41']) {
    const p = asked(medicalType, [two]).do({ type: 'chooseDisease', disease: two })
    expect([p.state.medicalType, p.state.disease?.code]).toEqual(['9901', 'M03900'])
  }
})

test('whether 门诊两病 are filed for somebody is not known: under their kind it is said so and can be asked again, under others there is none', () => {
  const asked = (medicalType: string) =>
    play()
      .do({ type: 'chooseMedicalType', medicalType })
      .read()
      .fill()
      .do({ type: 'diseasesKnown', readId: 'r1', diseases: [], twoUnknown: true })
  const two = asked('9901')
  const sentence = (p: typeof two) => sentenceOf(messageOf(p.state.message!.key, p.state.message!.values))
  expect(sentence(two)).toBe(
    '医保中心没有答复门诊两病备案，不知道有没有。暂时不能按门诊两病结算。请重读凭证再查，或改选「普通购药」',
  )
  expect([two.do({ type: 'presettle' }).says, two.of('preSettle')]).toEqual(['disease.unknown', []])
  expect(asked('14').says).toBe('disease.none')
  const anew = two.read()
  expect(anew.of('askDiseases')).toHaveLength(2)
  expect(anew.do({ type: 'diseasesKnown', readId: 'r1', diseases: [] }).do({ type: 'presettle' }).says).toBe(
    'disease.none',
  )
})

test('diseases that could not be read are asked for again by F3, also behind a bill that came meanwhile; what was read stands', () => {
  const unread = { type: 'diseasesUnread', readId: 'r1' } as const
  const f3 = { type: 'open', dialog: 'disease' } as const
  const p = play().read()
  expect(p.do(f3).of('askDiseases'), 'on its way').toHaveLength(1)
  expect(p.do({ type: 'diseasesUnread', readId: 'r0' }).state.diseasesUnread, 'somebody else’s').toBe(false)
  expect(p.do(unread).state.diseasesUnread).toBe(true)
  expect([p.do(f3).of('askDiseases').length, p.state.diseasesUnread]).toEqual([2, false])
  p.do(unread, { type: 'bill', bill: bill() })
  expect(p.do(f3).of('askDiseases')).toHaveLength(3)
  expect(p.do(unread).read().state.diseasesUnread, 'read anew').toBe(false)
  p.do({ type: 'diseasesKnown', readId: 'r1', diseases: [] }, unread)
  expect([p.state.diseasesUnread, p.do(f3).of('askDiseases').length]).toEqual([false, 4])
})

test('a special drug’s disease is settled under its own kind of purchase, and taken for a chronic one by nobody', () => {
  const special = disease({ code: 'E11.900', name: '2型糖尿病', kind: 'special', endsIn: undefined })
  const asked = (medicalType: string) =>
    play()
      .do({ type: 'areaKnown', area: area({ chronicMedicalTypes: ['14', '9901', '18'] }) })
      .do({ type: 'chooseMedicalType', medicalType })
      .read()
      .fill()
      .do({ type: 'diseasesKnown', readId: 'r1', diseases: [special] })
  expect(asked('14').state.disease).toBeUndefined()
  expect(asked('18').state.disease).toMatchObject({ code: 'E11.900', automatic: true })
  const p = asked('41').do({ type: 'chooseDisease', disease: special })
  expect([p.state.medicalType, p.state.disease?.code]).toEqual(['18', 'E11.900'])
})

test('under the kind of special drugs a chronic disease is chosen by the clerk only: whether a drug is filed may not be known', () => {
  const chronic = disease({ endsIn: undefined })
  const p = play()
    .do({ type: 'areaKnown', area: area({ chronicMedicalTypes: ['14', '9901', '18'] }) })
    .do({ type: 'chooseMedicalType', medicalType: '18' })
    .read()
    .fill()
    .do({ type: 'diseasesKnown', readId: 'r1', diseases: [chronic] }, { type: 'presettle' })
  expect([p.state.disease, p.state.dialog?.kind, p.of('preSettle')]).toEqual([undefined, 'disease', []])
  p.do({ type: 'chooseDisease', disease: chronic })
  expect([p.state.medicalType, p.state.disease?.code]).toEqual(['18', chronic.code])
})

test.each([
  ['special', '18'],
  ['twoDiseases', '9901'],
] as const)(
  'a disease of %s is no chronic one: with its kind of purchase it goes, and a chronic one of its code stays',
  (kind, own) => {
    const filed = disease({ code: 'E11.900', name: '2型糖尿病', kind, endsIn: undefined })
    const chosen = (diseases: ReturnType<typeof disease>[]) =>
      play()
        .do({ type: 'areaKnown', area: area({ chronicMedicalTypes: ['14', '9901', '18'] }) })
        .read()
        .fill()
        .do({ type: 'diseasesKnown', readId: 'r1', diseases }, { type: 'chooseDisease', disease: filed })
    const p = chosen([filed])
    expect([p.state.medicalType, p.state.disease?.code]).toEqual([own, 'E11.900'])
    p.do({ type: 'chooseMedicalType', medicalType: '14' }, { type: 'presettle' })
    expect([p.state.disease, p.state.dialog?.kind, p.of('preSettle')]).toEqual([undefined, 'disease', []])
    const both = chosen([filed, disease({ code: 'E11.900', endsIn: undefined })])
    expect(both.do({ type: 'chooseMedicalType', medicalType: '14' }).state.disease?.code).toBe('E11.900')
  },
)

test('what is left of diseases is asked for again by F3 where no answer came', () => {
  const f3: CounterEvent = { type: 'open', dialog: 'disease' }
  const p = play()
    .read()
    .do({ type: 'diseasesKnown', readId: 'r1', diseases: [disease()] }, f3)
  p.do({ type: 'closeDialog' }, { type: 'balancesKnown', readId: 'r1', diseases: undefined })
  expect(p.do(f3).of('askBalances')).toHaveLength(2)
  expect(p.state.diseases).toHaveLength(1)
})

test('what is left of diseases is asked once of a list, where one is needed or looked at, and joins its rows', () => {
  const known: CounterEvent = { type: 'diseasesKnown', readId: 'r1', diseases: [disease()] }
  const ordinary = play().read().do(known)
  expect(ordinary.of('askBalances'), 'an ordinary purchase needs none').toEqual([])
  ordinary.do({ type: 'open', dialog: 'disease' }, { type: 'closeDialog' }, { type: 'open', dialog: 'disease' })
  expect(ordinary.of('askBalances')).toEqual([{ do: 'askBalances', readId: 'r1' }])
  const chronic = play().do({ type: 'chooseMedicalType', medicalType: '14' }).read().do(known)
  expect(chronic.of('askBalances')).toHaveLength(1)
  const used = { ...disease({ used: '120.00' }), left: undefined }
  const gone = disease({ code: 'M99999', name: '别的' })
  chronic.do({ type: 'balancesKnown', readId: 'r0', diseases: [disease({ used: '9.00' })] })
  expect(chronic.state.diseases?.[0]?.used, 'somebody else’s').toBeUndefined()
  chronic.do({ type: 'balancesKnown', readId: 'r1', diseases: [used, gone] })
  expect(chronic.state.diseases?.map(({ code, used: paid }) => [code, paid])).toEqual([['M03900', '120.00']])
})
