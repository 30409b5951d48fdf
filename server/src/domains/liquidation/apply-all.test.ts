import { liquidationBatch } from '@yibao/shared/calls/liquidation-batch.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { lasting } from '../../database/held.ts'
import type { Client } from '../../test/kit.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { type Clerk, openBench } from '../reconciliation/test/bench.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { liquidation as table } from './tables.ts'
import { Claims } from './test/claims.ts'

// A chain's month: many stores' drafts confirmed as one sum, each applied for by its own claim.

const centre = opened(startCentre)
const bench = opened(() => openBench(centre))
const claims = new Claims(() => bench)
const everywhere: Clerk[] = ['clerk', 'clerk2', 'clerk3']
let month = '2041-01'
let admin: Client
beforeEach(async () => {
  month = addMonths(month, 2)
  await centre.clearFaults()
})

const ofMonth = () => ({ from: month, to: month })
/** A draft of each of these stores. */
const drafted = async (who: readonly Clerk[]) => {
  const drafts = []
  for (const one of who) drafts.push((await claims.drafted(one, month, ['10.00', '0.01'])).draft)
  // Months have passed since anybody logged in.
  admin = await bench.counter.server.as('admin')
  return drafts
}
const sums = (chosen: object = ofMonth()) => admin.ok(liquidationBatch.toApply, chosen)
const start = async (chosen: object = ofMonth()) => {
  const { applications, total, fund } = await sums(chosen)
  return admin.send(liquidationBatch.applyAll, { ...chosen, applications, total, fund })
}
const applied = async (chosen: object = ofMonth()) => untilEnded(admin, (await start(chosen)).result!.progressId)
const states = async () => (await claims.listed(admin, month)).map(({ state }) => state).sort()

test('all that match: one sum is confirmed, every store applies, and the centre has each of them once', async () => {
  const drafts = await drafted(everywhere)
  const asked = await sums()
  expect(asked).toMatchObject({ stores: 3, applications: 3, persons: 6, total: '30.03', unsummed: 1 })
  expect(asked.kinds.reduce((sum, kind) => sum + kind.applications, 0)).toBe(3)
  const ended = await applied()
  expect(ended).toMatchObject({ text: '医保中心受理 3 份' })
  expect(ended.results.map(({ ok, text }) => [ok, text])).toEqual(Array(3).fill([true, '已受理']))
  expect(await states()).toEqual(['1', '1', '1'])
  for (const who of everywhere) expect(await claims.centre(who, month)).toHaveLength(1)
  expect((await admin.send(liquidationBatch.toApply, ofMonth())).resultNotice?.error).toBe('选中的没有未申请的清算草稿')
  // Marked ones that are applied for already are no drafts: nothing is sent a second time.
  const ids = drafts.map(({ id }) => id)
  expect(
    (await admin.send(liquidationBatch.applyAll, { ids, applications: 3, total: '30.03', fund: '0.00' })).success,
  ).toBe(false)
  const printed = await admin.ok(liquidationBatch.printAll, { ids })
  expect(printed.map(({ id, state }) => [id, state])).toEqual(ids.map((id) => [id, '1']))
})

test('of the marked ones each has its own end: taken, refused with the centre’s words, unknown', async () => {
  const drafts = await drafted(everywhere)
  const [first] = drafts
  await centre.fault({ fault: 'refuse', infno: '3203', text: '超过申报期限' })
  const one = await applied({ ids: [first!.id] })
  expect(one).toMatchObject({ text: '医保中心受理 0 份，没有受理 1 份' })
  expect(one.results[0]).toMatchObject({ ok: false, text: expect.stringContaining('超过申报期限') })
  expect(await states()).toEqual(['0', '0', '0'])
  await centre.fault({ fault: 'dropBeforeBooking', infno: '3203' })
  await centre.fault({ fault: 'refuse', infno: '3205', text: '系统维护' })
  const lost = await applied({ ids: [first!.id, drafts[1]!.id] })
  expect(lost.text).toBe('医保中心受理 1 份，结果未知 1 份')
  expect(lost.results.filter(({ ok }) => !ok)[0]!.text).toContain('不知道清算申请是否成功')
  expect((await states()).filter((state) => state === '7')).toHaveLength(1)
})

test('sums that moved since they were confirmed send nothing', async () => {
  const drafts = await drafted(['clerk'])
  const { applications, total, fund } = await sums()
  await bench.counter.server.deps.db.update(table).set({ claimFund: 1 }).where(eq(table.id, drafts[0]!.id))
  const late = await admin.send(liquidationBatch.applyAll, { ...ofMonth(), applications, total, fund })
  expect(late.resultNotice?.error).toBe('申报金额刚有改动，没有发出申请')
  expect(await claims.centre('clerk', month)).toEqual([])
})

test('what is kept here was not refused by the centre, and is said not to have left', async () => {
  const [draft] = await drafted(['clerk'])
  await bench.counter.server.deps.db
    .update(table)
    .set({ claimedUntil: lasting(bench.counter.server.deps, 120_000) })
    .where(eq(table.id, draft!.id))
  const ended = await applied({ ids: [draft!.id] })
  expect(ended).toMatchObject({ text: '医保中心受理 0 份，没有发送 1 份' })
  expect(await claims.centre('clerk', month)).toEqual([])
  const { total, fund } = await sums()
  const fewer = await admin.send(liquidationBatch.applyAll, { ...ofMonth(), applications: 2, total, fund })
  expect(fewer.resultNotice?.error).toBe('申报金额刚有改动，没有发出申请')
})

test('a store of elsewhere is none of an administrator’s: named, it is left out; alone, it is refused', async () => {
  const drafts = await drafted(['clerk', 'clerk2'])
  const suzhou = await bench.counter.server.as('area', { areaCode: '320500' })
  const ids = drafts.map(({ id }) => id)
  expect(await suzhou.ok(liquidationBatch.toApply, { ids })).toMatchObject({ stores: 1, applications: 1 })
  expect((await suzhou.send(liquidationBatch.toApply, { ids: [ids[1]!] })).success).toBe(false)
  expect((await suzhou.send(liquidationBatch.printAll, { ids: [ids[1]!] })).statusCode).toBe(404)
})

test('who presses twice while it runs applies for none twice', async () => {
  await drafted(['clerk'])
  const { applications, total, fund } = await sums()
  const both = await Promise.all(
    [0, 1].map(() => admin.send(liquidationBatch.applyAll, { ...ofMonth(), applications, total, fund })),
  )
  const ends = await Promise.all(both.flatMap(({ result }) => (result ? [untilEnded(admin, result.progressId)] : [])))
  expect(ends.flatMap(({ results }) => results).filter(({ ok }) => ok)).toHaveLength(1)
  expect(await claims.centre('clerk', month)).toHaveLength(1)
})
