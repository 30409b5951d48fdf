import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { doctor, insPractitioner } from '@yibao/shared/calls/staff.ts'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { databases, testClock } from '../../test/kit.ts'
import { openShelf } from '../catalogue/test/shelf.ts'
import { tellTime } from '../settlement/test/counter.ts'
import { doctor as doctors, practitioner } from './tables.ts'

const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const form = { name: '䶮药师', category: '3', sex: '1' } as const
const long = '顾𠮷䶮药师顾𠮷䶮药师顾𠮷䶮药师顾𠮷䶮药师'

describe.each(databases)('on %s', (database) => {
  const shelf = opened(() => openShelf(50, { clock: testClock(), database }))
  afterEach(async () => {
    await shelf.server.deps.db.delete(doctors)
    await shelf.server.deps.db.delete(practitioner)
    await shelf.centre.clearFaults()
    await tellTime(shelf.centre, shelf.server.deps.clock())
  })

  const add = (more: object = {}) => shelf.area.ok(doctor.add, { storeId: guanqian, ...form, ...more })
  const listed = async (input: object = {}) =>
    (await shelf.area.ok(doctor.paged, { storeId: guanqian, ...input })).items
  const atOnce = async (storeId?: string) =>
    shelf.ended((await shelf.area.ok(doctor.updateDoctorByOnce, { storeId })).progressId)

  test('a person is kept with his number sealed, shown masked, and nowhere in the log', async () => {
    const row = await add({ certNo: '320508198506124027', name: long, code: 'Y320508000009' })
    expect(row).toMatchObject({ name: long, certNo: '3205********4027', state: 'enabled' })
    expect(await shelf.area.ok(doctor.get, { id: row.id })).toEqual(row)
    const [kept] = await shelf.server.deps.db.select().from(doctors).where(eq(doctors.id, row.id))
    expect(shelf.server.deps.services.vault.open(kept!.certSealed)).toBe('320508198506124027')
    const admin = await shelf.server.as('admin')
    const log = await admin.ok(operationLog.paged, { module: 'doctor', pageSize: 50 })
    expect(log.items[0]).toMatchObject({ action: '新增医师药师', target: `示例大药房观前店 ${long}` })
    expect(JSON.stringify([log, kept])).not.toContain('320508198506124027')
  })

  test('names stand by pinyin, rare ones behind them; a page goes on where the one before ended', async () => {
    const order = ['Mary Ann', '白𠮷', '李明', '李䶮', '王芳', '张伟', '赵云', '䶮药师', '𠮷药师']
    for (const name of ['赵云', '𠮷药师', '李䶮', '张伟', '白𠮷', '䶮药师', 'Mary Ann', '王芳', '李明'])
      await add({ name })
    const names = async (input: object = {}) => (await listed(input)).map(({ name }) => name)
    expect(await names()).toEqual(order)
    expect(await names({ sortField: 'name', sortOrder: 'descend' })).toEqual(order.toReversed())
    expect(await names({ page: 2, pageSize: 4 })).toEqual(order.slice(4, 8))
  })

  test('a wrong number, a code taken and days the wrong way round are refused at their fields', async () => {
    await add({ code: 'Y1' })
    const problem = async (more: object) =>
      (await shelf.area.send(doctor.add, { storeId: guanqian, ...form, ...more })).error?.fields
    expect(await problem({ certNo: '320508198506124028' })).toHaveProperty('certNo')
    expect(await problem({ code: 'Y1' })).toHaveProperty('code')
    expect(await problem({ validFrom: '2026-02-01', validTo: '2026-01-31' })).toHaveProperty('validTo')
    expect(await problem({ storeId: undefined })).toHaveProperty('storeId')
    expect(await problem({ certNo: 'H0001', certType: '4' }), 'other certificates have no check').toBeUndefined()
    // Another store may have the same person.
    await shelf.area.ok(doctor.add, { storeId: pingjiang, ...form, code: 'Y1' })
  })

  test('the whole form empties what is left out, a part changes only itself; one default of a kind', async () => {
    const first = await add({ title: '主管药师', validTo: '2027-01-01', certNo: '320508198506124027', isDefault: true })
    const second = await add({ name: '顾𠮷' })
    await shelf.area.ok(doctor.update, { id: first.id, isDefault: true })
    const chosen = await shelf.area.ok(doctor.update, { id: second.id, isDefault: true })
    expect(chosen).toMatchObject({ name: '顾𠮷', isDefault: true })
    expect((await shelf.area.ok(doctor.get, { id: first.id })).isDefault).toBe(false)
    const elsewhere = await add({ storeId: pingjiang })
    await shelf.area.ok(doctor.update, { id: elsewhere.id, isDefault: true })
    expect((await shelf.area.ok(doctor.get, { id: second.id })).isDefault, 'each store has its own').toBe(true)
    const changed = await shelf.area.ok(doctor.update, { id: first.id, ...form, title: undefined })
    expect(changed).toMatchObject({ title: '', certNo: '3205********4027' })
    expect(changed.validTo).toBeUndefined()
  })

  test('who is stopped, expired or not yet there is told so and not offered for a purchase', async () => {
    const stopped = await add({ name: '停' })
    await shelf.area.ok(doctor.update, { id: stopped.id, stopped: true })
    await add({ name: '过', validTo: '2024-01-01' })
    await add({ name: '待', validFrom: '2099-01-01' })
    const last = await add({ name: '今', validTo: (await add({ name: '在' })).validTo })
    await shelf.area.ok(doctor.update, { id: last.id, isDefault: true })
    for (const [state, name] of [
      ['stopped', '停'],
      ['expired', '过'],
      ['waiting', '待'],
    ] as const) {
      const rows = await listed({ state })
      expect(rows.map((row) => [row.name, row.state])).toEqual([[name, state]])
    }
    const choices = await shelf.clerk.ok(doctor.storeDoctors, { id: guanqian })
    expect(choices.map(({ name, initials, isDefault }) => [name, initials, isDefault])).toEqual([
      ['今', 'J', true],
      ['在', 'Z', false],
    ])
    await shelf.area.ok(doctor.remove, { id: last.id })
    expect((await shelf.area.send(doctor.get, { id: last.id })).statusCode).toBe(404)
  })

  test('a foreign store is refused, its people are not found', async () => {
    const row = await add()
    const nanjing = await shelf.server.as('area', { areaCode: '320100' })
    for (const call of [doctor.get, doctor.remove])
      expect((await nanjing.send(call, { id: row.id })).statusCode).toBe(404)
    expect((await nanjing.send(doctor.update, { id: row.id, stopped: true })).statusCode).toBe(404)
    expect((await nanjing.send(doctor.add, { storeId: guanqian, ...form })).statusCode).toBe(403)
    expect((await nanjing.send(doctor.storeDoctors, { id: guanqian })).statusCode).toBe(403)
    expect((await nanjing.ok(doctor.paged)).total).toBe(0)
  })

  test('synchronising keeps what each store’s centre answers; a name is asked at once', async () => {
    const { progressId } = await shelf.area.ok(insPractitioner.syncMedicalStaffs, {})
    const ended = await shelf.ended(progressId)
    expect(ended.results).toEqual([
      { target: '示例大药房观前店', ok: true, text: '中心在册 2 人' },
      { target: '示例大药房平江店', ok: true, text: '中心在册 0 人' },
    ])
    const page = await shelf.area.ok(insPractitioner.paged, { keyword: '𠮷' })
    expect(page.items).toMatchObject([
      { name: '顾𠮷', code: 'Y320508000002', category: '3', certNo: '3205********3013', listed: true, insured: false },
    ])
    const ending = async (certTail: string) => (await shelf.area.ok(insPractitioner.paged, { certTail })).items
    expect((await ending('3013')).map(({ name }) => name)).toEqual(['顾𠮷'])
    expect(await ending('0000')).toEqual([])
    const none = await shelf.area.send(insPractitioner.insPractitionerQueryByName, { storeId: guanqian, category: '3' })
    expect(none.error?.fields).toHaveProperty('name')
    const asked = { storeId: guanqian, category: '3', name: '王药师' }
    const found = await shelf.area.ok(insPractitioner.insPractitionerQueryByName, asked)
    expect(found.map(({ code }) => code)).toEqual(['Y320508000001'])
    expect(await shelf.area.ok(insPractitioner.insPractitionerQueryByName, { ...asked, name: '没有' })).toEqual([])
  })

  test('one who left the centre’s list stays in ours, marked', async () => {
    const { db } = shelf.server.deps
    const sync = async () =>
      shelf.ended((await shelf.area.ok(insPractitioner.syncMedicalStaffs, { storeId: guanqian })).progressId)
    await sync()
    await db.update(practitioner).set({ code: 'Y-GONE' }).where(eq(practitioner.code, 'Y320508000002'))
    await sync()
    const gone = await shelf.area.ok(insPractitioner.paged, { listed: false })
    expect(gone.items.map(({ code }) => code)).toEqual(['Y-GONE'])
    expect((await shelf.area.ok(insPractitioner.paged, { listed: true })).total).toBe(2)
  })

  test('local people follow the centre: new ones come, a namesake gets his code, who left is stopped and may return', async () => {
    const namesake = await add({ name: '王药师', title: '执业药师' })
    const gone = await add({ name: '走𠮷', code: 'Y-OLD' })
    const doctorWithout = await add({ name: '李医师', category: '1', code: 'D-OLD' })
    const ended = await atOnce(guanqian)
    expect(ended.text).toBe('新增 1 人，更新 1 人，停用 1 人（中心已不在册）')
    expect(await shelf.area.ok(doctor.get, { id: namesake.id })).toMatchObject({
      ...{ code: 'Y320508000001', title: '执业药师', certNo: '3205********4027', validFrom: '2021-03-01' },
    })
    expect((await shelf.area.ok(doctor.get, { id: gone.id })).state).toBe('stopped')
    // The centre tells of no doctors at all there: that stops nobody.
    expect((await shelf.area.ok(doctor.get, { id: doctorWithout.id })).state).toBe('enabled')
    const { db } = shelf.server.deps
    await db.update(doctors).set({ stopped: 'centre' }).where(eq(doctors.id, namesake.id))
    expect((await atOnce(guanqian)).text).toBe('新增 0 人，更新 2 人')
    expect((await shelf.area.ok(doctor.get, { id: namesake.id })).state).toBe('enabled')
  })

  test('a line of the centre becomes a local person, or gives its code to one', async () => {
    await shelf.ended((await shelf.area.ok(insPractitioner.syncMedicalStaffs, { storeId: guanqian })).progressId)
    const [wang, gu] = (await shelf.area.ok(insPractitioner.paged, { sortField: 'code' })).items
    const made = await shelf.area.ok(insPractitioner.bind, { id: wang!.id })
    expect(made).toMatchObject({ name: '王药师', code: 'Y320508000001' })
    const own = await add({ name: '小顾' })
    const bound = await shelf.area.ok(insPractitioner.bind, { id: gu!.id, doctorId: own.id })
    expect(bound).toMatchObject({ id: own.id, name: '小顾', code: 'Y320508000002' })
    const [first] = (await shelf.area.ok(insPractitioner.paged, { sortField: 'code' })).items
    expect(first).toMatchObject({ doctorId: made.id, doctorName: '王药师' })
    expect((await shelf.area.send(insPractitioner.bind, { id: wang!.id, doctorId: own.id })).statusCode).toBe(409)
  })

  test('a centre that refuses, drops or breaks is told per store; the others go on and nobody is stopped', async () => {
    const kept = await add({ name: '王药师', code: 'Y320508000001' })
    await shelf.centre.fault({ fault: 'refuse', text: '系统维护', infno: '5102', fixmedins_code: 'P32050100001' })
    const ended = await atOnce()
    expect(ended.text).toContain('2 家门店，1 家还要处理')
    expect(ended.results.map(({ ok }) => ok)).toEqual([false, true])
    expect(ended.results[0]!.text).toContain('系统维护')
    for (const fault of ['dropAfterBooking', 'malformed']) {
      await shelf.centre.fault({ fault, infno: '5102', fixmedins_code: 'P32050100001' })
      expect((await atOnce(guanqian)).results[0]!.text).toContain('医保中心暂时不能访问')
    }
    expect((await shelf.area.ok(doctor.get, { id: kept.id })).state).toBe('enabled')
    const asked = { storeId: guanqian, category: '3', name: '王药师' }
    const ask = async () =>
      (await shelf.area.send(insPractitioner.insPractitionerQueryByName, asked)).resultNotice?.error
    await shelf.centre.fault({ fault: 'refuse', text: '系统维护', infno: '5102', times: 1 })
    expect(await ask()).toBe('医保中心：“系统维护”')
    await shelf.centre.fault({ fault: 'dropBeforeBooking', infno: '5102', times: 1 })
    expect(await ask()).toBe('医保中心暂时不能访问')
    await shelf.centre.fault({ fault: 'http500', infno: '5102', times: 1 })
    const { progressId } = await shelf.area.ok(insPractitioner.syncMedicalStaffs, { storeId: guanqian })
    expect((await shelf.ended(progressId)).results[0]!.text).toContain('医保中心暂时不能访问')
    expect((await shelf.area.ok(insPractitioner.paged, { listed: false })).total).toBe(0)
  })
})
