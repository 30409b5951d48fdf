import { afterEach, expect, test } from 'vitest'
import { CentreClient } from '../client.ts'
import { queryPerson } from '../operations/person.ts'
import { settle } from '../operations/settlement.ts'
import { profileOf } from '../profiles.ts'
import { header, sale, settled } from '../test/fixtures.ts'
import { answer, liar } from '../test/liar.ts'
import { readRules } from './read-rules.ts'
import type { PluginForces, PluginUse, Route } from './types.ts'

// What a plugin does to a message between our books and the line.

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const known = { plugin: 'p', version: '1.0.0', service: 's', label: '「甲 1.0.0」的服务「乙」' }
const mapped = (text: string) => {
  const { mapping } = readRules(text, 'f')
  return { in: { ...known, rules: mapping.in }, out: { ...known, rules: mapping.out } }
}
const routedTo = (route: Route) => ({ route: { ...known, service: 'r', route } })

const centre = async (plugins: PluginForces, body: string, status = 200) => {
  const server = await liar({ onRequest: (socket) => socket.write(answer(body, status)) })
  const uses: PluginUse[] = []
  const client = new CentreClient(profileOf('320500', server.url, { plugins }), { plugged: (use) => uses.push(use) })
  open.push(server, client)
  const requests = () => server.text().split('POST ').slice(1)
  return { client, requests, uses }
}
const booked = (output: unknown) => JSON.stringify({ infcode: 0, inf_refmsgid: 'R1', output })
const waiting = { timeoutMs: 5000 }

test('the message is the mapped one, and its answer is read in the standard’s words', async () => {
  const { setl_time: _, ...setlinfo } = (settled as { setlinfo: Record<string, unknown> }).setlinfo
  const rules = [
    'in\tdate\tdruginfo\tbegntime\tyyyyMMddHHmmss',
    'in\trename\tdruginfo\tbegntime\tbeg_time',
    'out\trename\tsetlinfo\tsetl_time\tsettle_time',
  ].join('\n')
  const output = { ...(settled as object), setlinfo: { ...setlinfo, settle_time: '20241024103100' } }
  const { client, requests, uses } = await centre({ '2102': mapped(rules) }, booked(output))
  const built = client.prepare(settle, sale, header())
  if (built.kind === 'notSent') throw new Error(built.reason)
  expect(JSON.parse(built.body).input.druginfo).toMatchObject({ psn_no: sale.psnNo, beg_time: '20241024103100' })
  expect(built.body).not.toContain('begntime')
  const outcome = client.readAnswer(settle, await client.send(built.body, '2102', waiting))
  expect(requests()[0]!.endsWith(built.body)).toBe(true)
  if (outcome.kind !== 'booked') throw new Error(outcome.kind)
  expect(outcome.value.setlTime).toBe('2024-10-24 10:31:00')
  expect(uses).toMatchObject([{ plugin: 'p', service: 's', infno: '2102' }])
  expect(uses[0]).not.toHaveProperty('fault')
})

test('what cannot be mapped does not leave, and says which plugin and what to do', async () => {
  const { client, requests, uses } = await centre(
    { '2102': mapped('in\ttype\tdruginfo\tbegntime\tnumber') },
    booked({}),
  )
  const built = client.prepare(settle, sale, header())
  expect(built).toMatchObject({
    kind: 'notSent',
    plugin: 'p',
    reason: expect.stringContaining('插件「甲 1.0.0」的服务「乙」'),
  })
  expect([requests(), uses.length, uses[0]?.fault]).toEqual([[], 1, '第 1 行 druginfo.begntime 的值不是数字'])
})

const question = (client: CentreClient) =>
  client.run(queryPerson, { credential: { type: '01', no: 'x' } }, header(), waiting)

test('a route changes path and version of its transaction alone, and a question goes again where nothing arrived', async () => {
  const route = { path: '/fsi/v2/call', infver: 'V1.1', retries: 2 }
  const { client, requests, uses } = await centre({ '1101': routedTo(route) }, '{}', 502)
  const asked = await question(client)
  expect(asked.kind).toBe('unknown')
  expect(requests().map((one) => [one.split(' ')[0], /"infver":"([^"]+)"/.exec(one)?.[1]])).toEqual(
    Array.from({ length: 3 }, () => ['/fsi/v2/call', 'V1.1']),
  )
  expect(uses).toMatchObject([{ service: 'r', fault: expect.stringContaining('没有可读的答复') }])
})

test('a settlement goes once, whatever a route that came past the checks says', async () => {
  const { client, requests } = await centre({ '2102': routedTo({ retries: 3 }) }, '{}', 502)
  const built = client.prepare(settle, sale, header())
  if (built.kind === 'notSent') throw new Error(built.reason)
  expect((await client.send(built.body, '2102', waiting)).kind).toBe('unknown')
  expect(requests()).toHaveLength(1)
})

test('a route’s timeout is the one that counts', async () => {
  const server = await liar({})
  const client = new CentreClient(profileOf('320500', server.url, { plugins: { '1101': routedTo({ timeoutMs: 60 }) } }))
  open.push(server, client)
  expect(await question(client)).toMatchObject({ kind: 'unknown', reason: 'timeout', detail: 'no answer in 60 ms' })
})
