import { expect, test } from 'vitest'
import { counter, item, order, other, person, pills } from '../../../test/counter/fixtures.ts'
import { firstSettled, lost, play, ready, refusal } from '../../../test/counter/play.ts'
import { messageOf } from '../message.ts'
import { messages } from '../messages.ts'
import { served } from './customer.ts'
import type { CounterEvent } from './events.ts'

const settled = () =>
  ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })

/** The settlement on the screen, or one of before, was taken back just now. */
const reversed = (start = settled()) =>
  start.do(
    { type: 'openReversal', orderId: 'o1', key: 'x1' },
    { type: 'reversalLoaded', order: order({ status: '2' }) },
    { type: 'confirmReversal', reason: '顾客退药' },
    { type: 'reversalAnswered', orderId: 'o1', order: order({ status: '3' }) },
  )

// A key at the wrong moment takes nothing away, neither from the purchase nor from what the clerk has to read.

const wrong: CounterEvent[] = [
  { type: 'presettle' },
  { type: 'park' },
  { type: 'clear' },
  { type: 'read' },
  { type: 'open', dialog: 'disease' },
  { type: 'removeLast' },
  { type: 'scanItem', code: '6901234567892', trace: false },
  { type: 'openReversal', orderId: 'o9', key: 'x' },
]

test.each([
  ['settling', 'settle.waitLong', () => ready().settle().wait(60_000)],
  [
    'unknown',
    'settle.unknownLong',
    () => ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost }).wait(30_000),
  ],
] as const)(
  '%s: the band stays with its buttons, and says why nothing else is done (M25, M27)',
  (phase, key, start) => {
    for (const event of wrong) {
      const p = start().do({ type: 'waited', orderId: 'o1' }).do(event)
      expect([p.state.phase, p.state.message?.key, p.says === key], event.type).toEqual([phase, key, false])
      expect(messageOf(p.state.message!.key).buttons).toContain('toBackground')
      // Under the caret it is the newest; what was tried stands below it, once.
      expect(p.state.log.map((one) => one.key).slice(0, 2)).toEqual([key, p.says])
      p.do(event)
      expect(p.state.log.filter((one) => one.key === key)).toHaveLength(1)
      p.do({ type: 'button', id: 'toBackground' })
      expect([p.state.phase, p.state.background.length], event.type).toEqual(['open', 1])
    }
  },
)

test('F8 and F9 while F8 is being answered ask nothing again and say nothing else', () => {
  const p = play().read().fill().do({ type: 'presettle' })
  p.do({ type: 'presettle' }).settle().wait(3000).do({ type: 'presettle' }).settle()
  expect([p.says, p.of('preSettle').length, p.of('settle').length]).toEqual(['pre.wait', 1, 0])
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order() })
  expect(p.says).toBe('pre.done')
})

test('a quantity or price that cannot be taken says what can, and the words go with the next one that is right', () => {
  const p = play().read().fill()
  for (const quantity of ['0', '-1', '1e9', '1000000000', '0.00001', '']) {
    p.do({ type: 'setQuantity', line: 'l1', quantity })
    expect([p.says, p.state.lines[0]?.quantity], quantity).toEqual(['item.badNumber', '2'])
    const { what, next } = messageOf('item.badNumber', p.state.message?.values)
    expect(what + next).not.toMatch(/“”|[{}]|undefined/)
    expect(next).toContain('大于 0 的数')
  }
  p.do({ type: 'setQuantity', line: 'l1', quantity: '0.0001' })
  expect([p.says, p.state.lines[0]?.quantity]).toEqual([undefined, '0.0001'])
  p.do({ type: 'setPrice', line: 'l1', price: '十' })
  expect(messageOf('item.badNumber', p.state.message?.values).next).toContain('小数最多 6 位')
  p.do({ type: 'setPrice', line: 'l1', price: '10' })
  expect([p.says, p.state.lines[0]?.price]).toEqual([undefined, '10'])
})

test('F9 while a credential is being read books nothing: whose it is decides whose money goes', () => {
  const p = ready().do({ type: 'read', medium: 'idCard' }).settle()
  expect([p.says, p.of('settle')]).toEqual(['read.busy', []])
  p.do({ type: 'cancelRead' }).settle()
  expect(p.of('settle')).toHaveLength(1)
})

test('a band about more than the basket outlives a change of it', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  p.do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '7' }) })
  expect([p.says, messages[p.says!].includes(' band')]).toEqual(['settle.resolvedNo', true])
  p.do({ type: 'setQuantity', line: 'l1', quantity: '3' })
  expect(p.says).toBe('settle.resolvedNo')
})

test('a scanned e-voucher leaves F2 what it was: the medium that somebody marked (ux 2.3)', () => {
  const p = play().do({ type: 'read', medium: 'idCard' }, { type: 'cancelRead' })
  p.do({ type: 'read', medium: 'eVoucher', code: '1'.repeat(28) })
  expect(p.state.reading).toMatchObject({ medium: 'eVoucher', scanned: true })
  p.do({ type: 'cancelRead' }, { type: 'read' }, { type: 'addItem', item: pills() })
  expect(p.of('read').map(({ medium }) => medium)).toEqual(['idCard', 'eVoucher', 'idCard'])
})

test('a basket that was taken back is somebody’s: it is cleared only when that was meant (N2)', () => {
  const p = play(counter({ expects: '张*' }))
    .fill()
    .do({ type: 'clear' })
  expect([p.state.dialog, p.state.lines.length]).toEqual([{ kind: 'clear' }, 3])
  p.do({ type: 'clearConfirmed' })
  expect([p.state.dialog, p.state.lines.length]).toEqual([undefined, 0])
})

test('0* or more than a line can hold puts nothing in the basket, and says what would', () => {
  const p = play().read().do({ type: 'nextQuantity', quantity: '0' })
  expect([p.says, p.state.quantity]).toEqual(['item.badNumber', undefined])
  p.do({ type: 'addItem', item: item(), quantity: '0' })
  expect([p.says, p.state.lines]).toEqual(['item.badNumber', []])
  p.do({ type: 'nextQuantity', quantity: '007' }, { type: 'addItem', item: item() })
  expect(p.state.lines[0]?.quantity).toBe('7')
  p.do({ type: 'setQuantity', line: 'l1', quantity: '99999999' }, { type: 'addItem', item: item() })
  expect([p.says, p.state.lines[0]?.quantity]).toEqual(['item.badNumber', '99999999'])
  // A box with its code is one of those that are there already.
  p.do({ type: 'setQuantity', line: 'l1', quantity: '1' })
  p.do({
    type: 'itemsFound',
    turn: p.state.turn,
    code: '8'.repeat(20),
    trace: true,
    quantity: undefined,
    items: [item()],
  })
  expect([p.state.lines[0]?.quantity, p.state.lines[0]?.traceCodes.length]).toEqual(['1', 1])
})

test('what F8 lacked and has been given since is said no more; what is still lacking stays', () => {
  const p = play()
    .read()
    .do({ type: 'addItem', item: pills() }, { type: 'addItem', item: { ...item(), ownCode: 'rx', prescription: true } })
  p.do({ type: 'presettle' }, { type: 'closeDialog' })
  expect(p.says).toBe('item.needRx')
  const prescription = { number: 'RX1', hospital: '示例医院', doctor: '陈䶮' }
  p.do({ type: 'setPrescription', prescription })
  expect(p.state.message, 'the line says what comes next').toBeUndefined()
  p.do({ type: 'chooseMedicalType', medicalType: '14' }, { type: 'presettle' }, { type: 'closeDialog' })
  expect(p.says).toBe('disease.missing')
  const disease = { code: 'M01600', name: '糖尿病', kind: 'chronic' as const, begin: '2026-01-01', end: '2099-12-31' }
  p.do({ type: 'chooseDisease', disease })
  expect(p.state.message?.key).not.toBe('disease.missing')
})

test('a reading whose customer has gone is stopped, whichever key sent him away: the next F2 finds the reader free', () => {
  const reads = (start = play()) => start.do({ type: 'read' })
  const ways: CounterEvent[][] = [
    [{ type: 'clear' }],
    [{ type: 'clearConfirmed' }],
    [
      { type: 'park' },
      { type: 'parkDone', parkedId: 'o1', key: 'p', turn: 1, maskedName: '', count: 3, total: '85.60' },
    ],
    [{ type: 'cancelRead' }],
    [{ type: 'read', medium: 'idCard' }],
  ]
  for (const events of ways)
    expect(
      reads(events[0]!.type === 'clear' ? play() : play().fill())
        .do(...events)
        .of('stopReading'),
      events[0]!.type,
    ).toHaveLength(1)
  const p = reads()
  p.do({ type: 'personRead', seq: p.state.readSeq, person: person() })
  expect(p.of('stopReading')).toEqual([])
})

test('F5 while somebody still has to pay says why nothing happens, and what he pays stays; once he has gone it reloads', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  p.do({ type: 'held' })
  expect([served(p.state), p.state.message?.key, p.says]).toEqual([true, 'settle.done', 'reload.held'])
  p.do({ type: 'privacy', turn: p.state.turn })
  expect(served(p.state)).toBe(false)
})

test('that the centre is there again is said when it was silent, not when the assistant is back', () => {
  const p = ready().do({ type: 'linked', online: true, agent: false }, { type: 'presettle' })
  p.do({
    type: 'priceFailed',
    turn: p.state.turn,
    edit: p.state.edit,
    refusal: refusal('', { statusCode: 502, extend: { key: 'centre.down' } }),
  })
  expect(p.says).toBe('centre.down')
  p.do({ type: 'linked', online: true, agent: true })
  expect(p.says).toBe('centre.down')
})

test.each([
  ['settled', 'settle.done', settled],
  ['reversed', 'cancel.done', reversed],
] as const)(
  '%s: what is paid or given back stays over every wrong key, which says why beside it',
  (phase, key, start) => {
    const keys: [CounterEvent, string][] = [
      [{ type: 'settle' }, 'basket.ended'],
      [{ type: 'presettle' }, 'read.first'],
      [{ type: 'removeLast' }, 'basket.ended'],
      [{ type: 'open', dialog: 'disease' }, 'read.first'],
      [{ type: 'numLockOff' }, 'key.numLock'],
    ]
    for (const [event, why] of keys) {
      const p = start()
      const { turn } = p.state
      expect(p.says).toBe(key)
      p.do(event)
      expect([p.state.message?.key, p.says, p.state.phase, p.state.turn], event.type).toEqual([key, why, phase, turn])
    }
  },
)

test('so does what goes back of a settlement of before, over an empty counter', () => {
  const p = reversed(play()).settle()
  expect([p.state.phase, p.state.message?.key, p.says]).toEqual(['open', 'cancel.done', 'pre.first'])
  p.do({ type: 'presettle' })
  expect([p.state.phase, p.state.message?.key, p.says]).toEqual(['open', 'cancel.done', 'read.first'])
})

test('and what is collected for the first of two settlements, where the second one’s F8 comes before its credential', () => {
  const p = firstSettled(person({ singleUse: true }))
  expect(p.says).toBe('second.own')
  p.do({ type: 'presettle' })
  expect([p.state.message?.key, p.says]).toEqual(['second.own', 'read.first'])
})

test('F9 while it is open whose purchase it is books nothing, and asks again: F8 goes on with who stands here', () => {
  const p = ready().read(other())
  p.settle()
  expect([p.of('settle'), p.state.message?.key, p.says]).toEqual([[], 'person.other', 'settle.other'])
  // What else was said meanwhile does not answer it.
  p.do({ type: 'itemsFound', turn: p.state.turn, code: '1', trace: false, quantity: undefined, items: [] }).settle()
  expect([p.of('settle'), p.state.message?.key]).toEqual([[], 'person.other'])
  // News of a slip waits under the caret.
  p.do({ type: 'printed', orderId: 'o0', slipId: 's0', state: 'paper' })
  expect(p.state.message?.key).toBe('person.other')
  const ignored = play(p.state)
    .wait(p.state.since + 5000)
    .do({ type: 'button', id: 'ignorePerson' })
    .settle()
  expect(ignored.of('settle')).toHaveLength(1)
  p.price().settle()
  expect(p.of('settle')).toHaveLength(1)
})

test('who was only read has no basket to put aside: F4 says so, and the page may be left', () => {
  const p = play().read().do({ type: 'park' })
  expect([p.says, p.of('park'), p.of('listParked')]).toEqual(['park.nothing', [], []])
  p.do({ type: 'leave' })
  expect([p.state.dialog, p.of('leave').length]).toEqual([undefined, 1])
})
