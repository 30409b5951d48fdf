import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ErpToken } from '../../cloud/erp-token.ts'
import { sha256hex } from '../../hash.ts'
import { bill, erp, erpToken, result, start } from '../test/erp.ts'
import { raw } from '../test/raw.ts'
import { readable } from '../test/socket.ts'

test('a bill goes from the native ERP to the console, the result comes back, each with its own token', async () => {
  const agent = await start()
  const { accessToken: token, wsTicket } = await agent.login()
  const line = readable(agent.open(wsTicket))
  await line.opened()
  line.send({ type: 'hello', protocol: 1 })
  await line.next()

  const sent = await erp(agent, 'POST', '/v1/erp/frames', bill('f1'))
  expect(sent.json).toMatchObject({ ok: true, result: { seq: 1 } })
  expect(await line.next()).toMatchObject({ event: 'erp.frame', data: { ...bill('f1'), seq: 1 } })
  // The same again is the same: no second event, no second bill.
  expect((await erp(agent, 'POST', '/v1/erp/frames', bill('f1'))).json.result).toEqual({ seq: 1 })

  line.send({ id: 'l', verb: 'erp.list', args: { since: 0 } })
  expect(await line.next()).toMatchObject({ id: 'l', result: { frames: [{ ...bill('f1'), seq: 1 }], seq: 1 } })
  expect((await agent.send('/v1/erp/frames', { token, body: result })).json).toMatchObject({ result: { seq: 2 } })
  expect((await erp(agent, 'GET', '/v1/erp/frames?since=0')).json.result).toEqual({
    frames: [{ ...result, seq: 2 }],
    seq: 2,
  })
  expect((await erp(agent, 'GET', '/v1/erp/frames?since=2')).json.result).toEqual({ frames: [], seq: 2 })
  const ack = { id: 'a1', type: 'ack', billNo: 'B1', revision: 1, body: { id: 'r1' } }
  expect((await erp(agent, 'POST', '/v1/erp/frames', ack)).json.ok).toBe(true)
  line.socket.terminate()
  await agent.stop()
})

test('a side that was away reads what it has not acknowledged: nothing twice told, nothing answered, nothing replaced', async () => {
  const agent = await start()
  const { accessToken: token } = await agent.login()
  const waiting = async () => {
    const answer = await agent.send('/v1/erp/frames?pending=true', { method: 'GET', token })
    return answer.json.result.frames.map(({ id }: { id: string }) => id)
  }
  const erpWaiting = async () =>
    (await erp(agent, 'GET', '/v1/erp/frames?pending=true')).json.result.frames.map(({ id }: { id: string }) => id)
  await erp(agent, 'POST', '/v1/erp/frames', bill('f1'))
  await erp(agent, 'POST', '/v1/erp/frames', bill('f2', 2))
  await erp(agent, 'POST', '/v1/erp/frames', bill('g1', 1, 'B2'))
  expect(await waiting()).toEqual(['f2', 'g1'])
  const ack = (id: string, billNo: string) => ({ id: `a-${id}`, type: 'ack', billNo, revision: 1, body: { id } })
  await agent.send('/v1/erp/frames', { token, body: ack('f2', 'B1') })
  const astray = await erp(agent, 'POST', '/v1/erp/frames', { ...ack('r0', 'B9'), id: 'a0' })
  expect(astray.json.ok).toBe(true)
  // Somebody else's ack of the same id is not this frame's.
  await erp(agent, 'POST', '/v1/erp/frames', ack('g1', 'B2'))
  expect(await waiting()).toEqual(['g1'])
  await agent.send('/v1/erp/frames', { token, body: result })
  await erp(agent, 'POST', '/v1/erp/frames', bill('f3', 2))
  expect(await waiting()).toEqual(['g1'])
  expect(await erpWaiting()).toEqual(['r1'])
  agent.pass(25 * 3600 * 1000)
  expect(await erpWaiting()).toEqual(['r1'])
  const wrong = await erp(agent, 'POST', '/v1/erp/frames', { ...ack('r1', '-'), id: 'a9' })
  expect([wrong.json.code, wrong.json.message]).toEqual([
    'FRAME_INVALID',
    'ERP 消息不正确（billNo：消息 r1 的单号是 B1）',
  ])
  expect(await erpWaiting()).toEqual(['r1'])
  await erp(agent, 'POST', '/v1/erp/frames', ack('r1', 'B1'))
  expect(await erpWaiting()).toEqual([])
  expect((await erp(agent, 'GET', '/v1/erp/frames?pending=false')).json.code).toBe('FRAME_INVALID')
  await agent.stop()
})

test('frames outlive the agent', async () => {
  const first = await start()
  const { accessToken } = await first.login()
  await first.send('/v1/erp/frames', { token: accessToken, body: result })
  await first.stop(true)
  const second = await start(first.folder, first)
  expect((await erp(second, 'GET', '/v1/erp/frames')).json.result.frames).toEqual([{ ...result, seq: 1 }])
  await second.stop()
})

test('an old revision, a changed frame, a frame of the other side and a broken one are refused', async () => {
  const agent = await start()
  const code = async (frame: unknown) => (await erp(agent, 'POST', '/v1/erp/frames', frame)).json.code
  expect(await code(bill('f1'))).toBeUndefined()
  expect(await code(bill('f2', 2))).toBeUndefined()
  expect(await code(bill('f3', 1))).toBe('FRAME_STALE')
  const other = { ...bill('f4', 2), body: { ...bill('f4').body, total: '24.70' } }
  expect(await code(other)).toBe('FRAME_STALE')
  expect(await code(bill('f5', 1, 'B2'))).toBeUndefined()
  expect(await code({ ...bill('f1'), billNo: 'B9' })).toBe('IDEMPOTENCY_CHANGED')
  expect(await code(result)).toBe('FRAME_INVALID')
  expect(await code({ ...bill('f6', 1, 'B3'), body: {} })).toBe('FRAME_INVALID')
  const { accessToken } = await agent.login()
  expect((await agent.send('/v1/erp/frames', { token: accessToken, body: bill('f7', 1, 'B4') })).json.code).toBe(
    'FRAME_INVALID',
  )
  await agent.stop()
})

test('the same bill again: before a result it is delivered again, after it the result answers and nothing more', async () => {
  const agent = await start()
  const { accessToken: token, wsTicket } = await agent.login()
  const line = readable(agent.open(wsTicket))
  await line.opened()
  line.send({ type: 'hello', protocol: 1 })
  await line.next()
  const post = async (frame: unknown) => (await erp(agent, 'POST', '/v1/erp/frames', frame)).json
  const tell = (body: unknown) => agent.send('/v1/erp/frames', { token, body })
  const delivered = async (id: string) => expect(await line.next()).toMatchObject({ event: 'erp.frame', data: { id } })
  expect((await post(bill('f1'))).result).toEqual({ seq: 1 })
  await delivered('f1')
  // The ERP was restarted and knows no answer: a new frame, the same bill.
  expect((await post(bill('f2'))).result).toEqual({ seq: 2 })
  await delivered('f2')
  await tell(result)
  const first = { ...result, seq: 3 }
  expect((await post(bill('f3'))).result).toEqual({ seq: 4, result: first })
  expect((await post(bill('f3'))).result).toEqual({ seq: 4, result: first })
  expect((await post(bill('f4', 2))).result).toEqual({ seq: 5, result: first })
  // Asked again by bill number, whatever was read before.
  await tell({ ...result, id: 'r2', billNo: 'B2' })
  expect((await erp(agent, 'GET', '/v1/erp/frames?billNo=B1')).json.result).toEqual({ frames: [first], seq: 3 })
  expect((await erp(agent, 'GET', '/v1/erp/frames?billNo=B9')).json.result).toEqual({ frames: [], seq: 0 })
  // Reversed: the bill may be settled anew, so it is delivered. Of f3 and f4 the page never heard, nor does it now: whoever
  // opens it again must not find a bill that nobody sends.
  await tell({ ...result, id: 'r3', body: { state: 'reversed' } })
  expect((await agent.send('/v1/erp/frames?pending=true', { method: 'GET', token })).json.result.frames).toEqual([])
  expect((await post(bill('f5', 2))).result).toEqual({ seq: 8 })
  for (const id of ['r1', 'r2', 'r3', 'f5']) await delivered(id)
  line.socket.terminate()
  await agent.stop()
})

test('the ERP token opens nothing but frames, and nothing at all from a browser', async () => {
  const agent = await start()
  for (const path of ['/v1/drivers', '/v1/printers', '/v1/print/jobs'])
    expect((await erp(agent, 'GET', path)).json).toMatchObject({ code: 'ERP_ONLY' })
  expect((await erp(agent, 'POST', '/v1/card/read', { medium: 'socialCard' })).json.code).toBe('ERP_ONLY')
  for (const headers of [{ origin: 'https://console.example.cn' }, { origin: agent.base }])
    expect((await erp(agent, 'GET', '/v1/erp/frames', undefined, headers)).json.code).toBe('CLIENT_HEADER')
  expect(
    (await erp(agent, 'GET', '/v1/erp/frames', undefined, { authorization: `Bearer ${'f'.repeat(43)}` })).json,
  ).toMatchObject({ code: 'ERP_TOKEN', hint: expect.stringContaining('agent erp-token') })
  // Where the ERP has no business its token is nothing to speak of.
  expect((await erp(agent, 'GET', '/v1/drivers', undefined, { authorization: 'Bearer f' })).json.code).toBe(
    'CLIENT_HEADER',
  )
  await agent.stop()
})

test('an ERP that counts on from another box than this one hears everything, not nothing', async () => {
  const agent = await start()
  const { accessToken: token } = await agent.login()
  await agent.send('/v1/erp/frames', { token, body: result })
  const since = async (seq: number) => {
    const { frames } = (await erp(agent, 'GET', `/v1/erp/frames?since=${seq}`)).json.result
    return frames.map(({ id }: { id: string }) => id)
  }
  expect([await since(0), await since(1), await since(4711)]).toEqual([['r1'], [], ['r1']])
  const { frames } = (await erp(agent, 'GET', '/v1/erp/frames?pending=true&since=4711')).json.result
  expect(frames).toHaveLength(1)
  await agent.stop()
})

test('a wrong frame is told its place, in words for the vendor', async () => {
  const agent = await start()
  const good = bill('w1')
  const [line] = good.body.lines
  const withLine = (change: object) => ({ ...good, body: { ...good.body, lines: [{ ...line, ...change }] } })
  const said = async (args: unknown) => {
    const { json } = await erp(agent, 'POST', '/v1/erp/frames', args)
    expect([json.code, json.retryable]).toEqual(['FRAME_INVALID', false])
    return /^ERP 消息不正确（(.*)）$/.exec(json.message)?.[1]
  }
  expect(await said(withLine({ quantity: 2 }))).toBe('body.lines[0].quantity：应为文字（带引号），没有填写或类型不对')
  expect(await said(withLine({ price: '12.3456789' }))).toBe(
    'body.lines[0].price：须为最多 10 位整数、6 位小数的数字，不能为负',
  )
  expect(await said(withLine({ name: '' }))).toBe('body.lines[0].name：不能少于 1 个字')
  expect(await said({ ...good, body: { ...good.body, lines: [] } })).toBe('body.lines：不能少于 1 项')
  expect(await said({ ...good, seq: 1 })).toBe('消息：不认识的字段：seq')
  expect(await said({ ...good, type: 'order' })).toMatch(/^type：/)
  const bare = await raw(
    ...([agent.port, 'POST', '/v1/erp/frames'] as const),
    { host: `127.0.0.1:${agent.port}`, authorization: `Bearer ${erpToken}`, 'content-type': 'application/json' },
    JSON.stringify(good),
  )
  expect([bare.code, JSON.parse(bare.text).message]).toEqual([
    'FRAME_INVALID',
    'ERP 消息不正确（请求的内容应为 {"args": 消息}，外面少了 args）',
  ])
  await agent.stop()
})

test('an ERP written for Node uses its own fetch, and several tills of one PC ask once a second each', async () => {
  const agent = await start()
  const headers = { authorization: `Bearer ${erpToken}` }
  const statuses = new Set<number>()
  for (let n = 0; n < 240; n += 1)
    statuses.add((await fetch(`${agent.base}/v1/erp/frames?pending=true`, { headers })).status)
  expect([...statuses]).toEqual([200])
  const page = { ...headers, 'sec-fetch-site': 'cross-site' }
  expect((await erp(agent, 'GET', '/v1/erp/frames', undefined, page)).json.code).toBe('ORIGIN_NOT_ALLOWED')
  await agent.stop()
})

test('the token is shown once and kept as its hash; in development also readable by its owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-erp-'))
  const token = new ErpToken(folder).renewForDevelopment()!
  expect(readFileSync(join(folder, 'erp-token'), 'utf8')).toBe(token)
  expect(statSync(join(folder, 'erp-token')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'erp-token.sha256'), 'utf8')).toBe(sha256hex(token))
  const gateway = new ErpToken(folder)
  expect(gateway.hash).toBe(sha256hex(token))
  expect(gateway.renewForDevelopment()).toBeUndefined()
  // Another process made a new one: the old one ends there and then.
  const renewed = new ErpToken(folder).renew()
  expect(renewed).not.toBe(token)
  expect(gateway.hash).toBe(sha256hex(renewed))
  rmSync(folder, { recursive: true })
})
