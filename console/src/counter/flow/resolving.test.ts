import { expect, test } from 'vitest'
import { order, other } from '../../../test/counter/fixtures.ts'
import { lost, play, ready } from '../../../test/counter/play.ts'
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
  expect(p.do(seen).state.background).toEqual([])
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
