import { diseasesInfo } from '@yibao/shared/calls/filing.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { clerkRole } from '../../seed/roles.ts'
import { leaseAt } from '../../test/clock.ts'
import type { Client } from '../../test/kit.ts'
import { sealedByAnother } from '../../test/other-key.ts'
import { menuRole } from '../auth/tables.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { filing } from './tables.ts'
import { landed } from './test/landed.ts'

const zhangSan = '32050000000000000001'
const form = {
  ...{ insutype: '310', diseaseName: '恶性肿瘤门诊治疗', hospitalCode: 'H32050100001' },
  ...{
    hospitalName: '示例市第一人民医院',
    identifiedOn: '2026-10-08',
    doctorCode: 'D320501000001',
    doctorName: '陈䶮𠮷',
  },
  beginDay: '2026-10-09',
}

const counter = opened(() => openCounter())
let area: Client
beforeAll(async () => {
  area = await counter.server.as('area', { areaCode: '320500' })
})
// A disease of its own for each test: the centre keeps what it was told.
let diseaseCode = ''
let serial = 0
beforeEach(() => {
  diseaseCode = `M0${9000 + ++serial}`
})

const grant = async (...codes: string[]) => {
  const menuCode = 'SpecialDiseaseMenu'
  const others = clerkRole.buttons.filter((one) => one.menuCode !== menuCode)
  const set = { buttons: [...others, ...codes.map((buttonCode) => ({ menuCode, buttonCode }))], menus: clerkRole.menus }
  await counter.server.deps.db.update(menuRole).set(set).where(eq(menuRole.id, clerkRole.id))
}
const add = async (more: object = {}, psnNo = zhangSan) => {
  const { readId } = await counter.read(psnNo)
  return counter.clerk.send(diseasesInfo.add, { readId, ...form, diseaseCode, ...more })
}
const added = async () => (await add()).result!
const upload = (id: string) => counter.clerk.send(diseasesInfo.upload, { id })
const repeal = (id: string) => counter.clerk.send(diseasesInfo.repeal, { id, reason: '填错病种' })
const now = (id: string) => counter.clerk.ok(diseasesInfo.get, { id })
const fault = (name: string, infno: string, more: object = {}) => counter.centre.fault({ fault: name, infno, ...more })

test('who has not the page reads nothing, who has not the button changes nothing', async () => {
  const without = { menus: ['SwipingCard'], buttons: [] }
  await counter.server.deps.db.update(menuRole).set(without).where(eq(menuRole.id, clerkRole.id))
  expect((await counter.clerk.send(diseasesInfo.getPaged)).statusCode).toBe(403)
  await grant('query')
  expect((await counter.clerk.send(diseasesInfo.getPaged)).success).toBe(true)
  for (const call of [diseasesInfo.add, diseasesInfo.update, diseasesInfo.upload, diseasesInfo.repeal])
    expect((await counter.clerk.send(call, { id: 'x' })).statusCode).toBe(403)
  await grant('query', 'add', 'edit', 'upload', 'remove')
})

test('a filing is written of the person read, changed, told and taken back', async () => {
  const row = await added()
  expect(row).toMatchObject({ state: 'draft', maskedName: '张*', storeName: '示例大药房观前店', serial: '' })
  expect(JSON.stringify(await counter.server.deps.db.select().from(filing))).not.toContain(zhangSan)
  const edited = { ...form, diseaseCode, endDay: '2027-10-08', tel: '13800000001', address: '平江路 1 号' }
  expect(await counter.clerk.ok(diseasesInfo.update, { id: row.id, ...edited })).toMatchObject(edited)
  expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded', serial: expect.stringMatching(/^B320500/) })
  expect((await counter.clerk.send(diseasesInfo.update, { id: row.id, ...edited })).statusCode).toBe(409)
  expect((await upload(row.id)).resultNotice?.error).toBe('备案已上报，不能上报')
  expect((await repeal(row.id)).result).toMatchObject({ state: 'repealed', reason: '填错病种' })
  expect((await repeal(row.id)).statusCode).toBe(409)
  const logged = JSON.stringify(
    (await (await counter.server.as('admin')).ok(operationLog.paged, { pageSize: 50 })).items,
  )
  expect(logged).toContain('撤销慢特病备案')
  for (const secret of [zhangSan, '13800000001', '平江路']) expect(logged).not.toContain(secret)
})

test('the list is of the own stores, by person, state and words', async () => {
  const row = await added()
  const { readId } = await counter.read(zhangSan)
  const ids = async (client: Client, input: object) =>
    (await client.ok(diseasesInfo.getPaged, input)).items.map(({ id }) => id)
  expect(await ids(counter.clerk, { readId, keyword: diseaseCode, state: 'draft', from: '2026-10-09' })).toEqual([
    row.id,
  ])
  expect(await ids(area, { keyword: diseaseCode })).toEqual([row.id])
  expect(await ids(counter.clerk, { keyword: diseaseCode, to: '2026-10-08' })).toEqual([])
  const other = (await counter.read('32050000000000000002')).readId
  expect(await ids(counter.clerk, { readId: other })).toEqual([])
  const nanjing = await counter.server.as('area', { areaCode: '320100' })
  expect(await ids(nanjing, {})).toEqual([])
  const reason = '不是本店的'
  for (const answer of [
    await nanjing.send(diseasesInfo.get, { id: row.id }),
    await nanjing.send(diseasesInfo.upload, { id: row.id }),
    await nanjing.send(diseasesInfo.repeal, { id: row.id, reason }),
  ])
    expect(answer.statusCode).toBe(404)
})

test('the insurances are those of the person read, else all; a foreign one and wrong days are refused', async () => {
  const { readId } = await counter.read(zhangSan)
  expect(await counter.clerk.ok(diseasesInfo.pullInsuTypes, { readId })).toMatchObject([{ value: '310' }])
  expect((await area.ok(diseasesInfo.pullInsuTypes)).length).toBeGreaterThan(2)
  expect((await add({ insutype: '390' })).error?.fields).toHaveProperty('insutype')
  expect((await add({ endDay: '2026-10-08' })).error?.fields).toHaveProperty('endDay')
  expect((await add({ readId: 'gone' })).success).toBe(false)
})

test('what the centre refuses says why and stays to be corrected', async () => {
  const row = await added()
  await fault('refuse', '2503', { text: '该病种不在本地目录' })
  expect((await upload(row.id)).resultNotice).toMatchObject({ messageCode: '302002' })
  expect(await now(row.id)).toMatchObject({ state: 'refused', message: '该病种不在本地目录' })
  expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded', message: '' })
  await fault('refuse', '2504', { text: '备案已审核' })
  expect((await repeal(row.id)).statusCode).toBe(422)
  expect(await now(row.id)).toMatchObject({ state: 'uploaded', message: '备案已审核' })
})

test.each([
  ['booked, then lost', 'dropAfterBooking', ''],
  ['never arrived', 'dropBeforeBooking', 'B320500'],
  ['unreadable', 'malformed', ''],
])('an upload that was %s is unknown; the next one asks the centre first', async (_, name, begin) => {
  const row = await added()
  await fault(name, '2503')
  const lost = await upload(row.id)
  expect(lost.statusCode).toBe(504)
  expect(lost.resultNotice?.error).toContain('不知道「恶性肿瘤门诊治疗」的备案是否已上报')
  expect((await now(row.id)).state).toBe('unknown')
  await fault('refuse', '5301', { text: '维护' })
  expect((await upload(row.id)).statusCode, 'nothing is sent while it cannot be asked').toBe(422)
  expect((await repeal(row.id)).statusCode, 'what may be there is not forgotten').toBe(409)
  await landed(counter, row.id)
  const { state, serial: number } = (await upload(row.id)).result!
  expect([state, number.slice(0, 7)]).toEqual(['uploaded', begin])
  // Without the number that takes it back it is taken back at the centre.
  expect((await repeal(row.id)).success).toBe(begin !== '')
})

test.each([
  ['booked, then lost', 'dropAfterBooking'],
  ['never arrived', 'dropBeforeBooking'],
])('a repeal that was %s ends when it is pressed again', async (_, name) => {
  const row = await added()
  await upload(row.id)
  await fault(name, '2504')
  expect((await repeal(row.id)).statusCode).toBe(504)
  expect((await upload(row.id)).statusCode).toBe(409)
  await landed(counter, row.id)
  expect((await repeal(row.id)).result).toMatchObject({ state: 'repealed' })
})

test('two at once: one of them sends; the other one hears so, and what was sent last counts', async () => {
  const row = await added()
  await fault('delay', '2503', { ms: 300 })
  const answers = await Promise.all([upload(row.id), upload(row.id)])
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
  expect(answers.find(({ success }) => !success)?.resultNotice?.error).toBe('另一个人正在处理这条备案')
  expect(await now(row.id)).toMatchObject({ state: 'uploaded', serial: expect.stringMatching(/^B/) })
})

test('one whose result nobody knows is not filed a second time; another store files its own', async () => {
  const row = await added()
  const { db } = counter.server.deps
  await db.update(filing).set({ state: 'unknown', pending: 'upload' }).where(eq(filing.id, row.id))
  expect((await add()).resultNotice?.error).toContain('结果未知')
  await db
    .update(filing)
    .set({ storeId: storeIdOf('P32050100002') })
    .where(eq(filing.id, row.id))
  expect((await add()).success).toBe(true)
})

test('whose claim has run out sends nothing: somebody else is at work', async () => {
  const row = await added()
  const { db } = counter.server.deps
  await db.update(filing).set({ state: 'unknown', pending: 'upload' }).where(eq(filing.id, row.id))
  const late = await counter.centre.during(
    { infno: '5301', when: 'after' },
    () => upload(row.id),
    async () => {
      await db
        .update(filing)
        .set({ claimedUntil: leaseAt(0) })
        .where(eq(filing.id, row.id))
      expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded' })
    },
  )
  expect(late.resultNotice?.error).toBe('另一个人正在处理这条备案')
  expect(await now(row.id)).toMatchObject({ state: 'uploaded', message: '' })
})

test('what is sent is the filing as it was claimed, not as somebody read it before', async () => {
  const mine = await added()
  const other = (await add({}, '32050000000000000002')).result!
  const { db } = counter.server.deps
  // A change that came between: the filing is about the other person by the time it is claimed.
  await db.execute(
    sql.raw(`create function changed() returns trigger language plpgsql as $$ begin
    new.personal := (select personal from filing where id = '${other.id}'); return new; end $$`),
  )
  await db.execute(
    sql.raw(`create trigger changed before update of claimed_until on filing for each row
    when (new.id = '${mine.id}' and old.claimed_until is null and new.claimed_until is not null)
    execute function changed()`),
  )
  expect((await upload(mine.id)).result).toMatchObject({ state: 'uploaded' })
  await db.execute(sql`drop function changed cascade`)
  // The centre's book: the other person has it, and may not have it twice.
  expect((await upload(other.id)).resultNotice?.error).toContain('不能重复备案')
  expect((await now(other.id)).state).toBe('refused')
})

test('a program that died while it sent leaves the filing unknown, free again after its lease', async () => {
  const row = await added()
  const { db } = counter.server.deps
  const sent = (until: Date) =>
    db
      .update(filing)
      .set({ state: 'unknown', pending: 'upload', claimedUntil: leaseAt(until) })
      .where(eq(filing.id, row.id))
  await sent(new Date(Date.now() + 60_000))
  expect((await upload(row.id)).statusCode).toBe(409)
  await sent(new Date(Date.now() - 1))
  expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded', serial: expect.stringMatching(/^B/) })
})

test('behind a lost data key a filing is listed, and whatever is asked of it says what to do instead', async () => {
  const { id } = await added()
  await counter.server.deps.db.update(filing).set({ personal: sealedByAnother() }).where(eq(filing.id, id))
  const listed = await counter.clerk.ok(diseasesInfo.getPaged, { page: 1, pageSize: 100 })
  expect(listed.items.map((one) => one.id)).toContain(id)
  const edited = { ...form, diseaseCode, id } as never
  for (const answer of [
    await counter.clerk.send(diseasesInfo.get, { id }),
    await counter.clerk.send(diseasesInfo.update, edited),
    await upload(id),
    await repeal(id),
  ])
    expect([answer.statusCode, answer.resultNotice]).toMatchObject([
      409,
      {
        error: '这条备案的参保人信息是用另一把数据密钥保存的，不能打开',
        tips: expect.stringContaining('在医保中心网站办理'),
      },
    ])
})
