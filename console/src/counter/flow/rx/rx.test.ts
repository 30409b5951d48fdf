import { describe, expect, test } from 'vitest'
import {
  bill,
  counter,
  item,
  order,
  other,
  parked,
  pills,
  rxChoice,
  rxLine,
} from '../../../../test/counter/fixtures.ts'
import { play } from '../../../../test/counter/play.ts'
import { rxProblem } from './rx.ts'

const drug = () => item({ prescription: true })
const chosen = (over = {}) =>
  play()
    .read()
    .do({ type: 'takeRx', readId: 'r1', rx: rxChoice(over), items: [drug(), pills()] })
const named = { id: 'rx1', number: 'R1', hospital: '示例市第一人民医院', doctor: '陈𠮷' }

describe('a prescription of the store at the counter (ux 1.3)', () => {
  test('its goods come into the basket, as many as prescribed, and it goes with the pre-settlement', () => {
    const p = chosen().do({ type: 'presettle' })
    expect(p.state.lines.map(({ item: { ownCode }, quantity }) => [ownCode, quantity])).toEqual([['A001', '2']])
    expect(p.of('preSettle')[0]?.input.prescription).toEqual({ ...named, goods: [{ ownCode: 'A001', limit: '2' }] })
  })

  test('what was scanned before stays as it is; lines of one product count together', () => {
    const p = play()
      .read()
      .do({ type: 'addItem', item: drug(), quantity: '1' })
      .do({
        type: 'takeRx',
        readId: 'r1',
        rx: rxChoice({ lines: [rxLine(), rxLine({ limit: '1.5' })] }),
        items: [drug()],
      })
    expect(p.state.lines.map(({ quantity }) => quantity)).toEqual(['1'])
    expect(p.state.prescription?.goods).toEqual([{ ownCode: 'A001', limit: '3.5' }])
  })

  test('T16: drugs outside it and more than it allows stop F8, and the line says so; a typed one allows what it always did', () => {
    const p = chosen().do({ type: 'addItem', item: { ...pills(), prescription: true } })
    expect(p.state.lines.map((line) => rxProblem(p.state, line)?.key)).toEqual([undefined, 'rx.outside'])
    expect(p.do({ type: 'presettle' }).says).toBe('rx.outside')
    const more = chosen().do({ type: 'setQuantity', line: chosen().state.lines[0]!.id, quantity: '3' })
    expect(rxProblem(more.state, more.state.lines[0]!)).toEqual({ key: 'rx.quantity', limit: '2' })
    expect(more.do({ type: 'presettle' }).of('preSettle')).toEqual([])
    const typed = play().read().do({ type: 'addItem', item: drug() }, { type: 'addItem', item: pills() })
    typed.do({ type: 'setPrescription', prescription: { number: 'X', hospital: '示例医院', doctor: '陈医生' } })
    expect(typed.do({ type: 'presettle' }).of('preSettle')).toHaveLength(1)
  })

  test('where a review is demanded a typed one opens the dialog instead of leaving', () => {
    const p = play(counter({ area: { ...counter().area!, rxReviewRequired: true } }))
      .read()
      .do({ type: 'addItem', item: drug() })
      .do({ type: 'setPrescription', prescription: { number: 'X', hospital: '示例医院', doctor: '陈医生' } })
      .do({ type: 'presettle' })
    expect([p.says, p.state.dialog?.kind, p.of('preSettle').length]).toEqual(['rx.review', 'prescription', 0])
  })

  test("an ERP's lines stay the ERP's; another person gets nobody's prescription", () => {
    const p = play().do({ type: 'bill', bill: bill() }).read()
    const before = p.state.lines
    expect(p.do({ type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [drug()] }).state.lines).toEqual(before)
    const q = chosen().read(other()).do({ type: 'button', id: 'replacePerson' })
    expect([q.state.person?.name, q.state.prescription]).toEqual(['李𠮷', undefined])
  })

  test('it is the next customer’s no more, and waiting ones are told of whoever is served', () => {
    const p = chosen().do({ type: 'rxEntered', id: 'rx2', number: 'R2' })
    p.price(order())
      .settle()
      .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
    p.do({ type: 'addItem', item: pills() })
    expect(p.state.prescription).toBeUndefined()
    p.do({ type: 'rxChanged', id: 'rx9' })
    expect(p.of('askRx')).toEqual([])
    p.do({ type: 'rxChanged', id: 'rx2' })
    expect(p.of('askRx')).toEqual([{ do: 'askRx', id: 'rx2' }])
    p.do({ type: 'rxSeen', rx: rxChoice({ id: 'rx2', number: 'R2' }) })
    expect([p.says, p.state.rxWaiting]).toEqual(['rx.passed', []])
    expect(p.of('sound').at(-1)).toEqual({ do: 'sound', tone: 'read' })
    expect(p.state.message?.values.next).toBe('按 F4 取回挂单，按 F6 选用')
  })

  test('who is still at the counter is not put aside: F6 alone is asked for', () => {
    const p = chosen().do({ type: 'rxEntered', id: 'rx2', number: 'R2' })
    p.do({ type: 'rxSeen', rx: rxChoice({ id: 'rx2', maskedName: p.state.person!.maskedName }) })
    expect([p.says, p.state.message?.values.next]).toEqual(['rx.passed', '按 F6 选用'])
  })

  test('a word about a prescription never covers money under way', () => {
    const p = chosen().do({ type: 'rxEntered', id: 'rx2', number: 'R2' }).price(order()).settle()
    expect(p.do({ type: 'rxSeen', rx: rxChoice({ id: 'rx2' }) }).says).toBe('settle.wait')
  })

  test('a downloaded one fills the basket before its pharmacist has spoken, and the clerk hears when he has', () => {
    const p = chosen({ state: 'waiting', source: 'circulation' })
    expect([p.says, p.state.lines.length, p.state.rxWaiting]).toEqual([
      'rx.awaits',
      1,
      [{ id: 'rx1', number: rxChoice().number, since: 1_000_000 }],
    ])
    p.do({ type: 'rxChanged', id: 'rx1' })
    expect(p.of('askRx')).toEqual([{ do: 'askRx', id: 'rx1' }])
    const seen = (verdict: 'waiting' | 'unknown' | 'told' | 'refused') =>
      p.do({ type: 'rxSeen', rx: rxChoice({ source: 'circulation', verdict }) })
    // The pharmacist has passed it, and the centre does not know: F8 would be refused.
    for (const verdict of ['waiting', 'unknown'] as const)
      expect([seen(verdict).says, p.state.rxWaiting.length]).toEqual(['rx.awaits', 1])
    seen('told')
    expect([p.says, p.state.rxWaiting, p.state.prescription?.id]).toEqual(['rx.passed', [], 'rx1'])
    expect(p.state.message?.values.next).toBe('按 F8 预结算')
  })

  test.each([
    ['waits still', { state: 'waiting' as const }, 1],
    ['was passed', { state: 'passed' as const, verdict: 'told' as const }, 0],
    ['was returned', { state: 'returned' as const }, 0],
  ])('a basket that comes back asks how its prescription stands: it %s', (_, rx, waiting) => {
    const p = play()
    p.do({ type: 'unparked', key: 'k1', parked: parked({ prescription: named }) })
    expect(p.of('askRx')).toEqual([{ do: 'askRx', id: 'rx1' }])
    const back = p.says
    p.do({ type: 'rxSeen', rx: rxChoice({ source: 'circulation', ...rx }) })
    expect([p.says, p.state.rxWaiting.length]).toEqual([rx.state === 'returned' ? 'rx.returned' : back, waiting])
    if (!waiting) return
    p.do({ type: 'rxSeen', rx: rxChoice({ source: 'circulation', verdict: 'told' }) })
    expect(p.says, 'and the clerk hears of its verdict').toBe('rx.passed')
  })

  test('a basket that comes back, and whose first question about its prescription is lost, hears of the verdict all the same', () => {
    const p = play().do({ type: 'unparked', key: 'k1', parked: parked({ prescription: named }) })
    p.do({ type: 'rxChanged', id: 'rx1' }, { type: 'rxSeen', rx: rxChoice() })
    expect(p.says).toBe('rx.passed')
  })

  test('a verdict that the centre does not take is told as such', () => {
    const p = chosen({ state: 'waiting', source: 'circulation' })
    p.do({ type: 'rxSeen', rx: rxChoice({ source: 'circulation', verdict: 'refused' }) })
    expect([p.says, p.state.rxWaiting]).toEqual(['rx.notTaken', []])
  })

  test('nothing is chosen while money is under way', () => {
    const p = chosen().price(order()).settle()
    expect(p.do({ type: 'takeRx', readId: 'r1', rx: rxChoice({ id: 'rx3' }), items: [] }).state.prescription?.id).toBe(
      'rx1',
    )
  })
})
