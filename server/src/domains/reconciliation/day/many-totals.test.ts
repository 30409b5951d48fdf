import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { and, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { storeIdOf } from '../../../seed/organisation.ts'
import { untilEnded } from '../../../test/until-ended.ts'
import { reconGroup } from '../tables.ts'
import { useBench } from '../test/use-bench.ts'

const bench = useBench()
const own = storeIdOf('P32050100001')
const boss = () => bench.counter.server.as('area', { areaCode: '320500' })

test('of many stores each has its line: who is being compared says so, what one meets stops none, and its books stay', async () => {
  const day = await bench.day('clerk', '2026-03-11')
  const { db, clock } = day.deps
  await day.buy('3.00')
  const client = await boss()
  const run = async () => untilEnded(client, (await client.ok(reconciliation.totals, { day: day.date })).progressId)
  const lineOf = ({ results }: Awaited<ReturnType<typeof run>>) =>
    results.find(({ target }) => target === '示例大药房观前店')
  expect(lineOf(await run())).toMatchObject({ ok: true, text: '2 组 · 2 平 · 0 不平' })
  const group = and(eq(reconGroup.storeId, own), eq(reconGroup.day, day.date), eq(reconGroup.insutype, '310'))
  expect(await db.select().from(reconGroup).where(group)).toMatchObject([{ state: '2', total: 300 }])

  // Somebody else is at it.
  await db.update(reconGroup).set({ state: '1', at: clock() }).where(group)
  const busy = await run()
  expect(lineOf(busy)).toMatchObject({ ok: false, text: expect.stringContaining('这一天正在对账') })
  expect(busy.results.length, 'the others were asked').toBeGreaterThan(1)
  expect(busy.text).toMatch(/家门店，\d+ 家还要处理/)
  await db.update(reconGroup).set({ state: '5' }).where(group)

  // A fault that nobody has words for.
  const write = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const book = vi.spyOn(day.deps.services.centre, 'of').mockImplementationOnce(() => {
    throw new Error('no such area')
  })
  const faulty = await run()
  expect(write).toHaveBeenCalledOnce()
  write.mockRestore()
  book.mockRestore()
  expect(faulty.results.filter(({ text }) => text.startsWith('没有做完'))).toHaveLength(1)
  expect(faulty).toMatchObject({ finished: true })
  expect(faulty.error).toBeUndefined()
  expect(await day.book(), 'nothing but questions left').toHaveLength(1)
})
