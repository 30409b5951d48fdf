import type { ErpDraft } from '@yibao/shared/agent/erp.ts'
import { expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { bill, erp, erpToken, result, start } from '../test/erp.ts'
import { raw } from '../test/raw.ts'
import { ErpFrames } from './frames.ts'

test('what no counter could sell is refused at once, with its place: nothing is taken and then lies there unread', async () => {
  const agent = await start()
  const good = bill('n1')
  const [line] = good.body.lines
  const said = async (change: object, body: object = {}) => {
    const lines = [{ ...line, ...change }]
    const { json } = await erp(agent, 'POST', '/v1/erp/frames', { ...good, body: { ...good.body, lines, ...body } })
    return [json.code, /（body\.(.*)）$/.exec(json.message ?? '')?.[1]]
  }
  const below = (places: number) => `须为最多 10 位整数、${places} 位小数的数字，不能为负`
  expect(await said({ quantity: '-2' })).toEqual(['FRAME_INVALID', `lines[0].quantity：${below(4)}`])
  expect(await said({ quantity: '0.000' })).toEqual(['FRAME_INVALID', 'lines[0].quantity：须大于 0'])
  expect(await said({ quantity: '12345678901' })).toEqual(['FRAME_INVALID', `lines[0].quantity：${below(4)}`])
  expect(await said({ price: '-1' })).toEqual(['FRAME_INVALID', `lines[0].price：${below(6)}`])
  expect(await said({ amount: '-24.69' })).toEqual(['FRAME_INVALID', `lines[0].amount：${below(2)}`])
  expect(await said({}, { total: '-24.69' })).toEqual(['FRAME_INVALID', `total：${below(2)}`])
  expect(await said({ ownCode: 'A 1' })).toEqual(['FRAME_INVALID', 'lines[0].ownCode：不能包含空格'])
  expect(await said({ lot: '2026 0115' })).toEqual(['FRAME_INVALID', 'lines[0].lot：不能包含空格'])
  expect(await said({ lot: 'A', madeOn: '2026-02-31' })).toEqual(['FRAME_INVALID', 'lines[0].madeOn：没有这一天'])
  expect(await said({ price: '0', amount: '0.00' }, { total: '0.00' })).toEqual([undefined, undefined])
  const numbered = async (billNo: string) =>
    (await erp(agent, 'POST', '/v1/erp/frames', { ...bill('n2'), billNo })).json
  expect((await numbered('B1 ')).message).toBe('ERP 消息不正确（billNo：开头和结尾不能有空格）')
  await agent.stop()
})

test('a frame that is no UTF-8, or holds half a character, is refused in words; rare characters come as they are', async () => {
  const agent = await start()
  const host = { host: `127.0.0.1:${agent.port}`, authorization: `Bearer ${erpToken}` }
  const post = (text: string | Buffer) =>
    raw(agent.port, 'POST', '/v1/erp/frames', { ...host, 'content-type': 'application/json' }, text)
  const named = (name: string) =>
    JSON.stringify({ args: { ...bill('u1'), body: { ...bill('u1').body, operator: name } } })
  // 王 as an ERP of the code page 936 writes it.
  const gbk = Buffer.concat(
    named('?')
      .split('?')
      .flatMap((part, i) => (i ? [Buffer.of(0xcd, 0xf5), Buffer.from(part)] : [Buffer.from(part)])),
  )
  const [wrong, half] = [await post(gbk), await post(named('\ud842'))]
  const said = ({ text }: { text: string }) => [JSON.parse(text).code, JSON.parse(text).message]
  expect(said(wrong)).toEqual(['FRAME_INVALID', 'ERP 消息不正确（消息：须为 UTF-8 编码）'])
  expect(said(half)).toEqual(['FRAME_INVALID', 'ERP 消息不正确（消息：有不完整的字符）'])
  expect((await post(named('䶮𠮷'))).status).toBe(200)
  const { accessToken: token } = await agent.login()
  const { json } = await agent.send('/v1/erp/frames?pending=true', { method: 'GET', token })
  expect(json.result.frames).toMatchObject([{ body: { operator: '䶮𠮷' } }])
  await agent.stop()
})

test('an ERP that sends one bill anew without end fills no disk, and takes no result or its acknowledgement with it', () => {
  const database = openDatabase(':memory:')
  const frames = new ErpFrames(database)
  const now = Date.now()
  const send = (side: 'erp' | 'console', draft: object) => frames.send(side, draft as ErpDraft, now)
  const ack = (id: string) => ({ id: `ack-${id}`, type: 'ack', billNo: 'XS1', revision: 0, body: { id } })
  send('console', { ...result, id: 'r1', billNo: 'XS1', body: { ...result.body, state: 'voided' } })
  send('erp', ack('r1'))
  for (let n = 1; n <= 1000; n += 1) {
    send('erp', { ...bill(`b${n}`), billNo: 'XS1', revision: n, type: 'billChanged' })
    if (n < 1000) send('console', ack(`b${n}`))
  }
  const { kept } = database.prepare('select count(*) as kept from erp_frame').get() as { kept: number }
  expect(kept).toBeLessThan(500)
  expect(frames.pending('console', 0, now).map(({ id }) => id)).toEqual(['b1000'])
  expect(frames.pending('erp', 0, now)).toEqual([])
  database.close()
})

test('one result acknowledged again and again under fresh ids is acknowledged once, and each such word is answered', () => {
  const database = openDatabase(':memory:')
  const frames = new ErpFrames(database)
  const now = Date.now()
  const send = (side: 'erp' | 'console', draft: object) => frames.send(side, draft as ErpDraft, now)
  const ack = (n: number, id: string) => ({ id: `ack-${n}`, type: 'ack', billNo: 'XS1', revision: 0, body: { id } })
  for (const id of ['r1', 'r2']) send('console', { ...result, id, billNo: 'XS1' })
  const first = send('erp', ack(0, 'r1'))
  for (let n = 1; n < 500; n += 1) expect(send('erp', ack(n, 'r1'))).toEqual({ seq: first.seq, isNew: false })
  expect(database.prepare(`select count(*) as kept from erp_frame where type = 'ack'`).get()).toEqual({ kept: 1 })
  expect(frames.pending('erp', 0, now).map(({ id }) => id)).toEqual(['r2'])
  expect(send('erp', ack(500, 'r2')).isNew).toBe(true)
  expect(frames.pending('erp', 0, now)).toEqual([])
  database.close()
})

test('a hundred bills that need no reading hide none that does', async () => {
  const agent = await start()
  const { accessToken: token } = await agent.login()
  const frames = agent.gateway.frames
  for (let n = 0; n < 101; n += 1) {
    const billNo = `OLD${n}`
    frames.send('console', { ...result, id: `r${n}`, billNo } as ErpDraft, Date.now())
    frames.send('erp', bill(`o${n}`, 1, billNo) as ErpDraft, Date.now())
  }
  await erp(agent, 'POST', '/v1/erp/frames', bill('new', 1, 'NEW'))
  const { json } = await agent.send('/v1/erp/frames?pending=true', { method: 'GET', token })
  expect(json.result.frames.map(({ id }: { id: string }) => id)).toEqual(['new'])
  await agent.stop()
})

test('of two counters with one bill the late word of the one that settled nothing takes no settlement back', async () => {
  const agent = await start()
  const { accessToken: token } = await agent.login()
  const tell = (id: string, state: string, orderId: string) =>
    agent.send('/v1/erp/frames', { token, body: { ...result, id, body: { ...result.body, state, orderId } } })
  await tell('r1', 'unknown', 'o1')
  await tell('r2', 'voided', 'o2')
  await tell('r3', 'settled', 'o1')
  await tell('r4', 'voided', 'o2')
  await tell('r5', 'unknown', 'o2')
  const { frames } = (await erp(agent, 'GET', '/v1/erp/frames?pending=true')).json.result
  expect(frames.map(({ id }: { id: string }) => id)).toEqual(['r1', 'r3'])
  expect((await erp(agent, 'POST', '/v1/erp/frames', bill('f1'))).json.result.result.id).toBe('r3')
  // Nobody who listens hears it either: the stream would tell the ERP what the box does not keep.
  const heard: unknown[] = []
  agent.gateway.events.listen(({ data }) => heard.push(data))
  await tell('r6', 'voided', 'o2')
  await tell('r7', 'settled', 'o1')
  expect(heard).toMatchObject([{ id: 'r7' }])
  await agent.stop()
})

test('a bill that is settled answers with its result, an older one of its number too, and one bill can be asked about', async () => {
  const agent = await start()
  const { frames } = agent.gateway
  frames.send('erp', bill('f2', 2) as ErpDraft, Date.now())
  frames.send('erp', bill('g1', 1, 'B2') as ErpDraft, Date.now())
  const waiting = (billNo?: string) => frames.pending('console', 0, Date.now(), billNo).map(({ id }) => id)
  expect([waiting(), waiting('B2'), waiting('B3')]).toEqual([['f2', 'g1'], ['g1'], []])
  expect(() => frames.send('erp', bill('f1') as ErpDraft, Date.now())).toThrow(
    expect.objectContaining({ code: 'FRAME_STALE', detail: expect.objectContaining({ newest: expect.any(Number) }) }),
  )
  frames.send('console', { ...result, revision: 2 } as ErpDraft, Date.now())
  expect(frames.send('erp', bill('f1') as ErpDraft, Date.now())).toMatchObject({ isNew: false, result: { id: 'r1' } })
  await agent.stop()
})

test('an unknown settlement that came to nothing is told as that, and its bill may be sold again', async () => {
  const agent = await start()
  const { accessToken: token } = await agent.login()
  const tell = (id: string, state: string) =>
    agent.send('/v1/erp/frames', { token, body: { ...result, id, body: { ...result.body, state, orderId: 'o1' } } })
  await tell('r1', 'unknown')
  await tell('r2', 'voided')
  const { frames } = (await erp(agent, 'GET', '/v1/erp/frames?pending=true')).json.result
  expect(frames.map(({ id }: { id: string }) => id)).toEqual(['r1', 'r2'])
  expect((await erp(agent, 'POST', '/v1/erp/frames', bill('f1'))).json.result).not.toHaveProperty('result')
  await agent.stop()
})

test('a bill whose settlement is unknown waits for nobody to sell it, and a late word of an order before takes no settlement back', async () => {
  const agent = await start()
  const { frames } = agent.gateway
  const tell = (id: string, state: string, orderId: string) =>
    frames.send('console', { ...result, id, body: { ...result.body, state, orderId } } as ErpDraft, Date.now())
  const waiting = () => frames.pending('console', 0, Date.now()).map(({ id }) => id)
  const comes = (id: string) => frames.send('erp', bill(id) as ErpDraft, Date.now())
  comes('f1')
  expect(waiting()).toEqual(['f1'])
  tell('r1', 'unknown', 'o2')
  expect(waiting()).toEqual([])
  tell('r2', 'settled', 'o2')
  tell('r3', 'reversed', 'o1')
  expect(comes('f2')).toMatchObject({ isNew: false, result: { id: 'r2' } })
  tell('r4', 'reversed', 'o2')
  expect(comes('f3')).not.toHaveProperty('result')
  // Sold twice all the same, by two counters: that is money, and the ERP hears of both.
  tell('r5', 'settled', 'o3')
  expect(tell('r6', 'settled', 'o4')).toMatchObject({ isNew: true })
  await agent.stop()
})

test('a frame is kept for seven days and no longer', async () => {
  const agent = await start()
  const { frames } = agent.gateway
  const day = 24 * 3600 * 1000
  const send = (id: string, ms: number) => frames.send('erp', bill(id, 1, id) as ErpDraft, Date.now() + ms)
  send('k1', 0)
  send('k2', 6 * day)
  expect(frames.list('console', 0).map(({ id }) => id)).toEqual(['k1', 'k2'])
  send('k3', 7 * day + 60_000)
  expect(frames.list('console', 0).map(({ id }) => id)).toEqual(['k2', 'k3'])
  await agent.stop()
})

test('a result that the ERP has not heard of outlives a clock that is weeks ahead, an acknowledged one does not', async () => {
  const agent = await start()
  const { frames } = agent.gateway
  const day = 24 * 3600 * 1000
  const told = (id: string, billNo: string) =>
    frames.send('console', { ...result, id, billNo, body: { ...result.body, orderId: id } } as ErpDraft, Date.now())
  told('u1', 'U1')
  told('u2', 'U2')
  const ack = { id: 'ack-u2', type: 'ack', billNo: 'U2', revision: 1, body: { id: 'u2' } } as ErpDraft
  frames.send('erp', ack, Date.now())
  frames.send('erp', bill('u3', 1, 'U3') as ErpDraft, Date.now() + 30 * day)
  expect(frames.pending('erp', 0, Date.now()).map(({ id }) => id)).toEqual(['u1'])
  expect(frames.list('erp', 0).map(({ id }) => id)).toEqual(['u1'])
  frames.send('erp', bill('u4', 1, 'U4') as ErpDraft, Date.now() + 61 * day)
  expect(frames.pending('erp', 0, Date.now())).toEqual([])
  await agent.stop()
})

/** A box on a PC whose clock is set: the steady one goes on. */
const onClock = () => {
  const database = openDatabase(':memory:')
  const time = { wall: 0, steady: 5000 }
  const frames = new ErpFrames(database, () => time.steady)
  const to = (year: number, hours = 8) => {
    time.wall = Date.UTC(year, 9, 12, hours)
  }
  const pass = (ms: number) => {
    time.wall += ms
    time.steady += ms
  }
  const send = (side: 'erp' | 'console', draft: object) => frames.send(side, draft as ErpDraft, time.wall)
  const waiting = (side: 'erp' | 'console') => frames.pending(side, 0, time.wall).map(({ id }) => id)
  return { frames, to, pass, send, waiting, close: () => database.close() }
}
const hourMs = 3600_000

test('a bill and a result that came while the PC was in 2000 wait on when its clock is put right, for the day that is theirs', () => {
  const { frames, to, pass, send, waiting, close } = onClock()
  to(2026)
  send('erp', bill('before', 1, 'B0'))
  pass(hourMs)
  to(2000)
  send('erp', bill('c1', 1, 'C1'))
  send('console', { ...result, id: 'r2', billNo: 'C2', body: { ...result.body, orderId: 'o2' } })
  pass(hourMs)
  to(2026, 10)
  expect(waiting('console')).toEqual(['before', 'c1'])
  // What comes next takes away what is old: nothing of these.
  send('erp', bill('c3', 1, 'C3'))
  send('console', { ...result, id: 'r4', billNo: 'C4', body: { ...result.body, orderId: 'o4' } })
  expect([waiting('erp'), frames.settled.toldOf('o2', 'C2')]).toEqual([['r2', 'r4'], 'settled'])
  // Their customers have gone by tomorrow, each at his hour.
  pass(22.5 * hourMs)
  expect(waiting('console')).toEqual(['c1', 'c3'])
  pass(hourMs)
  expect(waiting('console')).toEqual(['c3'])
  close()
})

test('a bill of which the day is over counts as new when its ERP sends it again, once, unless it was acknowledged or answered', () => {
  const { to, pass, send, waiting, close } = onClock()
  to(2026)
  for (const id of ['open', 'acked', 'sold', 'changed']) send('erp', bill(id, 1, id))
  send('erp', bill('changed2', 2, 'changed'))
  send('console', { id: 'ack', type: 'ack', billNo: 'acked', revision: 1, body: { id: 'acked' } })
  send('console', { ...result, billNo: 'sold' })
  expect(send('erp', bill('open', 1, 'open')).isNew).toBe(false)
  pass(25 * hourMs)
  expect(waiting('console')).toEqual([])
  expect(send('erp', bill('open', 1, 'open')).isNew).toBe(true)
  expect(waiting('console')).toEqual(['open'])
  for (const id of ['open', 'acked', 'sold', 'changed'])
    expect([id, send('erp', bill(id, 1, id)).isNew]).toEqual([id, false])
  expect(waiting('console')).toEqual(['open'])
  close()
})

test('a frame that is sent again after it was acknowledged says so', async () => {
  const agent = await start()
  const { frames } = agent.gateway
  const again = () => frames.send('erp', bill('a1', 1, 'A1') as ErpDraft, Date.now())
  expect(again()).toMatchObject({ isNew: true })
  expect(again()).not.toHaveProperty('acked')
  const ack = { id: 'ack1', type: 'ack', billNo: 'A1', revision: 1, body: { id: 'a1' } } as ErpDraft
  frames.send('console', ack, Date.now())
  expect(again()).toMatchObject({ isNew: false, acked: true })
  await agent.stop()
})
