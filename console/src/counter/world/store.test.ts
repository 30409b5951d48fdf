import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bill, order } from '../../../test/counter/fixtures.ts'
import { ready } from '../../../test/counter/play.ts'
import { draftOf } from '../flow/draft.ts'
import type { Order } from '../flow/model.ts'
import type { CounterPorts } from '../ports.ts'
import { createCounterStore } from './store.ts'

const shelf = () => {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    key: (i: number) => [...map.keys()][i] ?? null,
    get length() {
      return map.size
    },
  }
}
beforeEach(() => {
  vi.stubGlobal('localStorage', shelf())
  vi.stubGlobal('sessionStorage', shelf())
})
afterEach(() => vi.unstubAllGlobals())

const counter = () => {
  const asked: string[] = []
  const sold: Order[] = []
  let anew = () => {}
  let changed = (_: string) => {}
  let frames = (_: unknown) => {}
  const rx = {
    id: 'rx1',
    number: 'CF1',
    state: 'waiting',
    source: 'entered',
    maskedName: '𠮷*',
    pharmacist: '',
    reason: '',
  }
  const silent = () => () => undefined
  const ports = {
    callServer: async ({ path }: { path: string }) => {
      asked.push(path)
      if (path === '/api/Catalogue/SearchItemDirectoryList') return []
      if (path === '/api/Order/Get/:id') return sold[0]
      return path === '/api/Rx/Get/:id' ? rx : { items: [...sold] }
    },
    ...{ me: { userId: 'u1' }, newKey: () => 'k', tabId: 't', dirty: () => undefined, underWay: () => undefined },
    onOrderChanged: (listener: (id: string) => void) => {
      changed = listener
      return () => undefined
    },
    ...{ onRxChanged: silent, seldom: () => import('./seldom-calls.ts') },
    erp: {
      onFrame: (listener: (frame: unknown) => void) => {
        frames = listener
        return () => undefined
      },
      send: async () => 'host',
    },
    onAnew: (listener: () => void) => {
      anew = listener
      return () => {
        anew = () => {}
      }
    },
  } as unknown as CounterPorts
  const store = createCounterStore(ports)
  return {
    store,
    rx,
    asked,
    sold,
    changed: (id: string) => changed(id),
    anew: () => anew(),
    frame: (frame: unknown) => frames(frame),
  }
}

test('what a pharmacist said while another tab was in front, or the line was cut, is asked for and told', async () => {
  const { store, rx, asked, anew } = counter()
  store.listen()()
  store.dispatch({ type: 'rxEntered', id: 'rx1', number: 'CF1' })
  expect(asked, 'nobody waits').toEqual([])
  const stop = store.listen()
  await vi.waitFor(() => expect(asked).toEqual(['/api/Rx/Get/:id']))
  expect(store.get().rxWaiting).toHaveLength(1)
  Object.assign(rx, { state: 'passed', pharmacist: '赵药师' })
  anew()
  await vi.waitFor(() => expect(store.get().message?.key).toBe('rx.passed'))
  expect(store.get().rxWaiting).toEqual([])
  stop()
  anew()
  expect(asked).toHaveLength(2)
})

test('a bill that was taken back while the line was cut is told to its ERP then', async () => {
  const { store, asked, anew } = counter()
  localStorage.setItem('yibao.counter.bills', JSON.stringify([{ orderId: 'o1', at: Date.now() }]))
  store.listen()
  await vi.waitFor(() => expect(asked).toHaveLength(5))
  anew()
  await vi.waitFor(() => expect(asked).toEqual(Array(10).fill('/api/Order/Paged')))
})

test('a bill that its ERP brings while the window opens waits behind what the window before has left', async () => {
  const { billNo, revision, frameId: id, ...body } = bill()
  const shelfKey = 'yibao.counter.draft:u1@undefined:t:dead'
  localStorage.setItem(shelfKey, JSON.stringify(draftOf(ready().state, Date.now())))
  const { store, frame } = counter()
  const loading = store.load()
  store.listen()
  frame({ id, type: 'bill', billNo, revision, body })
  expect(store.get().erp, 'nobody knows yet what was left').toBeUndefined()
  await loading
  expect([store.get().lines.length, store.get().expects]).toEqual([3, '张*'])
  await vi.waitFor(() => expect(store.get().erpWaiting).toMatchObject([{ billNo }]))
  expect(localStorage.getItem(shelfKey)).toBeNull()
  // From then on it is taken at once.
  store.dispatch({ type: 'clearConfirmed' })
  expect(store.get().erp?.billNo).toBe(billNo)
})

const taken = (one: ReturnType<typeof counter>) => {
  const { billNo, revision, frameId: id, ...body } = bill()
  one.frame({ id, type: 'bill', billNo, revision, body })
  expect(one.store.get().erp?.billNo).toBe(billNo)
  return billNo
}

test('a bill on the counter that was settled in another window is over here, too, as soon as the server says so', async () => {
  const one = counter()
  one.store.listen()
  const erpBill = taken(one)
  one.changed('o-other')
  await vi.waitFor(() => expect(one.asked).toContain('/api/Order/Paged'))
  expect(one.store.get().phase).toBe('open')
  one.sold.push(order({ id: 'o-other', status: '2', erpBill }))
  one.changed('o-other')
  await vi.waitFor(() => expect(one.store.get().phase).toBe('settled'))
})

test('what the window before has left of a bill is asked about before anybody goes on with it', async () => {
  const before = counter()
  before.store.listen()
  const erpBill = taken(before)
  const draft = JSON.stringify(draftOf(before.store.get(), Date.now()))
  localStorage.setItem('yibao.counter.draft:u1@undefined:t:dead', draft)
  const after = counter()
  after.sold.push(order({ id: 'o-other', status: '2', erpBill }))
  await after.store.load()
  await vi.waitFor(() => expect(after.store.get().phase).toBe('settled'))
})

test('a storage that cannot be read holds no bill up', async () => {
  const denied = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { ...shelf(), key: denied, length: 1 })
  const { billNo, revision, frameId: id, ...body } = bill()
  const { store, frame } = counter()
  const loading = store.load()
  store.listen()
  frame({ id, type: 'bill', billNo, revision, body })
  await loading
  await vi.waitFor(() => expect(store.get().erp?.billNo).toBe(billNo))
})

test('F2 reads what was read last at this PC, over a reload too', () => {
  const { store } = counter()
  store.dispatch({ type: 'read', medium: 'idCard' })
  expect(counter().store.get().medium).toBe('idCard')
  store.dispatch({ type: 'read', medium: 'socialCard' })
  expect(counter().store.get().medium).toBe('socialCard')
})
