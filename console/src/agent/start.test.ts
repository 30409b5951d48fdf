import { beforeEach, expect, test, vi } from 'vitest'
import { repairDrivers } from './start.ts'
import { setAgent, useAgent } from './store.ts'

/** What the agent was asked, and the drivers that are busy. */
let asked: string[] = []
let busy: string[] = []
const listed = [
  { id: 'first', state: 'open' },
  { id: 'second', state: 'ready' },
  { id: 'third', state: 'broken' },
]

vi.mock('./link.ts', () => ({ leads: () => false, startLink: () => {} }))
vi.mock('./run.ts', () => ({
  runForServer: async () => '',
  runVerb: async (verb: string, { driver = '' }: { driver?: string }) => {
    asked.push(`${verb} ${driver}`.trim())
    if (busy.includes(driver)) throw Object.assign(new Error(`${driver} is in use`), { code: 'DRIVER_BUSY' })
    return verb === 'driver.list' ? listed : []
  },
}))

beforeEach(() => {
  ;[asked, busy] = [[], []]
  setAgent({ drivers: listed as never, state: 'driverFault' })
})

test('恢复驱动 starts each stopped driver again', async () => {
  await repairDrivers()
  expect(asked.filter((verb) => verb.startsWith('driver.repair'))).toEqual([
    'driver.repair first',
    'driver.repair third',
  ])
  expect(useAgent.getState().state).toBe('connected')
})

test('a driver that is busy keeps the next one from nothing, and is said at the end, with the list as it is then', async () => {
  busy = ['first']
  await expect(repairDrivers()).rejects.toMatchObject({ message: 'first is in use', code: 'DRIVER_BUSY' })
  expect(asked).toContain('driver.repair third')
  expect(asked.indexOf('driver.list')).toBeGreaterThan(asked.indexOf('driver.repair third'))
  expect(useAgent.getState().state).toBe('driverFault')
})
