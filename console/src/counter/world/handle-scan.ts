import { classify, identityNumber, recentCodes } from '../scan.ts'
import type { CounterStore } from './store.ts'

const lately = recentCodes()

/** What a complete scan does, by its pattern (ux 2.4). An e-voucher code goes to the reader's call and nowhere else. */
export const handleScan = (
  { dispatch, get }: Pick<CounterStore, 'dispatch' | 'get'>,
  code: string,
  now = performance.now(),
): void => {
  const kind = classify(code, get().area?.scanPatterns)
  if (kind === 'eVoucher') {
    if (lately.has(code, now)) return
    const { readSeq } = get()
    dispatch({ type: 'read', medium: 'eVoucher', code })
    // One that was refused has read nobody: the customer holds it out again.
    if (get().readSeq !== readSeq) lately.add(code, now)
  } else if (kind === 'idCard') dispatch({ type: 'scanIdCard', code })
  else if (kind === 'torn') dispatch({ type: 'tornCode' })
  else if (identityNumber(code)) dispatch({ type: 'mistypedId' })
  else dispatch({ type: 'scanItem', code, trace: kind === 'trace' })
}
