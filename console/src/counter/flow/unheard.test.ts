import { describe, expect, test } from 'vitest'
import { order, other, person } from '../../../test/counter/fixtures.ts'
import { lost, neverLeft, play, refusal } from '../../../test/counter/play.ts'
import { draftOf } from './draft.ts'
import type { Draft } from './kept-draft.ts'

// An F4 whose answer was lost may have put the basket aside: whoever takes it back there could settle it once more (N1).

type Player = ReturnType<typeof play>
const parkedAs = (p: Player) => p.of('park').at(-1)!
const done = {
  type: 'parkDone',
  key: 'k',
  parkedId: 'aside',
  turn: 1,
  maskedName: '张*',
  count: 3,
  total: '85.60',
} as const
const failed = (p: Player, cause = lost) =>
  p.do({ type: 'parkFailed', key: 'k', turn: p.state.turn, input: parkedAs(p).input, refusal: cause })

/** A basket that was never priced, and F4 whose request went out by a key. */
const sent = (p = play().read().fill()) => {
  p.do({ type: 'park' })
  return p.do({ type: 'parkSent', turn: p.state.turn, key: 'k', input: parkedAs(p).input })
}
const cut = () => failed(sent())
const reads = (p: Player) => [p.says, p.state.message?.values.text, p.state.message?.values.next]

test('what nobody knows is not denied; what never left is', () => {
  expect(reads(cut())).toEqual(['park.unsure', '网络已断开', '恢复后再按 F4；关闭本页也不会丢失'])
  expect(failed(sent(), refusal('', { statusCode: 500 })).says).toBe('park.unsure')
  const no = failed(sent(), neverLeft)
  expect([no.says, no.state.unheard]).toEqual(['park.failed', undefined])
  expect(no.do({ type: 'presettle' }).of('preSettle')).toHaveLength(1)
  // Of a try after one that was lost it says nothing.
  const again = failed(cut().do({ type: 'park' }), neverLeft)
  expect([again.says, again.state.unheard?.key]).toEqual(['park.unsure', 'k'])
  const out = failed(cut().do({ type: 'park' }), refusal('', { statusCode: 401 }))
  expect([out.says, out.state.unheard?.key]).toEqual(['park.unsure', 'k'])
})

describe('F8 after it', () => {
  const asked = (p = cut()) => p.do({ type: 'presettle' })

  test('asks by its key first, and prices the very order that lies aside', () => {
    const p = asked()
    const [first, second] = p.of('park')
    expect([second, p.of('preSettle'), p.says]).toEqual([{ ...first, key: 'k' }, [], 'pre.wait'])
    p.do(done)
    expect(p.of('preSettle')).toMatchObject([{ turn: 1, input: { orderId: 'aside', readId: 'r1' } }])
    expect(p.state).toMatchObject({ phase: 'presettling', turn: 1, unheard: undefined, parking: undefined, parked: 0 })
    p.do({ type: 'priced', turn: 1, edit: p.state.edit, order: order({ id: 'aside' }) })
    expect([p.says, p.wait(1000).settle().of('settle')]).toMatchObject(['pre.done', [{ orderId: 'aside' }]])
  })

  test.each([
    ['the line is cut again', lost],
    ['it does not even leave', neverLeft],
    ['the first try is at work still', refusal('idempotency.busy')],
    ['the clerk has to sign in again', refusal('', { statusCode: 401 })],
  ])('prices nothing while %s, and asks once more', (_, cause) => {
    const p = failed(asked(), cause)
    expect([p.says, p.of('preSettle'), p.state.phase, p.state.lines.length]).toEqual(['park.unsure', [], 'open', 3])
    expect(p.state.message?.values.next).toMatch(/F8/)
    expect(parkedAs(asked(p))).toMatchObject({ key: 'k' })
    expect(p.do(done).of('preSettle')).toMatchObject([{ input: { orderId: 'aside' } }])
  })

  test('goes on by itself where it is certain that nothing lies aside', () => {
    const p = failed(asked(), refusal('basket.item'))
    expect(p.of('preSettle')).toMatchObject([{ input: { orderId: undefined } }])
    expect(p.state.unheard).toBeUndefined()
  })

  test('from the page that comes after one that was closed in F4', () => {
    const draft: Draft = JSON.parse(JSON.stringify(draftOf(sent().state, 1)))
    const p = play().do({ type: 'restored', key: 'd', draft }).read()
    expect(asked(p).of('preSettle')).toEqual([])
    expect(parkedAs(p)).toMatchObject({ key: 'k', input: { lines: [{}, {}, {}] } })
    expect(p.do({ ...done, turn: p.state.turn }).of('preSettle')).toMatchObject([{ input: { orderId: 'aside' } }])
  })

  test('of a basket that was changed since: it is the same one', () => {
    const p = cut().do({ type: 'setQuantity', line: 'l1', quantity: '7' })
    asked(p)
    expect(parkedAs(p).input.lines[0]?.quantity).not.toBe('7')
    const input = p.do(done).of('preSettle')[0]?.input
    expect([input?.orderId, input?.lines[0]?.quantity]).toEqual(['aside', '7'])
  })

  test('nothing is changed while it waits; F4 in between is the last word, and who clears has it aside', () => {
    const p = asked().do({ type: 'setQuantity', line: 'l1', quantity: '7' })
    expect([p.says, p.state.lines[0]?.quantity]).not.toContain('7')
    p.do({ type: 'park' }, done)
    expect(p.of('preSettle')).toEqual([])
    expect(parkedAs(p)).toMatchObject({ turn: 1, input: { orderId: 'aside' } })
    const gone = asked().do({ type: 'clearConfirmed' })
    expect(gone.state.aside).toMatchObject([{ key: 'k' }])
    gone.do(done)
    expect([gone.says, gone.state.aside, gone.of('preSettle')]).toEqual(['park.done', [], []])
  })

  test('who is read meanwhile is asked about, and is not passed over', () => {
    const read = (who: ReturnType<typeof person>) => {
      const p = asked().do({ type: 'read', medium: 'eVoucher', code: '2'.repeat(28) })
      return p.do({ type: 'personRead', seq: p.state.readSeq, person: who }, done)
    }
    const another = read(other())
    expect([another.says, another.of('preSettle')]).toEqual(['person.other', []])
    expect(another.do({ type: 'presettle' }).of('preSettle')).toMatchObject([{ input: { orderId: 'aside' } }])
    const himself = read(person({ readId: 'r9' }))
    expect(himself.of('preSettle')).toMatchObject([{ input: { orderId: 'aside', readId: 'r9' } }])
  })
})

test('F4 of a changed basket asks too: it lies aside once, as it is now', () => {
  const p = cut().do({ type: 'setQuantity', line: 'l1', quantity: '7' }, { type: 'park' })
  expect(parkedAs(p)).toMatchObject({ key: 'k' })
  p.do(done)
  expect(parkedAs(p)).toMatchObject({ turn: 1, input: { orderId: 'aside' } })
  expect(parkedAs(p).input.lines[0]?.quantity).toBe('7')
  expect([parkedAs(p).key, p.of('park').length]).toEqual([undefined, 3])
  p.do({ ...done, key: 'k2' })
  expect([p.says, p.state.parked, p.state.turn]).toEqual(['park.done', 1, 2])
})

test('F4 of a changed basket on the way out: the window closes once it lies aside', () => {
  const p = cut().do({ type: 'setQuantity', line: 'l1', quantity: '7' }, { type: 'leave' }, { type: 'park' })
  p.do(done)
  expect(p.of('leave')).toEqual([])
  p.do({ ...done, key: 'k2' })
  expect(p.of('leave')).toHaveLength(1)
})

test.each(['before its answer', 'behind its answer'])(
  'an F4 that was pressed while F8 was on its way, and failed %s: neither order is booked before it is known',
  (when) => {
    const p = play().read().fill().do({ type: 'presettle' })
    const { edit } = p.state
    const priced = { type: 'priced', turn: 1, edit, order: order({ id: 'priced' }) } as const
    sent(p)
    if (when === 'before its answer') failed(p).do(priced)
    else failed(p.do(priced))
    p.wait(1000).do({ type: 'settle' })
    expect([p.of('settle'), p.says]).toEqual([[], 'park.unheard'])
    p.do({ type: 'presettle' }, done)
    expect(p.of('preSettle').at(-1)).toMatchObject({ input: { orderId: 'priced' } })
    expect(p.of('drop')).toEqual([{ do: 'drop', orderId: 'aside', reason: '同一单已预结算' }])
  },
)
