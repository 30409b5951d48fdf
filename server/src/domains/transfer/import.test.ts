import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { importing as calls } from '@yibao/shared/calls/transfer.ts'
import { choice, code, day, dict, flag, integer, metaOf, optional } from '@yibao/shared/field.ts'
import { eq } from 'drizzle-orm'
import { zipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { lasting } from '../../database/held.ts'
import { seedId } from '../../seed/organisation.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { otherNode } from '../../test/other-node.ts'
import { tryImport } from '../../test/try-import.ts'
import { untilEnded } from '../../test/until-ended.ts'
import type { ImportType } from '../../xlsx/import-type.ts'
import { type Cell, xlsxBytes } from '../../xlsx/write.ts'
import { dataRole, menuRole, userDataRole } from '../auth/tables.ts'
import { checkRows } from './import-check.ts'
import { templateSheet } from './import-sheets.ts'
import { importTypes } from './import-types.ts'
import { importJob } from './tables.ts'

const clock = testClock()
let area: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  area = await server.as('area', { areaCode: '320500' })
})

const head = ['字典类型 *', '编码 *', '名称 *', '上级', '排序', '生效日期', '失效日期', '启用']
const sheet = (rows: Cell[][], titles = head) =>
  xlsxBytes([{ name: '字典', columns: titles.map((title) => ({ title, width: 10 })), rows: [rows] }])

const upload = (
  bytes: Uint8Array,
  {
    client = area,
    importType = 'dictionaryItem',
    ...more
  }: { client?: Client; importType?: string; medicalAreaCode?: string } = {},
) => tryImport(server, client, { importType, ...more }, bytes)

const finished = (progressId: string) => untilEnded(area, progressId)

test('a sheet is checked without bringing in a row; the good ones come in, the others are given back with reasons', async () => {
  const long = '长'.repeat(101)
  const rows: Cell[][] = [
    ['note', 'A1', '䶮甲', undefined, { number: '5' }, '2026-01-01', undefined],
    ['note', 'A 2', '乙'],
    ['note', 'A3', long],
    ['note', undefined, '丙', undefined, '第五'],
    [undefined, undefined, undefined],
    ['note', 'A1', '甲二'],
    ['note', 'A4', '丁', undefined, undefined, '2026-02-30'],
    ['note', 'A5', '戊'],
  ]
  const { result } = await upload(await sheet(rows))
  expect(result).toMatchObject({ total: 7, good: 2, bad: 5 })
  expect(result!.errors).toContainEqual({ row: 3, column: '编码', value: 'A 2', reason: '编码不能为空或包含空格' })
  expect(result!.errors.filter(({ row }) => row === 5).map(({ reason }) => reason)).toEqual([
    '编码不能为空',
    '排序格式不正确',
  ])
  expect(result!.errors).toContainEqual(expect.objectContaining({ row: 7, reason: '与第 2 行的字典类型和编码相同' }))
  expect(result!.errors).toContainEqual(expect.objectContaining({ row: 8, reason: '生效日期不是有效日期' }))
  const find = async () => (await area.ok(dictionary.paged, { codeType: 'note' })).items
  expect(await find()).toEqual([])
  expect(JSON.stringify(await server.deps.db.select().from(importJob))).not.toContain('䶮')

  const errors = await area.send(calls.errors, { errorsId: result!.errorsId! })
  const given = (await readXlsx(errors.bytes))[0]!.data
  expect(given[0]).toEqual(['行号', ...head, '原因'])
  expect(given.slice(1).map((row) => row[0])).toEqual([3, 4, 5, 7, 8])

  const { progressId } = await area.ok(calls.run, { importId: result!.importId })
  expect(await finished(progressId)).toMatchObject({ text: '已导入 2 行，5 行有错误未导入' })
  expect((await find()).map(({ code, name, sort, validFrom }) => [code, name, sort, validFrom])).toEqual([
    ['A5', '戊', 0, undefined],
    ['A1', '䶮甲', 5, '2026-01-01'],
  ])
  expect((await area.send(calls.run, { importId: result!.importId })).error?.message).toBe('这份文件已经导入')
  const [line] = await server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'importing.dryRun'))
  expect(line?.target).toBe('字典项 表.xlsx，2 行可导入，5 行有错误')
})

test('a run that ended early goes on with the first row that is not in; a row counts whole or not at all', async () => {
  const { result } = await upload(
    await sheet(Array.from({ length: 450 }, (_, i): Cell[] => ['many', `M${i}`, `名${i}`])),
  )
  const type = importTypes.dictionaryItem as ImportType
  const { apply } = type
  let seen = 0
  type.apply = async (...args) => {
    if (++seen === 301) throw new Error('power cut')
    await apply(...args)
  }
  const first = await finished((await area.ok(calls.run, { importId: result!.importId })).progressId)
  expect(first.error).toBe('导入没有完成，已导入的行已保存，请再次点击导入继续')
  const count = async () => (await area.ok(dictionary.paged, { codeType: 'many' })).total
  expect(await count(), 'the batch of the fault is rolled back').toBe(200)
  seen = 1000
  await finished((await area.ok(calls.run, { importId: result!.importId })).progressId)
  type.apply = apply
  expect([await count(), seen]).toEqual([450, 1250])
})

test('who loses the whole area between the check and the import brings nothing in, and is told why', async () => {
  const { result } = await upload(
    await sheet([
      ['lost', 'L1', '䶮甲'],
      ['lost', 'L2', '乙'],
    ]),
  )
  const { db } = server.deps
  const held = await db
    .select()
    .from(userDataRole)
    .where(eq(userDataRole.userId, seedId(2, 2)))
  const ofArea = eq(userDataRole.userId, seedId(2, 2))
  await db
    .update(userDataRole)
    .set({ roleId: seedId(4, 3) })
    .where(ofArea)
  const { progressId } = await area.ok(calls.run, { importId: result!.importId })
  const told = await finished(progressId)
  await db.update(userDataRole).set({ roleId: held[0]!.roleId }).where(ofArea)
  expect(told.text).toMatch(/^已导入 0 行，2 行检查后情况有变未导入：字典由区划内全部门店共用/)
  expect((await area.ok(dictionary.paged, { codeType: 'lost' })).total).toBe(0)
})

test('rows that a run left out before it broke off are told by the one that goes on, and not counted as in', async () => {
  const { result } = await upload(
    await sheet(Array.from({ length: 250 }, (_, i): Cell[] => ['broken', `B${i}`, `名𠮷${i}`])),
  )
  const type = importTypes.dictionaryItem as ImportType
  const { apply, check } = type
  const gone = (codes: string[], reason: string) => {
    type.check = async (_c, _area, rows) =>
      rows.map((row) => (codes.includes(String(row.code)) ? { key: 'code', reason } : undefined))
  }
  gone(['B3', 'B4'], '门店䶮已停用')
  let seen = 0
  type.apply = async (...args) => {
    if (++seen === 200) throw new Error('power cut')
    await apply(...args)
  }
  const run = async () => finished((await area.ok(calls.run, { importId: result!.importId })).progressId)
  expect((await run()).error).toBe('导入没有完成，已导入的行已保存，请再次点击导入继续')
  expect((await area.send(calls.errors, { errorsId: result!.importId })).error?.message).toBe('没有找到错误行')
  const [kept] = await server.deps.db.select().from(importJob).where(eq(importJob.id, result!.importId))
  expect(JSON.stringify(kept)).not.toContain('门店䶮')
  gone(['B249'], '公司已停用')
  const told = await run()
  Object.assign(type, { apply, check })
  expect(told.text).toBe('已导入 247 行，3 行检查后情况有变未导入：门店䶮已停用')
  expect((await area.ok(dictionary.paged, { codeType: 'broken' })).total).toBe(247)
})

test('what its rows leave to do is told of every batch, once, and of those before a break too', async () => {
  const { result } = await upload(
    await sheet(Array.from({ length: 650 }, (_, i): Cell[] => ['todo', `D${i}`, `名${i}`])),
  )
  const type = importTypes.dictionaryItem as ImportType
  const words = [['䶮店：请删除甲'], ['𠮷店：请删除乙', '䶮店：请删除甲'], ['三店：请删除丙']]
  let batches = 0
  const run = async () => finished((await area.ok(calls.run, { importId: result!.importId })).progressId)
  type.applyAll = async () => {
    if (++batches === 3) throw new Error('power cut')
    return words.shift() ?? []
  }
  expect((await run()).error).toBe('导入没有完成，已导入的行已保存，请再次点击导入继续')
  const told = await run()
  delete type.applyAll
  expect(told.text).toBe('已导入 650 行，䶮店：请删除甲；𠮷店：请删除乙；三店：请删除丙')
})

test('what one node brings in, another whose clock is ahead does not begin beside it', async () => {
  const { result } = await upload(await sheet([['beside', 'B1', '甲']]))
  const { importId } = result!
  const { deps } = server
  const run = eq(importJob.id, importId)
  await deps.db
    .update(importJob)
    .set({ state: 'running', progressId: 'his', leaseUntil: lasting(deps, 60_000) })
    .where(run)
  const ahead = await otherNode(server, 61_000)
  const beside = await ahead.here(area).send(calls.run, { importId })
  await ahead.close()
  expect(beside.error?.message).toBe('这份文件正在导入')
  expect(await deps.db.select().from(importJob).where(run)).toMatchObject([{ progressId: 'his', done: 0 }])
})

test('a run that another node has taken over brings nothing more in, and leaves the job to that one', async () => {
  const { result } = await upload(
    await sheet(Array.from({ length: 250 }, (_, i): Cell[] => ['taken', `T${i}`, `名${i}`])),
  )
  const ofJob = eq(importJob.id, result!.importId)
  const type = importTypes.dictionaryItem as ImportType
  const { check } = type
  let batches = 0
  type.check = async (...args) => {
    if (++batches === 2) await server.deps.db.update(importJob).set({ progressId: 'his' }).where(ofJob)
    return check!(...args)
  }
  await finished((await area.ok(calls.run, { importId: result!.importId })).progressId)
  type.check = check
  expect((await area.ok(dictionary.paged, { codeType: 'taken' })).total).toBe(200)
  expect(await server.deps.db.select().from(importJob).where(ofJob)).toMatchObject([
    { progressId: 'his', state: 'running', done: 200 },
  ])
})

test('foreign files, areas, kinds and people are refused', async () => {
  const good = await sheet([['x', '1', '名']])
  const text = async (...args: Parameters<typeof upload>) => (await upload(...args)).error?.message
  expect(await text(Buffer.from('hello'))).toContain('不是 .xlsx 文件')
  expect(await text(zipSync({ 'a.txt': new Uint8Array(3) }))).toContain('内容不能识别')
  expect(await text(await sheet([['1', '名']], ['编码', '名称']))).toContain('缺少列「字典类型」')
  expect(await text(await sheet([]))).toContain('没有数据行')
  expect(await text(good, { medicalAreaCode: '430100' })).toBe('没有这个区划的数据权限')
  expect(await text(good, { importType: 'constructor' })).toBe('没有这种导入')
  expect(await text(good, { client: await server.as('clerk') })).toBe('没有「导入字典项」的权限')
  expect((await area.send(calls.dryRun, { importType: 'dictionaryItem' })).error?.message).toBe('没有收到文件')
  expect(await text(new Uint8Array(20 * 1024 * 1024 + 1))).toBe('文件超过 20 MB，没有上传')
  const { result } = await upload(good)
  const other = await server.as('admin')
  expect((await other.send(calls.run, { importId: result!.importId })).statusCode).toBe(404)
  // The area was taken from him between the check and the run: he works in another one of his.
  const elsewhere = await server.as('area', { areaCode: '320100' })
  const { db } = server.deps
  const held = await db.select().from(dataRole)
  await db.update(dataRole).set({ areas: ['320100'], stores: [] })
  const late = await elsewhere.send(calls.run, { importId: result!.importId })
  expect(late.error?.message).toBe('没有这个区划的数据权限')
  for (const { id, areas, stores } of held) await db.update(dataRole).set({ areas, stores }).where(eq(dataRole.id, id))
  await finished((await elsewhere.ok(calls.run, { importId: result!.importId })).progressId)
})

test('the template’s example above somebody’s own rows is not brought in; alone it is', () => {
  const type = importTypes.dictionaryItem as ImportType
  const titles = Object.values(type.fields).map((schema) => metaOf(schema)!.title!)
  const example = Object.keys(type.fields).map((key) => type.sample[key] ?? '')
  const own = example.with(1, '我的编码')
  const codesOf = () => []
  const { good, bad } = checkRows(type, [titles, example, own], codesOf)
  expect([good.length, bad]).toEqual([
    1,
    [{ row: 2, cells: example, faults: [expect.objectContaining({ reason: expect.stringContaining('模板的示例') })] }],
  ])
  expect(checkRows(type, [titles, example], codesOf).good).toHaveLength(1)
  expect(checkRows(type, [titles, own, example], codesOf).good).toHaveLength(2)
})

test('codes may be written as their names; the template says which ones there are', async () => {
  const type: ImportType = {
    ...(importTypes.dictionaryItem as ImportType),
    fields: {
      code: code('编码'),
      insutype: dict('险种', 'insutype'),
      kind: choice('类别', { a: '甲', b: '乙' }),
      open: optional(flag('启用')),
      n: optional(integer('数')),
      from: optional(day('生效日期')),
    },
    unique: { title: '编码', keyOf: ({ code: one }) => String(one) },
  }
  const codesOf = () => [{ value: '310', name: '职工基本医疗保险' }]
  const titles = ['编码', '险种', '类别', '启用', '数', '生效日期']
  const { good, bad } = checkRows(
    type,
    [
      titles,
      ['1', '职工基本医疗保险', '乙', '是', '7', '2026/1/5'],
      ['2', '310 职工基本医疗保险', '甲', '', '', '2026年11月30日'],
      ['3', '999', '丙', '', '', '2026.2.30'],
      ['4', '职工医保（旧）', '甲', '', '', '下个月'],
    ],
    codesOf,
  )
  expect(good).toEqual([
    { code: '1', insutype: '310', kind: 'b', open: true, n: 7, from: '2026-01-05' },
    { code: '2', insutype: '310', kind: 'a', from: '2026-11-30' },
  ])
  // Each column once, a name that nobody knows among them.
  expect(bad.map(({ faults }) => faults.map(({ reason }) => reason))).toEqual([
    ['字典中没有「999」，可填的见模板的「字典选项」', '类别不在可选范围内', '生效日期不是有效日期'],
    ['字典中没有「职工医保（旧）」，可填的见模板的「字典选项」', '生效日期应为年-月-日'],
  ])
  const [first, options] = await readXlsx(Buffer.from(await templateSheet(type, codesOf)))
  expect(first!.data[0]).toEqual(['编码 *', '险种 *', '类别 *', '启用', '数', '生效日期'])
  expect(options!.data).toEqual([
    ['险种', '类别', '启用'],
    ['310 职工基本医疗保险', '甲', '是'],
    [null, '乙', '否'],
  ])
  const template = await area.send(calls.template, { importType: 'dictionaryItem' })
  expect((await readXlsx(template.bytes))[0]!.data[0]).toEqual(head)
})

test('stores of a company come in by the same way, for whoever administers stores', async () => {
  const rows: Cell[][] = [
    ['10001', 'P32050199901', '示例大药房𠮷祥店', '0512-55550190'],
    ['99999', 'P32050199902', '没有公司的店'],
  ]
  const bytes = await sheet(rows, ['公司编号', '机构编码 *', '门店名称 *', '电话'])
  const asked = { importType: 'store', medicalAreaCode: '320500' }
  expect((await upload(bytes, { ...asked, client: await server.as('clerk') })).statusCode).toBe(403)
  const { result } = await upload(bytes, { ...asked, client: await server.as('admin') })
  expect(result).toMatchObject({ good: 1, bad: 1 })
  expect(result!.errors).toMatchObject([{ row: 3, column: '公司编号', reason: '没有编号为 99999 的公司' }])
})

test('a sheet that several pages bring in is brought in by whoever has it on one of them', async () => {
  const { db } = server.deps
  const [role] = await db.select().from(menuRole).where(eq(menuRole.name, '区域管理员'))
  const without = async (...menus: string[]) => {
    const buttons = role!.buttons.filter(
      ({ menuCode, buttonCode }) => buttonCode !== 'import' || !menus.includes(menuCode),
    )
    await db.update(menuRole).set({ buttons }).where(eq(menuRole.id, role!.id))
    return (await area.send(calls.template, { importType: 'itemMapping' })).bytes.subarray(0, 2).toString()
  }
  expect(await without('MenuDiff'), '药品目录').toBe('PK')
  expect(await without('DrugMenu'), '目录差异').toBe('PK')
  expect(await without('MenuDiff', 'DrugMenu')).not.toBe('PK')
  await db.update(menuRole).set({ buttons: role!.buttons }).where(eq(menuRole.id, role!.id))
})
