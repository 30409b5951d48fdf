import { expect, test } from 'vitest'
import type { QueriedSettlement } from '../../../centre/operations/settlement-query.ts'
import { reversalAmong, takenBackAmong } from './reversal-among.ts'

const row = (setlId: string, total: number, at: string, refunded = false) =>
  ({ setlId, total, setlTime: `2026-11-29 ${at}:00`, refunded }) as QueriedSettlement
const ours = row('A', 4000, '10:00')

test('a settlement is taken back by the later flagged row of the opposite total, and by no other', () => {
  const by = row('A2', -4000, '10:30', true)
  expect(takenBackAmong(ours, [ours, by])).toBe(by)
  expect(takenBackAmong(ours, [ours])).toBeUndefined()
  expect(takenBackAmong(ours, [ours, row('X', -3999, '10:30', true)]), 'another sum').toBeUndefined()
  expect(takenBackAmong(ours, [ours, row('X', -4000, '09:30', true)]), 'before it').toBeUndefined()
  expect(takenBackAmong(ours, [ours, row('X', -4000, '10:30')]), 'not flagged').toBeUndefined()
})

test('where a refund is listed with positive amounts, by the later flagged row of the same total', () => {
  const by = row('A2', 4000, '10:30', true)
  expect(takenBackAmong(ours, [ours, by])).toBe(by)
  expect(takenBackAmong(ours, [ours, row('A2', 4000, '10:00', true)]), 'at once: the settlement itself').toBeUndefined()
})

test('of two alike in one visit, of which one was taken back, nobody says which: neither is called reversed', () => {
  const other = row('B', 4000, '10:10')
  const by = row('A2', -4000, '10:30', true)
  for (const one of [ours, other]) {
    expect(takenBackAmong(one, [ours, other, by])).toBe('unclear')
    expect(reversalAmong(one, [ours, other, by])).toBeUndefined()
  }
  // Both were; or the centre flags the one that was.
  const second = row('B2', -4000, '10:40', true)
  expect(takenBackAmong(ours, [ours, other, by, second])).toBe(by)
  expect(takenBackAmong(other, [{ ...ours, refunded: true }, other, by])).toBeUndefined()
})

test('settled, taken back and settled again in one visit: each refund is of what stood before it', () => {
  const back = row('A2', -4000, '10:30', true)
  const again = row('B', 4000, '11:00')
  const second = row('B2', -4000, '11:30', true)
  const visit = [second, again, back, ours]
  expect([takenBackAmong(ours, visit), takenBackAmong(again, visit)]).toEqual([back, second])
  // Behind two of which nobody knows which was taken back, a third one surely was not.
  const third = row('C', 4000, '12:00')
  expect(takenBackAmong(third, [ours, row('D', 4000, '10:10'), back, third])).toBeUndefined()
  // Another one, flagged itself beside its positive refund, is none of ours.
  const other = row('E', 4000, '09:00', true)
  expect(takenBackAmong(ours, [other, ours, row('E2', 4000, '10:30', true)])).toBeUndefined()
})
