import { expect, test } from 'vitest'
import { bill, item, order, other, person, vitamin } from '../../../test/counter/fixtures.ts'
import {
  lost,
  neverLeft,
  partAsked,
  partConfirmed,
  play,
  ready,
  refusal,
  twoPriced,
} from '../../../test/counter/play.ts'
import { draftOf } from './draft.ts'
import type { Draft } from './kept-draft.ts'

// What has to go aside though nobody at the counter could press F4 for it once more (N2).

const saved = (p: ReturnType<typeof play>): Draft => JSON.parse(JSON.stringify(draftOf(p.state, 1)))
const restored = (draft: Draft) => ({ type: 'restored', key: 'd', draft }) as const
const parked = {
  type: 'parkDone',
  parkedId: 'o1',
  key: 'd',
  turn: 0,
  maskedName: '张*',
  count: 3,
  total: '85.60',
} as const

test.each([
  ['an ERP’s bill came', () => play().do({ type: 'bill', bill: bill() })],
  ['somebody was read', () => play().read(other())],
  ['goods were scanned', () => play().do({ type: 'addItem', item: vitamin() })],
  [
    'money is under way',
    () =>
      play()
        .read(other())
        .fill()
        .price(order({ id: 'o9' }))
        .settle(),
  ],
])(
  'the basket of a window that is gone goes aside where %s before it was found, and F4 brings it back',
  (_, served) => {
    const p = served()
    const { lines, person: who, erp, phase, turn, message } = p.state
    p.do(restored(saved(ready())))
    expect(p.state).toMatchObject({ phase, turn })
    expect([p.state.lines, p.state.person, p.state.erp, p.state.message]).toEqual([lines, who, erp, message])
    const [sent] = p.of('park')
    expect(sent).toMatchObject({ turn: 0, key: 'd', input: { orderId: 'o1', readId: 'r1', insutype: '310' } })
    expect(sent?.input.lines.map(({ ownCode }) => ownCode)).toEqual(['A001', 'B002', 'C003'])
    // Until the server has it the next page would send it, under the same key.
    const input = JSON.parse(JSON.stringify(sent!.input))
    expect(saved(p).aside).toEqual([{ key: 'd', input, left: true }])
    const next = play().do({ ...restored(saved(p)), key: 'd2' })
    expect(next.of('park').filter(({ key }) => key === 'd')).toEqual([{ ...sent!, input }])
    p.do(parked)
    expect([p.state.parked, p.state.aside, p.state.log[0]?.key === 'draft.aside' || p.says === 'draft.aside']).toEqual([
      ...[1, [], phase !== 'settling'],
    ])
    expect(p.state.log.map(({ key }) => key)).toContain('draft.aside')
  },
)

test('money of a window that is gone is watched behind who is served already, and the ERP hears what it has not', () => {
  const p = play()
    .read(other())
    .fill()
    .do(restored({ ...saved(ready().settle()), owed: ['o7'], at: 1_000_000 }))
  expect([p.state.phase, p.state.pending, p.of('park'), p.says]).toEqual(['open', undefined, [], 'settle.moved'])
  expect(p.state.background).toMatchObject([{ orderId: 'o1', kind: 'settle', inFlight: false }])
  expect([p.of('look').map(({ orderId }) => orderId), p.state.recent]).toMatchObject([
    ['o1', 'o7'],
    [{ orderId: 'o1', mark: 'pending' }],
  ])
  const frame = { orderId: 'o3', frame: '{}', attempts: 1, told: false }
  const untold = play()
    .read(other())
    .do(restored({ ...saved(ready()), erpResults: { B1: frame } }))
  expect([untold.of('tellErp').map(({ billNo }) => billNo), Object.keys(untold.state.erpResults)]).toEqual([
    ['B1'],
    ['B1'],
  ])
})

test('of two settlements whose first is not known the second goes aside; of a return what is kept, once its reversal has left', () => {
  const two = play()
    .read(other())
    .do(restored(saved(twoPriced().settle())))
  expect(two.state.background).toMatchObject([{ orderId: 'o1' }])
  expect(two.of('park')).toMatchObject([{ key: 'd', input: { orderId: 'o2', lines: [{ ownCode: 'C003' }] } }])
  const kept = play()
    .read(other())
    .do(restored(saved(partConfirmed())))
  expect(kept.state.background).toMatchObject([{ orderId: 'old', kind: 'reversal', kept: 'new' }])
  expect(kept.of('park')).toMatchObject([{ input: { orderId: 'new', replaces: 'old' } }])
  // What was only asked for is chosen anew at its order: nothing has changed for that customer.
  const asked = play()
    .read(other())
    .do(restored(saved(partAsked())))
  expect([asked.of('park'), asked.of('drop').map(({ orderId }) => orderId)]).toEqual([[], ['new']])
  expect(asked.state.log.map(({ key }) => key)).toContain('part.given')
})

test('a basket without an order goes once more by its key, however often the line is cut or the server busy', () => {
  const fresh = play().do({ type: 'addItem', item: item() })
  const p = play()
    .read(other())
    .do(restored(saved(fresh)))
  const { input } = p.of('park')[0]!
  const failed = { type: 'parkFailed', key: 'd', turn: 0, input } as const
  for (const why of [lost, neverLeft, refusal('order.busy'), refusal('', { statusCode: 500 })]) {
    const one = play(p.state).do({ ...failed, refusal: why })
    expect([one.says, one.state.aside]).toMatchObject(['park.aside', [{ key: 'd' }]])
    expect(one.do(one.of('later').at(-1)!.event).of('park')).toEqual([
      { do: 'park', turn: 0, key: 'd', input, again: true },
    ])
  }
  // Who has to sign in again sends it then: asking meanwhile would only be refused.
  const out = play(p.state).do({ ...failed, refusal: refusal('', { statusCode: 401 }) })
  expect([out.of('later'), out.state.aside, out.state.message?.values.next]).toMatchObject([
    ...[[], [{ key: 'd' }], '重新登录后自动挂上'],
  ])
  const no = play(p.state).do({ ...failed, refusal: refusal('basket.item') })
  expect([no.says, no.state.message?.values.next, no.state.aside, no.of('later')]).toEqual([
    ...['park.aside', '请重新录入那一单', [], []],
  ])
  // A word that comes behind the answer repeats nothing.
  expect(no.do({ type: 'parkAgain', key: 'd' }).of('park')).toEqual([])
})

test('kept lines of a return that do not get aside go once more, also by the next page, until the old one is known to stand', () => {
  const p = partConfirmed().do({ type: 'reversalFailed', orderId: 'old', refusal: lost }).wait(30_000)
  p.do({ type: 'waited', orderId: 'old' }, { type: 'toBackground' })
  const [sent] = p.of('park')
  expect(sent).toMatchObject({ turn: 0, input: { orderId: 'new', replaces: 'old' } })
  expect(saved(p).aside).toMatchObject([{ key: sent!.key, input: { orderId: 'new' } }])
  const failed = { type: 'parkFailed', key: sent!.key!, turn: 0, input: sent!.input } as const
  const cut = play(p.state).do({ ...failed, refusal: refusal('order.busy') })
  expect(cut.do(cut.of('later').at(-1)!.event).of('park')).toMatchObject([{ key: sent!.key, again: true }])
  for (const status of ['4', '2'] as const)
    cut.do({ type: 'orderSeen', orderId: 'old', order: order({ id: 'old', status }) })
  expect([cut.of('drop').map(({ orderId }) => orderId), cut.state.aside]).toEqual([['new'], []])
  expect(cut.do({ type: 'parkAgain', key: sent!.key! }).of('park')).toHaveLength(1)
})

test('F4 of a customer who has gone meanwhile is no other’s: its basket goes aside by its own key', () => {
  const p = ready().do({ type: 'park' })
  const { turn, input } = p.of('park')[0]!
  p.do({ type: 'clearConfirmed' }).read(person({ readId: 'r9' }))
  p.do({ type: 'parkFailed', key: 'k7', turn, input, refusal: lost })
  expect(p.state.aside).toEqual([{ key: 'k7', input }])
  expect(p.do(p.of('later').at(-1)!.event).of('park').at(-1)).toMatchObject({ key: 'k7', again: true })
})

test('an F4 whose answer did not come goes on by its key: while the server is busy, and from the page after', () => {
  const p = play().do({ type: 'addItem', item: item() })
  const pressed = () => p.do({ type: 'park' }).of('park').at(-1)!
  const { input, turn } = pressed()
  const failed = (cause: typeof lost) => p.do({ type: 'parkFailed', key: 'k1', turn, input, refusal: cause })
  failed(lost)
  expect(pressed().key).toBe('k1')
  failed(refusal('idempotency.busy'))
  expect(pressed().key).toBe('k1')
  failed(refusal('UPDATING', { statusCode: 503, unsent: true }))
  expect(pressed().key).toBe('k1')
  failed(lost)
  const left = { ...saved(p), readId: undefined }
  const sent = (next: ReturnType<typeof play>) =>
    next.of('park').map(({ key, input: { lines } }) => [key, lines.length])
  expect(sent(play().do(restored(left), { type: 'park' })), 'the same basket').toEqual([['k1', 1]])
  expect(sent(play().read(other()).fill().do(restored(left))), 'behind who is served').toEqual([['k1', 1]])
  // Another basket by now: it is asked what lies aside, and that is what it goes on with.
  const read = play().do(restored(left)).read(person()).do({ type: 'park' })
  const changed = play().do(restored(left), { type: 'setQuantity', line: 'l1', quantity: '7' }, { type: 'park' })
  for (const next of [read, changed]) {
    expect(sent(next)).toEqual([['k1', 1]])
    next.do({ ...parked, turn: next.state.turn, key: 'k1' })
    expect([sent(next)[1], next.of('park')[1]?.input.orderId]).toEqual([[undefined, 1], 'o1'])
  }
  failed(refusal('park.gone'))
  expect(pressed()).not.toHaveProperty('key')
})

test('what was given up while it was on its way aside is not missed when it does not get there', () => {
  const p = play().do({
    type: 'parkFailed',
    key: 'k9',
    turn: 0,
    input: { lines: [], medicalType: '41' },
    refusal: lost,
  })
  expect([p.state.aside, p.of('later'), p.state.message]).toEqual([[], [], undefined])
})
