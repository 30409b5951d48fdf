import { expect, test } from 'vitest'
import { bill, order, person } from '../../../../test/counter/fixtures.ts'
import { lost, part, play, ready, refusal } from '../../../../test/counter/play.ts'
import { draftOf } from '../draft.ts'
import { unheard } from './result.ts'

// What the ERP is told of its bill, and when: whatever it is not told is money that two books see differently.

const mine = (over: Parameters<typeof order>[0] = {}) => order({ erpBill: 'XS001', erpRevision: 1, ...over })
/** A bill on the counter, of a customer whose settlement has left and got no answer. */
const unknown = () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  return p.do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
}
const told = (p: ReturnType<typeof play>) => p.of('tellErp').map(({ frame }) => JSON.parse(frame))
const states = (p: ReturnType<typeof play>) => told(p).map(({ body }) => body.state)
const acked = (p: ReturnType<typeof play>) => p.of('ackErp').map(({ frameId }) => frameId)

test('a settlement without an answer is told as unknown at once, and once; then what became of it', () => {
  const p = unknown()
  expect(told(p)).toMatchObject([
    { billNo: 'XS001', revision: 1, body: { state: 'unknown', orderId: 'o1', total: '85.60' } },
  ])
  const look = mine({ status: '4' })
  p.do({ type: 'orderSeen', orderId: 'o1', order: look }, { type: 'orderSeen', orderId: 'o1', order: look })
  expect(states(p)).toEqual(['unknown'])
  p.do({ type: 'orderSeen', orderId: 'o1', order: mine({ status: '2' }) })
  expect(states(p)).toEqual(['unknown', 'settled'])
  expect(new Set(told(p).map(({ id }) => id)).size).toBe(2)
})

test('an unknown settlement that proves not booked is voided: the bill is free, and a second unknown is told anew', () => {
  const p = unknown()
  p.do({ type: 'orderSeen', orderId: 'o1', order: mine({ status: '4' }) })
  p.wait(1000).do({ type: 'orderSeen', orderId: 'o1', order: mine({ status: '1' }) })
  expect([states(p), p.says]).toEqual([['unknown', 'voided'], 'settle.resolvedNo'])
  const anew = play(p.state).do({ type: 'clearConfirmed' }, { type: 'bill', bill: bill({ frameId: 'f9' }) })
  expect([anew.state.erp?.billNo, anew.says, anew.of('tellErp')]).toEqual(['XS001', 'erp.came', []])
  p.wait(1000)
    .price(mine({ settleKey: 'k2' }))
    .settle()
    .do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  expect(states(p)).toEqual(['unknown', 'voided', 'unknown'])
  expect(new Set(told(p).map(({ id }) => id)).size).toBe(3)
})

test('after a restart of the page the unknown bill is told as it is seen, in the background too', () => {
  const draft = JSON.parse(JSON.stringify(draftOf(unknown().state, 0)))
  const p = play().do({ type: 'restored', key: 'd', draft: { ...draft, erpResults: {} } })
  p.do({ type: 'orderSeen', orderId: 'o1', order: mine({ status: '4' }) })
  expect(states(p)).toEqual(['unknown'])
  p.wait(30_000).do({ type: 'toBackground' })
  p.do({ type: 'orderSeen', orderId: 'o1', order: mine({ status: '7' }) })
  expect(states(p)).toEqual(['unknown', 'voided'])
})

test('what is not booked is never called booked: an ERP that does not answer to unknown', () => {
  const p = unknown()
  p.do({ type: 'orderSeen', orderId: 'o1', order: mine({ status: '4' }) })
  p.wait(1000).do({ type: 'orderSeen', orderId: 'o1', order: mine({ status: '1' }) })
  p.do({ type: 'erpLate', billNo: 'XS001', attempts: 1 })
  expect([p.says, p.of('tellErp').length]).toEqual(['erp.notHeard', 3])
  p.do({ type: 'erpFailed', billNo: 'XS001', text: 'sendFrameMessage未实现' })
  expect([p.says, p.state.message?.aside?.values.what]).toEqual(['erp.failed', '单据 XS001 的结果没有送到 ERP'])
})

test('the result names the revision that was settled, whoever stands at the counter meanwhile', () => {
  const p = unknown().wait(30_000).do({ type: 'toBackground' })
  p.do({ type: 'orderSeen', orderId: 'o1', order: mine({ status: '2', erpRevision: 7 }) })
  expect(told(p).at(-1)).toMatchObject({ revision: 7, body: { state: 'settled' } })
})

test('a bill that has to wait is acknowledged when it is taken, not before; so is the one behind it', () => {
  const p = ready().do(
    { type: 'bill', bill: bill({ billNo: 'XS002', frameId: 'f2' }) },
    { type: 'bill', bill: bill({ billNo: 'XS003', frameId: 'f3' }) },
  )
  p.do({ type: 'bill', bill: bill({ billNo: 'XS002', frameId: 'f2' }) })
  expect([acked(p), p.state.message?.values.bill]).toEqual([[], 'XS003'])
  p.do({ type: 'bill', bill: bill({ billNo: 'XS002', frameId: 'f4', revision: 2 }) })
  expect(acked(p)).toEqual(['f2'])
  p.settle().do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  p.wait(60_000).do({ type: 'clear' })
  expect([acked(p), p.state.erp?.billNo, p.state.erp?.revision]).toEqual([['f2', 'f4'], 'XS002', 2])
  // The bill comes once: without a person as well its basket is not dropped by a key alone (N2).
  p.do({ type: 'clear' })
  expect([p.state.dialog, p.state.erp?.billNo]).toEqual([{ kind: 'clear' }, 'XS002'])
  p.do({ type: 'clearConfirmed' })
  expect([acked(p), p.state.erp?.billNo]).toEqual([['f2', 'f4', 'f3'], 'XS003'])
})

test('other goods under a revision that was seen are refused and said once, never acknowledged as though they were taken', () => {
  const more = bill({ total: '60.00', frameId: 'f2', lines: [...bill().lines, ...bill().lines.slice(0, 1)] })
  const p = play().do({ type: 'bill', bill: bill() }, { type: 'bill', bill: more })
  expect([acked(p), p.says, p.state.lines.length]).toEqual([['f1'], 'erp.stale', 1])
  const said = p.state.log.length
  p.do({ type: 'bill', bill: { ...more, frameId: 'f3' } })
  expect([acked(p), p.state.log.length, p.of('refuseErp').length]).toEqual([['f1'], said, 2])
  // The same again, as an ERP sends it that has not heard of the first, and one that was overtaken.
  p.do({ type: 'bill', bill: bill({ frameId: 'f4' }) }, { type: 'bill', bill: { ...more, revision: 0, frameId: 'f5' } })
  expect(acked(p)).toEqual(['f1', 'f4', 'f5'])
  p.do({ type: 'bill', bill: { ...more, revision: 2, frameId: 'f6' } })
  expect([acked(p).at(-1), p.state.lines.length]).toEqual(['f6', 2])
})

test('of two bills that wait under one revision the first stands', () => {
  const p = ready().do({ type: 'bill', bill: bill({ billNo: 'XS002', frameId: 'f2' }) })
  p.do({ type: 'bill', bill: bill({ billNo: 'XS002', frameId: 'f3', total: '60.00' }) })
  expect([acked(p), p.state.erpWaiting.map(({ frameId }) => frameId)]).toEqual([[], ['f2']])
  p.do({ type: 'bill', bill: bill({ billNo: 'XS002', frameId: 'f4' }) })
  expect(acked(p)).toEqual(['f2'])
})

test('a change that comes while the money is under way is kept: taken when nothing was booked', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  p.do({ type: 'bill', bill: bill({ revision: 2, total: '60.00', frameId: 'f2' }) })
  expect([acked(p), p.state.erp?.revision]).toEqual([['f1'], 1])
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('centre.refused', { statusCode: 409 }) })
  expect([acked(p), p.state.erp?.revision, p.says]).toEqual([['f1', 'f2'], 2, 'erp.changed'])
  expect(p.state.priced?.fresh).toBe(false)
})

test('a change that comes too late is answered with the result of what was settled, and settles nothing', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  p.do({ type: 'bill', bill: bill({ revision: 2, frameId: 'f2' }) })
  p.do({ type: 'settleAnswered', orderId: 'o1', order: mine({ status: '2' }) })
  expect([acked(p), told(p).map(({ revision, body }) => [revision, body.state])]).toEqual([
    ['f1', 'f2'],
    [[1, 'settled']],
  ])
  p.wait(60_000).do({ type: 'privacy', turn: p.state.turn })
  expect([p.state.erp?.revision, p.says]).toEqual([1, 'settle.done'])
})

test('a parked bill comes back as the ERP’s: read-only, with the sum it named', () => {
  const lines = [{ ownCode: 'A001', quantity: '2', price: '20.00', amount: '40.00' }]
  const erp = { billNo: 'XS001', revision: 3, total: '40.10' }
  const parked = { orderId: 'o1', maskedName: '', credentialNeeded: false, medicalType: '41', erp, lines }
  const p = play().do({ type: 'unparked', key: 'u', parked })
  p.do({ type: 'bill', bill: bill({ revision: 3, total: '40.10', frameId: 'f8' }) })
  expect(acked(p)).toEqual(['f8'])
  p.do({ type: 'bill', bill: bill({ revision: 3, total: '80.00', frameId: 'f9' }) })
  expect([acked(p), p.says]).toEqual([['f8'], 'erp.stale'])
  p.do({ type: 'setQuantity', line: p.state.lines[0]!.id, quantity: '5' })
  expect([p.says, p.state.lines[0]?.quantity]).toEqual(['erp.readOnly', '2'])
  p.read().do({ type: 'presettle' })
  expect([p.says, p.state.message?.values.difference]).toEqual(['erp.sumDiff', '0.10'])
  p.do({ type: 'bill', bill: bill({ revision: 4, frameId: 'f4' }) })
  expect([p.state.erp?.revision, p.says]).toEqual([4, 'erp.changed'])
})

test('a bill that somebody reversed elsewhere is told as reversed, once, and may be settled anew', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: mine({ status: '2' }) })
  p.do({ type: 'billTurned', order: mine({ status: '2' }), told: 'settled' })
  expect(states(p)).toEqual(['settled'])
  const turned = { type: 'billTurned', order: mine({ status: '3' }), told: 'settled' } as const
  p.do(turned, turned)
  expect(states(p)).toEqual(['settled', 'reversed'])
  p.do({ type: 'bill', bill: bill({ frameId: 'f2' }) })
  expect([p.state.phase, p.says]).toEqual(['open', 'erp.came'])
})

test('a reversal that is taken back elsewhere is told as settled once more, and the next one as a reversal of its own', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: mine({ status: '2' }) })
  const turned = (status: '2' | '3', erpTurn: number | undefined, told: 'settled' | 'over') =>
    p.do({ type: 'billTurned', order: mine({ status, erpTurn }), told })
  turned('3', undefined, 'settled')
  turned('2', 1, 'over')
  turned('2', 1, 'settled')
  turned('3', 2, 'settled')
  turned('3', 2, 'over')
  expect(told(p).map(({ id }) => id)).toEqual(['o1-settled-1', 'o1-reversed-1', 'o1-settled-1-1', 'o1-reversed-1-2'])
})

test('a reversal that was told takes nothing from what its bill was sold as again, however often a page comes back', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: mine({ status: '2' }) })
  p.do({ type: 'billTurned', order: mine({ status: '3' }), told: 'settled' })
  p.do({ type: 'bill', bill: bill({ frameId: 'f2' }) }).read()
  const anew = { ...mine({ status: '2' }), id: 'o2' }
  p.price({ ...mine(), id: 'o2' }).settle()
  p.do({ type: 'settleAnswered', orderId: 'o2', order: anew })
  p.do({ type: 'billTurned', order: mine({ status: '3' }), told: 'over' })
  expect(told(p).map(({ id }) => id)).toEqual(['o1-settled-1', 'o1-reversed-1', 'o2-settled-1'])
  // Nor where the page that sold it was loaded anew, and knows of neither.
  expect(told(play().do({ type: 'billTurned', order: mine({ status: '3' }), told: 'over' }))).toEqual([])
})

test('a bill that is taken off its settlement is told as over and is free; of what nobody knows nothing is told', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: mine({ status: '2' }) })
  p.do({ type: 'billTurned', order: mine({ status: '4', erpTurn: 1 }), told: 'settled' })
  expect(states(p)).toEqual(['settled'])
  const freed = mine({ status: '6', erpTurn: 1, erpBill: undefined, formerBill: 'XS001' })
  p.do({ type: 'billTurned', order: freed, told: 'settled' }, { type: 'billTurned', order: freed, told: 'over' })
  expect(told(p).at(-1)).toMatchObject({ id: 'o1-reversed-1-1', billNo: 'XS001' })
  expect(states(p)).toEqual(['settled', 'reversed'])
  p.do({ type: 'bill', bill: bill({ frameId: 'f2' }) })
  expect([p.state.phase, p.says]).toEqual(['open', 'erp.came'])
})

test('a bill that was taken off, and another one bound before anybody looked: the first is over, of the other nothing is told', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: mine({ status: '2' }) })
  const bound = mine({ status: '2', erpTurn: 2, erpBill: 'XS009', formerBill: 'XS001' })
  p.do({ type: 'billTurned', order: bound, told: 'settled' }, { type: 'billTurned', order: bound, told: 'settled' })
  expect(told(p).map(({ billNo, body }) => `${billNo} ${body.state}`)).toEqual(['XS001 settled', 'XS001 reversed'])
})

test('a bill that was settled before is answered without a customer, and never over somebody else’s basket', () => {
  const p = play().do({ type: 'bill', bill: bill() })
  const flagged = { type: 'billSettled', turn: p.state.turn, order: mine({ status: '6' }) } as const
  expect(states(play(p.state).do(flagged))).toEqual(['settled'])
  expect(p.of('askBill')).toEqual([{ do: 'askBill', turn: p.state.turn, billNo: 'XS001' }])
  const settled = { type: 'billSettled', turn: p.state.turn, order: mine({ status: '2', printed: 1 }) } as const
  const next = play(p.state).do({ type: 'clear' }, { type: 'clearConfirmed' }, settled)
  expect([next.state.phase, states(next)]).toEqual(['open', []])
  p.do(settled)
  expect([p.state.phase, p.says, states(p), p.of('print').length]).toEqual([
    'settled',
    'erp.settledBefore',
    ['settled'],
    0,
  ])
})

test('what the agent keeps is not given to it again, and the clerk reads that the ERP has not come for it', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: mine({ status: '2' }) })
  const { frame } = p.of('tellErp')[0]!
  p.do({ type: 'erpKept', billNo: 'XS001', frame: 'another' }, { type: 'erpKept', billNo: 'XS001', frame })
  p.do({ type: 'erpLate', billNo: 'XS001', attempts: 1 })
  expect([p.says, p.of('tellErp').map(({ kept }) => kept)]).toEqual(['erp.notTold', [undefined, true]])
  expect(draftOf(p.state, 0)?.erpResults.XS001).toBeUndefined()
  p.do({ type: 'erpAcked', billNo: 'XS001', frameId: JSON.parse(frame).id })
  expect(p.says).toBe('erp.told')
})

test('a bill that comes while somebody is being read, or was read and has no goods yet, is his: no code is shown twice', () => {
  const p = play().do({ type: 'read', medium: 'eVoucher', code: '1'.repeat(28) }, { type: 'bill', bill: bill() })
  expect([p.says, p.state.erp?.billNo, p.of('stopReading').length]).toEqual(['read.wait', 'XS001', 0])
  p.do({ type: 'personRead', seq: p.state.readSeq, person: person() }, { type: 'presettle' })
  expect(p.of('preSettle')[0]?.input).toMatchObject({ readId: person().readId, erpBill: 'XS001' })

  // One that stands there already is taken for him by a person's word alone.
  const q = play().read().do({ type: 'bill', bill: bill() })
  expect([q.says, q.state.erp]).toEqual(['erp.waiting', undefined])
  q.do({ type: 'button', id: 'takeErp' })
  expect([q.says, q.state.erp?.billNo, q.state.person?.readId]).toEqual(['erp.came', 'XS001', person().readId])
  expect(q.state.message?.values.next).toBe('按 F8 预结算')

  // Of whoever was put aside nothing stays.
  const r = ready().do({ type: 'bill', bill: bill() })
  r.do({ type: 'parkDone', parkedId: 'o1', key: 'p', turn: r.state.turn, maskedName: '张*', count: 3, total: '85.60' })
  expect([r.says, r.state.message?.values.next]).toEqual(['erp.came', '请扫描医保电子凭证，或按 F2 读卡'])
})

test('a bill is no part of what its customer left before it: neither of a return that was emptied nor of a basket', () => {
  const emptied = part().read()
  emptied.do({ type: 'bill', bill: bill() }, { type: 'removeLast' }, { type: 'button', id: 'takeErp' })
  expect([emptied.state.erp?.billNo, emptied.state.part, emptied.state.person]).toEqual(['XS001', undefined, undefined])
  emptied.read().do({ type: 'presettle' })
  // A bill that replaced the old order would be confirmed as its return, and reverse it.
  expect(emptied.of('preSettle').at(-1)?.input).toMatchObject({ erpBill: 'XS001', replaces: undefined })
  expect(emptied.state.dialog).toBeUndefined()

  const p = ready().do({ type: 'bill', bill: bill() })
  p.do({ type: 'removeLast' }, { type: 'removeLast' }, { type: 'removeLast' }, { type: 'button', id: 'takeErp' })
  p.do({ type: 'presettle' })
  expect(p.of('preSettle').at(-1)?.input).toMatchObject({
    erpBill: 'XS001',
    readId: person().readId,
    orderId: undefined,
  })
})

test('重发 sends what nobody acknowledged in time at once, and nothing else', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read().price(mine()).settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: mine({ status: '2' }) })
  p.do({ type: 'erpAgain' })
  expect(p.of('tellErp'), 'its two seconds are not over').toHaveLength(1)
  p.do({ type: 'erpLate', billNo: 'XS001', attempts: 1 })
  expect(unheard(p.state)).toEqual(['XS001'])
  p.do({ type: 'erpAgain' })
  expect(p.of('tellErp').map(({ attempts }) => attempts)).toEqual([1, 2, 3])
  expect(new Set(told(p).map(({ id }) => id)).size).toBe(1)
  p.do({ type: 'erpAcked', billNo: 'XS001' }, { type: 'erpAgain' })
  expect([p.of('tellErp').length, unheard(p.state)]).toEqual([3, []])
})
