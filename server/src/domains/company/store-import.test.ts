import { organ } from '@yibao/shared/calls/organ.ts'
import { exporting, importing } from '@yibao/shared/calls/transfer.ts'
import { and, eq, sql } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { seedId } from '../../seed/organisation.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { tryImport } from '../../test/try-import.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { type Cell, xlsxBytes } from '../../xlsx/write.ts'
import { userDataRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'

// 门店数据: the stores of a chain from a sheet, by whoever administers them.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
let area: Client
beforeAll(async () => {
  area = await server.as('area', { areaCode: '320500' })
})

const heads = ['公司编号', '机构编码 *', '门店名称 *', 'ERP门店号', '电话', '协议开始', '协议到期']
const bytesOf = (rows: Cell[][], titles: readonly string[] = heads) =>
  xlsxBytes([{ name: '门店', columns: titles.map((title) => ({ title, width: 10 })), rows: [rows] }])
const tried = async (rows: Cell[][], client = area, titles?: readonly string[]) =>
  (await tryImport(server, client, { importType: 'store' }, await bytesOf(rows, titles))).result!
const brought = async (importId: string) => {
  const { progressId } = await area.ok(importing.run, { importId })
  return (await untilEnded(area, progressId)).text
}
const reasons = ({ errors }: Awaited<ReturnType<typeof tried>>) =>
  Object.fromEntries(errors.map(({ row, column, reason }) => [row, `${column}：${reason}`]))
const shopOf = async (code: string) =>
  (await server.deps.db.select().from(store).where(eq(store.fixmedinsCode, code)))[0]!

test('each row is checked as the form would; what is empty stays, and each is in the log', async () => {
  const before = await shopOf('P32050100001')
  await server.deps.db.update(store).set({ contractFrom: '2026-06-01' }).where(eq(store.id, before.id))
  const result = await tried([
    ['10001', 'p32050199801', '示例大药房𠮷祥店', 'E801', '0512-55550190'],
    [undefined, 'P32050100001', '示例大药房观前新店', 'E001', undefined, undefined, '2027/12/31'],
    [undefined, 'P32050199802', '没有公司的新店'],
    [undefined, 'P32010200001', '别的区划的店'],
    ['10001', 'P32050199803', '同号的店', 'E801'],
    [undefined, 'P32050100002', '协议不对的店', undefined, undefined, '2026-05-01', '2026-04-01'],
  ])
  expect(reasons(result)).toEqual({
    4: '公司编号：新的门店请填写公司编号',
    5: '机构编码：这家门店在南京市，不能导入到苏州市',
    6: 'ERP门店号：与文件中机构编码 P32050199801 的相同',
    7: '协议到期：协议到期早于协议开始',
  })
  expect(await brought(result.importId)).toBe('已导入 2 行，4 行有错误未导入')
  expect(await shopOf('P32050199801')).toMatchObject({ companyId: '10001', areaCode: '320500', erpStoreNo: 'E801' })
  expect(await shopOf('P32050100001')).toMatchObject({
    ...{ id: before.id, companyId: before.companyId, name: '示例大药房观前新店', erpStoreNo: 'E001' },
    ...{ phone: before.phone, contractFrom: '2026-06-01', contractTo: '2027-12-31' },
  })
  const lines = await server.deps.db
    .select()
    .from(operationLog)
    .where(and(eq(operationLog.storeId, before.id), eq(sql`${operationLog.record}->>'by'`, '导入门店')))
  expect(lines).toMatchObject([
    { call: 'organ.changeOrgan', record: { before: { name: before.name }, after: { name: '示例大药房观前新店' } } },
  ])
  // A number that another store of the company has by now.
  const again = await tried([[undefined, 'P32050100001', '示例大药房观前新店', 'E801']])
  expect(reasons(again)).toEqual({ 2: 'ERP门店号：已绑定「示例大药房𠮷祥店」' })
})

test('who has some stores of an area brings those up to date and makes no new one', async () => {
  const { db } = server.deps
  const held = eq(userDataRole.userId, seedId(2, 3))
  await db
    .update(userDataRole)
    .set({ roleId: seedId(4, 3) })
    .where(held)
  const part = await server.as('area1', { areaCode: '320500' })
  const his = (await part.ok(organ.pullOrgans, { pageSize: 50 })).items.map(({ fixmedinsCode }) => fixmedinsCode)
  const all = (await area.ok(organ.pullOrgans, { pageSize: 50 })).items
  const foreign = all.find(({ fixmedinsCode }) => !his.includes(fixmedinsCode))!
  const result = await tried(
    [
      [undefined, his[0], '改了名'],
      [undefined, foreign.fixmedinsCode, '别人的店'],
      ['10001', 'P32050199899', '新店'],
    ],
    part,
  )
  expect(result).toMatchObject({ good: 1, bad: 2 })
  expect(reasons(result)).toEqual({
    3: '机构编码：机构编码已属于你不能管理的门店',
    4: '机构编码：没有整个区划的数据权限，不能新增门店或变更区划',
  })
  await db
    .update(userDataRole)
    .set({ roleId: seedId(4, 2) })
    .where(held)
  const clerk = await server.as('clerk')
  expect((await clerk.send(importing.template, { importType: 'store' })).statusCode).toBe(403)
})

test('what is taken out can be brought in again', async () => {
  const columns = ['name', 'erpStoreNo', 'fixmedinsCode', 'areaName', 'state', 'companyName', 'phone', 'contractTo']
  const { exportId } = await area.ok(exporting.create, { call: 'organ.pullOrgans', input: {}, columns, title: '门店' })
  const sheet = (await readXlsx((await area.send(exporting.file, { exportId })).bytes))[0]!.data
  const [head, ...rows] = sheet.map((row) => row.map((cell) => (cell === null ? undefined : String(cell))))
  expect(rows.length).toBe((await area.ok(organ.pullOrgans, { pageSize: 1 })).total)
  const result = await tried(rows, area, head as string[])
  expect([result.good, result.errors]).toEqual([rows.length, []])
})
