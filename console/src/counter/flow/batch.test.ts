import { expect, test } from 'vitest'
import { bill, order } from '../../../test/counter/fixtures.ts'
import { play } from '../../../test/counter/play.ts'

const batch = { lot: 'A20260901', madeOn: '2026-09-01', expiresOn: '2028-08-31' }

test('the lot that a bill names goes with its line into the settlement, and through a park', () => {
  const [line] = bill().lines
  const lines = [{ ...line!, ...batch }, { ...line! }]
  const p = play()
    .do({ type: 'bill', bill: bill({ lines, total: '80.00' }), changed: false })
    .read()
    .do({ type: 'presettle' })
  const sent = p.of('preSettle')[0]?.input.lines
  expect(sent?.[0]).toMatchObject(batch)
  expect(sent?.[1]).not.toHaveProperty('lot')
  p.do({ type: 'park' })
  expect(p.of('park').every(({ input }) => input.lines[0]?.lot === batch.lot)).toBe(true)
  expect(order().lines).toBeDefined()
})
