import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { DeskProcess } from './process.ts'

const child = fileURLToPath(new URL('../test/desk-child.ts', import.meta.url))
let desk: DeskProcess | undefined
afterEach(() => desk?.stop())

const start = (...more: string[]) => {
  desk = new DeskProcess({ file: process.execPath, args: [child, ...more] })
  const events: [string, unknown][] = []
  desk.onEvent((event, data) => events.push([event, data]))
  desk.start()
  return { desk, events }
}
const ready = (one: DeskProcess) => vi.waitFor(() => expect(one.state).toBe('ready'), { timeout: 10_000 })
const ask = (one: DeskProcess, verb: string, deadlineMs = 5_000) =>
  one.request(verb, { x: '王䶮' }, { deadlineMs, caller: 'c' })

test('the desk is started, proves itself, answers, and tells what happens', async () => {
  const { desk: one, events } = start()
  expect(one.state).toBe('starting')
  await expect(ask(one, 'echo')).rejects.toMatchObject({ code: 'NO_DESK', sent: false })
  await ready(one)
  expect(await ask(one, 'echo')).toEqual({ args: { x: '王䶮' }, deadlineMs: 5_000, caller: 'c' })
  expect(events).toContainEqual(['card.inserted', { pid: expect.any(Number) }])
  await expect(ask(one, 'refuse')).rejects.toMatchObject({ code: 'PIN_WRONG', detail: { left: 2 } })
  await expect(ask(one, 'odd')).rejects.toMatchObject({ code: 'INTERNAL' })
})

test('a desk that dies takes its requests along, is started again, and the gateway lives', async () => {
  const { desk: one, events } = start()
  await ready(one)
  await expect(ask(one, 'die')).rejects.toMatchObject({ code: 'NO_DESK', sent: true })
  await vi.waitFor(() => expect(one.state).toBe('restarting'))
  await ready(one)
  expect(await ask(one, 'echo')).toMatchObject({ caller: 'c' })
  const states = events.filter(([event]) => event === 'desk.state').map(([, data]) => data)
  expect(states).toEqual([{ state: 'ready' }, { state: 'restarting' }, { state: 'ready' }])
})

test('what a desk asks of the gateway is refused, not forgotten', async () => {
  const { desk: one, events } = start()
  await ready(one)
  expect(await ask(one, 'ask')).toBe('asked')
  await vi.waitFor(() => expect(events).toContainEqual(['driver.state', { refused: 'ARGS_INVALID' }]))
})

test('the one-time code is not handed on', async () => {
  vi.stubEnv('ENROL_CODE', 'secret-code')
  const { desk: one } = start()
  await ready(one)
  vi.unstubAllEnvs()
  expect(await ask(one, 'env')).toEqual({ code: null })
})

test('a stranger who does not know the secret is not taken for the desk', async () => {
  const { desk: one } = start('--wrong')
  await vi.waitFor(() => expect(one.state).toBe('restarting'), { timeout: 10_000 })
  await expect(ask(one, 'echo')).rejects.toMatchObject({ code: 'NO_DESK', sent: false })
})

test('stopping leaves nothing running, also while it is starting', async () => {
  const { desk: one, events } = start()
  await ready(one)
  await vi.waitFor(() => expect(events.length).toBeGreaterThan(1))
  const { pid } = events.find(([event]) => event === 'card.inserted')![1] as { pid: number }
  await one.stop()
  expect(one.state).toBe('stopped')
  expect(() => process.kill(pid, 0)).toThrow()
  const early = new DeskProcess({ file: process.execPath, args: [child] })
  early.start()
  await early.stop()
  expect(early.state).toBe('stopped')
})

test('a program that is not there is tried again, not fatal', async () => {
  desk = new DeskProcess({ file: '/nowhere/desk', args: [] })
  desk.start()
  await vi.waitFor(() => expect(desk!.state).toBe('restarting'))
})

test('a request the desk never answers ends after its deadline and the grace', async () => {
  const { desk: one } = start()
  await ready(one)
  const begin = performance.now()
  await expect(ask(one, 'hang', 50)).rejects.toMatchObject({ code: 'DRIVER_TIMEOUT' })
  // The desk's own word about the deadline must be able to arrive first.
  expect(performance.now() - begin).toBeGreaterThan(2_000)
})
