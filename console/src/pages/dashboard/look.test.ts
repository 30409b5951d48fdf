import { expect, test } from 'vitest'
import {
  booksLead,
  booksLook,
  earlierLead,
  inOrder,
  mostUrgent,
  storesLook,
  waitingCount,
  waitingText,
  yesterdayLook,
} from './look.ts'

test('yesterday in a word', () => {
  expect(yesterdayLook({ state: '3', differences: 4 })).toMatchObject({ tone: 'harm', text: '✕ 不平 4 笔' })
  expect(yesterdayLook({ state: '2', differences: 0 }).tone).toBe('good')
  expect(yesterdayLook({ state: '0', differences: 0 }).tone).toBe('warn')
})

test.each([
  [0, 0, 0, '还没有门店', 'grey'],
  [2, 2, 0, '✓ 全部在线', 'good'],
  [2, 2, 1, '在线 2/2', 'warn'],
  [2, 1, 0, '在线 1/2', 'warn'],
])('of %d shops %d are online and %d not signed in: %s', (total, online, unsigned, text, tone) => {
  expect(storesLook({ total, online, unsigned })).toEqual({ text, tone })
})

test.each([
  [0, 0, 0, 0, '昨天没有对账', 'grey'],
  [2, 0, 0, 0, '✓ 2 店全部平账', 'good'],
  [2, 0, 1, 0, '△ 1 店还没有对完账', 'warn'],
  [2, 1, 1, 6, '✕ 1 店 6 笔未平', 'harm'],
])('of %d shops %d are unequal and %d not compared, with %d differences: %s', (...given) => {
  const [stores, unequal, unfinished, differences, text, tone] = given
  expect(booksLook({ stores, unequal, unfinished, differences })).toEqual({ text, tone })
})

test('what waits in yesterday’s books is opened as such; a server of before does not count it', () => {
  const at = '2026-03-01 10:31:00'
  expect(booksLead({ pending: 30 }, at)).toEqual({
    to: '/reconciliation/day-reconciliation?f.from=2026-02-28&f.to=2026-02-28&f.pending=true',
    text: '看 30 组待处理',
  })
  const all = { to: '/reconciliation/day-reconciliation', text: '打开日对账' }
  expect([booksLead({ pending: 0 }, at), booksLead({}, at)]).toEqual([all, all])
})

test('days before yesterday that wait are opened as such, the first of them named', () => {
  const page = '/reconciliation/day-reconciliation'
  expect(earlierLead(undefined)).toBeUndefined()
  expect(earlierLead({ days: 1, from: '2026-02-26', to: '2026-02-26' })).toEqual({
    to: `${page}?f.from=2026-02-26&f.to=2026-02-26&f.pending=true`,
    text: '看更早 1 天待处理（02-26）',
  })
  expect(earlierLead({ days: 3, from: '2025-12-30', to: '2026-02-26' })).toEqual({
    to: `${page}?f.from=2025-12-30&f.to=2026-02-26&f.pending=true`,
    text: '看更早 3 天待处理（12-30 起）',
  })
})

test('prescriptions that wait are said with how long the first one has', () => {
  const now = new Date('2026-11-21T10:43:10+08:00')
  expect(waitingText({ count: 0 }, now)).toBe('')
  expect(waitingText({ count: 2, since: '2026-11-21 10:31:00' }, now)).toBe('审核 2 张待审核处方，最长 12 分钟')
  expect(waitingText({ count: 1, since: '2026-11-20 10:00:00' }, now)).toBe('审核 1 张待审核处方，最长 1 天')
})

const rows = (kind: string, n: number, stuck?: boolean) =>
  Array.from({ length: n }, (_, i) => ({ kind, id: `${kind}${i}${stuck ? ' stuck' : ''}`, ...(stuck && { stuck }) }))

test('many of the most urgent kind push no other kind out of sight', () => {
  const pending = [
    ...rows('parked', 3),
    ...rows('toReturn', 1),
    ...rows('unprinted', 7),
    ...rows('refusedSale', 1, true),
    ...rows('refusedSale', 1),
  ]
  expect(mostUrgent(inOrder(pending)).map(({ id }) => id)).toEqual([
    ...['unprinted0', 'unprinted1', 'unprinted2', 'unprinted3', 'unprinted4'],
    ...['toReturn0', 'refusedSale0', 'refusedSale0 stuck', 'parked0'],
  ])
})

test('what was refused and what only a person moves on are two rows, each with a way of its own', () => {
  const prescription = { kind: 'refusedSale', id: 'refusedRx', prescription: true }
  const shown = inOrder([prescription, ...rows('refusedSale', 1, true), ...rows('refusedSale', 1)])
  expect(shown.map(({ look }) => look)).toMatchObject([
    { title: '销售被拒', path: '/reconciliation/sale-info-detail?f.state=refused' },
    { title: '销售待处理', path: '/reconciliation/sale-info-detail?f.needs=person' },
    { title: '取药被拒', path: '/reconciliation/rx-management?f.dispense=refused' },
  ])
})

test('as many wait as the server counted, of whom it tells a few; one of before may have left some out', () => {
  const counted = (kind: string, n: number, count: number) => rows(kind, n).map((one) => ({ ...one, count }))
  expect(waitingCount([...counted('unknown', 10, 14), ...counted('parked', 2, 2), ...rows('toReturn', 1)])).toBe(
    '17 件',
  )
  expect(waitingCount([...counted('unprinted', 10, 100), ...counted('parked', 1, 1)])).toBe('100+ 件')
  expect(waitingCount([...counted('unprinted', 10, 99)])).toBe('99 件')
  expect(waitingCount([...rows('unknown', 10), ...rows('parked', 1)])).toBe('11+ 件')
  expect(waitingCount([...rows('refusedSale', 1), ...rows('refusedSale', 1, true)])).toBe('2 件')
})

test('a kind that only a newer server knows is left out, and the rest is shown', () => {
  expect(inOrder([...rows('toReview', 2), ...rows('parked', 1)])).toMatchObject([{ id: 'parked0' }])
  expect(inOrder(rows('refusedRegister', 1, true))).toEqual([])
})
