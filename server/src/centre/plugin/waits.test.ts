import { expect, test, vi } from 'vitest'
import { lease } from '../../database/claims.ts'
import { CentreClient } from '../client.ts'
import { profileOf } from '../profiles.ts'
import { answer, liar } from '../test/liar.ts'
import { visitStepMs } from './waits.ts'

/** How long the client waits for a transaction whose route says 120 s, ms. */
const waited = async (infno: string): Promise<number> => {
  const server = await liar({ onRequest: (socket) => socket.write(answer('{}')) })
  const service = { plugin: 'p', version: '1.0.0', service: 'r', label: '「甲 1.0.0」的服务「乙」' }
  const plugins = { [infno]: { route: { ...service, route: { timeoutMs: 120_000 } } } }
  const client = new CentreClient(profileOf('320500', server.url, { plugins }), { connectMs: 1 })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await client.exchange('/fsi/api', infno, '{}', 'text/plain', { timeoutMs: 5000 })
  const longest = Math.max(...timers.mock.calls.map(([, ms]) => ms ?? 0))
  timers.mockRestore()
  client.close()
  await server.close()
  return longest
}

test('a route that came past the checks holds no step of a visit longer than its claim has room for', async () => {
  expect([await waited('2207'), await waited('2101')]).toEqual([120_000, 120_000])
  for (const infno of ['2201', '2202', '2203', '2204', '2205'])
    expect([infno, await waited(infno)]).toEqual([infno, 40_000])
  // Lines out, described, lines in; and some to spare.
  expect(3 * visitStepMs + 20_000).toBeLessThan(lease)
})
