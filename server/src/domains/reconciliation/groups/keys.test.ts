import { expect, test } from 'vitest'
import { groupIdOf, nearestIn } from './keys.ts'

test('a moment moves to the nearest second of another day; a group keeps its id', () => {
  const at = new Date('2026-11-20T10:00:00+08:00')
  expect(nearestIn('2026-11-20', at)).toBe(at)
  expect(nearestIn('2026-11-19', at)).toEqual(new Date('2026-11-19T23:59:59+08:00'))
  expect(nearestIn('2026-11-21', at)).toEqual(new Date('2026-11-21T00:00:00+08:00'))
  const key = { clrOptins: '320500', insutype: '310', clrType: '41' }
  expect(groupIdOf('s', '2026-11-20', key)).toMatch(/^[0-9a-f]{32}$/)
  expect(groupIdOf('s', '2026-11-20', key)).not.toBe(groupIdOf('s', '2026-11-20', { ...key, insutype: '390' }))
})
