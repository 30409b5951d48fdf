import { describe, expect, test } from 'vitest'
import { bill, order, other, person } from '../../../test/counter/fixtures.ts'
import { lost, play, ready, twoPriced } from '../../../test/counter/play.ts'
import { messageOf, sentenceOf } from '../message.ts'
import { draftOf } from './draft.ts'
import type { Pending } from './model.ts'
import { endOf } from './resolving.ts'

// When an order says what became of it: too early a no is a second payment, none at all a counter that never ends.

const pending = (over: Partial<Pending> = {}): Pending => ({
  ...{ orderId: 'o1', maskedName: '张*', cash: '25.60', since: 0, looks: 0, inFlight: false, kind: 'settle' },
  ...over,
})

test.each<[status: string, over: Partial<Pending>, end: string]>([
  ['2', { inFlight: true }, 'yes'],
  ['6', { inFlight: true }, 'yes'],
  ['4', { seenNo: 3 }, 'unknown'],
  ['7', {}, 'no'],
  ['3', {}, 'no'],
  ['1', {}, 'unknown'],
  ['1', { seenNo: 1 }, 'no'],
  ['1', { seenUnknown: true }, 'no'],
  ['1', { inFlight: true, seenNo: 1 }, 'unknown'],
  ['1', { inFlight: true, seenUnknown: true }, 'unknown'],
  ['2', { kind: 'reversal' }, 'unknown'],
  ['2', { kind: 'reversal', seenNo: 1 }, 'no'],
  ['6', { kind: 'reversal', seenUnknown: true }, 'no'],
  ['4', { kind: 'reversal', seenUnknown: true }, 'unknown'],
  ['3', { kind: 'reversal' }, 'yes'],
  ['5', { kind: 'reversal' }, 'yes'],
])('status %s of %o: %s', (status, over, end) => {
  expect(endOf(pending(over), order({ status: status as '1' }))).toBe(end)
})

test('moved to the background while its call was open: once that has no answer, the order says that nothing was paid', () => {
  const p = ready().settle().wait(60_000).do({ type: 'toBackground' })
  const seen = { type: 'orderSeen', orderId: 'o1', order: order() } as const
  expect(play(p.state).do(seen, seen).state.background).toHaveLength(1)
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: lost }, seen)
  expect(p.of('look').map(({ orderId }) => orderId)).toContain('o1')
  p.do(seen)
  expect([p.state.background.length, p.of('renounce').length]).toEqual([1, 1])
  const given = { ...seen, order: order({ settleKey: undefined }) }
  expect(p.do(given).state.background).toEqual([])
})

test.each([
  ['at the counter', play, 'settle.resolvedYes'],
  ['behind another one', () => play().read(other()).fill(), 'settle.backYes'],
])(
  'what only the list of open orders brought (%s) prints no slip by itself: the PC that settles it does',
  (_, start, says) => {
    const row = { ...order({ status: '4' }), abnormal: { kind: 'unknown' as const, attempts: 1, needsPerson: false } }
    const p = start().do({ type: 'ordersOpen', rows: [row] })
    // It comes back with the page that is loaded next, and is no less another one's.
    const kept = JSON.parse(JSON.stringify(draftOf(p.state, 0)))
    for (const q of [p, play().do({ type: 'restored', key: 'd', draft: kept })]) {
      q.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2', printed: 0 }) })
      expect([q.of('print'), q.state.owed]).toEqual([[], []])
    }
    expect(p.says).toBe(says)
    const { key, values, aside } = p.state.message!
    expect(sentenceOf(messageOf(aside?.key ?? key, aside?.values ?? values))).toContain('需要时在最近中点姓名打印')
  },
)

describe('moved to the background, and not booked', () => {
  const moved = (p = ready()) =>
    p.settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost }).wait(30_000).do({ type: 'toBackground' })

  test('the basket is put aside as it was, in the order that was priced, and F4 brings it back (N2)', () => {
    const p = moved().do(still, undone)
    expect(p.of('park')).toMatchObject([{ input: { orderId: 'o1', readId: 'r1', lines: [{}, {}, {}] } }])
    expect(reads(p)).toBe('已核实：张* 没有扣款。那笔结算未成立。购药单放回挂单，可按 F4 取回')
    // A page that is loaded meanwhile knows it as well.
    const draft = JSON.parse(JSON.stringify(draftOf(moved().state, 0)))
    const q = play().do({ type: 'restored', key: 'd', draft }, still, undone)
    expect(q.of('park')).toMatchObject([{ input: { orderId: 'o1', lines: [{}, {}, {}] } }])
  })

  test('so it is where the page died behind F9, at the counter again or behind somebody', () => {
    const parked = [{ input: { orderId: 'o1', lines: [{}, {}, {}] } }]
    const again = backAgain().wait(30_000).do({ type: 'toBackground' }, still, undone)
    expect(again.of('park')).toMatchObject(parked)
    const draft = JSON.parse(JSON.stringify(draftOf(ready().settle().state, 0)))
    const behind = play().read(other()).fill().do({ type: 'restored', key: 'd', draft }, still, undone)
    expect(behind.of('park')).toMatchObject(parked)
  })

  test('nothing goes aside that was booked, given up at another place, or comes again from its ERP', () => {
    expect(
      moved()
        .do({ ...still, order: order({ status: '2' }) })
        .of('park'),
    ).toEqual([])
    const voided = moved().do(still, { ...still, order: order({ status: '7' }) })
    expect([voided.of('park'), reads(voided)]).toMatchObject([
      [],
      '已核实：张* 没有扣款。那笔结算未成立。需要时重新读取凭证结算',
    ])
    const erp = moved(
      play()
        .do({ type: 'bill', bill: bill() })
        .read()
        .price(order({ erpBill: 'XS001' })),
    )
    expect(erp.do(still, { ...undone, order: order({ erpBill: 'XS001' }) }).of('park')).toEqual([])
  })

  test('of two settlements only the first one’s goods: the others are at the counter', () => {
    const p = moved(twoPriced()).do(still, undone)
    expect(p.of('park').map(({ input }) => input.lines.length)).toEqual([1])
    expect(p.state.lines).toHaveLength(1)
  })
})

/** A page that died behind F9 is loaded again. */
const backAgain = () => {
  const draft = JSON.parse(JSON.stringify(draftOf(ready().settle().state, 0)))
  return play().do({ type: 'restored', key: 'd', draft })
}
const reads = ({ state: { message } }: ReturnType<typeof play>) =>
  message ? sentenceOf(messageOf(message.key, message.values)) : ''
const still = { type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) } as const
const undone = { type: 'orderSeen', orderId: 'o1', order: order({ status: '1' }) } as const

test('a band that comes back with its basket names whose it is, and brings him back as well', () => {
  const p = backAgain().do(still)
  expect(reads(p)).toContain('张* 的结算结果未知')
  expect(p.of('followPerson')).toEqual([{ do: 'followPerson', turn: 1, readId: 'r1' }])
  p.do({ type: 'personKept', turn: 1, person: person() })
  expect([p.state.person?.readId, p.state.phase, p.says]).toEqual(['r1', 'unknown', 'settle.unknown'])
  p.do(undone)
  expect(reads(p)).toBe('已核实：没有扣款。这笔结算未成立。按 F8 重新预结算')
  p.do({ type: 'presettle' })
  expect(p.of('preSettle')).toHaveLength(1)
})

test('nothing was paid, and nobody is read any more: who has to be is said, not a key that does nothing', () => {
  const p = backAgain().do({ type: 'personKept', turn: 1, person: undefined }, still, undone)
  expect([p.state.phase, p.state.lines.length]).toEqual(['open', 3])
  expect(reads(p)).toBe('已核实：张* 没有扣款。这笔结算未成立。请重新读取凭证后按 F8')
  // What the list of open orders brought has no basket either.
  const row = { ...order({ status: '4' }), abnormal: { kind: 'unknown' as const, attempts: 1, needsPerson: false } }
  const q = play().do({ type: 'ordersOpen', rows: [row] })
  expect(reads(q)).toContain('张* 的结算结果未知')
  q.do(undone)
  expect(reads(q)).toBe('已核实：张* 没有扣款。那笔结算未成立。需要时重新读取凭证结算')
})

test('a look that came to nothing is made again, each time later, at the counter and behind it', () => {
  const unseen = { type: 'orderUnseen', orderId: 'o1' } as const
  /** When it is looked at again, and that it is. */
  const again = (p: ReturnType<typeof play>) => {
    const before = p.of('later').length
    const [next] = p.do(unseen).of('later').slice(before)
    return [next?.ms, next && p.do(next.event).of('look').at(-1)?.orderId]
  }
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  expect(again(p)).toEqual([3000, 'o1'])
  for (const _ of [1, 2]) p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) })
  expect(again(p)).toEqual([5000, 'o1'])
  expect(again(p.wait(30_000).do({ type: 'toBackground' }))).toEqual([5000, 'o1'])
  // The next one's money is under way: nobody else asks for the one behind it.
  p.read(other())
    .fill()
    .price(order({ id: 'o2', settleKey: 'k2' }))
    .settle()
  expect([p.state.phase, ...again(p)]).toEqual(['settling', 5000, 'o1'])
  // What its own answer decides, and what nobody waits for, is not looked at.
  expect(p.do({ type: 'orderUnseen', orderId: 'o2' }).of('later').at(-1)?.event).toMatchObject({ orderId: 'o1' })
  const looks = p.of('look').length
  expect(p.do({ type: 'orderChanged', orderId: 'o9' }).of('look')).toHaveLength(looks)
})

test('one look is planned for each order, however often its name is pressed or the server has news', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost }).wait(30_000)
  const seen = { type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) } as const
  const unseen = { type: 'orderUnseen', orderId: 'o1' } as const
  for (const where of ['at the counter', 'behind it']) {
    for (const answer of [seen, unseen]) {
      const [looks, plans] = [p.of('look').length, p.of('later').length]
      for (const _ of [1, 2, 3]) p.do({ type: 'orderChanged', orderId: 'o1' })
      expect(p.of('look').length - looks, `${where}: each press looks at once`).toBe(3)
      for (const _ of [1, 2, 3]) p.do(answer)
      const timers = p
        .of('later')
        .slice(plans)
        .filter(({ event }) => event.type === 'orderChanged')
      const before = p.of('look').length
      for (const { event } of timers) p.do(event)
      expect([timers.length, p.of('look').length - before], `${where}: ${answer.type}`).toEqual([3, 1])
    }
    p.do({ type: 'toBackground' })
  }
})
