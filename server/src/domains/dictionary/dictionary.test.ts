import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { enumerations } from '@yibao/shared/enumerations.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Client, type TestServer, testClock } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { untilEnded } from '../../test/until-ended.ts'
import type { Centre } from '../settlement/test/centre.ts'
import { openOffice } from '../settlement/test/office.ts'
import { dictionaryAreaItem, dictionaryItem } from './tables.ts'

const clock = testClock()
let centre: Centre
let server: TestServer
let area: Client
let clerk: Client
const office = opened(() => openOffice(clock))
beforeAll(async () => {
  ;({ centre, server, area, clerk } = office)
})

const find = async (codeType: string, code: string, client = area) => {
  const { items } = await client.ok(dictionary.paged, { codeType, keyword: code, pageSize: 500 })
  return items.find((item) => item.code === code)!
}
/** Rooms that are told of a change of codes until the answer is asked for. */
const toldDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const told = vi.spyOn(server.deps.services.live, 'publish')
  await work()
  const rooms = told.mock.calls.filter(([, event]) => event === 'dictionary.changed').map(([room]) => room)
  told.mockRestore()
  return rooms
}
const codes = async (codeType: string, more = {}) =>
  (await clerk.ok(dictionary.map, { codeTypes: [codeType], ...more }))[0]!.codes

test('the list shows every layer of an area, whole types in their order', async () => {
  const page = await area.ok(dictionary.paged, { codeType: 'med_type', pageSize: 500 })
  expect(page.items.length).toBe(page.total)
  expect(page.items.find(({ code }) => code === '990101')).toMatchObject({
    codeTypeName: '医疗类别',
    name: '单病种门诊',
    parent: '9901',
    source: 'centre',
    changed: false,
    enabled: true,
    areaCode: '320500',
  })
  expect(page.items.map(({ sort }) => sort)).toEqual(page.items.map(({ sort }) => sort).sort((a, b) => a - b))
  const types = await area.ok(dictionary.codeTypes)
  expect(types.length).toBeGreaterThan(200)
  expect(types).toContainEqual({ codeType: 'med_type', name: '医疗类别', items: page.total })
  expect((await area.ok(dictionary.insDistricts)).map(({ value }) => value)).toEqual(['320100', '320500'])
  expect((await area.send(dictionary.paged, { medicalAreaCode: '430100' })).error?.message).toContain('区划')
})

test('the whole list and the map have one source: our own, the standard’s stopped ones, the area’s own lists', async () => {
  await area.ok(dictionary.submitDynamicDropdowns, {
    name: 'shelf',
    title: '货架',
    items: [
      { value: 'A', name: '处方药' },
      { value: 'B', name: '阴凉', stopped: true },
    ],
  })
  const { id } = await find('gend', '9')
  await area.ok(dictionary.stopItem, { id })
  const all = await area.ok(dictionary.allDictionaryList)
  const types = all.map(({ codeType }) => codeType)
  expect(new Set(types).size).toBe(types.length)
  const known = (await area.ok(dictionary.codeTypes)).map(({ codeType }) => codeType)
  expect(types).toEqual(expect.arrayContaining([...known, ...Object.keys(enumerations), 'shelf']))
  for (const some of [types.slice(0, 150), types.slice(150)]) {
    const map = await area.ok(dictionary.map, { codeTypes: some, withStopped: true })
    expect(map).toEqual(all.filter(({ codeType }) => some.includes(codeType)))
  }
  for (const codeType of ['gend', 'shelf', 'payAmountType', 'nothing_like_it'])
    expect(await area.ok(dictionary.allDictionaryList, { codeType })).toEqual(
      await area.ok(dictionary.map, { codeTypes: [codeType], withStopped: true }),
    )
  await area.ok(dictionary.enableItem, { id })
})

test('what SPEC 3 calls a dictionary has names for its codes: ours beside the standard’s', async () => {
  const asked = ['payAmountType', 'downloadTask', 'recordState', 'auditType', 'auditState', 'auditRule', 'rxState']
  const map = await clerk.ok(dictionary.map, { codeTypes: asked })
  expect(map.filter(({ codes }) => codes.length < 2)).toEqual([])
  expect(map[0]!.codes).toContainEqual({ value: '3', name: '共济' })
  expect((await area.send(dictionary.addItem, { codeType: 'recordState', code: '9', name: '新' })).success).toBe(false)
})

test('a stopped item is no choice any more, and keeps its name for old values', async () => {
  const { id } = await find('gend', '9')
  expect(await area.ok(dictionary.stopItem, { id })).toMatchObject({ enabled: false, changed: true })
  expect((await codes('gend')).map(({ value }) => value)).not.toContain('9')
  const all = await codes('gend', { withStopped: true })
  expect(all.find(({ value }) => value === '9')).toMatchObject({ stopped: true, name: expect.stringMatching(/./) })
  const elsewhere = await (await server.as('clerk2')).ok(dictionary.map, { codeTypes: ['gend'] })
  expect(elsewhere[0]!.codes.map(({ value }) => value)).toContain('9')
  expect(
    (await area.ok(dictionary.paged, { codeType: 'gend', state: 'stopped' })).items.map(({ code }) => code),
  ).toEqual(['9'])
  expect(await area.ok(dictionary.enableItem, { id })).toMatchObject({ enabled: true, changed: false })
  expect((await codes('gend')).map(({ value }) => value)).toContain('9')
})

test('own items: added once, changed, made default, valid for a time, deleted; a standard one can only be stopped', async () => {
  const added = await area.ok(dictionary.addItem, { codeType: 'insutype', code: '399', name: '园区补充' })
  expect(added).toMatchObject({ source: 'local', changed: false, enabled: true, sort: expect.any(Number) })
  const again = await area.send(dictionary.addItem, { codeType: 'insutype', code: '399', name: '又一个' })
  expect(again.error).toMatchObject({ message: '字典项 399 已存在', fields: { code: '编码 399 已存在' } })
  await area.ok(dictionary.setItemDefault, { id: added.id, isDefault: true })
  const { id } = await find('insutype', '310')
  await area.ok(dictionary.setItemDefault, { id, isDefault: true })
  expect((await codes('insutype')).filter(({ isDefault }) => isDefault).map(({ value }) => value)).toEqual(['310'])
  await area.ok(dictionary.updateItem, { id: added.id, name: '园区补充二', validTo: '2020-01-01' })
  expect((await codes('insutype')).map(({ value }) => value)).not.toContain('399')
  expect((await area.send(dictionary.deleteItem, { id })).error?.message).toBe('标准字典项不能删除')
  await area.ok(dictionary.deleteItem, { id: added.id })
  expect((await area.send(dictionary.get, { id: added.id })).statusCode).toBe(404)
  const { items } = await area.ok(operationLog.paged, { module: 'dictionary', action: '修改字典项' })
  const detail = await area.ok(operationLog.get, { id: items[0]!.id })
  expect(detail).toMatchObject({
    target: 'insutype 399 园区补充',
    changes: expect.arrayContaining([expect.objectContaining({ from: '园区补充', to: '园区补充二' })]),
  })
})

test('two defaults, or one code twice, in the same moment: one of each stays', async () => {
  const [one, other] = [await find('insutype', '310'), await find('insutype', '390')]
  for (let n = 0; n < 5; n++) {
    await Promise.all([one, other].map(({ id }) => area.ok(dictionary.setItemDefault, { id, isDefault: true })))
    expect((await codes('insutype')).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  }
  const item = { codeType: 'twice_note', code: '01' }
  const names = ['𠮷', '䶮']
  const answers = await Promise.all(names.map((name) => area.send(dictionary.addItem, { ...item, name })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await find('twice_note', '01')).name).toBe(names[answers.findIndex(({ success }) => success)])
})

test('what would never be valid, or never asked for, is refused', async () => {
  const { id } = await find('insutype', '310')
  const never = { validFrom: '2026-05-01', validTo: '2026-01-01' }
  for (const call of [
    () => area.send(dictionary.addItem, { codeType: 'insutype', code: '398', name: '从不', ...never }),
    () => area.send(dictionary.updateItem, { id: id, name: '职工', ...never }),
  ])
    expect((await call()).error).toMatchObject({
      message: '输入有误：有效期止早于有效期起',
      fields: { validTo: '有效期止早于有效期起' },
    })
  const own = await area.send(dictionary.addItem, { codeType: 'orderStatus', code: '9', name: '新状态' })
  expect(own.error?.message).toBe('输入有误：orderStatus 是系统自带的选项，不能修改')
})

test('what nobody changed follows the standard, what was changed stays', async () => {
  const { id, name } = await find('insutype', '310')
  await area.ok(dictionary.updateItem, { id, name, parent: '3' })
  const standard = and(eq(dictionaryItem.codeType, 'insutype'), eq(dictionaryItem.code, '310'))
  await server.deps.db.update(dictionaryItem).set({ label: '职工医保' }).where(standard)
  expect(await area.ok(dictionary.get, { id })).toMatchObject({ name: '职工医保', parent: '3' })
  await area.ok(dictionary.stopItem, { id })
  await area.ok(dictionary.enableItem, { id })
  await server.deps.db.update(dictionaryItem).set({ enabled: false }).where(standard)
  expect((await area.ok(dictionary.get, { id })).enabled, 'nobody keeps it open against the standard').toBe(false)
  await server.deps.db.update(dictionaryItem).set({ enabled: true }).where(standard)
  await server.deps.db.update(dictionaryItem).set({ label: name }).where(standard)
})

test('1901 replaces the centre’s rows, keeps local changes, and tells the area once', async () => {
  const standard = and(
    eq(dictionaryItem.edition, 'JX'),
    eq(dictionaryItem.codeType, 'gend'),
    eq(dictionaryItem.code, '1'),
  )
  await server.deps.db.update(dictionaryItem).set({ label: '旧名' }).where(standard)
  const [one, nine] = [await find('gend', '1'), await find('gend', '9')]
  await area.ok(dictionary.updateItem, { id: nine.id, name: '不说明' })
  const download = async () => {
    const { progressId } = await area.ok(dictionary.download, { codeTypes: ['gend', 'insutype'] })
    return untilEnded(area, progressId)
  }
  expect(await download()).toMatchObject({ text: '已下载 2 类字典，1 项有变化', results: [] })
  expect(await area.ok(dictionary.get, { id: one.id })).toMatchObject({
    name: '男',
    version: '1',
    source: 'centre',
    changed: false,
  })
  expect(await area.ok(dictionary.get, { id: nine.id })).toMatchObject({
    name: '不说明',
    changed: true,
    source: 'centre',
  })
  expect(await download()).toMatchObject({ text: '已下载 2 类字典，0 项有变化' })
  const { items } = await clerk.ok(message.paged, { tab: 'unread', type: 'dictionary' })
  expect(items.map(({ title }) => title)).toEqual(['字典已更新：1 项有变化'])
  await centre.fault({ fault: 'dropBeforeBooking', infno: '1901', times: 1 })
  expect((await download()).error).toContain('已下载的类型已保存')
})

test('a type that the centre refuses is that type’s result: those behind it arrive', async () => {
  const refuse = (times: number) => centre.fault({ fault: 'refuse', infno: '1901', text: '字典类型不支持', times })
  const codeTypes = ['med_type', 'gend', 'insutype', 'psn_type', 'clr_type']
  const rows = and(eq(dictionaryAreaItem.source, 'centre'), inArray(dictionaryAreaItem.codeType, codeTypes))
  const arrived = async () =>
    (await server.deps.db.selectDistinct({ type: dictionaryAreaItem.codeType }).from(dictionaryAreaItem).where(rows))
      .map(({ type }) => type)
      .sort()
  const download = async (wanted = codeTypes) =>
    untilEnded(area, (await area.ok(dictionary.download, { codeTypes: wanted })).progressId)
  await server.deps.db.delete(dictionaryAreaItem).where(rows)
  await refuse(1)
  const one = await download()
  expect(one.error).toBeUndefined()
  expect(one.text).toMatch(/^已下载 4 类字典，.*没有给出 1 类，保留原有内容：医疗类别 med_type（“字典类型不支持”）$/)
  expect(await arrived()).toEqual(['clr_type', 'gend', 'insutype', 'psn_type'])
  await refuse(4)
  expect((await download()).text).toMatch(/^已下载 1 类字典，.*没有给出 4 类.*（“字典类型不支持”） 等$/)
  await refuse(1)
  expect((await download(['gend'])).error, 'nothing came').toContain('字典类型不支持')
  await centre.fault({ fault: 'dropBeforeBooking', infno: '1901', times: 1 })
  expect((await download()).error, 'silence ends it').toContain('没有')
})

test('types of our own are asked of no centre', async () => {
  const asked = vi.spyOn(server.deps.services.centre.of('320500'), 'run')
  const { progressId } = await area.ok(dictionary.download, { codeTypes: ['pay_mode', 'cnfm_flag', 'gend'] })
  expect((await untilEnded(area, progressId)).text).toMatch(/^已下载 1 类字典/)
  const types = asked.mock.calls.flatMap(([{ infno }, args]) =>
    infno === '1901' ? [(args as { type: string }).type] : [],
  )
  asked.mockRestore()
  expect(types).toEqual(['gend'])
})

test.skipIf(usual !== 'postgres')('two downloads of an area at once are both done', async () => {
  const ask = async () => (await area.ok(dictionary.download, { codeTypes: ['gend'] })).progressId
  await untilEnded(area, await ask())
  const { db } = server.deps
  const rows = eq(dictionaryAreaItem.codeType, 'gend')
  const commit = await held(db, (tx) => tx.select().from(dictionaryAreaItem).where(rows).for('update'))
  const both = [await ask(), await ask()]
  await untilWaiting(db, 2)
  await commit()
  for (const id of both) expect(await untilEnded(area, id)).toMatchObject({ text: '已下载 1 类字典，0 项有变化' })
})

test('an area’s own lists: stored with history, restored, not overwritten blindly, answered by Map', async () => {
  const submit = (more: object) => area.send(dictionary.submitDynamicDropdowns, { name: 'pickReason', ...more })
  const [a, b] = [
    { value: 'a', name: '顾客要求' },
    { value: 'b', name: '库存不足' },
  ]
  expect((await submit({ title: '撤销原因', items: [a] })).result).toMatchObject({ revision: 1, items: [a] })
  expect((await submit({ items: [a, { ...b, stopped: true }], revision: 1 })).result?.revision).toBe(2)
  expect((await submit({ items: [b], revision: 1 })).error?.message).toContain('刚修改了这个列表，这次没有保存')
  expect((await submit({ items: [a, a] })).error?.message).toContain('重复')
  expect((await area.send(dictionary.submitDynamicDropdowns, { name: 'gend', items: [a] })).error?.message).toContain(
    '标准字典',
  )
  const ours = await area.send(dictionary.submitDynamicDropdowns, { name: 'qrKind', items: [a] })
  expect(ours.error?.message).toContain('系统自带')
  expect(await codes('pickReason')).toEqual([{ value: 'a', name: '顾客要求' }])
  const history = await area.ok(dictionary.getHistoryDynamicDropdowns, { name: 'pickReason' })
  expect(history.items.map(({ before, after }) => [before.length, after.length]).sort()).toEqual([
    [0, 1],
    [1, 2],
  ])
  const second = history.items.find(({ revision }) => revision === 2)!
  expect((await submit({ restoreId: second.id })).result).toMatchObject({ revision: 3, items: [a], title: '撤销原因' })
  expect((await clerk.ok(dictionary.searchDynamicDropdowns, { keyword: '撤销' })).map(({ name }) => name)).toEqual([
    'pickReason',
  ])
})

test('whoever has an area’s pages open is told when its codes change, and of nothing that leaves them as they are', async () => {
  const note = { codeType: 'told_note', code: '01' }
  const added = await toldDuring(() => area.ok(dictionary.addItem, { ...note, name: '䶮' }))
  expect(added).toEqual(['area:320500'])
  const { id } = await find('told_note', '01')
  expect(await toldDuring(() => area.ok(dictionary.updateItem, { id, name: '𠮷' }))).toEqual(['area:320500'])
  expect(await toldDuring(() => area.ok(dictionary.stopItem, { id }))).toEqual(['area:320500'])
  expect(await toldDuring(() => area.ok(dictionary.deleteItem, { id }))).toEqual(['area:320500'])
  const items = [{ value: 'a', name: '顾客要求' }]
  const submit = () => area.send(dictionary.submitDynamicDropdowns, { name: 'toldReason', items, revision: 0 })
  expect(await toldDuring(submit)).toEqual(['area:320500'])
  expect(await toldDuring(submit), 'somebody else was quicker: refused').toEqual([])
  const codeTypes = ['psn_type', 'cvlserv_flag']
  const download = async (...more: string[]) => {
    const { progressId } = await area.ok(dictionary.download, { codeTypes: [...codeTypes, ...more] })
    return untilEnded(area, progressId)
  }
  await download()
  expect(await toldDuring(() => download()), 'the same once more').toEqual([])
  const row = dictionaryAreaItem
  const rename = () =>
    server.deps.db
      .update(row)
      .set({ label: '旧名' })
      .where(and(eq(row.source, 'centre'), inArray(row.codeType, codeTypes)))
  await rename()
  expect(await toldDuring(() => download()), 'two types, back to the standard’s names').toEqual(['area:320500'])
  await rename()
  const brokenOff = async () => expect((await download('x'.repeat(60))).error).toContain('已下载的类型已保存')
  expect(await toldDuring(brokenOff), 'what was stored before it broke off').toEqual(['area:320500'])
})
