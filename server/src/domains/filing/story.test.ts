import { card } from '@yibao/shared/calls/card.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { diseasesInfo, fixedFiling, specialMedical, twoDiseases } from '@yibao/shared/calls/filing.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { order as orders } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { type Counter, openCounter } from '../settlement/test/counter.ts'
import { openPersonal, sealPersonal } from './personal.ts'
import { sealOldFilings } from './seal-old.ts'
import { filing } from './tables.ts'
import { form as hypertension } from './test/two-diseases.ts'

// What a filing changes: at the counter, in the lists, and where the area's centre has no such thing.

const doctor = { doctorCode: 'D320501000001', doctorName: '陈䶮𠮷' }
const hospital = { hospitalCode: 'H32050100001', hospitalName: '示例市第一人民医院' }
const diabetes = {
  ...{ ...doctor, ...hospital, insutype: '310', diseaseCode: 'M01600', diseaseName: '糖尿病' },
  ...{ identifiedOn: '2026-10-08', beginDay: '2026-10-09' },
}
const special = {
  ...{ ...doctor, ...hospital, insutype: '310', drugCode: 'XA10AAA007A001010100007', drugName: '瑞格列奈片' },
  ...{ diseaseCode: 'E11.900', diseaseName: '2型糖尿病', basis: '检验报告', limit: 3 },
  ...{ appliedOn: '2026-10-08', beginDay: '2026-10-09', endDay: '2099-04-08' },
}
const person = (n: number) => `320500${String(n).padStart(14, '0')}`

const counter = opened(() => openCounter())

test('filed → settled as 慢特病 → taken back: the counter follows', async () => {
  const { clerk } = counter
  const buy = async () => {
    const reading = await counter.read(person(2))
    const chronic = { medicalType: '14', diseaseCode: 'M01600', diseaseName: '糖尿病', insutype: '310' }
    const lines = [{ ownCode: '100002', quantity: '40', price: '30.00' }]
    return clerk.send(settlement.preSettle, { readId: reading.readId, lines, accountUsed: false, ...chronic } as never)
  }
  expect((await buy()).resultNotice?.error).toContain('没有 M01600 的慢特病备案')
  const { readId } = await counter.read(person(2))
  const { id } = await clerk.ok(diseasesInfo.add, { readId, ...diabetes })
  await clerk.ok(diseasesInfo.upload, { id })
  const order = (await buy()).result as Awaited<ReturnType<Counter['preSettle']>>
  expect(order).toMatchObject({ medicalType: '14' })
  const settled = (await counter.settle(order)).result as { status: string; split: { fundTotal: string } }
  expect(settled.status).toBe('2')
  expect(settled.split.fundTotal, 'the fund pays its part').not.toBe('0.00')
  await clerk.ok(diseasesInfo.repeal, { id, reason: '填错病种' })
  expect((await buy()).resultNotice?.error).toContain('没有 M01600 的慢特病备案')
})

test('designated elsewhere: the comparison names the other pharmacy and what to do', async () => {
  const { readId } = await counter.read(person(24))
  const { rows } = await counter.clerk.ok(fixedFiling.compare, { readId })
  expect(rows).toMatchObject([{ name: '康宁药房临顿路店', about: '定点排序号 1', verdict: 'elsewhere' }])
  expect(rows[0]!.next).toContain('撤销这个定点，或用 1 以外的定点排序号备案')
  const form = { businessType: '03', order: 1, beginDay: formatDay(new Date()) }
  const { id } = await counter.clerk.ok(fixedFiling.add, { readId, ...form })
  expect((await counter.clerk.send(fixedFiling.upload, { id })).resultNotice?.error).toContain('康宁药房临顿路店')
  await counter.clerk.ok(fixedFiling.update, { id, ...form, order: 2 })
  expect(await counter.clerk.ok(fixedFiling.upload, { id })).toMatchObject({ state: 'uploaded', order: 2 })
  const verdicts = (await counter.clerk.ok(fixedFiling.compare, { id })).rows.map(({ verdict }) => verdict)
  expect(verdicts).toEqual(['elsewhere', 'both'])
})

test('what ends soon and what has ended is told and found; a draft that ends is nobody’s matter', async () => {
  const { clerk } = counter
  const today = formatDay(new Date())
  const filed = async (n: number, endDay: string) => {
    const { readId } = await counter.read(person(n))
    const { id } = await clerk.ok(diseasesInfo.add, { readId, ...diabetes, endDay })
    return id
  }
  const [soon, later, draft] = [
    await filed(1, addDays(today, 12)),
    await filed(16, addDays(today, 31)),
    await filed(17, addDays(today, 12)),
  ]
  for (const id of [soon, later]) await clerk.ok(diseasesInfo.upload, { id })
  const found = async (due: 'week' | 'soon' | 'ended') =>
    (await clerk.ok(diseasesInfo.getPaged, { due })).items.map(({ id, endsIn }) => [id, endsIn])
  expect([await found('soon'), await found('week')]).toEqual([[[soon, 12]], []])
  expect((await clerk.ok(diseasesInfo.get, { id: draft })).endsIn).toBeUndefined()
  const ending = async () => (await clerk.ok(report.dashboard)).ending
  expect(await ending(), 'in 12 days').toBe(0)
  await counter.server.deps.db
    .update(filing)
    .set({ endDay: addDays(today, 7) })
    .where(eq(filing.id, soon))
  expect([await ending(), await found('week')], 'the list that the home page leads to').toEqual([1, [[soon, 7]]])
  const past = { endDay: addDays(today, -1) }
  await counter.server.deps.db.update(filing).set(past).where(eq(filing.id, soon))
  expect([await found('week'), await found('soon'), await found('ended')]).toEqual([[], [], [[soon, -1]]])
  expect(await ending()).toBe(0)
  const { rows } = await clerk.ok(diseasesInfo.compare, { id: soon })
  expect(rows, 'the centre knows another end').toMatchObject([{ verdict: 'dates', endDay: addDays(today, 12) }])
})

test('what ends soon of 门诊两病 is told by itself: its list is not that of chronic diseases', async () => {
  const { clerk, server } = counter
  const today = formatDay(new Date())
  const { readId } = await counter.read(person(4))
  const { id } = await clerk.ok(twoDiseases.add, { readId, ...hypertension } as never)
  const told = async () => {
    const { ending, endingTwoDiseases } = await clerk.ok(report.dashboard)
    return [ending, endingTwoDiseases]
  }
  const endingOn = (endDay: string) => server.deps.db.update(filing).set({ endDay }).where(eq(filing.id, id))
  await endingOn(addDays(today, 7))
  expect(await told(), 'a draft').toEqual([0, 0])
  await clerk.ok(twoDiseases.upload, { id })
  expect(await told()).toEqual([0, 1])
  await endingOn(addDays(today, 8))
  expect(await told()).toEqual([0, 0])
})

test('a special drug is a disease to be settled on, for a console that knows it, and its limit counts packs', async () => {
  const { clerk } = counter
  const reading = await counter.read(person(19))
  const { readId } = reading
  const { id } = await clerk.ok(specialMedical.add, { readId, ...special })
  await clerk.ok(specialMedical.upload, { id })
  const row = { code: 'E11.900', name: '2型糖尿病', kind: 'special', begin: '2026-10-09', end: '2099-04-08' }
  const ask = () => clerk.ok(card.disease, { readId, twoDiseases: true, special: true })
  expect(await ask(), 'in an area that settles under no kind for it').toEqual([])
  const types = JSON.stringify({ medicalTypes: ['41', '14', '18'], chronicMedicalTypes: ['14', '18'] })
  const { db } = counter.server.deps
  const before = await db.select({ settings: area.settings }).from(area).where(eq(area.code, '320500'))
  await db
    .update(area)
    .set({ settings: sql`${area.settings} || ${types}::jsonb` })
    .where(eq(area.code, '320500'))
  expect(await clerk.ok(card.disease, { readId, twoDiseases: true }), 'to a console of before').toEqual([])
  expect(await ask()).toEqual([row])
  expect(await clerk.ok(card.searchDiseaseByType, { readId, kind: 'special' })).toEqual([row])
  expect(await clerk.ok(card.searchDiseaseByType, { readId, kind: 'chronic' })).toEqual([])
  expect(await clerk.ok(card.searchDisease, { readId, keyword: '2XTNB' })).toEqual([row])
  expect(await clerk.ok(card.diseaseBalance, { readId })).toEqual([row])
  const lines = [{ ownCode: '100007', quantity: '1', price: '31.24' }]
  const kind = { medicalType: '18', diseaseCode: row.code, diseaseName: row.name }
  const order = await counter.preSettle(reading, { lines, ...kind } as never)
  expect([order.status, order.diseaseName]).toEqual(['1', row.name])
  await clerk.ok(specialMedical.repeal, { id, reason: '填错' })
  expect(await ask()).toEqual([])
  await db.update(area).set(before[0]!).where(eq(area.code, '320500'))
})

test('a special drug: what the store has settled of it is no longer left', async () => {
  const { clerk } = counter
  const { readId } = await counter.read(person(18))
  const { id } = await clerk.ok(specialMedical.add, { readId, ...special })
  await clerk.ok(specialMedical.upload, { id })
  expect(await clerk.ok(specialMedical.left, { id })).toEqual({ limit: 3, used: '0', left: '3' })
  const reading = await counter.read(person(18))
  const lines = [{ ownCode: '100007', quantity: '2', price: '31.24' }]
  const order = await counter.preSettle(reading, { lines })
  await counter.settle(order)
  const left = { limit: 3, used: '2', left: '1' }
  expect(await clerk.ok(specialMedical.left, { id })).toEqual(left)
  const other = await counter.preSettle(await counter.read(person(19)), { lines })
  await counter.settle(other)
  expect(await clerk.ok(specialMedical.left, { id }), 'what somebody else bought').toEqual(left)
  // What another store sold is not in this store's book.
  const { db } = counter.server.deps
  const his = eq(orders.id, order.id)
  await db
    .update(orders)
    .set({ storeId: storeIdOf('P32050100002') })
    .where(his)
  expect(await clerk.ok(specialMedical.left, { id })).toEqual({ limit: 3, used: '0', left: '3' })
  await db
    .update(orders)
    .set({ storeId: storeIdOf('P32050100001') })
    .where(his)
})

test('an area whose edition has no such transaction says so, before anything is written', async () => {
  expect(await counter.clerk.ok(specialMedical.standing, {})).toEqual({ taken: true, note: '' })
  const changsha = await openCounter('clerk3', {}, counter.centre)
  try {
    const standing = await changsha.clerk.ok(specialMedical.standing, {})
    expect(standing).toMatchObject({ taken: false, note: expect.stringContaining('2591') })
    const { readId } = await changsha.read('43010000000000000002')
    const added = await changsha.clerk.send(specialMedical.add, { readId, ...special })
    expect(added.resultNotice?.error).toBe('本区划的医保中心没有特药备案接口')
    expect((await changsha.clerk.send(specialMedical.compare, { readId })).statusCode).toBe(409)
  } finally {
    await changsha.close()
  }
})

test('the administrator takes the list out; what is sealed is no column of it', async () => {
  const area = await counter.server.as('area', { areaCode: '320500' })
  const asked = {
    ...{ call: 'diseasesInfo.getPaged', input: {}, title: '慢特病备案' },
    columns: ['maskedName', 'diseaseName', 'endDay', 'state'],
  }
  const { rows } = await area.ok(exporting.create, asked)
  expect(rows).toBeGreaterThan(2)
  expect((await counter.clerk.send(exporting.create, asked)).statusCode).toBe(403)
  expect((await area.send(exporting.create, { ...asked, columns: ['tel'] })).success).toBe(false)
})

test('what a special drug is filed on is sealed, in no list and in no log; of before it is sealed by the hour', async () => {
  const { clerk, server } = counter
  const { db, services } = server.deps
  const { readId, insutype } = await counter.read(person(5))
  const basis = '病理诊断：䶮𠮷 0001'
  const { id } = await clerk.ok(specialMedical.add, { readId, ...special, insutype, basis })
  const stored = async () => (await db.select().from(filing).where(eq(filing.id, id)))[0]!
  const texts = async () => JSON.stringify([await stored(), await db.select().from(operationLog)])
  expect(await texts()).not.toContain(basis)
  expect((await clerk.ok(specialMedical.getPaged, {})).items.find((one) => one.id === id)).not.toHaveProperty('basis')
  expect(await clerk.ok(specialMedical.get, { id })).toMatchObject({ basis })

  const { personal, form } = await stored()
  const { basis: _, ...written } = openPersonal(services.vault, personal).written
  const old = sealPersonal(services.vault, { ...openPersonal(services.vault, personal), written })
  await db
    .update(filing)
    .set({ personal: old, form: { ...form, basis } })
    .where(eq(filing.id, id))
  expect(await clerk.ok(specialMedical.get, { id })).toMatchObject({ basis })
  await sealOldFilings(server.deps)
  expect(await texts()).not.toContain(basis)
  expect(await clerk.ok(specialMedical.get, { id })).toMatchObject({ basis, drugName: special.drugName })
})

test('a filing of before that cannot be opened is told, and keeps none behind it from being sealed', async () => {
  const { clerk, server } = counter
  const { db } = server.deps
  const { readId, insutype } = await counter.read(person(6))
  const { id } = await clerk.ok(specialMedical.add, { readId, ...special, insutype })
  const [{ form, ...row }] = (await db.select().from(filing).where(eq(filing.id, id))) as [typeof filing.$inferSelect]
  const open = { ...form, basis: '病理诊断：𠮷 0002' }
  await db.update(filing).set({ form: open }).where(eq(filing.id, id))
  const lost = Array.from({ length: 200 }, (_, n) => `00000000-${String(n).padStart(3, '0')}`)
  await db.insert(filing).values(lost.map((id) => ({ ...row, id, form: open, personal: 'sealed with another key' })))
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
  await sealOldFilings(server.deps)
  const words = told.mock.calls.map(([text]) => String(text))
  told.mockRestore()
  const [sealed] = await db.select().from(filing).where(eq(filing.id, id))
  expect(sealed!.form).not.toHaveProperty('basis')
  expect(words.map((text) => /filing (\S+) cannot be opened/.exec(text)?.[1])).toEqual(lost)
  await db.delete(filing).where(inArray(filing.id, lost))
})
