import { expect, test } from 'vitest'
import { item, other } from '../../../../test/counter/fixtures.ts'
import { lost, neverLeft, play, ready, refusal } from '../../../../test/counter/play.ts'
import { draftOf } from '../draft.ts'
import type { Draft } from '../kept-draft.ts'
import type { Unparked } from '../model.ts'

// A basket that was asked for lies aside no more as far as anybody knows: only the same question brings it (N2).

const saved = (p: ReturnType<typeof play>): Draft => JSON.parse(JSON.stringify(draftOf(p.state, 1)))
const nextPage = (p: ReturnType<typeof play>) => ({ type: 'restored', key: 'd', draft: saved(p) }) as const
const asked = () => play().do({ type: 'unpark', parkedId: 'o1', key: 'k1' })
const failed = (cause: typeof lost) => ({ type: 'unparkFailed', parkedId: 'o1', key: 'k1', refusal: cause }) as const
const updating = refusal('UPDATING', { statusCode: 503, unsent: true })
const parked: Unparked = {
  ...{ orderId: 'o1', maskedName: '张*', credentialNeeded: true, insutype: '310', medicalType: '41' },
  lines: [{ ownCode: 'A001', quantity: '2', price: '20.00' }],
}

test.each([
  ['while its question is on its way', () => asked()],
  ['whose answer did not come', () => asked().do(failed(lost))],
  [
    'whose answer did not come, and whose next question met an update',
    () => asked().do(failed(lost), failed(updating)),
  ],
  ['whose question did not leave', () => asked().do(failed(neverLeft))],
  ['who has to sign in again', () => asked().do(failed(refusal('', { statusCode: 401 })))],
])('a page that closes %s leaves its key to the next one, which brings the basket', (_, start) => {
  const p = play().do(nextPage(start()))
  expect(p.of('unpark')).toEqual([{ do: 'unpark', parkedId: 'o1', key: 'k1' }])
  expect(saved(p).returning, 'and to the one after').toEqual([{ parkedId: 'o1', key: 'k1' }])
  p.do({ type: 'unparked', key: 'k1', parked })
  expect([p.state.lines.length, p.state.returning, p.says]).toEqual([1, [], 'park.backRead'])
  expect(saved(p).returning).toEqual([])
})

test('somebody is served already when the next page asks for it: it goes aside again', () => {
  const p = play().read(other()).fill().do(nextPage(asked()))
  const { lines } = p.state
  p.do({ type: 'unparked', key: 'k1', parked })
  expect([p.state.lines, p.says, p.of('park').map(({ input }) => input.orderId)]).toEqual([lines, 'park.open', ['o1']])
})

test.each([
  ['the first try is at work still', refusal('idempotency.busy')],
  ['the server is busy', refusal('order.busy')],
  ['the server has a fault', refusal('', { statusCode: 500 })],
])('it is asked for until somebody says for certain that it cannot be had: %s', (_, cause) => {
  const p = asked().do(failed(cause))
  expect([p.says, p.of('listParked')]).toEqual(['other.failed', []])
  expect(p.do(p.of('later').at(-1)!.event).of('unpark').at(-1)).toMatchObject({ key: 'k1', again: true })
})

test('one that is on its way is asked for once, and who has to sign in again is not asked for him', () => {
  const twice = asked().do({ type: 'unpark', parkedId: 'o1', key: 'k2' })
  expect(twice.of('unpark').map(({ key }) => key)).toEqual(['k1'])
  const out = asked().do(failed(refusal('', { statusCode: 401 })))
  expect([out.of('later'), out.state.message?.values.next]).toEqual([[], '重新登录后自动取回'])
})

test('a page that closes while F4 is on its way leaves the key of it: the next one puts the basket aside once', () => {
  const p = play().do({ type: 'addItem', item: item() }, { type: 'park' })
  const { turn, input } = p.of('park')[0]!
  p.do({ type: 'parkSent', turn, key: 'k7', input })
  const next = play().do(nextPage(p), { type: 'park' })
  expect(next.of('park')).toMatchObject([{ key: 'k7' }])
  // Of who has gone meanwhile it is no key of the next one's.
  const late = ready().do({ type: 'clearConfirmed' }, { type: 'parkSent', turn, key: 'k7', input })
  expect(late.state.unheard).toBeUndefined()
})
