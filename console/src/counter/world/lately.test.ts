import { expect, test } from 'vitest'
import type { CounterEvent } from '../flow/events.ts'
import type { CounterPorts } from '../ports.ts'
import { lately } from './lately.ts'

test('a slip whose part of the program does not come is said not to be printed; what only adds to the picture is not', async () => {
  const told: CounterEvent[] = []
  const ports = { seldom: () => Promise.reject(new TypeError('Failed to fetch')) } as unknown as CounterPorts
  const world = lately(ports, (event) => void told.push(event))
  await world.print({ do: 'print', orderId: 'o1', kind: 'settlement' } as never)
  expect(told).toMatchObject([{ type: 'printed', orderId: 'o1', state: 'failed' }])
  await world.askRx({ do: 'askRx', id: 'r1' })
  await world.resolvePrint({ do: 'resolvePrint', orderId: 'o1', slipId: 's1', jobId: 'j1', printed: true } as never)
  expect(told.slice(1)).toMatchObject([{ type: 'failed' }])
})
