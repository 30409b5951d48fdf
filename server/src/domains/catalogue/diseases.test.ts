import { disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { testClock } from '../../test/kit.ts'
import { openShelf } from './test/shelf.ts'

const shelf = opened(() => openShelf(2500, { clock: testClock() }))
beforeAll(async () => {
  await shelf.ended((await shelf.area.ok(disease.downloadDisease, { kind: '1307' })).progressId)
})

test('a common disease is marked, found by the filter and offered first, in its own area only', async () => {
  const before = await shelf.clerk.ok(disease.searchDiseaseList, { kind: '1307', keyword: 'A' })
  const [last, other] = [before.at(-1)!, before[0]!]
  expect(before.length).toBeGreaterThan(1)
  expect(before.some(({ common }) => common)).toBe(false)
  await shelf.area.ok(disease.setCommon, { ids: [last.id, other.id], common: true })
  await shelf.area.ok(disease.setCommon, { ids: [last.id], common: true })
  await shelf.area.ok(disease.setCommon, { ids: [other.id], common: false })
  const after = await shelf.clerk.ok(disease.searchDiseaseList, { kind: '1307', keyword: 'A' })
  expect(after.map(({ id, common }) => [id, common])).toEqual([
    [last.id, true],
    ...before.slice(0, -1).map(({ id }) => [id, false]),
  ])
  const list = async (common: boolean) =>
    (await shelf.area.ok(disease.getDiseaseByPage, { kind: '1307', common, pageSize: 500 })).items.map(({ id }) => id)
  expect(await list(true)).toEqual([last.id])
  expect(await list(false)).not.toContain(last.id)
  expect((await shelf.area.ok(disease.get, { id: last.id })).common).toBe(true)
  const nanjing = await shelf.server.as('area', { areaCode: '320100' })
  expect((await nanjing.send(disease.setCommon, { ids: [last.id], common: true })).statusCode).toBe(404)
  const log = await (await shelf.server.as('admin')).ok(operationLog.paged, { module: 'disease', pageSize: 50 })
  expect(log.items.filter(({ action, ok }) => action === '设置常用病种' && ok)).toHaveLength(3)
})

test('one disease that is not there spoils the whole request; a clerk sets none', async () => {
  const [known] = await shelf.clerk.ok(disease.searchDiseaseList, { keyword: '肝炎' })
  const ids = [known!.id, '1307:NO.SUCH']
  expect((await shelf.area.send(disease.setCommon, { ids, common: true })).statusCode).toBe(404)
  expect((await shelf.area.ok(disease.get, { id: known!.id })).common).toBe(false)
  expect((await shelf.clerk.send(disease.setCommon, { ids: [known!.id], common: true })).statusCode).toBe(403)
})

test('a disease is shown with every column of its file', async () => {
  const [known] = await shelf.area.ok(disease.searchDiseaseList, { keyword: '肝炎' })
  const { fields, name, code } = await shelf.area.ok(disease.get, { id: known!.id })
  const values = fields.map(({ value }) => value)
  expect([values.includes(name), values.includes(code), values.includes('')]).toEqual([true, true, false])
  expect((await shelf.area.send(disease.get, { id: '1307:NO.SUCH' })).statusCode).toBe(404)
})

test('the local versions beside the centre’s: what is whole, what is missing, what the centre did not say', async () => {
  const newer = async () =>
    Object.fromEntries((await shelf.area.ok(disease.compareVersion)).map((one) => [one.kind, one]))
  const first = await newer()
  expect(Object.keys(first)).toEqual(['1307', '1308', '1309', '1310', '1311', '1313', '1314', '1315'])
  expect(first['1307']).toMatchObject({ newer: 0, error: '', title: '疾病与诊断' })
  expect(first['1308']!.newer).toBeGreaterThan(0)
  expect(first['1308']!.version).toBe('0')
  await shelf.centre.fault({ fault: 'dropBeforeBooking', infno: '1309', times: 1 })
  const second = await newer()
  expect(second['1309']).toEqual({ kind: '1309', title: '门诊慢特病', version: '0', error: '医保中心没有应答' })
  expect(second['1308']).toEqual(first['1308'])
})
