import { expect, test } from 'vitest'
import type { CounterEvent } from '../flow/events.ts'
import { handleScan } from './handle-scan.ts'

test('an e-voucher that lost a digit on its way is neither looked up nor shown (N3)', () => {
  const heard: CounterEvent[] = []
  const dispatch = (event: CounterEvent) => void heard.push(event)
  const code = '7900011795731477054939217174'
  handleScan({ dispatch }, code.slice(1))
  handleScan({ dispatch }, code)
  handleScan({ dispatch }, '6901234567892')
  expect(heard).toEqual([
    { type: 'tornCode' },
    { type: 'read', medium: 'eVoucher', code },
    { type: 'scanItem', code: '6901234567892', trace: false },
  ])
})
