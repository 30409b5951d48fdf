import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seedId } from '../../seed/organisation.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { dataRole } from '../auth/tables.ts'
import { settingsOf } from '../organisation/settings.ts'
import { type Ask, unfinished } from './centre/ask-totals.ts'
import { askFigures } from './figures/ask.ts'
import { totalOfMonth } from './month/total.ts'
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

test('insurances that were not asked about are no balance: the month says that they are left', async () => {
  const day = await bench.day('clerk', '2026-07-02')
  const shop = await day.store()
  const asked: string[] = []
  const ask: Ask = async (_, __, ___, { insutype }) => {
    asked.push(insutype)
    // Of the store's own two it answers; of the first other one it does not.
    return asked.length < 3 ? { state: '2', centreResult: '平', centreText: null } : { ...unfinished(''), silent: true }
  }
  const outcome = await totalOfMonth(day.deps, shop, { month: '2026-03', by: '系统', ask })
  expect(outcome).toEqual({ asked: 2, unequal: 0, failed: 0, marked: 0, unasked: true })
  expect(asked).toHaveLength(3)
})

test('1320 that gets no answer is a silent centre too', async () => {
  const day = await bench.day('clerk', '2026-07-04')
  const shop = await day.store()
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '1320', times: 0 })
  const totals = { clrOptins: '320500', insutype: '310', clrType: '41', from: day.date, until: day.date }
  const sums = { count: 0, total: 0, fund: 0, account: 0, cash: 0, id: 'g', day: day.date }
  const settings = await settingsOf(day.deps.db, shop.areaCode)
  const answered = await askFigures(day.deps, shop, settings, { ...totals, ...sums } as never)
  expect(answered).toMatchObject({ state: '5', silent: true })
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
