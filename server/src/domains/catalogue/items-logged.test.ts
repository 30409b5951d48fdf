import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog as log } from '../../call/tables.ts'
import { tryImport } from '../../test/try-import.ts'
import { type Cell, xlsxBytes } from '../../xlsx/write.ts'
import { openShelf } from './test/shelf.ts'

// Who made a prescription drug one that is sold without a prescription, and who changed a price, the log can answer.

const shelf = opened(() => openShelf(1))

const lines = async (keyword: string, action = '商品') => {
  const { items } = await shelf.area.ok(operationLog.paged, { keyword, action })
  return Promise.all(items.map(({ id }) => shelf.area.ok(operationLog.get, { id })))
}
const bringIn = async (rows: Cell[][]) => {
  const columns = ['商品编码', '商品名称', '零售价', '处方药'].map((title) => ({ title, width: 20 }))
  const sheet = await xlsxBytes([{ name: '商品', columns, rows: [rows] }])
  const { result } = await tryImport(shelf.server, shelf.area, { importType: 'ownItem' }, sheet)
  expect(result!.errors).toEqual([])
  await shelf.ended((await shelf.area.ok(importing.run, { importId: result!.importId })).progressId)
}

test('a price that was changed is told from a prescription drug that was made none', async () => {
  const drug = { ownCode: '99001', name: '阿莫西林胶囊', price: '12.80', prescription: true, unit: '盒' }
  await shelf.area.ok(ownItem.add, drug)
  await shelf.area.ok(ownItem.save, { ...drug, price: '13.00' })
  await shelf.area.ok(ownItem.save, { ...drug, price: '13.00', prescription: undefined })
  const [unmarked, dearer, added] = await lines('99001')
  expect(unmarked!.changes).toEqual([{ title: '处方药', from: '是', to: '否' }])
  expect(dearer!.changes).toEqual([{ title: '零售价', from: '12.80', to: '13.00' }])
  expect(added!.changes).toContainEqual({ title: '处方药', from: '--', to: '是' })
})

test('what a sheet changes of it has a line of its own, prices one together', async () => {
  await bringIn([
    ['99010', '头孢克肟分散片', '20.00', '是'],
    ['99011', '板蓝根颗粒', '10', '否'],
    ['99012', '䶮牌维生素C片', '5.00', '否'],
  ])
  expect(await lines('9901'), 'new goods change nothing').toEqual([])
  await bringIn([
    ['99010', '头孢克肟分散片', '20.00', '否'],
    ['99011', '板蓝根颗粒', '11.50', ''],
    ['99012', '䶮牌维生素C片', '5', ''],
  ])
  expect(await lines('99010')).toMatchObject([
    {
      ...{ userName: 'area', areaCode: '320500', request: { by: '导入商品', ownCode: '99010' } },
      changes: [{ title: '处方药', from: '是', to: '否' }],
    },
  ])
  expect(await lines('导入商品，改价 1 种')).toMatchObject([
    { userName: 'area', changes: [{ title: '99011 板蓝根颗粒 / 零售价', from: '10', to: '11.50' }] },
  ])
  // A break goes on where it ended: nothing is said twice.
  await bringIn([['99010', '头孢克肟分散片', '20.00', '否']])
  expect(await lines('99010')).toHaveLength(1)
})

test('of very many prices some are named, of the rest it is said how many', async () => {
  const goods = (price: string): Cell[][] =>
    Array.from({ length: 130 }, (_, i) => [`98${String(i).padStart(3, '0')}`, '洗手液', price, '否'])
  await bringIn(goods('1.00'))
  await bringIn(goods('2.00'))
  const [together] = await lines('改价 130 种')
  expect([together!.changes.length, together!.request]).toMatchObject([100, { rest: 30 }])
})

test('a line of before that kept no after shows what it was asked for, and takes nothing else away', async () => {
  const at = new Date()
  const row = (id: string, more: object) => ({
    ...{ id, at, userName: 'area', areaCode: '320500', call: 'ownItem.save', action: '保存商品', target: id },
    ...{ record: {}, ok: true, ms: 1, requestId: id, ...more },
  })
  const before = { name: '某药', price: '1.00', prescription: true, stopped: false }
  const record = { ownCode: '1', name: '某药', price: '2.00', stopped: null, before }
  await shelf.server.deps.db
    .insert(log)
    .values([
      row('old-save', { record }),
      row('old-state', { call: 'stock.delete', record: { id: 'x', before: { state: 'uploaded' } } }),
      row('old-removal', { call: 'doctor.remove', record: { id: 'x', before: { name: '顾𠮷' } } }),
      row('refused', { ok: false, record: { id: 'x', before: { closed: false }, after: { closed: true } } }),
    ])
  const changes = async (id: string) => (await shelf.area.ok(operationLog.get, { id })).changes
  expect(await changes('old-save')).toEqual([{ title: '零售价', from: '1.00', to: '2.00' }])
  expect(await changes('old-state')).toEqual([])
  expect(await changes('old-removal')).toEqual([{ title: '姓名', from: '顾𠮷', to: '--' }])
  expect(await changes('refused')).toEqual([])
})
