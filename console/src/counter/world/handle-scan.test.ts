import { expect, test } from 'vitest'
import { counter } from '../../../test/counter/fixtures.ts'
import type { CounterEvent } from '../flow/events.ts'
import type { Counter } from '../flow/state.ts'
import { handleScan } from './handle-scan.ts'

const code = '7900011795731477054939217174'

/** A store that hears; `reads` is whether a reading begins when it is asked for. */
const store = (reads: () => boolean) => {
  const heard: CounterEvent[] = []
  let state: Counter = counter()
  const dispatch = (event: CounterEvent) => {
    heard.push(event)
    if (event.type === 'read' && reads()) state = { ...state, readSeq: state.readSeq + 1 }
  }
  return { heard, dispatch, get: () => state }
}

test('an e-voucher that lost a digit on its way is neither looked up nor shown (N3)', () => {
  const to = store(() => true)
  handleScan(to, code.slice(1))
  handleScan(to, code)
  handleScan(to, '6901234567892')
  expect(to.heard).toEqual([
    { type: 'tornCode' },
    { type: 'read', medium: 'eVoucher', code },
    { type: 'scanItem', code: '6901234567892', trace: false },
  ])
})

test('what an area says of its codes comes before what they are everywhere', () => {
  const { heard, dispatch, get } = store(() => true)
  const scanPatterns = [
    { kind: 'eVoucher', pattern: '^EC[A-Z\\d]{10}$' },
    { kind: 'trace', pattern: '^[89]\\d{12}$' },
  ] as const
  const area = { ...get().area, scanPatterns: [...scanPatterns] } as Counter['area']
  const to = { dispatch, get: () => ({ ...get(), area }) }
  for (const one of ['ECX123456789', '8901234567892', '6901234567892']) handleScan(to, one, 20_000)
  expect(heard).toEqual([
    { type: 'read', medium: 'eVoucher', code: 'ECX123456789' },
    { type: 'scanItem', code: '8901234567892', trace: true },
    { type: 'scanItem', code: '6901234567892', trace: false },
  ])
})

test('an e-voucher that is held out again is one reading; where none began, as during F9, it is taken at once', () => {
  let reads = false
  const to = store(() => reads)
  const other = code.replace('7', '8')
  handleScan(to, other, 10_000)
  reads = true
  for (const at of [12_000, 13_000, 14_900, 15_000]) handleScan(to, other, at)
  expect(to.heard.length, 'refused, read, twice the same, and after 3 s anew').toBe(3)
})
