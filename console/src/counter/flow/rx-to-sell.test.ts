import { describe, expect, test } from 'vitest'
import { counter, item, order, other, rxChoice } from '../../../test/counter/fixtures.ts'
import { play } from '../../../test/counter/play.ts'

const sent = { type: 'sellRx', id: 'rx1', number: 'R1', name: '张*' } as const
const drug = () => item({ prescription: true })
const paid = (p: ReturnType<typeof play>) =>
  p
    .fill()
    .price()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
const toSell = { id: 'rx1', number: 'R1' }

describe('a prescription that 处方管理 sends to be sold', () => {
  test('on a free counter its person is asked for, and his prescriptions open by themselves once he is read', () => {
    const p = play().do(sent)
    expect([p.says, p.state.dialog]).toEqual(['rx.sell', undefined])
    p.read()
    expect([p.state.dialog?.kind, p.state.rxToSell]).toEqual(['prescription', toSell])
    p.do({ type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [drug()] })
    expect([p.says, p.state.dialog, p.state.rxToSell]).toEqual(['rx.taken', undefined, undefined])
  })

  test("who stands there keeps his basket: another one's is still to be sold once that is put aside, and his own is not asked for twice", () => {
    const p = play().read(other()).do({ type: 'addItem', item: item() }, sent)
    expect([p.state.dialog?.kind, p.state.lines.length, p.state.person?.name]).toEqual(['prescription', 1, '李𠮷'])
    p.do({ type: 'closeDialog' }, { type: 'park' })
    const { turn } = p.of('park')[0]!
    p.do({ type: 'parkDone', turn, key: 'p', maskedName: '李*', count: 1, total: '1.00' })
    expect([p.state.lines.length, p.state.rxToSell]).toEqual([0, toSell])
    p.read()
    expect(p.state.dialog?.kind).toBe('prescription')
    p.do({ type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [drug()] }, { type: 'clearConfirmed' }).read()
    expect(p.state.dialog).toBeUndefined()
  })

  test('清屏 on a free counter gives it up, and so does the end of a purchase', () => {
    expect(play().do(sent, { type: 'clear' }).read().state.dialog).toBeUndefined()
    const sold = paid(play().read().do(sent, { type: 'closeDialog' }))
    expect(sold.read(other()).state.dialog).toBeUndefined()
  })

  test('after a purchase the counter is the next one’s; while money is under way nothing is sent there', () => {
    const after = paid(play().read()).do(sent)
    expect([after.says, after.state.person, after.state.rxToSell]).toEqual(['rx.sell', undefined, toSell])
    const busy = play().read().fill().price().settle().do(sent)
    expect([busy.says, busy.state.phase, busy.state.rxToSell]).toEqual(['basket.locked', 'settling', undefined])
    expect(play(counter({ phase: 'unknown' })).do(sent).state.rxToSell).toBeUndefined()
  })
})
