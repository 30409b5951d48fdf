import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { sale } from '@yibao/shared/calls/sale.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { batch, line, newCode, openShop } from './test/shop.ts'

// What was sold under which code, and what the centre was told of it, is answered by the log once the rows are written anew.

const shop = opened(openShop)

const logged = async (orderNo: string, action: string) => {
  const admin = await shop.counter.server.as('admin')
  const { items } = await admin.ok(operationLog.paged, { keyword: orderNo, action })
  return Promise.all(items.map(({ id }) => admin.ok(operationLog.get, { id })))
}

test('codes that were changed, and what the centre was told under the former, are read whole', async () => {
  const [old, next] = [newCode(), newCode()]
  const id = await shop.sell([line('1', [old])])
  await shop.round()
  const [told] = await shop.rows(id)
  await shop.clerk.ok(sale.delete, { id: told!.id, reason: '扫错了盒子' })
  const changed = { lot: 'B20261001', madeOn: '2026-10-01', traceCodes: [next] }
  await shop.clerk.ok(sale.saveTrace, { orderId: id, no: 1, ...batch, ...changed } as never)

  const { orderNo, batchNo, uploadedAt } = told!
  const [removal] = await logged(orderNo, '删除中心销售明细')
  expect(removal).toMatchObject({
    request: { id: told!.id, traceCode: old, batchNo, uploadedAt: formatTime(uploadedAt!), reason: '扫错了盒子' },
    changes: [{ title: '上传状态', from: '已上传', to: '已删除' }],
  })
  const [completed] = await logged(orderNo, '补录销售明细')
  expect(completed!.request).toMatchObject({ orderId: id, no: 1, traceCodes: [next] })
  const changes = Object.fromEntries(completed!.changes.map(({ title, ...one }) => [title, one]))
  expect(changes).toMatchObject({
    批号: { from: batch.lot, to: 'B20261001' },
    生产日期: { from: batch.madeOn, to: '2026-10-01' },
  })
  const [was, is] = [changes.销售明细?.from, changes.销售明细?.to]
  for (const part of [old, batchNo, '已删除', formatTime(uploadedAt!), '已删除：扫错了盒子'])
    expect(was).toContain(part)
  expect(is?.split('，').sort()).toEqual([`上传流水号 ${batchNo}`, '上传状态 待上传', `追溯码 ${next}`].sort())
})

test('a code that was refused changes nothing, and the line says of which it was', async () => {
  const code = newCode()
  const id = await shop.sell([line('2')])
  await shop.round()
  const [piece] = await shop.rows(id)
  await shop.clerk.ok(sale.delete, { id: piece!.id, reason: '补录追溯码' })
  const answer = await shop.clerk.send(sale.saveTrace, { orderId: id, no: 1, ...batch, traceCodes: [code] } as never)
  expect(answer.success).toBe(false)
  expect(await logged(piece!.orderNo, '补录销售明细')).toMatchObject([
    { ok: false, request: { traceCodes: [code] }, changes: [] },
  ])
})
