import { audit } from '@yibao/shared/calls/audit.ts'
import { exporting, importing } from '@yibao/shared/calls/transfer.ts'
import { ruleNeeds } from '@yibao/shared/entities/audit.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { auditRules, demoCoverage, shippedRules } from '../../seed/audit-rules.ts'
import { companyId } from '../../seed/organisation.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { tryImport } from '../../test/try-import.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { type Cell, xlsxBytes } from '../../xlsx/write.ts'
import { rulesFor } from './counter/look-up.ts'
import { problemOf } from './rules/form.ts'
import { auditRule } from './tables.ts'

let area: Client
let admin: Client
const server = opened(() => startTestServer({ clock: testClock() }))
beforeAll(async () => {
  area = await server.as('area', { areaCode: '320500' })
  admin = await server.as('admin')
})

const error = async (answer: Promise<{ resultNotice?: { error?: string } | null }>) =>
  (await answer).resultNotice?.error
const list = async (input = {}, client = area) => (await client.ok(audit.rulePaged, { pageSize: 100, ...input })).items
const byCode = async (code: string) => (await list({ keyword: code }))[0]!
const inForce = async (asked: { areaCode?: string; companyId?: string; codes?: string[] } = {}) => {
  const { areaCode = '320500', companyId: whose = companyId, codes = ['XA10AAA004A001010100004'] } = asked
  const rules = await rulesFor(server.deps.db, { areaCode, companyId: whose, today: '2026-11-21', codes, disease: [] })
  return new Map(rules.map((rule) => [rule.code, rule]))
}
const form = {
  name: '䶮试规则',
  kind: 'repeat',
  level: 'remind',
  message: '可能被扣款',
  advice: '请与参保人确认',
  drugs: 'XA10，XC07\nzA',
  days: 3,
} as const

test('what is shipped works, only reminds, and a later start leaves alone what people made of it', async () => {
  expect(shippedRules().length).toBeGreaterThan(10)
  for (const rule of shippedRules()) {
    expect([rule.code, problemOf(rule)]).toEqual([rule.code, undefined])
    expect(rule.level).toBe('remind')
  }
  const all = await list()
  expect(all.map(({ code }) => code)).toEqual([...demoCoverage, ...shippedRules()].map(({ code }) => code))
  const [first, second] = all.slice(demoCoverage.length)
  expect(first).toMatchObject({ place: 'platform', condition: '同一通用名两次购药间隔少于 7 天', enabled: true })
  await admin.ok(audit.ruleStop, { id: second!.id })
  await auditRules.write(server.deps.db, undefined)
  expect(await byCode('TY02')).toMatchObject({ enabled: false, version: 2 })
  await admin.ok(audit.ruleEnable, { id: second!.id })
})

test('of the lists of what diseases cover only those of the disease that is asked about are read', async () => {
  const lists = async (disease: readonly string[]) => {
    const asked = { areaCode: '320500', companyId, today: '2026-11-21', codes: [], disease }
    const rules = await rulesFor(server.deps.db, asked)
    return rules.filter(({ kind }) => kind === 'coverage').map(({ code }) => code)
  }
  expect(await lists([])).toEqual([])
  expect(await lists(['M01600', '糖尿病'])).toEqual(['SZM016'])
  expect(await lists(['M99999'])).toEqual([])
})

test('a rule that would not work is refused at its field', async () => {
  const add = (more: object) => area.send(audit.ruleAdd, { place: 'area', code: 'X1', ...form, ...more } as never)
  expect((await add({ days: undefined })).resultNotice).toMatchObject({ error: '规则还不能使用：重复购药须填天数' })
  expect(await error(add({ drugs: '二甲双胍' }))).toContain('「二甲双胍」不是国家码或它的开头')
  expect(await error(add({ beginDay: '2026-12-01', endDay: '2026-11-30' }))).toContain('失效日期早于生效日期')
  expect(await error(add({ ageFrom: 18, ageTo: 17 }))).toContain('最大年龄小于最小年龄')
  expect(await error(add({ kind: 'quantity', daily: '0', dailyUnit: 'mg' }))).toContain('每日用量应大于 0')
  expect(await error(add({ kind: 'conflict' }))).toContain('配伍须填不能同用的药品')
  for (const [kind, needs] of Object.entries(ruleNeeds)) {
    const full = Object.fromEntries(Object.keys(needs).map((field) => [field, field === 'days' ? 3 : 'XA10']))
    for (const [field, text] of Object.entries(needs)) {
      const answer = await add({ kind, ...full, [field]: undefined })
      expect(answer.error?.fields, `${kind} without ${field}`).toEqual({ [field]: text })
    }
  }
})

test('an area’s own rule stands in the place of everybody’s, a company’s in that of the area’s', async () => {
  const shipped = await byCode('TY01')
  const mine = await area.ok(audit.ruleSave, { ...form, id: shipped.id, version: shipped.version })
  expect(mine).toMatchObject({ code: 'TY01', place: 'area', areaName: '苏州市', drugs: 'XA10 XC07 ZA', days: 3 })
  expect((await list({ keyword: 'TY01' })).map(({ place, replaced }) => [place, replaced]).sort()).toEqual([
    ['area', false],
    ['platform', true],
  ])
  expect((await inForce()).get('TY01')?.days).toBe(3)
  expect((await inForce({ areaCode: '320100' })).get('TY01')?.days).toBe(7)
  await area.ok(audit.ruleAdd, { ...form, code: 'TY01', place: 'company', companyId, days: 9 })
  expect((await inForce()).get('TY01')?.days).toBe(9)
  expect((await inForce({ companyId: 'another' })).get('TY01')?.days).toBe(3)
  // What is stopped nearer by is stopped: the wider rule does not come back.
  await area.ok(audit.ruleStop, { id: mine.id })
  expect((await inForce({ companyId: 'another' })).has('TY01')).toBe(false)
  expect((await inForce()).get('TY01')?.days).toBe(9)
})

test('two people do not overwrite each other, and nobody changes what is not his', async () => {
  const one = await area.ok(audit.ruleAdd, { place: 'area', code: 'X2', ...form })
  expect(await error(area.send(audit.ruleAdd, { place: 'area', code: 'X2', ...form }))).toBe('苏州市已有规则 X2')
  await area.ok(audit.ruleSave, { ...form, id: one.id, version: 1, days: 5 })
  expect(await error(area.send(audit.ruleSave, { ...form, id: one.id, version: 1, days: 6 }))).toContain(
    '规则在查看后有了修改',
  )
  expect(await error(area.send(audit.ruleAdd, { place: 'platform', code: 'X3', ...form }))).toContain('没有修改')
  expect(await error(area.send(audit.ruleAdd, { place: 'company', companyId: 'x', code: 'X3', ...form }))).toContain(
    '没有公司 x',
  )
  const nanjing = await server.as('area', { areaCode: '320100' })
  expect(await list({ keyword: 'X2' }, nanjing)).toEqual([])
})

test('only rules about these goods and this day are looked at', async () => {
  const codes = ['ZA00AAA000A001010100002']
  expect((await inForce({ codes })).has('TY02')).toBe(false)
  expect((await inForce({ codes })).has('TY08')).toBe(true)
  expect((await inForce({ codes: [''] })).has('TY08'), 'what is not mapped').toBe(false)
  await server.deps.db.update(auditRule).set({ endDay: '2026-11-20' }).where(eq(auditRule.code, 'TY08'))
  expect((await inForce({ codes })).has('TY08')).toBe(false)
  await server.deps.db.update(auditRule).set({ endDay: '2026-11-21' }).where(eq(auditRule.code, 'TY08'))
  expect((await inForce({ codes })).has('TY08')).toBe(true)
  const many = Array.from({ length: 31 }, (_, i) => `XM${String(i).padStart(8, '0')}`)
  expect((await inForce({ codes: many })).size, 'a basket of many goods is looked at with all').toBeGreaterThan(10)
})

test('试算 names the rules that hit and why, and what cannot be judged', async () => {
  const line = { nationalCode: 'XA10AAA004A001010100004', name: '二甲双胍缓释片', unit: '盒', price: '12.80' }
  const { looked, hits } = await area.ok(audit.ruleTest, {
    ...{ companyId, medicalType: '41', gender: '1', birthday: '1960-11-21', prescription: 'yes' },
    lines: [
      { ...line, spec: '0.5g*30片', quantity: '5', priceCap: '10.00', boughtDaysAgo: 8, boughtQuantity: '2' },
      { ...line, nationalCode: 'XA10AAA011A001010100011', name: '甘精胰岛素', spec: '3ml:300单位', quantity: '1' },
    ],
  })
  expect(looked).toBeGreaterThan(4)
  expect(hits.map(({ line: no, rule, outcome, what, amount }) => [no, rule, outcome, what, amount])).toEqual([
    [1, 'TY01', 'hit', '二甲双胍缓释片 8 天前已购 2 盒（本店 11-13）', '64.00'],
    [1, 'TY03', 'hit', '二甲双胍缓释片 够用 37 天，超过 30 天', '64.00'],
    [1, 'TY13', 'hit', '二甲双胍缓释片 单价 12.80 超过限价 10.00', '14.00'],
    [2, 'TY03', 'unclear', '规格「3ml:300单位」换算不出最小单位（片、粒、支）', '0.00'],
  ])
})

test('a sheet: every wrong row is named, the rest comes in, and what was exported comes back as it is', async () => {
  const head = ['规则编码', '规则名称', '类型', '级别', '含义', '怎么办', '适用药品', '天数', '公司编号']
  const sheet = (...rows: Cell[][]) =>
    xlsxBytes([{ name: '规则', columns: head.map((title) => ({ title, width: 10 })), rows: [rows] }])
  const text = ['可能被扣款', '请确认']
  const tried = await tryImport(
    server,
    area,
    { importType: 'auditRule' },
    await sheet(
      ['S1', '𠮷七天重复', '重复购药', '拦截', ...text, 'XA10、XC07', '7', ''],
      ['S2', '没有天数', '重复购药', '提醒', ...text, 'XA10', '', ''],
      ['S3', '不认识', '不认识', '提醒', ...text, '', '7', ''],
      ['S1', '同一编码', '重复购药', '提醒', ...text, '', '7', ''],
      ['S4', '别的公司', '重复购药', '提醒', ...text, '', '7', 'nobody'],
    ),
  )
  expect(tried.result).toMatchObject({ total: 5 })
  expect(tried.result!.errors.map(({ row, column }) => [row, column])).toEqual(
    expect.arrayContaining([
      [3, '天数'],
      [4, '类型'],
      [6, '公司编号'],
    ]),
  )
  const good = await tryImport(
    server,
    area,
    { importType: 'auditRule' },
    await sheet(['S1', '𠮷七天重复', '重复购药', '拦截', ...text, 'XA10、XC07', '7', '']),
  )
  const { progressId } = await area.ok(importing.run, { importId: good.result!.importId })
  await untilEnded(area, progressId)
  expect(await byCode('S1')).toMatchObject({ name: '𠮷七天重复', level: 'block', drugs: 'XA10 XC07', place: 'area' })

  const { exportId } = await area.ok(exporting.create, {
    ...{ call: 'audit.rulePaged', input: { keyword: 'S1' }, title: '审核规则' },
    columns: ['code', 'name', 'kind', 'level', 'message', 'advice', 'drugs', 'days', 'companyId'],
  })
  const { bytes } = await area.send(exporting.file, { exportId })
  expect((await tryImport(server, area, { importType: 'auditRule' }, bytes)).result).toMatchObject({ good: 1, bad: 0 })
})
