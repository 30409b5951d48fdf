import { get } from '@yibao/shared/call.ts'
import { choice } from '@yibao/shared/field.ts'
import { beforeEach, expect, test } from 'vitest'
import { fakeHttp, fakeUi, ok, refused, type Sent } from '../../test/support/fake-http.ts'
import { onContinuationError, registerDeviceRunner } from './continuation.ts'
import { isDefinite } from './definite.ts'
import { CallError } from './error.ts'
import { callServer } from './server.ts'

const read = get('/api/Card/Read', {
  title: '读卡',
  input: { medium: choice('凭证', { eVoucher: '凭证', socialCard: '社保卡' }) },
})

const asks = (part: object, extend: Record<string, unknown> | null = null) =>
  ok(null, {
    confimResultInfo: {
      pubSubId: 'p-1',
      isEndPoint: true,
      action: 'card.read',
      title: '请读卡',
      tips: '',
      buttonInfos: [],
      routeHeaders: { pubsubid: 'p-1' },
      ...part,
    },
    resultExtendInfo: extend,
  })

const isComplete = (sent: Sent) => sent.url.endsWith('/Continuation/Complete')

let shown: string[]
beforeEach(() => {
  shown = fakeUi()
  registerDeviceRunner(async () => expect.fail('no device expected'))
})

test('hardware: runs the verb, completes with the signed answer, repeats unchanged plus routeHeaders', async () => {
  const orders: unknown[] = []
  registerDeviceRunner(async (action, order) => {
    orders.push([action, order])
    return { result: '{"name":"张三"}', agentId: 'agent-1', agentSignature: 'sig' }
  })
  const sent = fakeHttp((one, round) => {
    if (isComplete(one)) return ok(null)
    return round === 1 ? asks({}, { device: { args: { medium: 'socialCard' }, ticket: 'jws' } }) : ok({ readId: 'r-1' })
  })
  expect(await callServer(read, { medium: 'socialCard' }, { idempotencyKey: 'k' })).toEqual({ readId: 'r-1' })
  expect(orders).toEqual([['card.read', { pubSubId: 'p-1', args: { medium: 'socialCard' }, ticket: 'jws' }]])
  expect(sent[1]!.data).toEqual({
    pubSubId: 'p-1',
    action: 'card.read',
    ok: true,
    result: '{"name":"张三"}',
    agentId: 'agent-1',
    agentSignature: 'sig',
  })
  expect(sent[2]).toMatchObject({ method: 'get', params: { medium: 'socialCard' }, headers: { pubsubid: 'p-1' } })
  expect([sent[0]!.headers['Idempotency-Key'], sent[2]!.headers['Idempotency-Key']]).toEqual(['k', 'k'])
  expect(sent[0]!.headers.pubsubid).toBeUndefined()
})

test('a scanned code never touches the agent', async () => {
  const sent = fakeHttp((one, round) => (isComplete(one) ? ok(null) : round === 1 ? asks({}) : ok({ readId: 'r' })))
  await callServer(read, { medium: 'eVoucher' }, { scanned: { medium: 'eVoucher', code: '2812345' } })
  expect(sent[1]!.data).toMatchObject({ ok: true, result: '{"medium":"eVoucher","code":"2812345"}' })
  expect(sent[1]!.data).not.toHaveProperty('agentSignature')
})

test('a scan answers only a card read, not a money call of a DLL', async () => {
  registerDeviceRunner(async () => ({ result: '{}', agentId: 'a', agentSignature: 's' }))
  const sent = fakeHttp((one, round) =>
    isComplete(one) ? ok(null) : round === 1 ? asks({ action: 'dll.call' }) : ok(null),
  )
  await callServer(read, { medium: 'eVoucher' }, { scanned: { medium: 'eVoucher', code: '28' } })
  expect(sent[1]!.data).toMatchObject({ action: 'dll.call', agentSignature: 's' })
})

test('an error of the agent reaches the caller with code and hint, and the server with ok: false', async () => {
  registerDeviceRunner(async () => {
    throw new CallError('没有检测到卡', { code: 'CARD_NONE', tips: '请把芯片朝上插到底，再读一次' })
  })
  const sent = fakeHttp((one) => (isComplete(one) ? ok(null) : asks({})))
  const error = await callServer(read, { medium: 'socialCard' }).catch((cause: CallError) => cause)
  expect(error).toMatchObject({ code: 'CARD_NONE', message: '没有检测到卡', tips: '请把芯片朝上插到底，再读一次' })
  expect(sent).toHaveLength(2)
  expect(sent[1]!.data).toMatchObject({ ok: false, action: 'card.read' })
  expect(shown).toEqual(['error 没有检测到卡。请把芯片朝上插到底，再读一次'])
})

test('the device’s words win even when the server cannot be told', async () => {
  registerDeviceRunner(async () => {
    throw new CallError('卡没有应答', { code: 'CARD_MUTE' })
  })
  fakeHttp((one) => (isComplete(one) ? { status: 502 } : asks({})))
  const error = await callServer(read, { medium: 'socialCard' }, { silent: true }).catch((cause: CallError) => cause)
  expect([(error as CallError).code, shown]).toEqual(['CARD_MUTE', []])
  // Whatever was to be done with the card is not done: that is known for certain.
  expect(isDefinite(error as CallError)).toBe(true)
})

const buttons = [
  { text: '否', value: 'no', sort: 2 },
  { text: '是', value: 'yes', sort: 1 },
]

test('what the server does not take of the device ends the call: the request is not repeated', async () => {
  registerDeviceRunner(async () => ({ result: '{}', agentId: 'a', agentSignature: 's' }))
  const sent = fakeHttp((one) => (isComplete(one) ? refused({ resultNotice: { error: '读卡结果已过期' } }) : asks({})))
  await expect(callServer(read, { medium: 'socialCard' })).rejects.toMatchObject({ message: '读卡结果已过期' })
  expect(sent).toHaveLength(2)
})

test('a question: buttons in their sort order, the pressed one is posted, the request repeated', async () => {
  shown = fakeUi('yes')
  const sent = fakeHttp((one, round) => {
    if (isComplete(one)) return ok(null)
    return round === 1 ? asks({ isEndPoint: false, title: '继续？', buttonInfos: buttons }) : ok('done')
  })
  expect(await callServer(read, { medium: 'socialCard' })).toBe('done')
  expect(shown).toEqual(['confirm 继续？ yes,no'])
  expect(sent[1]!.data).toEqual({ pubSubId: 'p-1', button: 'yes' })
  expect(sent[2]!.headers.pubsubid).toBe('p-1')
})

test('walking away from a question ends the call without a toast', async () => {
  const sent = fakeHttp(() => asks({ isEndPoint: false, buttonInfos: buttons }))
  const error = await callServer(read, { medium: 'socialCard' }).catch((cause: CallError) => cause)
  expect([(error as CallError).code, sent.length]).toEqual(['cancelled', 1])
  expect(shown).toHaveLength(1)
})

test.each([
  ['refused', refused({ resultNotice: { error: '不符' } }), '不符'],
  ['cut on its way', { failure: { message: 'Network Error' } }, '/api/Card/Read 接口无法访问'],
  ['answered by some proxy', { body: '<html>' }, '/api/Card/Read 接口无法访问'],
])('a repeated request that is %s publishes an error event for its pubSubId, once', async (_, answer, words) => {
  registerDeviceRunner(async () => ({ result: '{}' }))
  const events: [string, string][] = []
  const stop = onContinuationError(({ pubSubId, error }) => events.push([pubSubId, error.message]))
  fakeHttp((one, round) => (isComplete(one) ? ok(null) : round === 1 ? asks({}) : answer))
  await callServer(read, { medium: 'socialCard' }).catch(() => undefined)
  stop()
  expect(events).toEqual([['p-1', words]])
})

test('a server that asks for ever is stopped', async () => {
  registerDeviceRunner(async () => ({ result: '{}' }))
  const sent = fakeHttp((one) => (isComplete(one) ? ok(null) : asks({})))
  const error = await callServer(read, { medium: 'socialCard' }).catch((cause: CallError) => cause)
  expect((error as CallError).code).toBe('rounds')
  expect(sent.length).toBe(12)
})
