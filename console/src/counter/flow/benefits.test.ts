import { expect, test } from 'vitest'
import { disease, item } from '../../../test/counter/fixtures.ts'
import { play } from '../../../test/counter/play.ts'
import { messageOf, sentenceOf } from '../message.ts'
import type { CounterEvent } from './events.ts'

test('what was bought lately is said with its unit (M19, ux 8)', () => {
  const p = play()
    .read()
    .do({ type: 'addItem', item: item({ unit: '盒' }) })
  const bought = { at: '1970-01-01 08:00:00', storeName: '', ownCode: 'A001', name: '', spec: '', sameStore: true }
  p.do({ type: 'boughtKnown', readId: 'r1', bought: [{ ...bought, quantity: '2.5000' }] })
  expect([p.says, p.state.message?.values]).toEqual([
    'item.repeat',
    { item: '阿莫西林胶囊', when: '今天', quantity: '2.5 盒' },
  ])
})

test('what was bought lately and is known behind the split leaves what is to be paid in R6: told before it, it would stand under it too', () => {
  const bought = { at: '1970-01-01 08:00:00', storeName: '', ownCode: 'A001', name: '', spec: '', sameStore: true }
  const known: CounterEvent = { type: 'boughtKnown', readId: 'r1', bought: [{ ...bought, quantity: '1' }] }
  const priced = play().read().fill().price().do(known)
  expect([priced.says, priced.state.log[1]?.key]).toEqual(['pre.done', 'item.repeat'])
  const settling = play().read().fill().price().settle().do(known)
  expect(settling.says).toBe('settle.wait')
})

test('who has no disease of the chosen kind is not told to press F8, whichever answer comes first', () => {
  const none: CounterEvent = { type: 'diseasesKnown', readId: 'r1', diseases: [] }
  const reasons = ['没有有效的慢特病备案']
  const refused: CounterEvent = {
    type: 'benefitsKnown',
    readId: 'r1',
    benefits: { enjoyed: false, accountUsable: true, reasons },
  }
  for (const answers of [
    [none, refused],
    [refused, none],
  ]) {
    const p = play().do({ type: 'chooseMedicalType', medicalType: '9901' }).read().fill()
    for (const answer of answers) p.do(answer)
    const { key, values } = p.state.message!
    // The words of the list in which the other kind is chosen.
    expect(sentenceOf(messageOf(key, values))).toBe(
      '没有有效的备案病种。不能按门诊两病结算。请改选「普通购药」，或请参保人先备案',
    )
  }
})

test('a disease whose filing ends today is told so, not as one of 0 days', () => {
  const says = (endsIn: number) => {
    const p = play().do({ type: 'chooseMedicalType', medicalType: '14' }).read().fill()
    p.do({ type: 'chooseDisease', disease: disease({ endsIn }) })
    return sentenceOf(messageOf(p.state.message!.key, p.state.message!.values))
  }
  expect([says(0), says(12)]).toEqual(['该病种今天到期。请提醒参保人续备案', '该病种 12 天后到期。请提醒参保人续备案'])
})
