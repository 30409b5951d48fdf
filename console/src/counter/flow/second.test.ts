import { describe, expect, test } from 'vitest'
import {
  bill,
  insurance,
  item,
  order,
  other,
  person,
  pills,
  rxChoice,
  split,
  vitamin,
} from '../../../test/counter/fixtures.ts'
import { firstSettled, lost, partAsked, play, refusal, two, twoPriced } from '../../../test/counter/play.ts'
import { draftOf } from './draft.ts'
import { secondText, twoOf } from './second.ts'

// What a customer buys besides his prescription is his second settlement (ux 1.3).

const codes = (lines: readonly { item: { ownCode: string } }[]) => lines.map((line) => line.item.ownCode)
const drug = () => item({ prescription: true })
const eVoucher = () => person({ medium: 'eVoucher', singleUse: true })
const answer = (p: ReturnType<typeof two>, id: string, over: Parameters<typeof order>[0] = {}, second?: true) =>
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order({ id, ...over }), second })

describe('F8', () => {
  test('prices both: the prescription with its goods alone, the rest as an ordinary purchase', () => {
    const p = two().do({ type: 'presettle' })
    const [second, first] = p.of('preSettle')
    expect([first?.second, second?.second]).toEqual([undefined, true])
    expect(first?.input).toMatchObject({ prescription: { id: 'rx1' }, lines: [{ ownCode: 'A001', quantity: '2' }] })
    expect(second?.input).toMatchObject({ medicalType: '41', lines: [{ ownCode: vitamin().ownCode }] })
    expect([second?.input.prescription, second?.input.orderId]).toEqual([undefined, undefined])
  })

  test.each([
    ['the second answer first', ['o2', 'o1']],
    ['the first answer first', ['o1', 'o2']],
  ])('both splits are there before F9 counts: %s', (_, ids) => {
    const p = two().do({ type: 'presettle' })
    for (const id of ids) {
      expect([p.state.phase, p.do({ type: 'settle' }).of('settle')]).toEqual(['presettling', []])
      const first = { split: split({ balance: '10.00' }) }
      const behind = { split: split({ cash: '5.60', account: '10.00' }) }
      answer(p, id, id === 'o2' ? behind : first, id === 'o2' || undefined)
    }
    expect([p.state.phase, p.says, p.state.orderId]).toEqual(['open', 'second.priced', 'o1'])
    expect(p.state.message?.values).toMatchObject({ a: 1, b: 1, cash: '25.60', next: '5.60' })
    expect(secondText(p.state)).toBe('第二笔，处方外 1 种：基金 0.00，个人账户 10.00，现金约 5.60')
    expect(p.wait(1000).settle().of('settle')).toEqual([{ do: 'settle', orderId: 'o1', key: 'k1' }])
  })

  test('what the first one takes from the account is not promised to the second', () => {
    const p = two().do({ type: 'presettle' })
    answer(p, 'o2', { split: split({ cash: '0.00', account: '31.20' }) }, true)
    answer(p, 'o1', { split: split({ cash: '0.00', account: '20.00', balance: '20.00' }) })
    expect(p.state.message?.values).toMatchObject({ cash: '0.00', next: '11.20' })
    expect(secondText(p.state)).toContain('个人账户 20.00，现金约 11.20')
    p.wait(1000).settle()
    p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2', split: split({ balance: '20.00' }) }) })
    expect(p.state.person?.insurances[0]?.balance).toBe('20.00')
  })

  test('what the first one leaves is all there is: no more than that, and not less than nothing', () => {
    const next = (balance: string) => {
      const p = two().do({ type: 'presettle' })
      answer(p, 'o2', { split: split({ cash: '5.60', account: '10.00' }) }, true)
      answer(p, 'o1', { split: split({ balance }) })
      return secondText(p.state)
    }
    expect(next('50.00')).toContain('个人账户 10.00，现金约 5.60')
    expect(next('-1.00')).toContain('个人账户 0.00，现金约 15.60')
  })

  test('the second one has neither the disease nor the kind of purchase of the prescription', () => {
    const chronic = play({
      ...two().state,
      medicalType: '14',
      disease: { code: 'M03900', name: '高血压', automatic: false },
    }).do({ type: 'presettle' })
    const [second, first] = chronic.of('preSettle')
    expect(first?.input).toMatchObject({ medicalType: '14', diseaseCode: 'M03900' })
    expect([second?.input.medicalType, second?.input.diseaseCode, second?.input.diseaseName]).toEqual([
      ...['41', undefined, undefined],
    ])
  })

  test('a partial return keeps what was settled together', () => {
    const { part } = partAsked().state
    expect(twoOf({ ...two().state, part })).toBeUndefined()
  })

  test('an answer about an earlier customer’s second one is none about this one', () => {
    const p = two().do({ type: 'presettle' })
    const [turn, centre] = [p.state.turn - 1, refusal('centre.refused', { statusCode: 422 })]
    const { edit } = p.state
    p.do(
      { type: 'priced', turn, edit, order: order({ id: 'o9' }), second: true },
      { type: 'priceFailed', turn, edit, refusal: centre, second: true },
    )
    expect([p.state.second?.orderId, p.state.second?.why, p.state.second?.waits]).toEqual([undefined, undefined, true])
  })

  test('an answer about an F8 before is none about the last one: it brings neither amounts nor an end of waiting', () => {
    const centre = refusal('centre.refused', { statusCode: 422, message: '【302002】医保中心：“不予结算”' })
    const again = () => {
      const p = two().do({ type: 'presettle' })
      const { turn, edit } = p.state
      // The first one’s is refused while the second one’s is still at the centre, and the clerk presses F8 once more.
      p.do({ type: 'priceFailed', turn, edit, refusal: centre }, { type: 'setQuantity', line: 'l2', quantity: '3' })
      return { p: p.do({ type: 'presettle' }), turn, edit }
    }
    const late = again()
    const old = order({ id: 'o8', split: split({ cash: '99.00' }) })
    late.p.do({ type: 'priced', turn: late.turn, edit: late.edit, order: old, second: true })
    expect([late.p.state.second?.waits, late.p.state.second?.orderId]).toEqual([true, undefined])
    expect(late.p.of('drop'), 'nobody waits for what it was priced in').toMatchObject([{ orderId: 'o8' }])
    answer(late.p, 'o1', { split: split({ balance: '100.00' }) })
    expect(late.p.state.phase).toBe('presettling')
    answer(late.p, 'o2', { split: split({ cash: '5.60' }) }, true)
    expect([late.p.says, late.p.state.message?.values.next, late.p.state.second?.orderId]).toEqual([
      ...['second.priced', '5.60', 'o2'],
    ])
    // The order that is in use by then is not given up by its own late answer.
    late.p.do({ type: 'priced', turn: late.turn, edit: late.edit, order: order({ id: 'o2' }), second: true })
    expect(late.p.of('drop')).toHaveLength(1)
    const refused = again()
    refused.p.do({ type: 'priceFailed', turn: refused.turn, edit: refused.edit, refusal: lost, second: true })
    refused.p.do({ type: 'priceFailed', turn: refused.turn, edit: refused.edit, refusal: lost })
    expect([refused.p.state.phase, refused.p.state.second?.why]).toEqual(['presettling', undefined])
  })

  test('更换参保人 gives up both orders, also one whose answer is still to come', () => {
    const p = twoPriced().read(other()).do({ type: 'button', id: 'replacePerson' })
    expect(p.of('drop').map(({ orderId }) => orderId)).toEqual(['o1', 'o2'])
    expect([p.state.person?.readId, p.state.orderId, p.state.second]).toEqual(['r2', undefined, undefined])
    // The drug was the other one’s prescription’s.
    p.do({ type: 'removeLine', line: p.state.lines[0]!.id }, { type: 'presettle' })
    expect(p.of('preSettle').at(-1)?.input).toMatchObject({ readId: 'r2', orderId: undefined })
    // The same one’s second credential gives up nothing.
    expect(
      twoPriced()
        .read(person({ readId: 'r3' }))
        .of('drop'),
    ).toEqual([])

    const coming = two().do({ type: 'presettle' })
    const { turn, edit } = coming.state
    coming.read(other()).do({ type: 'button', id: 'replacePerson' })
    coming.do({ type: 'priced', turn, edit, order: order({ id: 'o2' }), second: true })
    expect(coming.of('drop')).toMatchObject([{ orderId: 'o2' }])
    coming.do({ type: 'priced', turn, edit, order: order() })
    expect([coming.says, coming.wait(1000).settle().of('settle')]).toEqual(['pre.chosen', []])
  })

  test('one that is priced again keeps its order, also where the centre refuses it meanwhile', () => {
    const p = twoPriced()
    const extra = p.state.lines[1]!.id
    p.do({ type: 'setQuantity', line: extra, quantity: '3' }, { type: 'presettle' })
    expect([p.of('drop'), p.of('preSettle').findLast(({ second }) => second)?.input.orderId]).toEqual([[], 'o2'])
    p.do({
      type: 'priceFailed',
      turn: p.state.turn,
      edit: p.state.edit,
      refusal: refusal('centre.refused', { statusCode: 422 }),
      second: true,
    })
    answer(p, 'o1')
    // Nobody leaves it behind when there is one settlement again.
    p.do({ type: 'removeLine', line: extra }, { type: 'presettle' })
    expect(p.of('drop')).toMatchObject([{ orderId: 'o2' }])
  })

  test('goods of the prescription that were scanned last stand first, as the server counts them', () => {
    const p = play()
      .read()
      .do({ type: 'addItem', item: vitamin() }, { type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [drug()] })
    expect(codes(p.do({ type: 'presettle' }).state.lines)).toEqual(['A001', vitamin().ownCode])
  })

  test('a refused second one says so and leaves the prescription to be settled; a refused first one leaves nothing', () => {
    const centre = refusal('centre.refused', { statusCode: 422, message: '【302002】医保中心：“账户冻结”' })
    const p = two().do({ type: 'presettle' })
    p.do({ type: 'priceFailed', turn: p.state.turn, edit: p.state.edit, refusal: centre, second: true })
    answer(p, 'o1')
    expect([p.says, p.state.message?.values.text]).toEqual(['second.refused', '医保中心：“账户冻结”'])
    expect(p.wait(1000).settle().of('settle')).toHaveLength(1)

    const q = two().do({ type: 'presettle' })
    q.do({ type: 'priceFailed', turn: q.state.turn, edit: q.state.edit, refusal: centre })
    expect([q.state.phase, q.says]).toEqual(['open', 'pre.refused'])
    answer(q, 'o2', {}, true)
    expect([q.state.phase, q.says, q.state.second?.orderId]).toEqual(['open', 'pre.refused', 'o2'])
    // Its draft is written anew by the next F8, not left behind.
    q.do({ type: 'presettle' })
    expect(q.of('preSettle').findLast(({ second }) => second)?.input.orderId).toBe('o2')
  })

  test('an edit makes both stale; without anything outside there is one again', () => {
    const p = twoPriced()
    const extra = p.state.lines[1]!.id
    p.do({ type: 'setQuantity', line: extra, quantity: '3' })
    expect([p.says, secondText(p.state)]).toEqual(['pre.stale', '处方外 1 种另结一笔'])
    p.do({ type: 'removeLine', line: extra }, { type: 'presettle' })
    expect([p.of('preSettle').at(-1)?.second, p.of('preSettle').length, p.state.second]).toEqual([
      undefined,
      3,
      undefined,
    ])
    expect(p.of('drop')).toMatchObject([{ orderId: 'o2' }])
    expect(answer(p, 'o1').says).toBe('pre.done')
  })

  test.each([
    [
      'what is outside needs a prescription of its own',
      () => two().do({ type: 'addItem', item: { ...pills(), prescription: true } }),
    ],
    [
      'nothing of the prescription is bought',
      () => {
        const p = two()
        return p.do({ type: 'removeLine', line: p.state.lines[0]!.id })
      },
    ],
    [
      'the lines are an ERP’s',
      () => {
        const [line] = bill().lines
        const extra = {
          ...line!,
          ownCode: vitamin().ownCode,
          name: vitamin().name,
          quantity: '1',
          price: '15.60',
          amount: '15.60',
        }
        return play()
          .do({ type: 'bill', bill: bill({ total: '55.60', lines: [line!, extra] }) })
          .do({ type: 'itemsKnown', items: [drug(), vitamin()] })
          .read()
          .do({ type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [drug()] })
      },
    ],
  ])('is one and refused as before where %s', (_, made) => {
    const p = made()
    expect(twoOf(p.state)).toBeUndefined()
    expect(p.do({ type: 'presettle' }).says).toBe('rx.outside')
    expect(p.of('preSettle')).toEqual([])
  })

  test('what is wrong with the second one stops both', () => {
    const p = two().do({ type: 'addItem', item: { ...pills(), traceRequired: true } })
    expect(p.do({ type: 'presettle' }).says).toBe('item.trace')
  })
})

describe('behind the first', () => {
  test('the rest is the basket of the same customer, and F8 uses the order it was priced in', () => {
    const p = firstSettled()
    expect([p.state.phase, p.says, codes(p.state.lines)]).toEqual(['open', 'second.own', [vitamin().ownCode]])
    expect([p.state.person?.readId, p.state.prescription, p.state.orderId]).toEqual(['r1', undefined, 'o2'])
    expect(p.state.message?.values).toMatchObject({ cash: '25.60', n: 1, next: '按 F8 预结算第二笔' })
    expect(p.state.recent[0]).toMatchObject({ orderId: 'o1', mark: 'done', cash: '25.60' })
    expect(p.of('print')).toEqual([{ do: 'print', orderId: 'o1', kind: 'settlement' }])
    // What F8 showed of it was before the first took from the account: F9 books nothing of it.
    expect(p.do({ type: 'settle' }).of('settle')).toHaveLength(1)
    p.do({ type: 'presettle' })
    expect(p.of('preSettle').at(-1)).toMatchObject({ input: { orderId: 'o2', prescription: undefined } })
  })

  test('both together are said for the drawer, once', () => {
    const p = firstSettled()
      .price(order({ id: 'o2', settleKey: 'k3' }))
      .settle()
    p.do({
      type: 'settleAnswered',
      orderId: 'o2',
      order: order({ id: 'o2', status: '2', split: split({ cash: '5.60' }) }),
    })
    expect([p.state.phase, p.says, p.state.message?.values.sum]).toEqual(['settled', 'second.done', '31.20'])
    expect(p.do({ type: 'addItem', item: pills() }).state.second).toBeUndefined()
  })

  test('his account, his insurance and the packs’ codes are those of the first', () => {
    const card = person({ insurances: [insurance(), insurance({ insutype: '390' })] })
    const code = '81234567890123456789'
    const p = two(card).do({ type: 'chooseInsurance', insutype: '390' }, { type: 'chooseAccount', used: false })
    const coded = play({
      ...p.state,
      lines: p.state.lines.map((line, i) => (i ? { ...line, traceCodes: [code] } : line)),
    }).do({ type: 'presettle' })
    answer(coded, 'o2', {}, true)
    answer(coded, 'o1')
    const asked = coded.of('askSold').length
    coded
      .wait(1000)
      .settle()
      .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
    expect([coded.says, coded.state.insutype, coded.state.accountUsed]).toEqual(['second.own', '390', false])
    expect(coded.of('askSold').slice(asked)).toMatchObject([{ turn: coded.state.turn, codes: [code] }])
  })

  test('amounts that contradict are said of either one, and are not talked over', () => {
    const abnormal = { kind: 'amount', attempts: 0, needsPerson: true } as never
    const flagged = (id: string) => order({ id, status: '6', abnormal })
    const p = twoPriced()
      .settle()
      .do({ type: 'settleAnswered', orderId: 'o1', order: flagged('o1') })
    expect([p.says, codes(p.state.lines)]).toEqual(['second.ownCheck', [vitamin().ownCode]])
    p.price(order({ id: 'o2', settleKey: 'k3' })).settle()
    p.do({ type: 'settleAnswered', orderId: 'o2', order: flagged('o2') })
    expect([p.state.phase, p.says]).toEqual(['settled', 'amount.check'])
  })

  test('what cannot go to the background moves neither basket', () => {
    const p = twoPriced().do({ type: 'toBackground' })
    expect([codes(p.state.lines), p.state.second?.at, p.state.prescription?.id]).toEqual([
      ...[['A001', vitamin().ownCode], 'first', 'rx1'],
    ])
  })

  test('a credential that counts once is read again; somebody else’s is not taken for it', () => {
    const p = firstSettled(eVoucher())
    expect([p.state.person, p.state.expects, p.state.message?.values.next]).toEqual([
      undefined,
      '张*',
      '请重新读取凭证，再按 F8',
    ])
    expect(p.do({ type: 'presettle' }).of('preSettle')).toHaveLength(2)
    expect(p.read(eVoucher()).do({ type: 'presettle' }).of('preSettle')).toHaveLength(3)
  })

  test('a first one that was not booked leaves both as they were', () => {
    const p = twoPriced().settle()
    p.do({
      type: 'settleFailed',
      orderId: 'o1',
      refusal: refusal('', { statusCode: 422, message: '【302002】医保中心：“不予结算”' }),
    })
    expect([p.state.phase, codes(p.state.lines), p.state.second?.at]).toEqual([
      'refused',
      ['A001', vitamin().ownCode],
      'first',
    ])
    expect(p.do({ type: 'presettle' }).of('preSettle')).toHaveLength(4)
  })

  test('an unknown first one keeps the rest until it is known, also over a crash', () => {
    const p = twoPriced().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
    expect([p.state.phase, codes(p.state.lines)]).toEqual(['unknown', ['A001', vitamin().ownCode]])
    const draft = JSON.parse(JSON.stringify(draftOf(p.state, 5)))
    const q = play().do({ type: 'restored', key: 'd', draft })
    expect(q.state.phase).toBe('unknown')
    q.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) })
    expect([q.says, codes(q.state.lines), q.state.orderId, q.state.expects]).toEqual([
      'second.own',
      [vitamin().ownCode],
      'o2',
      '张*',
    ])
  })

  describe('a page that comes back behind the first one asks for its customer', () => {
    const again = () => {
      const p = twoPriced().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
      const q = play().do({ type: 'restored', key: 'd', draft: JSON.parse(JSON.stringify(draftOf(p.state, 5))) })
      return { q, turn: q.state.turn }
    }
    const booked = { type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) } as const
    const told = ({ says, state }: ReturnType<typeof play>) => [says, state.message?.values.next]

    test('who comes after the first was found booked is at the counter for the second', () => {
      const { q, turn } = again()
      q.do(booked)
      expect(q.state.turn).toBeGreaterThan(turn)
      expect(told(q)).toEqual(['second.own', '按 F8 预结算第二笔'])
      // A page that dies again asks for him again.
      expect(draftOf(q.state, 9)?.readId).toBe('r1')
      q.do({ type: 'personKept', turn, person: person() })
      expect([q.state.person?.readId, ...told(q)]).toEqual(['r1', 'second.own', '按 F8 预结算第二笔'])
      expect(q.do({ type: 'presettle' }).of('preSettle')).toHaveLength(1)
    })

    test('a code that has paid for the first is not taken for the second by a page after that one either', () => {
      const { q } = again()
      q.do(booked)
      const r = play().do({ type: 'restored', key: 'e', draft: JSON.parse(JSON.stringify(draftOf(q.state, 6))) })
      r.do({ type: 'personKept', turn: r.state.turn, person: eVoucher() })
      expect([r.state.person, ...told(r)]).toEqual([undefined, 'draft.back', '请重新读取凭证后按 F8'])
    })

    test.each([
      ['whose reading is gone', undefined],
      ['whose code counted once', eVoucher()],
      ['of whom nobody is like', other()],
    ])('one %s has to be read again', (_, who) => {
      const { q, turn } = again()
      q.do(booked, { type: 'personKept', turn, person: who })
      expect([q.state.person, ...told(q)]).toEqual([undefined, 'second.own', '请重新读取凭证后按 F8'])
      expect(draftOf(q.state, 9)?.readId).toBeUndefined()
    })
  })

  test('goods that prove to need a prescription while the first is under way are still the second', () => {
    const p = twoPriced()
      .settle()
      .do({ type: 'itemsKnown', items: [{ ...vitamin(), prescription: true }] })
    p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
    expect([p.says, codes(p.state.lines)]).toEqual(['second.own', [vitamin().ownCode]])
    expect(p.do({ type: 'presettle' }).says).toBe('item.needRx')
  })

  test('one that goes to the background leaves the rest at the counter, to be settled or parked', () => {
    const p = twoPriced().settle().wait(60_000).do({ type: 'toBackground' })
    expect([p.says, codes(p.state.lines), p.state.background.map(({ orderId }) => orderId)]).toEqual([
      'second.behind',
      [vitamin().ownCode],
      ['o1'],
    ])
    p.do({ type: 'park' })
    expect(p.of('park')[0]?.input).toMatchObject({ orderId: 'o2', lines: [{ ownCode: vitamin().ownCode }] })
    expect(p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) }).says).toBe('settle.backYes')
  })

  test('parked before F9 it is one basket with everything in it', () => {
    const p = twoPriced().do({ type: 'park' })
    expect(p.of('park')[0]?.input).toMatchObject({ orderId: 'o1', prescription: { id: 'rx1' } })
    expect(p.of('park')[0]?.input.lines.map(({ ownCode }) => ownCode)).toEqual(['A001', vitamin().ownCode])
    expect(draftOf(twoPriced().state, 5)?.lines).toHaveLength(2)
    // The second order is nobody's once the server has all of it.
    p.do({
      type: 'parkDone',
      parkedId: 'o1',
      key: 'p',
      turn: p.state.turn,
      maskedName: '张*',
      count: 2,
      total: '55.60',
    })
    expect(p.of('drop')).toMatchObject([{ orderId: 'o2' }])
  })
})
