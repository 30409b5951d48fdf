import { expect, test } from 'vitest'
import { bill, counter, disease, item, order, other, person } from '../../test/counter/fixtures.ts'
import { lost, play, ready, refusal } from '../../test/counter/play.ts'
import { parkInput } from './flow/basket-input.ts'
import { draftOf } from './flow/draft.ts'
import { stageOf } from './flow.ts'
import { messageOf, sentenceOf } from './message.ts'

test('an ordinary purchase walks through its stages (ux 1.1)', () => {
  const p = play()
  const stages = [stageOf(p.state)]
  const note = () => stages.push(stageOf(p.state))
  p.do({ type: 'read', medium: 'eVoucher', code: '1'.repeat(28) })
  note()
  p.do({ type: 'personRead', seq: 1, person: person() })
  note()
  p.fill().do({ type: 'presettle' })
  note()
  p.do({ type: 'priced', turn: 1, edit: p.state.edit, order: order() })
  note()
  p.wait(500).settle()
  note()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  note()
  expect(stages).toEqual(['empty', 'reading', 'read', 'presettling', 'split', 'settling', 'settled'])
  expect(p.says).toBe('settle.done')
  expect(p.of('settle')).toEqual([{ do: 'settle', orderId: 'o1', key: 'k1' }])
  expect(p.of('print')).toEqual([{ do: 'print', orderId: 'o1', kind: 'settlement' }])
})

test('the next scan after a settlement begins the next customer and keeps the last masked in 最近', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  p.do({ type: 'read', medium: 'socialCard' })
  expect(p.state.lines).toEqual([])
  expect(p.state.person).toBeUndefined()
  expect(p.state.recent).toEqual([{ orderId: 'o1', maskedName: '张*', cash: '25.60', mark: 'done' }])
})

test('N1: one split is settled once, however often F9 comes', () => {
  const p = ready().settle().settle().wait(20).settle()
  expect(p.of('settle')).toHaveLength(1)
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: lost }).wait(60_000).settle()
  expect(p.state.phase).toBe('unknown')
  expect(p.of('settle')).toHaveLength(1)
  p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect(p.of('settle')).toHaveLength(1)
})

test('N1: after an edit nothing is settled before a new split with its own key', () => {
  const p = ready()
  p.do({ type: 'setQuantity', line: p.state.lines[0]!.id, quantity: '3' })
  expect(stageOf(p.state)).toBe('stale')
  p.settle()
  expect(p.of('settle')).toEqual([])
  expect(p.says).toBe('pre.stale')
  p.price(order({ settleKey: 'k2' })).settle()
  expect(p.of('settle').map(({ key }) => key)).toEqual(['k2'])
})

test('N1: a split for an older basket is stale on arrival', () => {
  const p = play().read().fill().do({ type: 'presettle' })
  const { edit, turn } = p.state
  p.do({ type: 'addItem', item: item() }, { type: 'priced', turn, edit, order: order() }).wait(1000).settle()
  expect(stageOf(p.state)).toBe('stale')
  expect(p.of('settle')).toEqual([])
})

test('N1: the answer of a customer who has left is not the price of the next one’s basket', () => {
  const p = play().read().fill().do({ type: 'presettle' })
  const { turn, edit } = p.state
  p.do({ type: 'priceFailed', turn, edit, refusal: lost }, { type: 'clearConfirmed' })
  p.read(other()).fill().do({ type: 'presettle' }, { type: 'priced', turn, edit, order: order() })
  expect([p.state.phase, p.state.priced, p.state.turn === turn]).toEqual(['presettling', undefined, false])
})

test('N2: no failure before, during or after settlement loses the basket', () => {
  for (const event of [
    { type: 'readFailed', seq: 2, refusal: refusal('CARD_REMOVED') },
    { type: 'priceFailed', turn: 1, edit: 5, refusal: refusal('302002', { statusCode: 422 }) },
    { type: 'settleFailed', orderId: 'o1', refusal: lost },
    { type: 'linked', online: false, agent: true },
    { type: 'parkFailed', key: 'p', turn: 1, input: parkInput(ready().state), refusal: lost },
    { type: 'cancelRead' },
  ] as const) {
    const p = ready().do(event)
    expect(p.state.lines, event.type).toHaveLength(3)
  }
})

test('M01, M30: what was wrong with a line stands there until it is right, and the next step after that', () => {
  const up = { type: 'linked', online: true, agent: true } as const
  const noAgent = { ...up, agent: false }
  const cut = { ...up, online: false }
  const says = (p: ReturnType<typeof play>) => [p.says, p.state.message?.values.next]
  expect(says(play().do(cut))).toEqual(['net.cut', undefined])
  expect(says(play().do(cut, up))).toEqual(['net.on', '请扫描医保电子凭证，或按 F2 读卡'])
  expect(says(play().read().do(cut, up))).toEqual(['net.on', '请扫描药品'])
  expect(says(play().read().fill().do(cut, up))).toEqual(['net.on', '按 F8 预结算'])
  expect(says(ready().do(cut, up))).toEqual(['net.back', undefined])
  expect(says(ready().do(noAgent, up))).toEqual(['agent.back', '按 F9 结算'])
  // A page that the agent serves loses both: that nothing can be sent says more, whichever is noticed first.
  const both = { ...cut, agent: false }
  for (const lost of [
    [noAgent, both],
    [cut, both],
  ])
    expect(
      play()
        .fill()
        .do(...lost).says,
    ).toBe('net.before')
  expect(
    play()
      .fill()
      .do(noAgent, both, { ...up, agent: false }, up).says,
  ).toBe('net.on')
  for (const unfit of ['clock', 'expired'] as const) {
    expect(says(play().do({ ...noAgent, unfit }))).toEqual([`agent.${unfit}`, undefined])
    expect(play().do({ ...noAgent, unfit }, noAgent, up).says).toBe('agent.back')
  }
  // Something else was said meanwhile, or money is under way: that stays.
  expect(play().read().do(noAgent, { type: 'presettle' }, up).says).toBe('basket.empty')
  expect(ready().settle().do(noAgent, both, up).says).toBe('settle.wait')
})

test('a call that only asks names the cut line and no address of ours', () => {
  const failed = (one: typeof lost) =>
    play().do({ type: 'read', medium: 'socialCard' }, { type: 'readFailed', seq: 1, refusal: one })
  expect(failed({ ...lost, message: '/api/Card/Read 接口无法访问' }).says).toBe('net.cut')
  const listed = play().do(
    { type: 'park' },
    { type: 'parkedFailed', refusal: { ...lost, message: '/api/x 接口无法访问' } },
  )
  expect(listed.state.message?.values).toEqual({ text: '网络已断开', next: '恢复后重试' })
  // The agent's silence is another one.
  expect(failed({ message: '本机助手没有应答', code: 'agent.stopped', statusCode: 0 }).says).toBe('agent.absent')
})

test('a line cut behind a settlement: its band never says that nothing was charged, and stands alone when it is back', () => {
  const settled = () =>
    ready()
      .settle()
      .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const cut = [
    { type: 'linked', online: false, agent: true },
    { type: 'itemsFailed', refusal: lost },
  ] as const
  const up = { type: 'linked', online: true, agent: true } as const
  const p = settled().do(...cut)
  expect([p.state.message?.key, p.says]).toEqual(['settle.done', 'net.after'])
  p.do(up)
  expect([p.state.message?.key, p.state.message?.aside]).toEqual(['settle.done', undefined])
  // Something else has taken the band's place.
  const slip = { type: 'printed', orderId: 'o1', slipId: 's1', state: 'later', text: '网络已断开' } as const
  const q = settled().do(slip, ...cut)
  expect(q.says).toBe('net.after')
  expect(sentenceOf(messageOf('net.after'))).not.toContain('没有扣款')
  expect(q.do(up).says).toBe('read.start')
})

test('the agent’s own 401 is no login that has ended: a clock that was put wrong meanwhile is said to be', () => {
  const failed = (code: string) =>
    play().do(
      { type: 'read', medium: 'socialCard' },
      { type: 'readFailed', seq: 1, refusal: refusal(code, { statusCode: 401 }) },
    ).says
  expect(['CLOCK_SKEW', 'TICKET_EXPIRED', 'PROOF_INVALID', '401', ''].map(failed)).toEqual([
    'agent.clock',
    'agent.clock',
    'other.failed',
    'session.expired',
    'session.expired',
  ])
})

test('N2: clearing asks once when a person was read, and never while money is decided', () => {
  const p = ready().do({ type: 'clear' })
  expect(p.state.dialog).toEqual({ kind: 'clear' })
  expect(p.state.lines).toHaveLength(3)
  p.do({ type: 'closeDialog' }).settle().do({ type: 'clear' }, { type: 'clearConfirmed' })
  expect(p.says).toBe('clear.locked')
  expect(p.state.lines).toHaveLength(3)
})

test('N3: a draft holds neither name nor credential', () => {
  const code = '310120261121103000000000000001'
  const p = play().do({ type: 'read', medium: 'eVoucher', code })
  p.do({ type: 'personRead', seq: 1, person: person({ medium: 'eVoucher' }) }).fill()
  const text = JSON.stringify(draftOf(p.state, 1))
  expect(text).not.toContain('张䶮')
  expect(text).not.toContain(code)
  expect(text).not.toContain('3205')
  expect(text).toContain('张*')
})

test('N5: F9 within 400 ms of the split is not accepted', () => {
  const p = play().read().fill().do({ type: 'presettle' })
  p.do({ type: 'priced', turn: 1, edit: p.state.edit, order: order() }).wait(399).settle()
  expect(p.of('settle')).toEqual([])
  p.wait(1).settle()
  expect(p.of('settle')).toHaveLength(1)
})

test('N7: an answer that is not definite never reads as success or as no', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '4' }) })
  expect(p.says).toBe('settle.unknown')
  expect(p.of('print')).toEqual([])
  // The lookup finds the order still presettled: once proves nothing, the request may be on its way.
  const q = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  q.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '1' }) })
  expect(q.state.phase).toBe('unknown')
  expect(q.of('renounce')).toEqual([])
  // Nor does the second look: only what is refused from now on was not taken. Its answer may be lost as well.
  q.wait(3000).do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '1' }) })
  expect([q.state.phase, q.says]).toEqual(['unknown', 'settle.unknown'])
  expect(q.of('renounce')).toEqual([{ do: 'renounce', orderId: 'o1', settleKey: 'k1' }])
  const late = play(q.state).do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) })
  expect(late.says).toBe('settle.resolvedYes')
  q.do({ type: 'orderUnseen', orderId: 'o1' }, { type: 'orderSeen', orderId: 'o1', order: order({ status: '1' }) })
  expect([q.state.phase, q.of('renounce').length]).toEqual(['unknown', 2])
  q.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '1', settleKey: undefined }) })
  expect([q.state.phase, q.says]).toEqual(['open', 'settle.resolvedNo'])
  expect(stageOf(q.state)).toBe('stale')
})

test('N8: refused benefits warn and stop nothing', () => {
  const p = play().read().fill()
  p.do({
    type: 'benefitsKnown',
    readId: 'r1',
    benefits: { enjoyed: false, accountUsable: true, reasons: ['暂停参保'] },
  })
  expect(p.says).toBe('person.limited')
  expect(p.state.message?.values).toEqual({ reason: '暂停参保', balance: '60.00' })
  p.do({ type: 'presettle' })
  expect(p.of('preSettle')).toHaveLength(1)
})

test('an unknown settlement is looked at until it is definite; the slip prints once (ux 1.7)', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  expect(p.of('look')).toHaveLength(1)
  for (const status of ['4', '4'] as const)
    p.wait(2000).do({ type: 'orderSeen', orderId: 'o1', order: order({ status }) })
  expect(p.says).toBe('settle.unknown')
  expect(p.state.message?.values.n).toBe(2)
  expect(p.of('later').filter(({ event }) => event.type === 'orderChanged')).toHaveLength(2)
  p.wait(26_000).do({ type: 'waited', orderId: 'o1' })
  expect(p.says).toBe('settle.unknownLong')
  const done = order({ status: '2' })
  p.do({ type: 'orderSeen', orderId: 'o1', order: done }, { type: 'orderSeen', orderId: 'o1', order: done })
  expect([p.state.phase, p.says]).toEqual(['settled', 'settle.resolvedYes'])
  expect(p.of('print')).toHaveLength(1)
})

test('what the system has given up is not said to be verified: she is sent to where a person ends it, and hears of it', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  const open = order({ status: '4', abnormal: { kind: 'unknown', attempts: 3, needsPerson: true } })
  p.do({ type: 'orderSeen', orderId: 'o1', order: open })
  expect([p.state.phase, p.says]).toEqual(['unknown', 'settle.unknownPerson'])
  // Somebody has asked the centre again: it is verified once more.
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) })
  expect(p.says).toBe('settle.unknown')
  p.do({ type: 'orderSeen', orderId: 'o1', order: open }, { type: 'button', id: 'toBackground' })
  expect([p.state.phase, p.state.background.map(({ orderId }) => orderId)]).toEqual(['open', ['o1']])
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '1' }) })
  expect(p.says).toBe('settle.backAside')
})

test('转后台: offered after 60 s of settling or 30 s of unknown; the next customer is free and the result is told', () => {
  const p = ready().settle().wait(59_000).do({ type: 'toBackground' })
  expect(p.state.phase).toBe('settling')
  p.wait(1000).do({ type: 'waited', orderId: 'o1' })
  expect(p.says).toBe('settle.waitLong')
  p.do({ type: 'button', id: 'toBackground' })
  expect([p.state.phase, p.says, p.state.lines.length]).toEqual(['open', 'settle.moved', 0])
  p.read(other()).fill()
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) })
  expect(p.says).toBe('settle.backYes')
  expect(p.state.lines).toHaveLength(3)
  expect(p.of('print').map(({ orderId }) => orderId)).toEqual(['o1'])
  expect(p.state.background).toEqual([])
})

test('a background order that was not booked says so', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost }).wait(30_000)
  p.do({ type: 'toBackground' }, { type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) })
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '5' }) })
  expect(p.says).toBe('settle.backNo')
})

test('继续等待 has it looked at now; the seconds go on, and the way to the background stays', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost }).wait(30_000)
  const { since } = p.state
  p.do({ type: 'waited', orderId: 'o1' }, { type: 'button', id: 'keepWaiting' })
  expect([p.says, p.state.since, p.of('look').length]).toEqual(['settle.unknownLong', since, 2])
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) })
  expect(p.says).toBe('settle.unknownLong')
  expect(p.do({ type: 'button', id: 'toBackground' }).says).toBe('settle.moved')
})

test('a refused settlement moved no money and needs a new split (T09)', () => {
  const p = ready().settle()
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('302002', { statusCode: 422, message: '账户冻结' }) })
  expect([p.state.phase, p.says]).toEqual(['refused', 'settle.refused'])
  p.wait(1000).settle()
  expect(p.of('settle')).toHaveLength(1)
  p.price(order({ settleKey: 'k2' })).settle()
  expect(p.of('settle')).toHaveLength(2)
})

test('another person in the middle of a basket is asked about, never taken over (M16, T15)', () => {
  const p = ready().do({ type: 'read', medium: 'eVoucher', code: '2'.repeat(28) })
  p.do({ type: 'personRead', seq: p.state.readSeq, person: other() })
  expect([p.says, p.state.person?.readId]).toEqual(['person.other', 'r1'])
  const ignored = play(p.state).do({ type: 'button', id: 'ignorePerson' })
  expect([ignored.state.person?.readId, stageOf(ignored.state)]).toEqual(['r1', 'split'])
  const replaced = play(p.state).do({ type: 'button', id: 'replacePerson' })
  expect([replaced.state.person?.readId, stageOf(replaced.state)]).toEqual(['r2', 'stale'])
  const parked = play(p.state).do({ type: 'button', id: 'parkFor' })
  parked.do({ type: 'parkDone', parkedId: 'o1', key: 'p', turn: 1, maskedName: '张*', count: 3, total: '85.60' })
  expect([parked.state.person?.readId, parked.state.lines.length]).toEqual(['r2', 0])
})

test('another person who was passed over by F8 is not served by a later F4', () => {
  const p = play().read().fill()
  p.read(other())
  expect(p.says).toBe('person.other')
  p.price().do({ type: 'park' })
  p.do({ type: 'parkDone', parkedId: 'o1', key: 'p', turn: p.state.turn, maskedName: '张*', count: 3, total: '85.60' })
  expect([p.state.person, p.says]).toEqual([undefined, 'park.done'])
})

test('parking and taking back: stale split, right person (ux 1.10, T15)', () => {
  const p = ready().do({ type: 'park' })
  expect(p.of('park')[0]?.input.lines).toHaveLength(3)
  p.do({ type: 'parkDone', parkedId: 'o1', key: 'p', turn: 1, maskedName: '张*', count: 3, total: '85.60' })
  expect([p.says, p.state.parked, p.state.lines.length]).toEqual(['park.done', 1, 0])
  p.do({ type: 'park' })
  expect(p.state.dialog).toEqual({ kind: 'parked', rows: undefined })
  const lines = [{ ownCode: 'A001', quantity: '2', price: '20.00' }]
  const parked = { orderId: 'o1', maskedName: '张*', credentialNeeded: true, insutype: '310', medicalType: '41', lines }
  p.do({ type: 'unpark', parkedId: 'p1', key: 'u' }, { type: 'unparked', key: 'u', parked })
  expect([p.says, stageOf(p.state), p.of('lookUpItems')[0]?.codes]).toEqual(['park.backRead', 'empty', ['A001']])
  p.do({ type: 'presettle' })
  expect(p.of('preSettle')).toHaveLength(1)
  p.read(other())
  expect([p.says, p.state.person]).toEqual(['read.differs', undefined])
  const dropped = play(p.state).do({ type: 'button', id: 'dropRead' }).read()
  expect(dropped.state.person?.maskedName).toBe('张*')
  const taken = play(p.state).do({ type: 'button', id: 'asNewPerson' })
  expect(taken.state.person?.maskedName).toBe('李*')
})

test('a booked or unknown order cannot be parked', () => {
  const p = ready().settle().do({ type: 'park' })
  expect([p.says, p.of('park').length]).toEqual(['park.booked', 0])
})

test('a reversal shows its amounts first, happens once, and turns the screen around (M40, M41)', () => {
  const settled = order({ status: '2' })
  const p = ready().settle().do({ type: 'settleAnswered', orderId: 'o1', order: settled })
  p.do({ type: 'openReversal', orderId: 'o1', key: 'x1' }, { type: 'confirmReversal', reason: '顾客退货' })
  expect(p.of('cancel')).toEqual([])
  const unsplit = play(p.state).do({ type: 'reversalLoaded', order: { ...settled, split: undefined } })
  expect([unsplit.says, unsplit.state.dialog]).toEqual(['cancel.notSettled', undefined])
  p.do({ type: 'reversalLoaded', order: settled }, { type: 'confirmReversal', reason: '' })
  expect(p.of('cancel')).toEqual([])
  p.do({ type: 'confirmReversal', reason: '顾客退货' }, { type: 'confirmReversal', reason: '顾客退货' })
  expect(p.of('cancel').map(({ key }) => key)).toEqual(['x1'])
  p.do({ type: 'closeDialog' })
  expect(p.state.dialog?.kind).toBe('reversal')
  p.do({ type: 'reversalAnswered', orderId: 'o1', order: order({ status: '3' }) })
  expect([p.says, p.state.phase, p.state.dialog]).toEqual(['cancel.done', 'reversed', undefined])
  expect(p.of('print').map(({ kind }) => kind)).toEqual(['settlement', 'reversal'])
})

test('a reversal whose answer is lost is watched, and no cash goes out meanwhile', () => {
  const p = play().do({ type: 'openReversal', orderId: 'o1', key: 'x1' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  p.do({ type: 'reversalFailed', orderId: 'o1', refusal: lost })
  expect([p.says, p.of('look').length]).toEqual(['cancel.unknown', 1])
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) })
  expect(play(p.state).do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) }).says).toBe(
    'cancel.stillOn',
  )
  expect(p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '3' }) }).says).toBe('cancel.done')
})

test('a chronic purchase takes its only disease by itself, asks among several, stops without (ux 1.2)', () => {
  const chronic = () => play().do({ type: 'chooseMedicalType', medicalType: '14' }).read().fill()
  const one = chronic().do({ type: 'diseasesKnown', readId: 'r1', diseases: [disease()] })
  expect(one.state.disease).toEqual({ code: 'M03900', name: '高血压', automatic: true })
  const expired = disease({ code: 'M01600', name: '糖尿病', end: '1969-12-31' })
  const stillOne = chronic().do({ type: 'diseasesKnown', readId: 'r1', diseases: [expired, disease()] })
  expect(stillOne.state.disease?.code).toBe('M03900')
  const two = chronic().do({ type: 'diseasesKnown', readId: 'r1', diseases: [disease(), disease({ code: 'M01600' })] })
  two.do({ type: 'presettle' })
  expect([two.says, two.state.dialog, two.of('preSettle').length]).toEqual(['disease.missing', { kind: 'disease' }, 0])
  two.do({ type: 'chooseDisease', disease: disease({ endsIn: 12 }) })
  expect(two.of('askBenefits').at(-1)).toMatchObject({ medicalType: '14', diseaseCode: disease({}).code })
  expect(two.says).toBe('disease.ending')
  two.do({ type: 'presettle' })
  expect(two.of('preSettle')[0]?.input).toMatchObject({ diseaseCode: 'M03900', medicalType: '14' })
  const none = chronic().do({ type: 'diseasesKnown', readId: 'r1', diseases: [] }, { type: 'presettle' })
  expect(none.says).toBe('disease.none')
})

test('that a filing ends soon is said of the one that was chosen by itself too, and never over what is to be paid', () => {
  const chronic = () => play().do({ type: 'chooseMedicalType', medicalType: '14' }).read().fill()
  const known = { type: 'diseasesKnown' as const, readId: 'r1', diseases: [disease({ endsIn: 12 })] }
  const one = chronic().do(known)
  expect([one.state.disease?.automatic, one.says, one.state.message?.values]).toEqual([
    true,
    'disease.ending',
    { when: ' 12 天后到期' },
  ])
  expect(chronic().do({ ...known, diseases: [disease()] }).says).not.toBe('disease.ending')
  const later = play().read().fill().do(known)
  expect([later.says, later.do({ type: 'chooseMedicalType', medicalType: '14' }).says]).toEqual([
    undefined,
    'disease.ending',
  ])
  // Another one is not told again: it stays as it is.
  expect(one.do({ type: 'presettle' }, known).says).not.toBe('disease.ending')
})

test('a basket and its unknown order come back after a crash (N2, ux 1.7)', () => {
  const edited = draftOf(ready().state, 1)!
  const back = play().do({ type: 'restored', key: 'd', draft: edited })
  expect([back.says, back.state.lines.length, back.of('followPerson')]).toEqual([
    'draft.back',
    3,
    [{ do: 'followPerson', turn: 1, readId: 'r1' }],
  ])
  back.do({ type: 'personKept', turn: 1, person: person() })
  expect(back.state.person?.readId).toBe('r1')
  const settling = draftOf(ready().settle().state, 1)!
  const band = play().do({ type: 'restored', key: 'd', draft: settling })
  expect([band.state.phase, band.says, band.of('look')]).toEqual([
    'unknown',
    'settle.unknown',
    [{ do: 'look', orderId: 'o1' }],
  ])
  band.do({ type: 'presettle' }).settle()
  expect([band.of('settle').length, band.of('preSettle').length]).toEqual([0, 0])
})

test('T12 settled, not printed: the slip that a page left behind comes with the next one, once, while its customer is there', () => {
  const booked = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const { at, ...left } = draftOf(booked.state, 1_000_000)!
  expect([left.lines, left.owed]).toEqual([[], ['o1']])
  const back = (ms = 0) => play().do({ type: 'restored', key: 'd', draft: { ...left, at: at - ms } })
  const seen = (over: Partial<ReturnType<typeof order>>) =>
    back().do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2', ...over }) })
  expect(back().of('look')).toEqual([{ do: 'look', orderId: 'o1' }])
  expect(back().do({ type: 'orderUnseen', orderId: 'o1' }).of('later')).toHaveLength(1)
  expect([seen({}).says, seen({}).of('print')]).toEqual([
    'settle.backYes',
    [{ do: 'print', orderId: 'o1', kind: 'settlement' }],
  ])
  // Looked at once more it is not this page's to print a second time.
  expect(seen({}).do({ type: 'orderChanged', orderId: 'o1' }).of('look')).toHaveLength(1)
  for (const over of [{ printed: 1 }, { status: '3' }] as const)
    expect([seen(over).says, seen(over).of('print')]).toEqual([undefined, []])
  expect(back(31 * 60_000).of('look')).toEqual([])
  // Whatever became of the slip has been said: nothing is left behind.
  booked.do({ type: 'printed', orderId: 'o1', slipId: 's1', state: 'paper' })
  expect(draftOf(booked.state, 1)).toBeUndefined()
})

test('after login the unknown order of this operator is the first screen', () => {
  const row = { ...order({ status: '4' }), abnormal: { kind: 'unknown' as const, attempts: 3, needsPerson: false } }
  const p = play().do({ type: 'ordersOpen', rows: [row] })
  expect([p.state.phase, p.says]).toEqual(['unknown', 'settle.unknown'])
  const person = play().do({ type: 'ordersOpen', rows: [{ ...row, abnormal: { ...row.abnormal, needsPerson: true } }] })
  expect([person.state.phase, person.state.background]).toEqual(['open', []])
  const busy = ready().do({ type: 'ordersOpen', rows: [{ ...row, id: 'o9' }] })
  expect([busy.state.phase, busy.state.background.length]).toEqual(['open', 1])
})

test('the person disappears 60 s after the end, and only then (ux 9.7)', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const timer = p.of('later').find(({ event }) => event.type === 'privacy')
  expect(timer?.ms).toBe(60_000)
  p.do(timer!.event)
  expect(p.state.cleared).toBe(true)
  const next = ready().do({ type: 'privacy', turn: 1 })
  expect(next.state.cleared).toBe(false)
})

test('a viewer without the right reads why nothing happens', () => {
  const p = play(counter({ may: { settle: false, reverse: false, price: false } }))
    .read()
    .fill()
  p.do({ type: 'presettle' })
  expect(p.says).toBe('right.none')
  p.settle().do({ type: 'park' }, { type: 'openReversal', orderId: 'o1', key: 'x' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2' }) }, { type: 'confirmReversal', reason: '顾客退货' })
  expect(p.of('preSettle').length + p.of('settle').length + p.of('park').length + p.of('cancel').length).toBe(0)
})

test('an ERP bill: read-only, revised, unequal sums, result told until acknowledged (ux 1.11)', () => {
  const p = play().do({ type: 'bill', bill: bill() })
  expect([p.says, p.of('lookUpItems')[0]?.codes]).toEqual(['erp.came', ['A001']])
  p.do({ type: 'setQuantity', line: p.state.lines[0]!.id, quantity: '5' }, { type: 'addItem', item: item() })
  expect([p.says, p.state.lines[0]?.quantity]).toEqual(['erp.readOnly', '2'])
  p.read().do({ type: 'bill', bill: bill({ revision: 2, total: '39.90' }) })
  expect(p.says).toBe('erp.changed')
  p.do({ type: 'bill', bill: bill({ revision: 1 }) }, { type: 'presettle' })
  expect([p.says, p.state.message?.values.difference]).toEqual(['erp.sumDiff', '0.10'])
  p.do({ type: 'bill', bill: bill({ revision: 3 }) })
    .price(order({ erpBill: 'XS001' }))
    .settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2', erpBill: 'XS001' }) })
  expect(JSON.parse(p.of('tellErp')[0]!.frame)).toMatchObject({
    type: 'result',
    billNo: 'XS001',
    revision: 3,
    body: { state: 'settled', total: '85.60', cash: '25.60' },
  })
  p.do({ type: 'erpLate', billNo: 'XS001', attempts: 1 })
  expect([p.says, p.of('tellErp').length]).toEqual(['erp.notTold', 2])
  p.do({ type: 'button', id: 'resendErp' }, { type: 'erpAcked', billNo: 'XS001' })
  expect(p.says).toBe('erp.told')
  p.do({ type: 'erpLate', billNo: 'XS001', attempts: 3 })
  expect(p.of('tellErp')).toHaveLength(3)
  // The same bill again: the first result, nothing booked.
  p.do({ type: 'bill', bill: bill() })
  expect([p.of('tellErp').length, p.of('settle').length]).toEqual([4, 1])
})

test.each(['2', '6'] as const)(
  'a bill settled before, here or elsewhere, returns its first result and books nothing (ux 1.11): status %s',
  (status) => {
    const p = play().do({ type: 'bill', bill: bill() }).read()
    p.price(order({ status, erpBill: 'XS001', settleKey: undefined, printed: 1 }))
    expect([p.says, p.state.phase, p.of('settle').length, p.of('print').length]).toEqual([
      'erp.settledBefore',
      'settled',
      0,
      0,
    ])
    expect(p.of('tellErp').map(({ frame }) => JSON.parse(frame).body.state)).toEqual(['settled'])
  },
)

test('a reversed bill may be settled anew; an acknowledgement of another frame is none of the result', () => {
  const p = play().do({ type: 'bill', bill: bill() }).read()
  p.price(order({ erpBill: 'XS001' })).settle()
  p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2', erpBill: 'XS001' }) })
  p.do({ type: 'erpAcked', billNo: 'XS001', frameId: 'another' })
  expect(p.state.erpResults.XS001?.told).toBe(false)
  p.do({ type: 'erpAcked', billNo: 'XS001', frameId: JSON.parse(p.of('tellErp')[0]!.frame).id })
  expect(p.state.erpResults.XS001?.told).toBe(true)
  p.do({ type: 'openReversal', orderId: 'o1', key: 'x' })
  p.do({ type: 'reversalLoaded', order: order({ status: '2', erpBill: 'XS001' }) })
  p.do({ type: 'confirmReversal', reason: '顾客退货' })
  p.do({ type: 'reversalAnswered', orderId: 'o1', order: order({ status: '3', erpBill: 'XS001' }) })
  p.do({ type: 'bill', bill: bill() })
  expect([p.says, p.state.phase]).toEqual(['erp.came', 'open'])
})

test('an ERP bill waits for an open basket and is taken when the counter is free', () => {
  const p = ready().do({ type: 'bill', bill: bill() })
  expect([p.says, p.state.erp]).toEqual(['erp.waiting', undefined])
  p.do(
    { type: 'button', id: 'takeErp' },
    { type: 'parkDone', parkedId: 'o1', key: 'p', turn: 1, maskedName: '张*', count: 3, total: '85.60' },
  )
  expect([p.says, p.state.erp?.billNo]).toEqual(['erp.came', 'XS001'])
})

test('trace codes find their line, fill it first, then add a piece; twice is refused (ux 2.4)', () => {
  const traced = item({ traceRequired: true })
  const code = (n: number) => `8190001${String(n).padStart(13, '0')}`
  const p = play().do({ type: 'addItem', item: traced, quantity: '2' })
  p.do({ type: 'itemsFound', turn: p.state.turn, code: code(1), trace: true, quantity: undefined, items: [traced] })
  p.do({ type: 'itemsFound', turn: p.state.turn, code: code(2), trace: true, quantity: undefined, items: [] })
  expect([p.state.lines[0]?.quantity, p.state.lines[0]?.traceCodes.length]).toEqual(['2', 2])
  p.do({ type: 'itemsFound', turn: p.state.turn, code: code(3), trace: true, quantity: undefined, items: [] })
  expect([p.state.lines[0]?.quantity, p.state.lines[0]?.traceCodes.length]).toEqual(['3', 3])
  p.do({ type: 'scanItem', code: code(3), trace: true })
  expect([p.says, p.of('findItem').length]).toEqual(['trace.twice', 0])
  p.do({ type: 'itemsFound', turn: p.state.turn, code: '7'.repeat(20), trace: true, quantity: undefined, items: [] })
  expect(p.says).toBe('trace.unknown')
})

test('full-width digits and 。 in a cell are the number they look like', () => {
  const p = play().do({ type: 'addItem', item: item() })
  p.do({ type: 'setQuantity', line: 'l1', quantity: '１２' }, { type: 'setPrice', line: 'l1', price: '１９。５' })
  expect([p.state.lines[0]?.quantity, p.state.lines[0]?.price]).toEqual(['12', '19.5'])
  p.do({ type: 'setQuantity', line: 'l1', quantity: '两' })
  expect([p.state.lines[0]?.quantity, p.says]).toEqual(['12', 'item.badNumber'])
})

test('after the end nothing of a basket changes, and a trace code of the same drug is the next customer’s first box', () => {
  const traced = item({ traceRequired: true })
  const code = (n: number) => `8190001${String(n).padStart(13, '0')}`
  const done = () => {
    const p = play().read().do({ type: 'addItem', item: traced })
    p.do({ type: 'itemsFound', turn: p.state.turn, code: code(1), trace: true, quantity: undefined, items: [traced] })
      .price()
      .settle()
    return p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  }
  const kept = done()
  const { lines, turn } = kept.state
  kept.do({ type: 'removeLast' }, { type: 'setQuantity', line: lines[0]!.id, quantity: '9' })
  expect([kept.state.lines, kept.state.phase, kept.says]).toEqual([lines, 'settled', 'basket.ended'])
  kept.do({ type: 'scanItem', code: code(2), trace: true })
  kept.do({ type: 'itemsFound', turn: turn + 1, code: code(2), trace: true, quantity: undefined, items: [traced] })
  expect([kept.state.turn, kept.state.phase, kept.state.person]).toEqual([turn + 1, 'open', undefined])
  expect(kept.state.lines.map((line) => [line.quantity, line.traceCodes])).toEqual([['1', [code(2)]]])
  // What is chosen before the next credential is read counts for him, too.
  const typed = done().do({ type: 'chooseMedicalType', medicalType: '14' })
  expect([typed.state.turn, typed.state.medicalType]).toEqual([turn + 1, '14'])
  const prescribed = done().do({ type: 'open', dialog: 'prescription' })
  prescribed.do({ type: 'setPrescription', prescription: { number: 'RX1', hospital: '诊所', doctor: '陈' } })
  expect(prescribed.state.prescription?.number).toBe('RX1')
})

test('F9 once more over the amounts of a settlement says that it has ended, and never that nothing is paid', () => {
  const done = order({ status: '2' })
  const again = ready().settle().do({ type: 'settleAnswered', orderId: 'o1', order: done }, { type: 'settle' })
  expect([again.says, again.state.phase]).toEqual(['basket.ended', 'settled'])
})

test('a slip that was printed before a crash is not printed again; one that is still owed is', () => {
  const found = (printed: number) => {
    const p = play().do({ type: 'restored', key: 'd', draft: draftOf(ready().settle().state, 1)! })
    return p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2', printed }) }).of('print').length
  }
  expect([found(0), found(1)]).toEqual([1, 0])
})

test('what happens to others never covers the band of a settlement under way; it waits under the caret', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost }).wait(30_000)
  p.do({ type: 'toBackground' })
    .read(other())
    .fill()
    .price(order({ id: 'o2', settleKey: 'k2' }))
    .settle()
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) })
  p.do({ type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state: 'unsure' })
  expect([p.says, p.state.dialog]).toEqual(['settle.wait', undefined])
  expect(p.state.log.map(({ key }) => key)).toEqual(expect.arrayContaining(['settle.backYes', 'print.unsure']))
  expect(p.of('print').map(({ orderId }) => orderId)).toEqual(['o1'])
})

test('a message that is only brought up to date stands once in the log', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  for (let i = 0; i < 30; i++) p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) })
  expect(p.state.log.filter(({ key }) => key === 'settle.unknown')).toHaveLength(1)
})

test('a print in doubt is asked about once, and the answer goes to the job that waits for it (M36)', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  p.do({ type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state: 'unsure' })
  expect(p.state.dialog?.kind).toBe('printUnsure')
  p.wait(400).do({ type: 'button', id: 'printedNo' }, { type: 'button', id: 'printedNo' })
  const job = { orderId: 'o1', slipId: 's1', jobId: 'j1', message: 'print.unsure', text: '' }
  expect(p.of('resolvePrint')).toEqual([{ do: 'resolvePrint', ...job, printed: false }])
  expect(p.of('print')).toHaveLength(1)
})

test('a slip that waits for paper is said to wait, and to be printed when it went on by itself (M34)', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const news = { type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', printer: 'XP-58' } as const
  p.do({ ...news, state: 'paper' })
  expect(p.says).toBe('print.paper')
  p.do({ ...news, state: 'offline' })
  expect([p.says, p.state.message?.values]).toMatchObject(['print.offline', { printer: 'XP-58', slip: '小票' }])
  p.do({ ...news, state: 'done' })
  expect(p.says).toBe('print.done')
})

test('a slip that printed at once, or behind other words, says nothing', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const done = { type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state: 'done' } as const
  p.do(done)
  expect(p.says).toBe('settle.done')
  p.do({ ...done, state: 'paper' }, { type: 'read', medium: 'socialCard' })
  p.do({ type: 'readFailed', seq: p.state.reading?.seq ?? 0, refusal: refusal('CARD_ABSENT') })
  const said = p.says
  expect(said).not.toBe('print.paper')
  p.do(done)
  expect(p.says).toBe(said)
})

test('a card that does not answer is read again by itself once, then by hand, then another medium is named (ux 1.5)', () => {
  const p = play().do({ type: 'read', medium: 'socialCard' })
  const fail = () =>
    p.do({ type: 'readFailed', seq: p.state.readSeq, refusal: refusal('CARD_MUTE') }) && [
      p.says,
      p.state.reading !== undefined,
      p.of('read').length,
    ]
  expect(fail()).toEqual(['read.auto', true, 2])
  expect(fail()).toEqual(['card.mute', false, 2])
  p.do({ type: 'read' })
  expect(fail()).toEqual(['read.twice', false, 3])
  p.read()
  p.do({ type: 'read' })
  expect(fail()).toEqual(['read.auto', true, 6])
})

test('a card read in vain beside a basket names whose purchase it still is; his name is masked once he is gone', () => {
  const p = ready().do({ type: 'read', medium: 'socialCard' })
  p.do({ type: 'readFailed', seq: p.state.readSeq, refusal: refusal('PIN_LOCKED') })
  const { key, values } = p.state.message!
  expect(messageOf(key, values).meaning).toBe('本卡暂不能结算；当前仍是 张䶮 的购药')
  p.do({ type: 'clear' }, { type: 'clearConfirmed' })
  expect(p.state.person).toBeUndefined()
  expect(JSON.stringify(p.state.log)).not.toContain('张䶮')
})

test('Esc ends the reading that was begun again by itself; its answer is nobody', () => {
  const p = play().do({ type: 'read' }, { type: 'readFailed', seq: 1, refusal: refusal('CARD_MUTE') })
  p.do({ type: 'cancelRead' }, { type: 'personRead', seq: 2, person: person() })
  expect([p.says, p.state.person]).toEqual(['read.cancelled', undefined])
})

test('a frozen account is left out where the funds still pay; else the centre says why it cannot be used (M13)', () => {
  const paper = { number: 'R1', hospital: '示例医院', doctor: '陈䶮' }
  const priced = (enjoyed: boolean, accountUsable: boolean, fundsOpen?: boolean, prescription?: typeof paper) => {
    const p = play().read()
    const { readId } = p.state.person!
    const benefits = { enjoyed, accountUsable, fundsOpen, reasons: ['账户冻结'] }
    p.do({ type: 'benefitsKnown', readId, benefits })
    if (prescription) p.do({ type: 'setPrescription', prescription })
    p.fill().do({ type: 'presettle' })
    return p.of('preSettle')[0]?.input.accountUsed
  }
  expect([priced(true, false), priced(false, false), priced(true, true)]).toEqual([false, undefined, undefined])
  // An ordinary purchase is the account's, and the funds' where a prescription stands behind it.
  expect([priced(false, false, true), priced(false, false, true, paper)]).toEqual([undefined, false])
  expect([priced(false, false, false, paper), priced(false, true, true, paper)]).toEqual([undefined, undefined])
})

test('who is read where another stood without goods buys on no prescription that was typed for the other', () => {
  const paper = { number: 'R-OF-A', hospital: '示例医院', doctor: '陈䶮' }
  const p = play().read().do({ type: 'setPrescription', prescription: paper })
  p.read(other())
  expect(p.state.prescription).toBeUndefined()
  // One that was typed before anybody was read is his who comes.
  const q = play().do({ type: 'setPrescription', prescription: paper }).read()
  expect(q.state.prescription).toMatchObject(paper)
  // The same person read again keeps it.
  q.do({ type: 'read' }).do({ type: 'personRead', seq: q.state.readSeq, person: q.state.person! })
  expect(q.state.prescription).toMatchObject(paper)
})

test('a clock that is set back between F8 and F9 stops neither F9 nor the way to the background', () => {
  const p = ready().wait(-600_000).settle()
  expect(p.of('settle')).toHaveLength(1)
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: lost }).wait(-600_000)
  p.do({ type: 'waited', orderId: 'o1' })
  expect(p.says).toBe('settle.unknownLong')
  p.do({ type: 'button', id: 'toBackground' })
  expect(p.state.background.map(({ orderId }) => orderId)).toEqual(['o1'])
})
