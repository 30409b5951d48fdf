import { type Call, get } from '@yibao/shared/call.ts'
import { continuation as calls } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceAnswer } from '../../call/asking.ts'
import type { Context } from '../../call/context.ts'
import { continuation } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { enrolledAgent, type TestAgent, testAgent } from '../../test/agent.ts'
import { type Client, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { allHandlers } from '../handlers.ts'

const clock = testClock()
const answers: (DeviceAnswer | string)[] = []
let server: TestServer
let clerk: Client
let agent: TestAgent
beforeAll(async () => {
  // Two calls of the contract with handlers that only ask.
  const read = async (_: unknown, c: Context) => {
    const args = { medium: 'socialCard' }
    answers.push(await c.asking.device({ action: 'card.read', title: '读卡', args, codeOf: ['eVoucher'] }))
    return null
  }
  const pageDropDown = async (_: unknown, c: Context) => {
    const buttons = [{ text: '继续', value: 'go', sort: 1 }]
    answers.push(await c.asking.decision({ title: '确认', tips: '是否继续', buttons }))
    return null
  }
  server = await startTestServer({
    clock,
    handlers: { ...allHandlers, card: { read, pageDropDown } as never },
    config: { strictAnswers: false },
  })
  clerk = await server.as('clerk')
  agent = await enrolledAgent(server, [storeIdOf('P32050100001')])
})
afterAll(() => server.close())

const readCard = card.read as unknown as Call
const decide = get(card.pageDropDown.path, { title: '' })

const ask = async (client = clerk) => (await client.send(readCard, { medium: 'socialCard' } as never)).confimResultInfo!
const repeat = (pubsubid: string, medium = 'socialCard', client = clerk) =>
  client.send(readCard, { medium } as never, { pubsubid })
const result = JSON.stringify({ card: { name: '𠮷䶮' } })
const complete = (pubSubId: string, more = {}, client = clerk) =>
  client.send(calls.complete, {
    pubSubId,
    action: 'card.read',
    ok: true,
    result,
    agentId: agent.agentId,
    agentSignature: agent.signResult(pubSubId, result),
    ...more,
  })

test('a signed answer reaches the repeated request, once', async () => {
  const question = await ask()
  expect(question).toMatchObject({
    isEndPoint: true,
    action: 'card.read',
    routeHeaders: { pubsubid: question.pubSubId },
  })
  expect((await complete(question.pubSubId)).success).toBe(true)
  expect((await complete(question.pubSubId)).error?.message, 'completed once').toBe('这次操作已过期')
  const stored = await server.deps.db.select().from(continuation)
  expect(JSON.stringify(stored)).not.toContain('䶮')
  expect((await repeat(question.pubSubId)).success).toBe(true)
  expect(answers.pop()).toEqual({ ok: true, result: { card: { name: '𠮷䶮' } }, signed: true })
  expect((await repeat(question.pubSubId)).statusCode).toBe(410)
})

test('an answer serves this request, this session and 120 s only', async () => {
  const first = await ask()
  await complete(first.pubSubId)
  expect((await repeat(first.pubSubId, 'idCard')).statusCode).toBe(410)
  const second = await ask()
  const colleague = await server.as('pharmacist')
  expect((await complete(second.pubSubId, {}, colleague)).statusCode).toBe(410)
  await complete(second.pubSubId)
  const known = answers.length
  expect((await repeat(second.pubSubId, 'socialCard', colleague)).statusCode).toBe(410)
  expect(answers).toHaveLength(known)
  const third = await ask()
  await complete(third.pubSubId)
  clock.advance(120_001)
  expect((await repeat(third.pubSubId)).statusCode).toBe(410)
})

test('a question waits for a library that takes its 280 s, and the answer then its own 120 s', async () => {
  const slow = await ask()
  clock.advance(290_000)
  expect((await complete(slow.pubSubId)).success).toBe(true)
  clock.advance(119_000)
  expect((await repeat(slow.pubSubId)).success).toBe(true)
  const never = await ask()
  clock.advance(300_001)
  expect((await complete(never.pubSubId)).statusCode).toBe(410)
})

test('no card without the signature of an agent of this store', async () => {
  const { pubSubId } = await ask()
  const text = async (more: object) => (await complete(pubSubId, more)).error?.message
  expect(await text({ agentSignature: undefined })).toBe('读卡结果没有通过校验')
  expect(await text({ result: JSON.stringify({ card: { name: '李四' } }) })).toBe('读卡结果没有通过校验')
  expect(await text({ agentSignature: testAgent().signResult(pubSubId, result) })).toBe('读卡结果没有通过校验')
  expect(await text({ agentId: testAgent().agentId })).toBe('本机助手没有登记')
  const elsewhere = await enrolledAgent(server, [storeIdOf('P32010200001')])
  const signature = elsewhere.signResult(pubSubId, result)
  expect(await text({ agentId: elsewhere.agentId, agentSignature: signature })).toMatch(/^门店不符/)
  const scan = {
    agentId: undefined,
    agentSignature: undefined,
    result: JSON.stringify({ medium: 'socialCard', code: '1' }),
  }
  expect(await text(scan), 'a social card is never typed').toBe('本机助手没有登记')
})

test('a scan needs no signature, and a refusal of the device is passed on', async () => {
  const scanned = await ask()
  const unsigned = { agentId: undefined, agentSignature: undefined }
  const code = { medium: 'eVoucher', code: '1'.repeat(28) }
  // Who a page says it is counts for nothing: of what nobody signed the code alone is taken.
  const scan = JSON.stringify({ ...code, card: { name: '𠮷䶮' } })
  expect((await complete(scanned.pubSubId, { ...unsigned, result: scan })).success).toBe(true)
  await repeat(scanned.pubSubId)
  expect(answers.pop()).toEqual({ ok: true, signed: false, result: code })
  const failed = await ask()
  const why = JSON.stringify({ code: 'CARD_NONE', message: '没有检测到卡' })
  expect((await complete(failed.pubSubId, { ...unsigned, ok: false, result: why })).success).toBe(true)
  await repeat(failed.pubSubId)
  expect(answers.pop()).toMatchObject({ ok: false, result: { code: 'CARD_NONE' } })
})

test('an answer survives a token that was replaced in between', async () => {
  const question = await ask()
  const next = server.withToken((await server.deps.services.access.reissue(clerk.token))!)
  expect((await complete(question.pubSubId, {}, next)).success).toBe(true)
  expect((await repeat(question.pubSubId, 'socialCard', next)).success).toBe(true)
})

test('a person’s decision arrives as the button’s value', async () => {
  const fresh = await server.as('clerk')
  const asked = await fresh.send(decide)
  expect(asked.confimResultInfo).toMatchObject({ isEndPoint: false, title: '确认', buttonInfos: [{ value: 'go' }] })
  const { pubSubId } = asked.confimResultInfo!
  await fresh.ok(calls.complete, { pubSubId, button: 'go' })
  expect((await fresh.send(decide, {}, { pubsubid: pubSubId })).success).toBe(true)
  expect(answers.pop()).toBe('go')
})
