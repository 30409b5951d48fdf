import { expect, test, vi } from 'vitest'
import type { Tools } from './context.ts'
import { checkDrivers } from './drivers.ts'

vi.mock('./agent.ts', () => ({ connectAgent: async () => {} }))

test('a faulty driver that is busy keeps the next one from nothing, and is said at the end', async () => {
  const repaired: string[] = []
  const run = async (verb: string, { driver = '' }: { driver?: string }) => {
    if (verb === 'driver.list') return ['first', 'second'].map((id) => ({ id, state: 'broken', kind: 'socialCard' }))
    repaired.push(driver)
    if (driver === 'first') throw Object.assign(new Error('in use'), { code: 'DRIVER_BUSY' })
    return {}
  }
  const tools = { context: { device: { run } }, say: () => {} } as unknown as Tools
  await expect(checkDrivers(tools)).rejects.toMatchObject({ code: 'DRIVER_BUSY' })
  expect(repaired).toEqual(['first', 'second'])
})
