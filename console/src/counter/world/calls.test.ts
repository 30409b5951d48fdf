import { expect, test } from 'vitest'
import { item } from '../../../test/counter/fixtures.ts'
import type { CounterEvent } from '../flow/events.ts'
import type { CounterPorts } from '../ports.ts'
import { personCalls } from './calls.ts'

test('the goods of a long bill are asked for beside each other, and leave room for whoever is read meanwhile', async () => {
  const codes = Array.from({ length: 300 }, (_, i) => `A${i}`)
  let [open, most] = [0, 0]
  const callServer = async (_: unknown, { keyword }: { keyword: string }) => {
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => setImmediate(resolve))
    open -= 1
    if (keyword === 'A7') throw new Error('cut')
    return [{ ...item(), ownCode: keyword }, item()]
  }
  const told: CounterEvent[] = []
  const ports = { callServer, store: () => {}, newKey: () => 'k' } as unknown as CounterPorts
  await personCalls(ports, (event) => told.push(event)).lookUpItems({ do: 'lookUpItems', codes: [...codes, 'A0'] })
  expect(most).toBeLessThan(6)
  const [known] = told as [Extract<CounterEvent, { type: 'itemsKnown' }>]
  expect(known.items.map(({ ownCode }) => ownCode).toSorted()).toEqual(codes.filter((one) => one !== 'A7').toSorted())
})
