import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startAgent, type TestAgent } from '@yibao/agent/gateway/test/agent.ts'
import { sha256hex } from '@yibao/agent/hash.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../e2e/until.ts'

// docs/erp-sample/erp.py against a real gateway: what an ERP's vendor copies must work as it stands.

const samples = fileURLToPath(new URL('../../docs/erp-sample/', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0
const erpToken = 'e'.repeat(43)

let agent: TestAgent
let token = ''
beforeAll(async () => {
  agent = await startAgent({ policy: { erpTokenHash: sha256hex(erpToken) } })
  token = (await agent.login()).accessToken
  writeFileSync(join(agent.folder, 'token'), `${erpToken}\n`)
})
afterAll(() => agent.stop())

const run = (seconds: number, key = 'token', bill = join(samples, 'bill.json')) => {
  const args = ['--agent', agent.base, '--token-file', join(agent.folder, key), '--seconds', String(seconds)]
  const child = spawn('python3', [join(samples, 'erp.py'), ...args, bill])
  const said = { out: '', err: '' }
  child.stdout.on('data', (data) => (said.out += data))
  child.stderr.on('data', (data) => (said.err += data))
  return { said, ended: once(child, 'close').then(([code]) => ({ code, ...said })) }
}
const bills = async () => {
  const ask = () => agent.send('/v1/erp/frames?since=0', { method: 'GET', token })
  // Where Python takes long to start this looks more often than an agent answers one page.
  const { json } = await until('the frames', ask, ({ json }) => json.code !== 'RATE')
  return json.result.frames as { id: string; type: string; billNo: string; body: { id?: string } }[]
}
const billNo = 'XS20261121002'
const result = {
  id: 'r1',
  type: 'result',
  billNo,
  revision: 1,
  body: { state: 'settled', setlId: 'S1', total: '30.00' },
}

test.skipIf(!hasPython)('the sample sends its bill, hears the result once it is there, acknowledges it', async () => {
  expect(await run(0).ended).toMatchObject({ code: 1, err: expect.stringContaining('nothing is booked twice') })
  const waiting = run(30)
  await until('both bills came', bills, (frames) => frames.filter(({ type }) => type === 'bill').length === 2)
  expect((await agent.send('/v1/erp/frames', { token, body: result })).json.ok).toBe(true)
  const { code, out } = await waiting.ended
  expect([code, JSON.parse(out)]).toEqual([0, result.body])
  expect((await bills()).filter(({ type }) => type === 'ack')).toMatchObject([{ billNo, body: { id: 'r1' } }])
  // Once more: the first result at once, and the same ack again is no fault.
  expect(JSON.parse((await run(0).ended).out)).toEqual(result.body)
})

test.skipIf(!hasPython)('a wrong token is told in the agent’s words', async () => {
  writeFileSync(join(agent.folder, 'wrong'), 'x'.repeat(43))
  const { code, err } = await run(0, 'wrong').ended
  expect([code, err]).toEqual([1, expect.stringContaining('ERP_TOKEN')])
})

test.skipIf(!hasPython)(
  'an unknown result is no end, and of what came while nobody asked the last one counts',
  async () => {
    const other = JSON.parse(readFileSync(join(samples, 'bill.json'), 'utf8'))
    writeFileSync(join(agent.folder, 'other.json'), JSON.stringify({ ...other, billNo: 'XS20261121009' }))
    const tell = (id: string, state: string, orderId = 'o1') => {
      const body = { ...result, id, billNo: 'XS20261121009', body: { ...result.body, state, orderId } }
      return until(`${id} is told`, async () => (await agent.send('/v1/erp/frames', { token, body })).json.ok)
    }
    const mine = async () => (await bills()).filter((frame) => frame.billNo === 'XS20261121009')
    const acks = async () => (await mine()).flatMap(({ type, body }) => (type === 'ack' ? [body.id] : []))
    const waiting = run(30, 'token', join(agent.folder, 'other.json'))
    await until('the bill came', mine, (frames) => frames.some(({ type }) => type === 'bill'))
    await tell('u1', 'unknown')
    await until('unknown is acknowledged', acks, (ids) => ids.includes('u1'))
    // What came to nothing may be tried again at the counter: who took the money now would have it twice.
    await tell('v1', 'voided')
    await until('voided is acknowledged', acks, (ids) => ids.includes('v1'))
    await tell('u2', 'settled')
    expect(JSON.parse((await waiting.ended).out)).toMatchObject({ state: 'settled', orderId: 'o1' })
    await tell('u3', 'reversed')
    // Sent anew after its reversal, of which it hears first.
    const anew = run(30, 'token', join(agent.folder, 'other.json'))
    await until('the bill came anew', mine, (frames) => frames.filter(({ type }) => type === 'bill').length === 2)
    await tell('u4', 'settled', 'o2')
    expect(JSON.parse((await anew.ended).out)).toMatchObject({ state: 'settled', orderId: 'o2' })
    expect(await acks()).toEqual(['u1', 'v1', 'u2', 'u3', 'u4'])
  },
)
