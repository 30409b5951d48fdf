import { expect, test } from 'vitest'
import { groups } from '../../test/samples-recon.ts'
import { compareGroups, isToCompare } from './compare-marked.ts'
import type { Group } from './day-result.ts'

const group = (id: string, more: Partial<Group>): Group => ({
  ...groups[0]!,
  ...{ id, day: '2026-11-20', storeId: 's1', storeName: '观前店', clrOptins: '320500', clrType: '41' },
  ...{ state: '0' as const, detailed: false },
  ...more,
})

/** A centre that answers, and what it was asked. */
const centre = (answer: readonly Group[], broken = '') => {
  const asked: string[] = []
  const ask = {
    total: async ({ day, storeId }: { day: string; storeId?: string | undefined }) => {
      asked.push(`3201 ${day} ${storeId}`)
      if (day === broken) throw new Error('医保中心没有答复')
      const mine = answer.filter((one) => one.day === day)
      return { groups: [...mine], equal: mine.filter(({ state }) => state === '2').length, unequal: 0 }
    },
    detail: async ({ groupId }: { groupId: string }) => {
      asked.push(`3202 ${groupId}`)
      return { groups: [], differences: 3, automatic: 1 }
    },
  }
  return { ask, asked }
}

test('totals are asked once for a store and day, rows once for what one file answers', async () => {
  const rows = [
    group('a', { insutype: '310' }),
    group('b', { insutype: '390' }),
    group('c', { day: '2026-11-19', state: '3', insutype: '310' }),
    group('d', { day: '2026-11-19', state: '3', insutype: '390' }),
    group('e', { day: '2026-11-19', state: '3', clrOptins: '320000' }),
    group('f', { state: '2' }),
    group('g', { state: '3', detailed: true }),
  ]
  expect(rows.filter(isToCompare).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  const { ask, asked } = centre([group('a', { state: '3' }), group('b', { state: '2' })])
  const found = await compareGroups(rows, ask)
  expect(asked).toEqual(['3201 2026-11-20 s1', '3202 d', '3202 e', '3202 a'])
  expect(found).toEqual({ equal: 1, unequal: 4, differences: 9, automatic: 3, trouble: '' })
})

test('a day that the centre does not answer for keeps no other back, and is named', async () => {
  const rows = [group('a', { day: '2026-11-18' }), group('b', { day: '2026-11-19', state: '5' })]
  const { ask, asked } = centre([group('b', { day: '2026-11-19', state: '2' })], '2026-11-18')
  expect(await compareGroups(rows, ask)).toMatchObject({
    ...{ equal: 1, unequal: 0, trouble: '2026-11-18 观前店：医保中心没有答复' },
  })
  expect(asked).toHaveLength(2)
})

test('what was unequal before and is so still counts with what is known of it, and its rows are not asked for again', async () => {
  const { ask, asked } = centre([
    group('a', { state: '3', detailed: true, differences: 2 }),
    group('b', { state: '2' }),
  ])
  const found = await compareGroups([group('', {})], ask)
  expect(asked).toEqual(['3201 2026-11-20 s1'])
  expect(found).toEqual({ equal: 1, unequal: 1, differences: 2, automatic: 0, trouble: '' })
})
