import { expect, test } from 'vitest'
import { order } from '../../../test/counter/fixtures.ts'
import type { CounterEvent } from '../flow/events.ts'
import type { CounterPorts } from '../ports.ts'
import { billWatch } from './bill-watch.ts'
import { billBook } from './bills.ts'
import type { Shelf } from './drafts.ts'
import { seldomCalls } from './seldom-calls.ts'

const memory = () => {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  } as Shelf
}
const frame = (orderId: string, state = 'settled') => JSON.stringify({ body: { state, orderId } })
const day = 86_400_000

test('a bill told as settled is known for a week, whoever opens the counter, and so is that it was told as reversed', () => {
  const shelf = memory()
  let now = Date.UTC(2026, 10, 21)
  const book = billBook(shelf, () => now)
  book.note(frame('o1'))
  now += day
  book.note(frame('o2'))
  book.note(frame('o3', 'unknown'))
  const again = billBook(shelf, () => now)
  expect(['o1', 'o2', 'o3'].map(again.toldOf)).toEqual(['settled', 'settled', undefined])
  expect(again.since()).toBe('2026-11-21')
  again.note(frame('o2', 'reversed'))
  expect([again.toldOf('o2'), again.over()]).toEqual(['over', ['o2']])
  again.note(frame('o2'))
  expect([again.toldOf('o2'), again.over()]).toEqual(['settled', []])
  again.note(frame('o2', 'reversed'))
  now += 6.5 * day
  expect([again.toldOf('o1'), again.toldOf('o2')]).toEqual([undefined, 'over'])
  now += day
  expect([again.toldOf('o2'), again.since()]).toEqual([undefined, undefined])
  shelf.setItem('yibao.counter.bills', '[null, {"orderId": 1}, 7')
  expect(again.toldOf('o1')).toBeUndefined()
})

test('an order that changes elsewhere is looked at only if its bill was told here, and so is what was missed', async () => {
  const asked: string[] = []
  const callServer = async (call: { path: string }, { id, status }: { id?: string; status?: string }) => {
    asked.push(id ?? `${call.path} ${status}`)
    // Reversed by 2103, or undone by 2601.
    if (id) return order({ id, status: id === 'o1' ? '3' : '5' })
    const items = { 3: [{ id: 'o3' }, { id: 'o1' }], 5: [{ id: 'o2' }] }[Number(status)]
    return { items: items ?? [] }
  }
  const turned: CounterEvent[] = []
  const ports = { callServer } as unknown as Pick<CounterPorts, 'callServer'>
  const book = billBook(memory(), Date.now)
  const watch = billWatch(ports, book, (event) => turned.push(event))
  await watch.catchUp()
  expect(asked).toEqual([])
  book.note(frame('o1'))
  void watch.changed('o2')
  void watch.changed('o1')
  await watch.catchUp()
  const lists = [3, 5, 6, 7, 1].map((status) => `/api/Order/Paged ${status}`)
  expect(asked).toEqual(['o1', lists[0], 'o1', ...lists.slice(1)])
  book.note(frame('o2'))
  await watch.catchUp()
  expect(turned).toMatchObject(
    ['3', '3', '3', '5'].map((status) => ({ type: 'billTurned', order: { status }, told: 'settled' })),
  )
  // What is over is looked at by itself: it may stand again.
  book.note(frame('o1', 'reversed'))
  asked.length = 0
  await watch.catchUp()
  expect(asked.at(-1)).toBe('o1')
  expect(turned.at(-1)).toMatchObject({ order: { id: 'o1' }, told: 'over' })
})

test('a bill is asked for by its number: only its own settlement that stands is an answer', async () => {
  const rows = [
    { id: 'o1', erpBill: 'XS001', status: '3' },
    { id: 'o2', erpBill: 'XS0011', status: '2' },
  ]
  const callServer = async (_: object, { id, keyword }: { id?: string; keyword?: string }) =>
    id ? order({ id }) : { items: keyword === 'XS001' ? rows : [] }
  const came: CounterEvent[] = []
  const { askBill: ask } = seldomCalls({ callServer } as unknown as CounterPorts, (event) => came.push(event))
  await ask({ do: 'askBill', turn: 2, billNo: 'XS001' })
  expect(came).toEqual([])
  rows.push({ id: 'o3', erpBill: 'XS001', status: '6' })
  await ask({ do: 'askBill', turn: 2, billNo: 'XS001' })
  expect(came).toMatchObject([{ type: 'billSettled', turn: 2, order: { id: 'o3' } }])
})
