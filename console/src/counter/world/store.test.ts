import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CounterPorts } from '../ports.ts'
import { createCounterStore } from './store.ts'

const shelf = () => {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  }
}
beforeEach(() => {
  vi.stubGlobal('localStorage', shelf())
  vi.stubGlobal('sessionStorage', shelf())
})
afterEach(() => vi.unstubAllGlobals())

const counter = () => {
  const asked: string[] = []
  let anew = () => {}
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
      return path === '/api/Rx/Get/:id' ? rx : { items: [] }
    },
    ...{ me: { userId: 'u1' }, newKey: () => 'k', tabId: 't', dirty: () => undefined, underWay: () => undefined },
    ...{ onOrderChanged: silent, onRxChanged: silent, erp: { onFrame: silent } },
    onAnew: (listener: () => void) => {
      anew = listener
      return () => {
        anew = () => {}
      }
    },
  } as unknown as CounterPorts
  const store = createCounterStore(ports)
  return { store, rx, asked, anew: () => anew() }
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
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  anew()
  await vi.waitFor(() => expect(asked).toEqual(Array(4).fill('/api/Order/Paged')))
})
