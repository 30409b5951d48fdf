import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { monthPaths } from '@yibao/shared/calls/paths.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { lineEnded } from '@yibao/shared/live-line.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../api/error.ts'
import { reportLink } from '../../api/link.ts'
import { onLive, useFollowing } from '../../api/live.ts'
import { followLive } from './follow-live.ts'

// A page reads over HTTP and hears over a line of its own that is up later, cut, and up again.

const socket = vi.hoisted(() => {
  const heard = new Map<string, ((payload?: unknown) => void)[]>()
  return {
    heard,
    opened: 0,
    connected: false,
    /** socket.io tries again by itself, or has given up. */
    active: true,
    connect: 0,
    say(event: string, payload?: unknown) {
      for (const listener of heard.get(event) ?? []) listener(payload)
    },
  }
})
vi.mock('socket.io-client', () => ({
  io: () => {
    socket.opened++
    return {
      io: { on: () => undefined, opts: {}, engine: { once: () => undefined } },
      on: (event: string, listener: () => void) =>
        void socket.heard.set(event, [...(socket.heard.get(event) ?? []), listener]),
      connect: () => void socket.connect++,
      close: () => undefined,
      get connected() {
        return socket.connected
      },
      get active() {
        return socket.active
      },
    }
  },
}))
/** Whether config.json, and so the part behind it, can be read. */
let away = false
let config = Promise.resolve()
vi.mock('../../api/config.ts', () => ({
  baseUrl: async () => {
    await config
    if (away) throw new TypeError('Failed to fetch')
    return '/prod-api'
  },
}))
let token = 't-1'
vi.mock('../../state/session.ts', () => ({ readToken: () => token }))
vi.mock('../../api/index.ts', async () => ({
  ...(await import('../../api/error.ts')),
  callServer: async () => undefined,
}))

let client: QueryClient
let stop: () => void
const page = new EventTarget()
const shelf = {}
/** Another window of this browser keeps a token. */
const tokenElsewhere = () =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'token', storageArea: shelf }))

/** A list that is shown: how often it was read, and what it shows. */
const shown = (path: string, read: () => unknown) => {
  const reads = { count: 0 }
  const queryFn = async () => {
    reads.count++
    return read()
  }
  const observer = new QueryObserver(client, { queryKey: [path, {}], queryFn, staleTime: 30_000, retry: false })
  const end = observer.subscribe(() => undefined)
  return { reads, end, data: () => observer.getCurrentResult().data }
}
const settle = () => vi.advanceTimersByTimeAsync(0)
const up = () => {
  socket.connected = true
  socket.say('connect')
}
const down = (reason = 'transport close') => {
  socket.connected = false
  socket.say('disconnect', reason)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('location', { href: 'http://console.test/' })
  vi.stubGlobal('localStorage', shelf)
  socket.heard.clear()
  Object.assign(socket, { opened: 0, connected: false, active: true, connect: 0 })
  ;[away, token] = [false, 't-1']
  reportLink({ server: 'ok' })
  client = new QueryClient()
})
afterEach(() => {
  stop()
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const begin = async () => {
  stop = followLive(client)
  await settle()
}

test('what happened between the first answers and the line is read when the line stands, and whoever waits is told', async () => {
  let rows = 1
  const orders = shown(order.paged.path, () => rows)
  const other = shown('/api/User/Paged', () => rows)
  await begin()
  expect(orders.data()).toBe(1)
  rows = 2
  const told = vi.fn()
  const end = onLive('anew', told)
  up()
  await settle()
  expect([orders.data(), orders.reads.count, told.mock.calls.length]).toEqual([2, 2, 1])
  expect(other.reads.count, 'what no event tells of').toBe(1)
  // A line that was cut, and a server that missed what another of its nodes said.
  const cut = () => {
    down()
    up()
  }
  for (const again of [cut, () => socket.say('anew', {})]) {
    rows++
    again()
    await vi.advanceTimersByTimeAsync(5000)
    expect(orders.data()).toBe(rows)
  }
  expect(told).toHaveBeenCalledTimes(3)
  end()
})

test('an event that comes while the first answer is under way is in the answer, or it is read once more', async () => {
  await begin()
  up()
  let answer = (_: unknown) => {}
  const orders = shown(order.paged.path, () => new Promise((resolve) => (answer = resolve)))
  await settle()
  // The server has looked already.
  socket.say('order.changed', { orderId: 'o1' })
  answer('before')
  await settle()
  expect(orders.reads.count).toBe(2)
  answer('after')
  await settle()
  expect([orders.data(), orders.reads.count]).toEqual(['after', 2])
})

test('what is to be collected or given back is read anew with the settlement or reversal that it comes of', async () => {
  await begin()
  up()
  const lists = [otherPay.paged.path, otherPay.get.path].map((path) => shown(path, () => 1))
  await settle()
  const before = lists.map(({ reads }) => reads.count)
  socket.say('order.changed', { orderId: 'o1' })
  await settle()
  expect(lists.map(({ reads }, i) => reads.count - before[i]!)).toEqual([1, 1])
})

test('while a dialog follows a run its lists are left alone, and read once when it has ended; other lists go on', async () => {
  await begin()
  up()
  const months = shown(monthPaths.monthPaged, () => 1)
  const orders = shown(order.paged.path, () => 1)
  await settle()
  const before = [months.reads.count, orders.reads.count]
  useFollowing.setState({ count: 1 })
  for (let day = 0; day < 30; day++) {
    socket.say('reconciliation.changed', {})
    socket.say('progress', { progressId: 'p1', percentage: day, finished: false })
    await settle()
  }
  socket.say('order.changed', { orderId: 'o1' })
  await settle()
  expect([months.reads.count, orders.reads.count].map((n, i) => n - before[i]!)).toEqual([0, 1])
  useFollowing.setState({ count: 0 })
  await settle()
  expect(months.reads.count - before[0]!).toBe(1)
  socket.say('reconciliation.changed', {})
  await settle()
  expect(months.reads.count - before[0]!, 'nobody follows anything any more').toBe(2)
})

test('a list that is not shown meanwhile is read when it is shown again, a server that was away included', async () => {
  await begin()
  up()
  const days = shown(reconciliation.dayPaged.path, () => 1)
  await settle()
  days.end()
  down()
  reportLink({ server: 'down' })
  up()
  const again = shown(reconciliation.dayPaged.path, () => 2)
  await settle()
  expect(again.data()).toBe(2)
})

test('what could not be read is read as soon as any call finds the server again', async () => {
  let away = true
  const unread = (path: string, error: CallError) =>
    shown(path, () => {
      if (away) throw error
      return 'read'
    })
  const days = unread('/api/User/Paged', new CallError('接口无法访问', { code: 'network', cut: true }))
  const early = unread('/api/Menu/Tree', new CallError('系统正在启动', { statusCode: 503 }))
  const whole = shown('/api/Role/Paged', () => 'whole')
  const refused = shown('/api/District/Tree', () => {
    throw new CallError('没有权限', { code: '403', statusCode: 403 })
  })
  await begin()
  up()
  await settle()
  reportLink({ server: 'down' })
  away = false
  reportLink({ server: 'ok' })
  await settle()
  expect([days.data(), early.data(), whole.reads.count, refused.reads.count]).toEqual(['read', 'read', 1, 1])
})

test('a home page sums up again after a cut, not when it has only just been opened', async () => {
  const home = shown(report.dashboard.path, () => 1)
  const bell = shown(message.unread.path, () => 1)
  await begin()
  up()
  await settle()
  expect([home.reads.count, bell.reads.count]).toEqual([1, 2])
  down()
  up()
  await vi.advanceTimersByTimeAsync(5000)
  expect([home.reads.count, bell.reads.count]).toEqual([2, 3])
})

test('what the consoles of a node that ended show is read over some seconds, an order that somebody waits for at once', async () => {
  await begin()
  up()
  const lists = [order.paged.path, message.unread.path, monthPaths.monthPaged].map((path) => shown(path, () => 1))
  const one = shown(order.get.path, () => 1)
  await settle()
  const before = [one, ...lists].map(({ reads }) => reads.count)
  const since = () => [one, ...lists].map(({ reads }, i) => reads.count - before[i]!)
  vi.spyOn(Math, 'random').mockReturnValue(0.8)
  down()
  up()
  await vi.advanceTimersByTimeAsync(3999)
  expect(since()).toEqual([1, 0, 0, 0])
  await vi.advanceTimersByTimeAsync(1)
  expect(since()).toEqual([1, 1, 1, 1])
  vi.mocked(Math.random).mockRestore()
})

test.each([
  [0, 1500],
  [0.5, 3000],
  [0.999, 4497],
])(
  'a node that ends lets all its consoles go at once: by a chance of %d one comes back after %d ms',
  async (chance, ms) => {
    await begin()
    up()
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    socket.active = false
    down('io server disconnect')
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(socket.connect).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(socket.connect).toBe(1)
    vi.mocked(Math.random).mockRestore()
  },
)

test('codes that have only just been read are not read again when the line stands; after a cut all consoles spread', async () => {
  const told = vi.fn()
  await begin()
  const end = onLive('dictionary.changed', told)
  up()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).not.toHaveBeenCalled()
  vi.spyOn(Math, 'random').mockReturnValue(0.8)
  for (let i = 0; i < 2; i++) {
    down()
    up()
  }
  await vi.advanceTimersByTimeAsync(3999)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toHaveBeenCalledTimes(1)
  vi.mocked(Math.random).mockRestore()
  end()
})

test('a line that was ended with its session stands again as soon as somebody signs in beside', async () => {
  await begin()
  up()
  // Signed out in the window beside: there is no token to try with, and so no timer.
  token = ''
  socket.active = false
  down('io server disconnect')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(socket.connect).toBe(0)
  token = 't-2'
  tokenElsewhere()
  expect(socket.connect).toBe(1)
  // Refused again and again the next try is minutes away.
  for (let i = 0; i < 9; i++) socket.say('connect_error', lineEnded())
  tokenElsewhere()
  expect(socket.connect).toBe(2)
  socket.active = true
  tokenElsewhere()
  expect(socket.connect, 'it is on its way').toBe(2)
})

test('a part that cannot be read at first is asked for again', async () => {
  away = true
  await begin()
  expect(socket.opened).toBe(0)
  away = false
  await vi.advanceTimersByTimeAsync(3000)
  expect(socket.opened).toBe(1)
})

test('a page that is left before its address is known opens no line: nobody would close it', async () => {
  let known = () => {}
  config = new Promise((resolve) => {
    known = resolve
  })
  await begin()
  stop()
  known()
  config = Promise.resolve()
  await settle()
  expect(socket.opened).toBe(0)
})
