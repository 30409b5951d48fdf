import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { exporting, importing } from '@yibao/shared/calls/transfer.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { tryImport } from '../../test/try-import.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { type Cell, xlsxBytes } from '../../xlsx/write.ts'
import { dictionaryItem } from './tables.ts'

let area: Client
const server = opened(() => startTestServer({ clock: testClock() }))
beforeAll(async () => {
  area = await server.as('area', { areaCode: '320500' })
})

const dryRun = (bytes: Uint8Array) => tryImport(server, area, { importType: 'dictionaryItem' }, bytes)
const bringIn = async (bytes: Uint8Array) => {
  const { result } = await dryRun(bytes)
  const { progressId } = await area.ok(importing.run, { importId: result!.importId })
  await untilEnded(area, progressId)
  return result!
}
const rowsOf = async (codeType: string) => (await area.ok(dictionary.paged, { codeType, pageSize: 100 })).items
const columns = ['codeType', 'code', 'name', 'parent', 'sort', 'enabled', 'validFrom', 'validTo']

test('a sheet that was exported and comes back changes nothing, and nothing stops following the standard', async () => {
  const [first, second, third] = await rowsOf('gend')
  await area.ok(dictionary.stopItem, { id: second!.id })
  await area.ok(dictionary.updateItem, { id: third!.id, name: '不说明䶮', parent: '0' })
  await area.ok(dictionary.addItem, { codeType: 'gend', code: 'X', name: '本地𠮷', validTo: '2027-01-01' })
  const before = await rowsOf('gend')
  const { exportId } = await area.ok(exporting.create, {
    ...{ call: 'dictionary.paged', input: { codeType: 'gend' }, columns, title: '字典' },
  })
  const { bytes } = await area.send(exporting.file, { exportId })
  expect(await bringIn(bytes)).toMatchObject({ good: before.length, bad: 0 })
  expect(await rowsOf('gend')).toEqual(before)
  const standard = and(eq(dictionaryItem.codeType, 'gend'), eq(dictionaryItem.code, first!.code))
  await server.deps.db.update(dictionaryItem).set({ label: '新名' }).where(standard)
  expect((await rowsOf('gend'))[0]).toMatchObject({ name: '新名', changed: false })
})

test('what a cell says is written, what it leaves empty stays, and only that counts as changed', async () => {
  const [one] = await rowsOf('psn_cert_type')
  const head = ['字典类型', '编码', '名称', '启用', '失效日期']
  const sheet = (...rows: Cell[][]) =>
    xlsxBytes([{ name: '字典', columns: head.map((title) => ({ title, width: 10 })), rows: [rows] }])
  const told = vi.spyOn(server.deps.services.live, 'publish')
  await bringIn(await sheet(['psn_cert_type', one!.code, one!.name, '否'], ['psn_cert_type', 'X9', '新类', '否']))
  expect(told, 'open pages hear of it').toHaveBeenCalledWith('area:320500', 'dictionary.changed', {})
  const now = await rowsOf('psn_cert_type')
  expect(now.find(({ code }) => code === one!.code)).toEqual({
    ...one,
    ...{ enabled: false, changed: true, updatedAt: expect.any(String) },
  })
  expect(now.find(({ code }) => code === 'X9')).toMatchObject({ source: 'local', enabled: false })
  await bringIn(await sheet(['psn_cert_type', one!.code, one!.name, '是']))
  expect((await rowsOf('psn_cert_type')).find(({ code }) => code === one!.code)).toMatchObject({ changed: false })
})

test('a sheet brings in nothing that the form refuses', async () => {
  const columnsOf = ['字典类型', '编码', '名称', '生效日期', '失效日期'].map((title) => ({ title, width: 10 }))
  const rows = [
    ['local_note', '1', '从不', '2026-05-01', '2026-01-01'],
    ['orderStatus', '9', '新状态'],
  ]
  const { result } = await dryRun(await xlsxBytes([{ name: '字典', columns: columnsOf, rows: [rows] }]))
  expect(result!.good).toBe(0)
  expect(result!.errors.map(({ column, reason }) => [column, reason])).toEqual([
    ['失效日期', '有效期止早于有效期起'],
    ['字典类型', 'orderStatus 是系统自带的选项，不能修改'],
  ])
})
