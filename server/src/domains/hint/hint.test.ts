import { hintMessage as calls } from '@yibao/shared/calls/hint.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { leaseAt } from '../../test/clock.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { otherNode } from '../../test/other-node.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { searchIndex } from './full-text/tables.ts'
import { hintMessage } from './tables.ts'

const clock = testClock()
let admin: Client
let clerk: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
  clerk = await server.as('clerk')
})
beforeEach(() => clock.advance(1000))

const form = { pattern: '䶮药.{0,2}缺货', tips: '中心暂停了这个品种', guide: '请改选同类药品', enabled: true }
let made: string[] = []
const add = async (more: Record<string, unknown> = {}) => {
  const row = await admin.ok(calls.addHintMessageInfo, { ...form, ...more })
  made.push(row.id)
  return row
}
afterEach(async () => {
  for (const id of made) await admin.send(calls.delHintMessageInfo, { id })
  made = []
})
const guides = async (message: string, infno?: string) =>
  (await clerk.ok(calls.getGuideListByMsg, { message, infno })).map(({ guide }) => guide)
const finished = (progressId: string) => untilEnded(admin, progressId)
const rebuild = async () => finished((await admin.ok(calls.createLuceneIndex)).progressId)
const found = (keyword: string) => admin.ok(calls.searchFromLucene, { keyword })

test('a hint is added, counted, changed and removed; what was changed is kept', async () => {
  const row = await add({ areaCode: '320500', infno: '2101|2102' })
  expect(row).toMatchObject({ ...form, areaName: '苏州市', hits: 0, updatedBy: 'admin' })
  expect(row.problem).toBeUndefined()
  expect(await guides('䶮药已缺货', '2102')).toEqual(['请改选同类药品'])
  expect(await guides('䶮药已缺货', '2103')).toEqual([])
  expect(await guides('䶮药已经很缺货', '2102')).toEqual([])
  clock.advance(1000)
  await admin.ok(calls.editHintMessageInfo, { id: row.id, ...form, guide: '请稍后再试', enabled: true })
  expect(await guides('䶮药缺货')).toEqual(['请稍后再试'])
  const read = await admin.ok(calls.getHintMessageInfo, { id: row.id })
  expect(read).toMatchObject({ hits: 2, guide: '请稍后再试', sort: row.sort })
  expect(read.areaCode ?? read.infno).toBeUndefined()
  await admin.ok(calls.editHintMessageInfo, { id: row.id, ...form, enabled: false })
  expect(await guides('䶮药缺货')).toEqual([])
  await admin.ok(calls.delHintMessageInfo, { id: row.id })
  expect((await admin.send(calls.getHintMessageInfo, { id: row.id })).error?.message).toBe('没有找到提示')
  const [line] = await server.deps.db
    .select()
    .from(operationLog)
    .where(eq(operationLog.call, 'hintMessage.editHintMessageInfo'))
    .orderBy(operationLog.at)
  expect(line?.record).toMatchObject({ before: { guide: '请改选同类药品' }, after: { guide: '请稍后再试' } })
})

test('what is known of a purchase at the counter is known of one in a registered visit, behind what is said of its own', async () => {
  await add({ infno: '2101|2102', guide: '柜台' })
  await add({ infno: '2103', guide: '撤销' })
  await add({ infno: '2204|2207', guide: '门诊' })
  await add({ guide: '都是' })
  const of = (...infnos: string[]) => Promise.all(infnos.map((infno) => guides('䶮药缺货', infno)))
  expect(await of('2201', '2203', '2206')).toEqual(Array(3).fill(['柜台', '都是']))
  expect(await of('2204', '2207')).toEqual(Array(2).fill(['门诊', '柜台', '都是']))
  expect(await of('2208')).toEqual([['撤销', '都是']])
  expect(await of('2101', '2102'), 'not the other way round').toEqual(Array(2).fill(['柜台', '都是']))
  expect(await guides('䶮药缺货')).toEqual(['都是'])
  const { matches } = await admin.ok(calls.testMessage, { message: '䶮药缺货', infno: '2204' })
  expect(matches.map(({ guide }) => guide)).toEqual(['门诊', '柜台', '都是'])
})

test.each<[Record<string, unknown>, string, string]>([
  [{ pattern: '(a' }, 'pattern', '匹配式写法不正确，请检查括号、方括号和反斜杠是否成对'],
  [{ pattern: '(?=a)b' }, 'pattern', '匹配式不支持前后查找（?=、?!、?<=、?<!）'],
  [{ infno: '21a' }, 'infno', '应为 2101 或 2101|2102'],
  [{ areaCode: '999999' }, 'areaCode', '没有这个区划'],
  [{ tips: ' ' }, 'tips', '含义不能为空'],
])('a form with %o is refused at its field', async (more, field, text) => {
  const { error, statusCode } = await admin.send(calls.addHintMessageInfo, { ...form, ...more })
  expect(error?.fields?.[field]).toBe(text)
  expect(statusCode).toBe(field === 'areaCode' ? 404 : 400)
})

test('the list is narrowed by area, transaction, words, pattern and state', async () => {
  const rows = [
    await add({ areaCode: '320100', infno: '2103|2102', tips: '百分号 100% 的说明' }),
    await add({ enabled: false }),
  ]
  const tips = async (more: Record<string, unknown>) =>
    (await admin.ok(calls.hintMessagePageQuery, { pageSize: 100, ...more })).items
      .filter(({ id }) => rows.some((row) => row.id === id))
      .map(({ tips }) => tips)
  expect(await tips({})).toHaveLength(2)
  expect(await tips({ areaCode: '320100' })).toEqual(['百分号 100% 的说明'])
  expect(await tips({ infno: '2102' })).toEqual(['百分号 100% 的说明'])
  expect(await tips({ infno: '210' })).toEqual([])
  expect(await tips({ keyword: '100%' })).toEqual(['百分号 100% 的说明'])
  expect(await tips({ state: 'stopped' })).toEqual([form.tips])
  expect(await tips({ regexId: rows[0]!.regexId })).toHaveLength(2)
})

test('a pattern is changed in every hint that has it', async () => {
  const rows = [await add(), await add({ infno: '2102' })]
  const [regex] = await admin.ok(calls.getRegexList, { keyword: '䶮药' })
  expect(regex).toMatchObject({ id: rows[0]!.regexId, pattern: form.pattern, hints: 2, hits: 0 })
  const changed = await admin.ok(calls.editRegexInfo, { id: regex!.id, pattern: '𠮷药' })
  expect(changed.hints).toBe(2)
  expect(await guides('没有𠮷药', '2102')).toHaveLength(2)
  expect((await found('𠮷药')).map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  expect((await admin.send(calls.editRegexInfo, { id: regex!.id, pattern: 'a' })).statusCode).toBe(404)
  expect(
    (await admin.send(calls.editRegexInfo, { id: changed.id, pattern: '(a)\\1' })).error?.fields?.pattern,
  ).toContain('不支持引用')
})

test('a message is tried against the library of an area without being counted', async () => {
  const own = await add({ areaCode: '320500' })
  await Promise.all(Array.from({ length: 5 }, () => add()))
  const message = '【2102】䶮药已缺货，请核对'
  const { matches, looked } = await admin.ok(calls.testMessage, { message, areaCode: '320500' })
  expect(matches[0]).toMatchObject({ id: own.id, found: '䶮药已缺货', shown: true, hits: 0 })
  expect(matches.map(({ shown }) => shown)).toEqual([true, true, true, true, true, false])
  expect(looked).toBeGreaterThan(6)
  expect((await admin.ok(calls.testMessage, { message })).matches).toHaveLength(5)
  expect((await admin.ok(calls.getHintMessageInfo, { id: own.id })).hits).toBe(0)
})

test('a pattern of an earlier version that stalls an engine costs one pass; one that cannot be read matches nothing', async () => {
  const [stalls, broken] = [await add({ pattern: 'x' }), await add({ pattern: 'y' })]
  const set = (id: string, pattern: string) =>
    server.deps.db.update(hintMessage).set({ pattern }).where(eq(hintMessage.id, id))
  await set(stalls.id, '(\\w+\\s?)*!')
  await set(broken.id, '(?<!a)a')
  expect(await guides('a'.repeat(2000))).toEqual([])
  expect((await admin.ok(calls.getHintMessageInfo, { id: broken.id })).problem).toContain('不支持前后查找')
})

test('the full text finds two characters, rare words first, and marks them; changes are found at once', async () => {
  const row = await add({ tips: '䶮字姓名与中心不符', guide: '请核对姓名' })
  const [first] = await found('䶮字姓名')
  expect(first).toMatchObject({ id: row.id, score: 100 })
  expect(first!.tips).toEqual([
    { text: '䶮字姓名', hit: true },
    { text: '与中心不符', hit: false },
  ])
  expect(first!.guide.filter(({ hit }) => hit)).toEqual([{ text: '姓名', hit: true }])
  expect((await found('䶮')).map(({ id }) => id)).toEqual([row.id])
  const scores = (await found('结算 䶮字')).map(({ score }) => score)
  expect(scores.length).toBeGreaterThan(1)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  await admin.ok(calls.editHintMessageInfo, { id: row.id, ...form })
  expect(await found('䶮字')).toEqual([])
  expect(await found('没有这四个字的组合哈哈').then((hits) => hits.every(({ score }) => score < 100))).toBe(true)
  await admin.ok(calls.delHintMessageInfo, { id: row.id })
  expect(await found('缺货')).toEqual([])
})

test('who is not of an area does not find its hints', async () => {
  await add({ areaCode: '430100', tips: '湘江路专用说明' })
  const area = await server.as('area', { areaCode: '320500' })
  expect(await area.ok(calls.searchFromLucene, { keyword: '湘江' })).toEqual([])
  expect(await found('湘江')).toHaveLength(1)
  expect((await area.send(calls.hintMessagePageQuery)).statusCode).toBe(403)
})

test('the index is built with progress, whole again after a break, packed, deleted and refused while it is missing', async () => {
  const state = async () => (await admin.ok(calls.indexPaged)).items[0]!
  expect(await state()).toMatchObject({ name: '提示', state: 'ready' })
  await server.deps.db.execute(
    sql`delete from hint_document where hint_id in (select hint_id from hint_document limit 3)`,
  )
  expect((await state()).state).toBe('broken')
  expect((await rebuild()).error).toBeUndefined()
  const whole = await state()
  expect(whole).toMatchObject({ state: 'ready', documents: whole.hints, node: server.deps.config.node })
  expect(whole.size).toBeGreaterThan(0)
  expect((await admin.ok(calls.optimiseLuceneIndex)).after).toBeGreaterThan(0)
  await server.deps.db.update(searchIndex).set({ leaseUntil: leaseAt(clock().getTime() + 30_000) })
  expect((await state()).state).toBe('building')
  for (const call of [calls.createLuceneIndex, calls.optimiseLuceneIndex, calls.deleteLuceneIndex])
    expect((await admin.send(call)).error?.message).toBe('索引正在重建')
  const ahead = await otherNode(server, 60_000)
  const there = ahead.here(admin)
  expect((await there.ok(calls.indexPaged)).items).toMatchObject([{ state: 'building' }])
  for (const call of [calls.createLuceneIndex, calls.deleteLuceneIndex])
    expect((await there.send(call)).error?.message).toBe('索引正在重建')
  await ahead.close()
  clock.advance(31_000)
  await admin.ok(calls.deleteLuceneIndex)
  expect(await state()).toMatchObject({ state: 'none', documents: 0, size: 0 })
  expect((await admin.send(calls.searchFromLucene, { keyword: '结算' })).error?.message).toContain('还没有建立')
  const row = await add()
  expect((await state()).documents).toBe(0)
  await rebuild()
  expect(await found('缺货')).toMatchObject([{ id: row.id }])
})

test('an e-voucher that has ended is said to be one, whatever the centre names its field', async () => {
  const texts = [
    '【就诊凭证编号 mdtrt_cert_no】电子凭证令牌已过期，请重新扫码',
    '电子凭证令牌已失效，请重新解码',
    '【医保电子凭证】电子凭证已使用',
  ]
  for (const text of texts)
    for (const infno of ['1101', '2101', '2102'])
      expect((await guides(text, infno))[0]).toBe('请参保人刷新二维码后重新扫码')
  const anothers = '【就诊凭证编号 mdtrt_cert_no】证件号码与令牌不一致'
  expect((await guides(anothers, '2102'))[0]).toBe('请按 F2 重新读取本次购药人的凭证')
})
