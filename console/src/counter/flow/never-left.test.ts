import { expect, test } from 'vitest'
import { bill, order } from '../../../test/counter/fixtures.ts'
import { centreDown, lost, neverLeft, part, partConfirmed, play, ready, refusal } from '../../../test/counter/play.ts'
import { messageOf, sentenceOf } from '../message.ts'

// ux 1.6 against 1.7: what provably never left was not charged, and the clerk goes on as soon as the line is back.

const reads = ({ state: { message } }: ReturnType<typeof play>) =>
  message ? sentenceOf(messageOf(message.key, message.values)) : ''
const offline = { type: 'linked', online: false, agent: true } as const
const online = { type: 'linked', online: true, agent: true } as const

test('a settlement that never left: nothing was charged, nobody waits, and with the line back it is priced anew', () => {
  // The line is known to be cut before the call's own end is.
  const p = ready().settle().do(offline, { type: 'settleFailed', orderId: 'o1', refusal: neverLeft })
  expect([p.state.phase, p.state.pending, p.of('look').length]).toEqual(['refused', undefined, 0])
  expect(reads(p)).toContain('网络已断开。这笔还没有结算，没有扣款')
  p.wait(1000).settle()
  expect([p.of('settle').length, p.says]).toEqual([1, 'net.before'])
  p.do(online)
  expect(reads(p)).toBe('网络已恢复。明细已保留，没有扣款。按 F8 预结算')
  expect([p.state.lines.length, p.state.person?.maskedName !== undefined]).toEqual([3, true])
  p.price(order({ settleKey: 'k2' })).settle()
  expect(p.of('settle').map(({ key }) => key)).toEqual(['k1', 'k2'])
})

test('where it is not proven, or another request is already doubted, it stays in doubt', () => {
  const p = ready().settle().do(offline, { type: 'settleFailed', orderId: 'o1', refusal: lost })
  expect(reads(p)).toContain('医保中心可能已扣款，请勿重复结算')
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: neverLeft })
  expect([p.state.phase, p.says]).toEqual(['unknown', 'settle.unknown'])
})

test.each([
  ['CARD_NONE', '没有检测到卡'],
  ['CARD_MUTE', '卡没有应答'],
  ['READER_ABSENT', '没有找到读卡器'],
  ['agent.absent', '未连接本机助手'],
])(
  'T05: a card that is to be read again before F9 sends anything, and is not (%s): said, and F9 goes on with the same split',
  (code, what) => {
    const p = ready().settle()
    const { key } = p.of('settle')[0]!
    p.do({ type: 'settleFailed', orderId: 'o1', refusal: refusal(code, { statusCode: 502, atDevice: true }) })
    expect([p.state.phase, p.state.pending, p.of('look').length]).toEqual(['open', undefined, 0])
    expect(reads(p)).toMatch(new RegExp(`^结算前再次读卡：${what}。没有结算，没有扣款，预结算仍有效。`))
    p.wait(1000).settle()
    expect([p.state.phase, p.of('settle').map((one) => one.key)]).toEqual(['settling', [key, key]])
  },
)

test('T05: 转后台 is offered when this F9 has waited its minute, not when the one before it would have', () => {
  const p = ready().settle()
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('CARD_NONE', { statusCode: 502, atDevice: true }) })
  p.wait(30_000).settle().wait(30_000).do({ type: 'waited', orderId: 'o1' })
  expect(p.says).toBe('settle.wait')
  p.wait(30_000).do({ type: 'waited', orderId: 'o1' })
  expect(p.says).toBe('settle.waitLong')
  p.do({ type: 'button', id: 'toBackground' })
  expect(p.state.background).toHaveLength(1)
})

test('T05: the same where the server tells what the reader said', () => {
  const told = { message: '卡没有应答', statusCode: 422, extend: { key: 'device.failed', code: 'CARD_MUTE' } }
  const p = ready()
    .settle()
    .do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('', told) })
  expect([p.state.phase, p.state.priced?.fresh, p.says]).toEqual(['open', true, 'card.again'])
  expect(reads(p)).toContain('结算前再次读卡：卡没有应答')
})

test('a reversal that never left: the settlement stands, and nobody is told that money may have gone back', () => {
  const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  p.do({ type: 'reversalFailed', orderId: 'o1', refusal: neverLeft })
  expect(reads(p)).toBe('没有撤销：网络已断开。原结算仍然有效。恢复后重试')
  expect([p.state.dialog, p.state.background]).toEqual([undefined, []])
})

test('a partial return: what never left of its reversal leaves the old one, of its settlement the kept lines', () => {
  const p = partConfirmed().do({ type: 'reversalFailed', orderId: 'old', refusal: neverLeft })
  expect(reads(p)).toContain('没有撤销：网络已断开。原单仍然有效')

  const q = partConfirmed().do({ type: 'reversalAnswered', orderId: 'old', order: order({ id: 'old', status: '3' }) })
  q.do({ type: 'priced', turn: q.state.turn, edit: q.state.edit, order: order({ id: 'new', settleKey: 'k3' }) })
  q.do({ type: 'settleFailed', orderId: 'new', refusal: neverLeft })
  expect(reads(q)).toContain('原单已撤销，保留的药品还没有结算：网络已断开')
  expect(q.state.lines.length).toBe(part().state.lines.length)
})

test('the centre was not reached: the server let nothing leave, and nobody is told that money may have moved', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: centreDown })
  expect([p.state.phase, p.state.pending, p.of('look').length]).toEqual(['refused', undefined, 0])
  expect(reads(p)).toBe('医保中心暂时不能访问。没有结算，没有扣款。恢复后按 F8 重新预结算')

  const q = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
  q.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  q.do({ type: 'reversalFailed', orderId: 'o1', refusal: centreDown })
  expect(reads(q)).toBe('没有撤销：医保中心暂时不能访问。原结算仍然有效。恢复后重试')
  expect([q.state.dialog, q.state.background]).toEqual([undefined, []])
})

test('an ERP is told of nothing that the centre was not reached for', () => {
  const p = play()
    .do({ type: 'bill', bill: bill() })
    .read()
    .price(order({ erpBill: 'XS001' }))
    .settle()
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: centreDown })
  expect(p.of('tellErp')).toEqual([])
})

test('the centre was not reached in a partial return: nobody says that it was asked', () => {
  const p = partConfirmed().do({ type: 'reversalFailed', orderId: 'old', refusal: centreDown })
  expect(reads(p)).toContain('没有撤销：医保中心暂时不能访问。原单仍然有效')
  const q = partConfirmed().do({ type: 'reversalAnswered', orderId: 'old', order: order({ id: 'old', status: '3' }) })
  q.do({ type: 'priced', turn: q.state.turn, edit: q.state.edit, order: order({ id: 'new', settleKey: 'k3' }) })
  q.do({ type: 'settleFailed', orderId: 'new', refusal: centreDown })
  expect(reads(q)).toMatch(/还没有结算：医保中心暂时不能访问。.*恢复后按 F8 重新预结算$/)
})
