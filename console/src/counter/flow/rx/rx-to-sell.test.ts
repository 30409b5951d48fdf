import { describe, expect, test } from 'vitest'
import { bill, counter, item, order, other, person, rxChoice } from '../../../../test/counter/fixtures.ts'
import { part, play } from '../../../../test/counter/play.ts'

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
    p.do({ type: 'parkDone', parkedId: 'o1', turn, key: 'p', maskedName: '李*', count: 1, total: '1.00' })
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

  test('it waits through an ERP’s bill, and goes with a 清屏 while nobody is here', () => {
    const p = play().do(sent, { type: 'bill', bill: bill() }, { type: 'itemsKnown', items: [item()] })
    expect(p.state.rxToSell).toEqual(toSell)
    expect(p.read().state.dialog?.kind).toBe('prescription')
    const loose = play().do(sent, { type: 'addItem', item: item() }, { type: 'clear' })
    expect([loose.state.dialog, loose.state.rxToSell]).toEqual([{ kind: 'clear' }, toSell])
    loose.do({ type: 'clearConfirmed' })
    expect([loose.state.lines, loose.state.rxToSell]).toEqual([[], undefined])
  })

  test('a reversal that is under way and a return that is being asked about keep their dialogs', () => {
    const opened = play().do(
      { type: 'openReversal', orderId: 'o8', key: 'x8' },
      { type: 'reversalLoaded', order: order({ id: 'o8', status: '2' }) },
    )
    const { dialog } = opened.state
    if (dialog?.kind !== 'reversal') throw new Error('no reversal')
    const busy = play(counter({ ...opened.state, dialog: { ...dialog, busy: true } })).do(sent)
    expect([busy.says, busy.state.dialog?.kind, busy.state.rxToSell]).toEqual(['money.busy', 'reversal', undefined])
    const of = (at: 'asking' | 'done') => {
      const p = part()
      return play(
        counter({ ...p.state, part: { ...p.state.part!, at }, ...(at === 'done' && { phase: 'settled' as const }) }),
      ).do(sent)
    }
    expect([of('asking').says, of('asking').state.rxToSell]).toEqual(['part.waiting', undefined])
    expect(of('done').says).toBe('rx.sell')
    // One that is opened while a credential is being read stays on the screen as well.
    const p = play().do(
      sent,
      { type: 'read', medium: 'socialCard' },
      { type: 'openReversal', orderId: 'o8', key: 'x8' },
    )
    p.do({ type: 'personRead', seq: p.state.readSeq, person: person() })
    expect(p.state.dialog?.kind).toBe('reversal')
  })
})
