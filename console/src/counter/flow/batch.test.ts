import { expect, test } from 'vitest'
import { bill, counter, item, order } from '../../../test/counter/fixtures.ts'
import { play, ready } from '../../../test/counter/play.ts'
import { suggestedBatch } from './batch.ts'

const batch = { lot: 'A20260901', madeOn: '2026-09-01', expiresOn: '2028-08-31' }

test('the lot that a bill names goes with its line into the settlement, and through a park', () => {
  const [line] = bill().lines
  const lines = [{ ...line!, ...batch }, { ...line! }]
  const p = play()
    .do({ type: 'bill', bill: bill({ lines, total: '80.00' }) })
    .read()
    .do({ type: 'presettle' })
  const sent = p.of('preSettle')[0]?.input.lines
  expect(sent?.[0]).toMatchObject(batch)
  expect(sent?.[1]).not.toHaveProperty('lot')
  p.do({ type: 'park' })
  expect(p.of('park').every(({ input }) => input.lines[0]?.lot === batch.lot)).toBe(true)
  expect(order().lines).toBeDefined()
})

test('a person names the packs of a line: kept through a revised bill that names none, never over what a bill names', () => {
  const [line] = bill().lines
  const lines = [{ ...line!, ...batch }, { ...line! }]
  const p = play().do({ type: 'bill', bill: bill({ lines, total: '80.00' }) })
  const [named, bare] = p.state.lines
  p.do({ type: 'setBatch', line: named!.id, batch: { lot: 'B1' } })
  expect([p.says, p.state.lines[0]?.batch?.lot]).toEqual(['erp.readOnly', batch.lot])
  p.do({ type: 'setBatch', line: bare!.id, batch: { lot: 'B1', madeOn: '2026-08-01' } })
  p.do({ type: 'bill', bill: bill({ lines, total: '80.00', revision: 2 }) })
  expect(p.state.lines.map((one) => one.batch?.lot)).toEqual([batch.lot, 'B1'])
  p.read().do({ type: 'presettle' })
  expect(p.of('preSettle')[0]?.input.lines[1]).toMatchObject({ lot: 'B1', madeOn: '2026-08-01' })
})

test('another batch makes the split stale, and what is settled keeps its own', () => {
  const p = ready()
  const { id } = p.state.lines[0]!
  p.do({ type: 'setBatch', line: id, batch: { lot: 'B1' } })
  expect([p.state.priced?.fresh, p.says]).toEqual([false, 'pre.stale'])
  p.price().settle()
  p.do({ type: 'setBatch', line: id, batch: undefined })
  expect([p.says, p.state.lines[0]?.batch?.lot]).toEqual(['basket.locked', 'B1'])
})

test('what is past its day is warned of, and not settled where the area forbids it', () => {
  // The player's clock stands at 1970-01-01: its day is the last one of what expires on it.
  const expiring = (expiresOn: string, state = counter()) => {
    const p = play(state).read().do({ type: 'addItem', item: item() })
    p.do({ type: 'setBatch', line: 'l1', batch: { lot: 'A1', expiresOn } })
    return p
  }
  expect(expiring('1970-01-01').says).toBeUndefined()
  const warned = expiring('1969-12-31')
  expect(warned.says).toBe('item.expired')
  expect(warned.do({ type: 'presettle' }).of('preSettle')).toHaveLength(1)
  const forbidding = () => counter({ area: { ...counter().area!, expiredForbidden: true } })
  const stopped = expiring('1969-12-31', forbidding()).do({ type: 'presettle' })
  expect([stopped.says, stopped.of('preSettle').length]).toEqual(['item.expiredNo', 0])
  // Another pack, and it goes on.
  stopped.do({ type: 'setBatch', line: 'l1', batch: { lot: 'A2', expiresOn: '2028-08-31' } }, { type: 'presettle' })
  expect(stopped.of('preSettle')).toHaveLength(1)
  const lines = [{ ...bill().lines[0]!, ...batch, expiresOn: '1969-12-31' }]
  expect(play().do({ type: 'bill', bill: bill({ lines }) }).says).toBe('item.expired')
})

test('the lot sold last is only offered, and not when it is past its day', () => {
  const at = Date.parse('2026-11-23T10:00:00+08:00')
  const lastLot = { lot: 'A1', expiresOn: '2026-11-23' }
  expect(suggestedBatch(item({ lastLot }), at)).toEqual(lastLot)
  expect(suggestedBatch(item({ lastLot: { ...lastLot, expiresOn: '2026-11-22' } }), at)).toBeUndefined()
  expect(suggestedBatch(item(), at)).toBeUndefined()
  const p = play().do({ type: 'addItem', item: item({ lastLot }) })
  expect(p.state.lines[0]).not.toHaveProperty('batch')
})
