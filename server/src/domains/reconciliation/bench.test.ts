import { randomBytes } from 'node:crypto'
import { approvalTarget } from '@yibao/shared/approval.ts'
import { progress as progressCalls } from '@yibao/shared/calls/base.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { expect, test, vi } from 'vitest'
import { operationLog } from '../../call/tables.ts'
import { sealFile } from '../../secrets/sealed-file.ts'
import { Vault } from '../../secrets/secret.ts'
import type { DiffAction } from './classify/classes.ts'
import { reconDifference, reconFile } from './tables.ts'
import type { Day } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// What the bench does around a repair: batches, marks, rights, the 24 hours, the kept file.

const bench = useBench()

const runBatch = async (day: Day, diffIds: string[], action: DiffAction, authorizationId?: string) => {
  const { progressId } = await day.client.ok(reconciliation.batch, { diffIds, action, authorizationId })
  return vi.waitFor(
    async () => {
      const state = await day.client.ok(progressCalls.percentage, { progressId })
      expect(state.finished).toBe(true)
      return state
    },
    { timeout: 10_000, interval: 20 },
  )
}

test('a batch of one class: each row has its result, a failure stays open', async () => {
  const day = await bench.day('clerk', '2026-07-01')
  const orders = [await day.buy('1.00'), await day.buy('2.00'), await day.buy('3.00')]
  for (const { id } of orders) await day.undoAtCentre(id)
  const found = await day.run()
  expect(found.map((one) => one.class)).toEqual(['localOnly', 'localOnly', 'localOnly'])
  const blocked = found.find(({ orderId }) => orderId === orders[1]!.id)!
  await day.patch(orders[1]!.id, { state: 'reversing' })
  const { text, results } = await runBatch(
    day,
    found.map(({ id }) => id),
    'markReversed',
  )
  expect(text).toBe('处理 3 笔，1 笔未完成')
  expect(results.filter(({ ok }) => !ok)).toEqual([{ target: blocked.id, ok: false, text: '订单不是已结算，不能标记' }])
  const left = await day.client.ok(reconciliation.diffPaged, { groupId: blocked.groupId, handled: false })
  expect(left.items.map(({ id }) => id)).toEqual([blocked.id])
  expect(await day.book()).toEqual([])
  expect((await day.order(orders[0]!.id)).state).toBe('reversed')
})

test('money in a batch needs one approval of exactly these rows; classes are never mixed', async () => {
  const day = await bench.day('clerk', '2026-07-02')
  const { id } = await day.buy('1.00')
  await day.undoAtCentre(id)
  await day.centreOnly('P3205010000120260702080000001')
  await day.centreOnly('P3205010000120260702080000002')
  const found = await day.run()
  const strangers = found.filter((one) => one.class === 'centreOnlyUnknown').map((one) => one.id)
  expect(strangers).toHaveLength(2)
  const mixed = await day.client.send(reconciliation.batch, { diffIds: found.map((one) => one.id), action: 'undo' })
  expect(mixed.resultNotice?.error).toBe('批量处理不能包含不同类别的差异')
  const half = await day.approve(approvalTarget.differences('undo', strangers.slice(1)), 'differences')
  const refused = await day.client.send(reconciliation.batch, {
    diffIds: strangers,
    action: 'undo',
    authorizationId: half,
  })
  expect(refused.resultNotice?.error).toBe('授权已使用或已过期')
  expect(await day.book()).toHaveLength(2)
  const whole = await day.approve(approvalTarget.differences('undo', strangers.toReversed()), 'differences')
  expect((await runBatch(day, strangers, 'undo', whole)).text).toBe('2 笔全部处理')
  expect(await day.book()).toEqual([])
})

test('a batch stops after the row it is at', async () => {
  const day = await bench.day('clerk', '2026-07-03')
  const ids = ['1', '2', '3'].map((tail) => `P320501000012026070308000000${tail}`)
  for (const msgid of ids) await day.centreOnly(msgid)
  const found = (await day.run()).map(({ id }) => id)
  const other = await bench.counter.server.as('clerk2')
  await bench.centre.fault({ fault: 'delay', infno: '2601', ms: 400, times: 0 })
  const authorizationId = await day.approve(approvalTarget.differences('undo', found), 'differences')
  const { progressId } = await day.client.ok(reconciliation.batch, { diffIds: found, action: 'undo', authorizationId })
  expect((await other.send(reconciliation.stopBatch, { progressId })).statusCode, 'it is not his').toBe(404)
  await day.client.ok(reconciliation.stopBatch, { progressId })
  const state = await vi.waitFor(
    async () => {
      const now = await day.client.ok(progressCalls.percentage, { progressId })
      expect(now.finished).toBe(true)
      return now
    },
    { timeout: 10_000, interval: 20 },
  )
  expect(state.text).toMatch(/^已停止：处理 [01] 笔，余下 [23] 笔未处理$/)
  expect(await day.book()).toHaveLength(3 - state.results.length)
  expect((await day.client.send(reconciliation.stopBatch, { progressId })).statusCode).toBe(404)
})

test('two persons compare the rows of one day at once: each difference is there once', async () => {
  const day = await bench.day('clerk', '2026-06-17')
  await day.centreOnly('P3205010000120260617080000001')
  const { groups } = await day.total()
  const unequal = groups.find(({ state }) => state === '3')!
  const { db } = day.deps
  await db.execute(sql`create function slow() returns trigger language plpgsql as $$ begin
    perform pg_sleep(0.2); return new; end $$`)
  await db.execute(sql`create trigger slow before insert on recon_difference for each row execute function slow()`)
  await Promise.all([day.detail(unequal), day.detail(unequal)])
  await db.execute(sql`drop trigger slow on recon_difference`)
  expect(await day.differences(unequal)).toHaveLength(1)
})

test('handled by somebody else while the centre was asked: he reads so, and the record is the other one’s', async () => {
  const day = await bench.day('clerk', '2026-06-18')
  await day.centreOnly('P3205010000120260618080000001')
  const [difference] = await day.run()
  const authorizationId = await day.approve(`undo:${difference!.id}`)
  await bench.centre.fault({ fault: 'delay', infno: '2601', ms: 400, when: 'after' })
  const asked = day.handle(difference!, 'undo', { authorizationId })
  await expect.poll(() => day.book(), { interval: 20 }).toEqual([])
  const his = { action: 'mark', handledBy: '王会计', handledAt: bench.clock(), note: '已与中心核对' }
  await day.deps.db.update(reconDifference).set(his).where(eq(reconDifference.id, difference!.id))
  expect((await asked).resultNotice?.error).toBe('这一笔已由其他人处理')
  expect(await day.differences({ id: difference!.groupId })).toMatchObject([
    { handledBy: '王会计', handledAction: 'mark', handledNote: '已与中心核对' },
  ])
})

test('a group that a correction adds to stays unequal while it has open differences', async () => {
  const day = await bench.day('clerk', '2026-06-20')
  await day.buy('1.00')
  await day.undoAtCentre((await day.buy('2.00')).id)
  await day.patch((await day.buy('4.00')).id, { insutype: '390' })
  const found = await day.run()
  const open = found.find((one) => one.class === 'localOnly')!
  expect(found.find((one) => one.class === 'group')).toMatchObject({ handledBy: '系统' })
  const stateOf = async (insutype: string) =>
    (await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date, insutype })).items.map(
      ({ state, open }) => [state, open],
    )
  expect(await stateOf('310')).toEqual([['3', 1]])
  await day.handle(open, 'markReversed')
  expect(await stateOf('310')).toEqual([['4', 0]])
})

test('the days are found by what they are cleared as, and leave as a sheet with their sums', async () => {
  const day = await bench.day('clerk', '2026-06-19')
  await day.buy('3.50')
  const period = { from: day.date, to: day.date }
  const paged = async (more: object) => (await day.client.ok(reconciliation.dayPaged, { ...period, ...more })).items
  const [group] = await paged({ insutype: '310' })
  const { clrType, clrOptins, id } = group!
  expect((await paged({ insutype: '310', clrType, clrOptins })).map((one) => one.id)).toEqual([id])
  expect(await paged({ clrType: '99' })).toEqual([])
  expect(await paged({ clrOptins: '999999' })).toEqual([])

  const ask = {
    call: 'reconciliation.dayPaged',
    title: '日对账',
    columns: ['day', 'insutype', 'local.count', 'local.total'],
  }
  const refused = await day.client.send(exporting.create, { ...ask, input: period })
  expect(refused.error?.message).toBe('没有「导出日对账」的权限')
  const area = await bench.counter.server.as('area', { areaCode: '320500' })
  const { exportId, rows } = await area.ok(exporting.create, { ...ask, input: { ...period, insutype: '310' } })
  expect(rows).toBe(1)
  const { bytes } = await area.send(exporting.file, { exportId })
  expect((await readXlsx(bytes))[0]!.data).toEqual([
    ['日期', '险种', '本地笔数', '本地总额'],
    [day.date, expect.stringContaining('职工基本医疗保险'), 1, 3.5],
  ])
})

test('a mark needs five characters, stays counted, and is not raised again by the next run', async () => {
  const day = await bench.day('clerk', '2026-07-04')
  await day.centreOnly('P3205010000120260704080000001')
  const [difference] = await day.run()
  expect((await day.handle(difference!, 'mark', { note: '已问中心' })).resultNotice?.error).toBe(
    '标记处理需要至少 5 个字的说明',
  )
  const marked = await day.handle(difference!, 'mark', { note: '中心已答复，下月冲减' })
  expect(marked.result).toMatchObject({ handledAction: 'mark', handledNote: '中心已答复，下月冲减', undoable: false })
  const group = (await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date, state: '4' })).items[0]
  expect(group).toMatchObject({ id: difference?.groupId, differences: 1, open: 0, state: '4' })
  expect(await day.run()).toMatchObject([{ id: difference?.id, handledAction: 'mark' }])
  const { groups } = await day.total({ force: true })
  const again = await day.detail(groups.find(({ state }) => state === '3')!)
  expect(again.differences).toBe(1)
  expect(
    again.groups.find(({ id }) => id === difference?.groupId),
    'nothing is open',
  ).toMatchObject({
    open: 0,
    state: '4',
  })
})

test('the 24 hours of a local repair, and a repair that the order has left behind', async () => {
  const day = await bench.day('clerk', '2026-07-05')
  const { id } = await day.buy('1.00')
  await day.patch(id, { insutype: '390' })
  const { groups } = await day.total()
  await day.detail(groups.find(({ state }) => state === '3')!)
  const [difference] = (await Promise.all(groups.map((group) => day.differences(group)))).flat()
  expect(difference).toMatchObject({ class: 'group', undoable: true })
  await day.patch(id, { insutype: '340' })
  const changed = await day.client.send(reconciliation.undo, { diffId: difference!.id })
  expect(changed.resultNotice?.error).toBe('订单在处理之后又有变动，不能撤回')
  await day.patch(id, { insutype: '310' })
  const next = await bench.day('clerk', '2026-07-06', '10:00:01')
  const late = await next.client.send(reconciliation.undo, { diffId: difference!.id })
  expect(late.resultNotice?.error).toBe('这一处理不能撤回')
  expect((await next.order(id)).insutype).toBe('310')
})

test('a viewer reads the bench and handles nothing; another store sees none of it', async () => {
  const day = await bench.day('clerk', '2026-07-07')
  await day.centreOnly('P3205010000120260707080000001')
  const [difference] = await day.run()
  const viewer = await bench.counter.server.as('viewer')
  const seen = await viewer.ok(reconciliation.diffPaged, { groupId: difference!.groupId })
  expect(seen.items.map(({ id }) => id)).toEqual([difference!.id])
  for (const [call, input] of [
    [reconciliation.total, { day: day.date }],
    [reconciliation.detail, { groupId: difference!.groupId }],
    [reconciliation.handle, { diffId: difference!.id, action: 'mark', note: '五个字的说明' }],
    [reconciliation.undo, { diffId: difference!.id }],
    [reconciliation.batch, { diffIds: [difference!.id], action: 'undo' }],
  ] as const)
    expect((await viewer.send(call as typeof reconciliation.handle, input as never)).statusCode).toBe(403)
  const other = await bench.counter.server.as('clerk2')
  expect((await other.ok(reconciliation.diffPaged, { groupId: difference!.groupId })).items).toEqual([])
  const foreign = await other.send(reconciliation.handle, {
    diffId: difference!.id,
    action: 'mark',
    note: '五个字的说明',
  })
  expect(foreign.statusCode).toBe(404)
  expect((await other.send(reconciliation.resultFile, { groupId: difference!.groupId })).success).toBe(false)
})

test('the result file is kept as it came, and what was done is in the operation log', async () => {
  const day = await bench.day('clerk', '2026-07-08')
  const { groups } = await day.total()
  const none = await day.client.send(reconciliation.resultFile, { groupId: groups[0]!.id })
  expect(none.resultNotice?.error).toBe('这一组还没有对明细，没有结果文件')
  await day.centreOnly('P3205010000120260708080000001')
  const [difference] = await (async () => {
    await day.total({ force: true })
    return day.run()
  })()
  const file = await day.client.send(reconciliation.resultFile, { groupId: difference!.groupId })
  expect(file.headers['content-disposition']).toContain('P32050100001_20260708_result.zip')
  const [text] = Object.values(unzipSync(file.bytes)).map((bytes) => Buffer.from(bytes).toString('utf8'))
  expect(text).toContain('P3205010000120260708080000001\t1\t0\t中心多')
  // Its rows name persons: it does not lie there openly; a file of before it was sealed is answered as it lies there.
  const mine = eq(reconFile.filename, 'P32050100001_20260708_result.zip')
  const [kept] = await day.deps.db.select().from(reconFile).where(mine)
  expect(kept!.content.toString('latin1')).toMatch(/^sealed:/)
  expect(kept!.content.includes(file.bytes.subarray(0, 100))).toBe(false)
  const asked = () => day.client.send(reconciliation.resultFile, { groupId: difference!.groupId })
  await day.deps.db.update(reconFile).set({ content: file.bytes }).where(mine)
  expect((await asked()).bytes).toEqual(file.bytes)
  await day.deps.db
    .update(reconFile)
    .set({ content: sealFile(new Vault(randomBytes(32)), file.bytes) })
    .where(mine)
  expect((await asked()).resultNotice?.error).toBe('这个文件是用另一把数据密钥保存的，不能打开')
  const { items } = await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date })
  expect(items.find(({ id }) => id === difference!.groupId)?.resultExpires).toMatch(/^2026-07-15 /)
  const logged = await day.deps.db
    .select()
    .from(operationLog)
    .where(eq(operationLog.call, 'reconciliation.detail'))
    .orderBy(operationLog.id)
  expect(logged.at(-1)).toMatchObject({ action: '对明细', record: { groupId: difference!.groupId }, ok: true })
})
