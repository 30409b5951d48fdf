import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seedId } from '../../seed/organisation.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { dataRole } from '../auth/tables.ts'
import { reconGroup, reconMonth } from './tables.ts'
import { useBench } from './test/use-bench.ts'

// A centre that answers nothing: each question is a long wait, and a run of many stores has thousands of them.

const bench = useBench()
const boss = () => bench.counter.server.as('area', { areaCode: '320500' })
const silent = () => bench.centre.fault({ fault: 'dropBeforeBooking', infno: '3201', times: 0 })

test('逐日核对 asks a silent centre about one day of a store and leaves its others', async () => {
  const day = await bench.day('clerk', '2026-05-01')
  const client = await boss()
  await silent()
  const { progressId } = await client.ok(monthBooks.monthCheck, { month: '2026-04', force: true })
  const ended = await untilEnded(client, progressId)
  expect(ended.results.map(({ ok }) => ok)).toEqual([false, false])
  for (const { text } of ended.results)
    expect(text).toBe('2026-04-01 医保中心没有答复，之后的日子没有再问；请等中心恢复后再做')
  const groups = await day.deps.db.select().from(reconGroup).where(like(reconGroup.day, '2026-04-%'))
  expect([...new Set(groups.map((group) => group.day))]).toEqual(['2026-04-01'])
})

test('月对总账 asks it about one group of a store', async () => {
  const day = await bench.day('clerk', '2026-07-01')
  const client = await boss()
  const month = '2026-05'
  await silent()
  const { progressId } = await client.ok(monthBooks.monthTotal, { month, storeId: (await day.store()).id })
  expect((await untilEnded(client, progressId)).results).toMatchObject([
    { ok: false, text: '医保中心没有答复，请等中心恢复后再做「月对总账」' },
  ])
  const here = and(eq(reconMonth.month, month), eq(reconMonth.storeId, (await day.store()).id))
  expect(await day.deps.db.select().from(reconMonth).where(here)).toHaveLength(1)
})

test('a run over all stores of one area says which others of his were not done, one of a store says nothing', async () => {
  const day = await bench.day('clerk', '2026-07-03')
  const client = await boss()
  const totals = async () => untilEnded(client, (await client.ok(reconciliation.totals, { day: day.date })).progressId)
  const here = '2 家门店全部对平；这次只做了苏州市的门店，'
  expect((await totals()).text).toBe(`${here}南京市没有做，请切换区划后再做`)
  const { db } = day.deps
  const [his] = await db
    .select()
    .from(dataRole)
    .where(eq(dataRole.id, seedId(4, 1)))
  const holding = (areas: string[]) => db.update(dataRole).set({ areas }).where(eq(dataRole.id, his!.id))
  await holding(['320500', '320100', '430100', '320200'])
  expect((await totals()).text).toBe(`${here}南京市、长沙市没有做，请切换区划后再做`)
  await holding(['320500'])
  expect((await totals()).text).toBe('2 家门店全部对平')
  const month = '2026-06'
  const one = await client.ok(monthBooks.monthCheck, { month, storeIds: [(await day.store()).id] })
  expect((await untilEnded(client, one.progressId)).text).not.toContain('切换区划')
  await holding(his!.areas)
})
