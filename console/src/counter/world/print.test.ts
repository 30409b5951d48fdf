import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CounterEvent } from '../flow/events.ts'
import type { CounterPorts, PortJob } from '../ports.ts'
import { printer } from './print.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A counter whose agent answers `looks` one after the other, the last one for ever; what it told the flow and the server. */
const counter = (...looks: (Partial<PortJob> | Error)[]) => {
  const events: CounterEvent[] = []
  const server: unknown[] = []
  let asked = 0
  const look = async (): Promise<PortJob> => {
    const answer = looks[Math.min(asked++, looks.length - 1)]!
    if (answer instanceof Error) throw answer
    return { id: 's1', state: 'printing', printer: 'XP-58', ...answer }
  }
  const ports = {
    callServer: async (call: { path: string }, input: unknown) => {
      if (!call.path.includes('Printed')) return { slipId: 's1', missingCharacters: [] }
      return server.push(input)
    },
    slipPdf: async () => new Uint8Array(1),
    device: { print: look, job: look, resolve: look },
  } as unknown as CounterPorts
  const { world } = printer(ports, (event) => events.push(event))
  const run = () => world.print({ do: 'print', orderId: 'o1', kind: 'settlement' })
  const says = () => events.map((event) => event.type === 'printed' && event.state)
  return { run, says, server, asked: () => asked }
}

const paper = { code: 'PRINTER_PAPER' }
const offline = { state: 'queued', code: 'PRINTER_OFFLINE' }

test('a job that waits is told once for each reason, and its end when it goes on by itself', async () => {
  // Between two tries the job has no reason for a moment.
  const at = counter(paper, paper, {}, paper, offline, offline, { state: 'done' })
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect(at.says()).toEqual(['paper', 'offline', 'done'])
  expect(at.server).toEqual([{ slipId: 's1', state: 'done', printer: 'XP-58' }])
})

test('an agent that restarts while the printer has no paper is asked again', async () => {
  const at = counter(paper, new Error('gone'), new Error('gone'), { state: 'unsure', code: 'PRINT_UNSURE' })
  const running = at.run()
  await vi.runAllTimersAsync()
  await running
  expect(at.says()).toEqual(['paper', 'unsure'])
})

test('a long wait leaves the session its requests', async () => {
  const at = counter(paper)
  void at.run()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.asked()).toBeGreaterThan(10)
  expect(at.asked()).toBeLessThan(20)
})
