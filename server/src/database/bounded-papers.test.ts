import { audit } from '@yibao/shared/calls/audit.ts'
import { diseasesInfo } from '@yibao/shared/calls/filing.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { sealPersonal } from '../domains/prescription/personal.ts'
import { seedId } from '../seed/organisation.ts'
import { startTestServer, testClock } from '../test/kit.ts'
import { plansOf } from '../test/plans.ts'

// A chain with more filings, prescriptions and findings than are gone through at once, over two hundred days; one of its
// stores is small.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const [large, small] = [seedId(1, 1), seedId(1, 2)]
const day = (back: number) => addDays(formatDay(clock()), -back)

const form = JSON.stringify({
  ...{ insutype: '310', diseaseCode: 'M01600', diseaseName: '高血压', hospitalCode: 'H32050100001' },
  ...{ hospitalName: '苏州市立医院', identifiedOn: '2026-05-01', doctorCode: 'D320501000001', doctorName: '吴𠮷' },
})

beforeAll(async () => {
  const { db, services } = server.deps
  const rows = sql`generate_series(1, 100102) n cross join lateral (select case when n > 100001 then ${small} else ${large} end
    as store, ${clock().toISOString()}::timestamptz - n * interval '170 seconds' as at) t
    cross join lateral (select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day) d`
  await db.execute(sql`insert into filing (id, kind, store_id, personal, psn_hash, masked_name, masked_cert_no, form,
      subject_code, subject_name, begin_day, state, operator_name, changed_at)
    select 'f' || n, 'disease', store, '', 'h' || n, '王*', '3205', ${form}::jsonb || jsonb_build_object('beginDay', day), 'M0' || n, '慢病' || n,
      day, case when n % 1000 = 0 then 'refused' else 'uploaded' end, '李䶮', at from ${rows}`)
  await db.execute(sql`insert into prescription (id, company_id, area_code, store_id, number, hospital, doctor, prescribed_on,
      valid_until, rx_type, attribute, personal, masked_name, name_hash, lines, state, entered_name, editors, submitted_at,
      created_at, changed_at)
    select 'rx' || n, '10001', '320500', store, 'CF' || n, '苏州市立医院', '吴𠮷', day, day, '1', '01',
      ${sealPersonal(services.vault, { name: '王䶮', certNo: '', diagnosis: '感冒' })}, '王*', n, '[]', 'passed', '李䶮', '[]',
      at, at, at from ${rows}`)
  await db.execute(sql`insert into audit_finding (id, no, order_id, hit_key, area_code, store_id, rule, rule_name, kind, level,
      amount, message, confirmed_by, state, deadline, created_at)
    select 'a' || n, 'N' || n, 'o' || n, 'R/1', '320500', store, 'R', '超量', 'quantity', '提醒', n, '超量', '李䶮', '1', day, at
    from ${rows}`)
  for (const table of ['filing', 'prescription', 'audit_finding']) await db.execute(sql.raw(`vacuum analyze ${table}`))
})

test.each([
  ['名称/编码', diseasesInfo.getPaged, { keyword: '䶮' }, '备案'],
  ['这一列排序', diseasesInfo.getPaged, { sortField: 'endDay' }, '备案'],
  ['开方医院', rx.paged, { hospital: '䶮' }, '处方'],
  ['开方医生', rx.paged, { doctor: '吴' }, '处方'],
  ['这一列排序', rx.paged, { sortField: 'validUntil' }, '处方'],
  ['开方医院', rx.pushPaged, { queue: 'done', hospital: '䶮' }, '处方'],
  ['这一列排序', rx.pushPaged, { queue: 'done', sortField: 'hospital' }, '处方'],
  ['姓名', audit.paged, { name: '王小䶮' }, '审核记录'],
  ['这一列排序', audit.paged, { sortField: 'amount' }, '审核记录'],
] as const)('%s is looked for some days at a time where there are many', async (what, call, asked, rows) => {
  const area = await server.as('area', { areaCode: '320500' })
  const said = async (input: object) => (await area.send(call, { ...asked, ...input } as never)).error?.fields?.from
  const text = `${rows}超过 10 万行，按${what}一次最多查 31 天，请缩短日期`
  expect(await said({})).toBe(text)
  expect(await said({ from: day(400), to: day(100) })).toBe(text)
  for (const fine of [{ from: day(30) }, { from: day(130), to: day(100) }, { from: day(60) }, { storeId: small }])
    expect(await said(fine), JSON.stringify(fine)).toBeUndefined()
})

test.each([
  ['what somebody has still to do', diseasesInfo.getPaged, { state: 'refused', keyword: '䶮' }],
  ['one that has a number', rx.paged, { number: 'CF7', hospital: '苏州' }],
  ['what is on its way', rx.paged, { use: 'inUse', sortField: 'validUntil' }],
  ['what waits for a pharmacist', rx.pushPaged, { queue: 'open', hospital: '苏州', sortField: 'hospital' }],
  ['an order', audit.paged, { keyword: 'N7', sortField: 'amount' }],
  ['what waits for an answer', audit.paged, { state: '0', name: '王小䶮' }],
] as const)('%s is few wherever it is looked for', async (_, call, asked) => {
  const area = await server.as('area', { areaCode: '320500' })
  expect((await area.send(call, asked as never)).success).toBe(true)
})

test('filings are found in the order of their days, and those that are not simply uploaded, without going through all', async () => {
  const { db } = server.deps
  const admin = await server.as('admin')
  const plans = async (input: object) =>
    (await plansOf(db, 'filing', () => admin.send(diseasesInfo.getPaged, input as never))).join('\n')
  const refused = await plans({ state: 'refused' })
  expect(refused).toContain('filing_state')
  for (const asked of [{ sortField: 'beginDay' }, { from: day(3) }, { from: '2090-01-01' }])
    expect(await plans(asked), JSON.stringify(asked)).toContain('filing_begin')
  expect((await admin.ok(diseasesInfo.getPaged, { state: 'refused' })).total).toBe(100)
})

test('the prescriptions of many stores that were reviewed are shown as they came, without putting all in order', async () => {
  const { db } = server.deps
  const admin = await server.as('admin')
  const plans = await plansOf(db, 'prescription', () => admin.ok(rx.pushPaged, { queue: 'done' }))
  const page = plans.find((plan) => !plan.startsWith('Aggregate'))
  expect(page).toContain('prescription_oldest')
  expect(page).not.toContain('Sort')
})
