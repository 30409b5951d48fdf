import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { expect, test } from 'vitest'
import type { Day } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// A repair that was taken back has changed more books than the one of its difference.

const bench = useBench()

const groupOf = async (client: Day['client'], day: string, insutype: string) => {
  const { items } = await client.ok(reconciliation.dayPaged, { from: day, to: day, insutype })
  return items.find(({ clrType }) => clrType === '41')
}
const again = { state: '0', centreText: '账目有变动，请重新对总账' }

test.each(['clerk', 'clerk3'] as const)(
  '%s: 移日 taken back: the day that has the settlement again is no longer equal',
  async (who) => {
    const day = await bench.day(who, '2026-10-03', '23:50:00')
    const { id } = await day.buy('1.00')
    const ours = new Date('2026-10-04T00:00:07+08:00')
    await day.patch(id, { settledAt: ours })
    const [difference] = await day.run()
    expect(difference).toMatchObject({ class: 'crossDay', handledAction: 'moveDay', undoable: true })
    await day.total()
    const next = await bench.day(who, '2026-10-04', '00:30:00')
    await next.total()
    expect(await groupOf(next.client, next.date, '310')).toMatchObject({ state: '2' })
    await next.client.ok(reconciliation.undo, { diffId: difference!.id })
    expect((await next.order(id)).settledAt).toEqual(ours)
    expect(await groupOf(next.client, next.date, '310')).toMatchObject(again)
    expect(await groupOf(next.client, day.date, '310'), 'its difference is open again').toMatchObject({ state: '3' })
    expect([await day.book(), await next.book()].map((rows) => rows.length)).toEqual([1, 0])
  },
)

test('更正分组 taken back: both groups are looked at again', async () => {
  const day = await bench.day('clerk', '2026-10-14')
  await day.buy('1.00')
  const { id } = await day.buy('2.00')
  await day.patch(id, { insutype: '390' })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'group', handledAction: 'correctGroup', undoable: true })
  await day.total()
  const states = async () =>
    Promise.all(['310', '390'].map(async (kind) => (await groupOf(day.client, day.date, kind))?.state))
  expect(await states()).toEqual(['2', '2'])
  await day.client.ok(reconciliation.undo, { diffId: difference!.id })
  expect((await day.order(id)).insutype).toBe('390')
  expect((await states()).sort(), 'one has the difference, the other must be asked about').toEqual(['0', '3'])
  expect(await day.book()).toHaveLength(2)
})
