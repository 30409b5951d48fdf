import { department } from '@yibao/shared/calls/staff.ts'
import type { Envelope } from '@yibao/shared/envelope.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { queryDepartments } from '../../centre/operations/department.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { leaseAt } from '../../test/clock.ts'
import { type Client, testClock } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { ask } from '../attendance/ask.ts'
import { signIn } from '../attendance/tables.ts'
import { openShelf } from '../catalogue/test/shelf.ts'
import { centreCall } from '../centre-call/tables.ts'
import { store } from '../organisation/tables.ts'
import { keepUploaded } from './department-centre.ts'
import { department as departments } from './tables.ts'

// 平江店 has no department at the centre; 观前店 has YD01.
const pingjiang = storeIdOf('P32050100002')
const guanqian = storeIdOf('P32050100001')
const form = {
  ...{ code: 'YD02', name: '中药柜', category: 'A02', head: '李䶮', phone: '0512-55550102', intro: '中药' },
  ...{ establishedOn: '2024-01-01', beginDay: '2024-01-01', pharmacists: 1, doctors: 0, nurses: 0, technicians: 0 },
  ...{ beds: 0, insuredBeds: 0 },
}

const shelf = opened(() => openShelf(50, { clock: testClock() }))
// A code of its own for each test: the centre keeps what it was told.
let code = ''
let serial = 0
beforeEach(async () => {
  code = `KS${++serial}`
  await shelf.server.deps.db.delete(departments)
})

const add = (more: object = {}) => shelf.area.ok(department.add, { storeId: pingjiang, ...form, code, ...more })
const upload = (id: string) => shelf.area.send(department.upload, { id })
const rows = async (input: object = {}) => (await shelf.area.ok(department.paged, input)).items
/** As a person does who looks at the list now. */
const revoke = async (id: string) => {
  const known = (await rows()).find((row) => row.id === id)!.known
  return shelf.area.send(department.revoke, { id, known })
}
const stateOf = async (id: string) => (await rows()).find((row) => row.id === id)?.state
const fault = (name: string, infno: string, more: object = {}) => shelf.centre.fault({ fault: name, infno, ...more })
const sync = async (storeId: string) => shelf.ended((await shelf.area.ok(department.sync, { storeId })).progressId)
/** Lost messages can no longer arrive. */
const landed = () => shelf.server.deps.db.update(departments).set({ sentAt: new Date(0) })
const uploadAll = async () =>
  shelf.ended((await shelf.area.ok(department.uploadAll, { storeId: pingjiang })).progressId)

test('a department is written, told, changed, told again and withdrawn', async () => {
  const row = await add()
  expect(row).toMatchObject({ state: 'draft', storeName: '示例大药房平江店' })
  expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded', message: '' })
  const { code: _, ...changes } = form
  const changed = await shelf.area.ok(department.update, { id: row.id, ...changes, pharmacists: 3 })
  expect(changed).toMatchObject({ state: 'changed', pharmacists: 3 })
  expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded' })
  expect((await revoke(row.id)).success).toBe(true)
  expect(await stateOf(row.id)).toBe('withdrawn')
  const late = await shelf.area.send(department.revoke, { id: row.id, known: true })
  expect(late.resultNotice?.error, 'who meant to take it back at the centre removes nothing').toContain('刚刚由另一位')
  expect(await stateOf(row.id)).toBe('withdrawn')
  expect((await revoke(row.id)).success).toBe(true)
  expect(await rows(), 'what the centre does not hold is removed').toEqual([])
})

test('a code is used once in a store; days must follow each other; a foreign store is refused', async () => {
  const row = await add()
  const problem = async (more: object) =>
    (await shelf.area.send(department.add, { storeId: pingjiang, ...form, code, ...more })).error?.fields
  expect(await problem({})).toHaveProperty('code')
  expect(await problem({ code: 'X', endDay: '2023-12-31' })).toHaveProperty('endDay')
  const nanjing = await shelf.server.as('area', { areaCode: '320100' })
  expect((await nanjing.send(department.add, { storeId: pingjiang, ...form })).statusCode).toBe(403)
  for (const call of [department.upload, department.revoke])
    expect((await nanjing.send(call, { id: row.id, known: false })).statusCode).toBe(404)
  expect((await nanjing.ok(department.paged)).total).toBe(0)
})

test('what the centre refuses says why and stays to be corrected', async () => {
  const row = await add({ category: 'Z99' })
  const wrong = await upload(row.id)
  // Areas have more departments than the standard prints: whether a code fits is the centre's word.
  expect(wrong.resultNotice?.error).toContain('代码 Z99 不在字典中')
  expect(await stateOf(row.id)).toBe('refused')
  await fault('refuse', '3401', { text: '科室编码不规范' })
  const { code: _, ...changes } = form
  await shelf.area.ok(department.update, { id: row.id, ...changes })
  expect((await upload(row.id)).resultNotice).toMatchObject({ messageCode: '302002' })
  expect((await rows())[0]).toMatchObject({ state: 'refused', message: '科室编码不规范' })
  expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded', message: '' })
})

test.each([
  ['booked, then lost', 'dropAfterBooking'],
  ['never arrived', 'dropBeforeBooking'],
  ['unreadable', 'malformed'],
])('an upload that was %s is unknown; the next one asks the centre first', async (_, name) => {
  const row = await add()
  await fault(name, '3401')
  const lost = await upload(row.id)
  expect(lost).toMatchObject({ success: false, statusCode: 504 })
  expect(lost.resultNotice?.error).toContain('不知道「中药柜」是否已上报')
  expect(await stateOf(row.id)).toBe('unknown')
  await fault('refuse', '5101', { text: '维护' })
  expect((await upload(row.id)).statusCode, 'nothing is sent while it cannot be asked').toBe(422)
  expect(await stateOf(row.id)).toBe('unknown')
  await landed()
  expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded' })
  expect((await revoke(row.id)).success).toBe(true)
})

test.each([
  ['booked, then lost', 'dropAfterBooking'],
  ['never arrived', 'dropBeforeBooking'],
])('a withdrawal that was %s ends when it is pressed again', async (_, name) => {
  const row = await add()
  await upload(row.id)
  await fault(name, '3403')
  expect((await revoke(row.id)).statusCode).toBe(504)
  expect(await stateOf(row.id)).toBe('unknown')
  await landed()
  expect((await revoke(row.id)).success).toBe(true)
  expect(['withdrawn', undefined]).toContain(await stateOf(row.id))
  await sync(pingjiang)
  expect((await rows()).filter((one) => one.code === code && one.state === 'uploaded')).toEqual([])
})

test('a change that was saved while its upload was on the way is still to be sent', async () => {
  const row = await add()
  const { db } = shelf.server.deps
  await db.update(departments).set({ claimedUntil: leaseAt(60_000) })
  const sent = await db.select().from(departments)
  await db.update(departments).set({ head: '后来', changedAt: new Date(0) })
  await keepUploaded({ db, deps: shelf.server.deps }, sent)
  expect(await stateOf(row.id)).toBe('changed')
})

test('a department that is on its way while the centre’s list is fetched stays unknown: the list was made before it', async () => {
  const row = await add()
  const { db, clock } = shelf.server.deps
  const claimedUntil = leaseAt(clock().getTime() + 60_000)
  await db.update(departments).set({ state: 'unknown', claimedUntil }).where(eq(departments.id, row.id))
  await sync(pingjiang)
  expect(await stateOf(row.id), 'else the next upload would not ask before it sends').toBe('unknown')
})

test.skipIf(usual !== 'postgres')('a form that is saved while its upload begins leaves it unknown', async () => {
  const row = await add()
  const { db } = shelf.server.deps
  const commit = await held(db, (tx) =>
    tx.update(departments).set({ state: 'unknown' }).where(eq(departments.id, row.id)),
  )
  const { code: _, ...changes } = form
  const saved = shelf.area.send(department.update, { id: row.id, ...changes, head: '李𠮷' })
  await untilWaiting(db, 1)
  await commit()
  expect((await saved).result).toMatchObject({ head: '李𠮷', state: 'unknown' })
})

describe('two persons at once', () => {
  // How many messages of a kind the centre was sent, by the meter of its calls.
  const sent = async (infno: string) => {
    await shelf.server.deps.services.meter.flush()
    const rows = await shelf.server.deps.db.select().from(centreCall).where(eq(centreCall.infno, infno))
    return rows.reduce((sum, { calls }) => sum + calls, 0)
  }
  /** Somebody else's claim, which ends so many ms from now. */
  const claim = (id: string, ms: number) => {
    const { db, clock } = shelf.server.deps
    const claimedUntil = leaseAt(clock().getTime() + ms)
    return db.update(departments).set({ claimedUntil }).where(eq(departments.id, id))
  }
  /** Both press; one of them reaches the centre, which answers slowly. */
  const both = async (infno: string, press: (client: Client) => Promise<Envelope<unknown>>) => {
    const before = await sent(infno)
    await fault('delay', infno, { ms: 300 })
    const other = await shelf.server.as('area1')
    const answers = await Promise.all([press(shelf.area), press(other)])
    expect(await sent(infno)).toBe(before + 1)
    const refused = answers.filter(({ success }) => !success)
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409])
    expect(refused[0]!.resultNotice?.error).toContain('没有重复发送')
  }

  test('upload a new department: 3401 goes once', async () => {
    const row = await add()
    await both('3401', (client) => client.send(department.upload, { id: row.id }))
    expect(await stateOf(row.id)).toBe('uploaded')
  })

  test('upload a changed one: 3402 goes once', async () => {
    const row = await add()
    await upload(row.id)
    const { code: _, ...changes } = form
    await shelf.area.ok(department.update, { id: row.id, ...changes, head: '田大' })
    await both('3402', (client) => client.send(department.upload, { id: row.id }))
    expect(await stateOf(row.id)).toBe('uploaded')
  })

  test('all at once leaves out what somebody else is telling, and says so', async () => {
    const [taken, free, third] = [await add(), await add({ code: `${code}B` }), await add({ code: `${code}C` })]
    await claim(taken.id, 1000)
    expect((await uploadAll()).results[0]!.text).toContain(`1 个科室没有上报：${code} 另一位操作员正在上报`)
    expect([await stateOf(taken.id), await stateOf(free.id)]).toEqual(['draft', 'uploaded'])
    expect(await stateOf(third.id)).toBe('uploaded')
  })

  test('whoever died while sending leaves it free after the time a message may take', async () => {
    const row = await add()
    await shelf.server.deps.db.update(departments).set({ state: 'unknown' })
    await claim(row.id, 1000)
    expect((await upload(row.id)).resultNotice?.error).toContain('另一位操作员正在上报或撤销「中药柜」')
    expect((await revoke(row.id)).statusCode).toBe(409)
    await claim(row.id, -1)
    expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded' })
  })

  test('whose claim ran out while the centre was asked sends nothing: somebody else has told it', async () => {
    const row = await add()
    await shelf.server.deps.db.update(departments).set({ state: 'unknown' })
    const before = await sent('3401')
    const late = await shelf.centre.during(
      { infno: '5101', when: 'after' },
      () => upload(row.id),
      async () => {
        await claim(row.id, -1)
        expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded' })
      },
    )
    expect(late.resultNotice?.error).toBe('另一位操作员正在上报或撤销「中药柜」，没有重复发送')
    expect(await sent('3401')).toBe(before + 1)
    expect((await rows())[0]).toMatchObject({ state: 'uploaded', known: true, message: '' })
  })

  test('a batch of which one is somebody else’s by now leaves without it', async () => {
    const [theirs, mine] = [await add(), await add({ code: `${code}B` })]
    const third = await add({ code: `${code}C` })
    const { db } = shelf.server.deps
    await db.delete(signIn)
    const counts = async () => [await sent('3401A'), await sent('3401')]
    const [batches, single] = await counts()
    const ended = await shelf.centre.during('9001', uploadAll, async () => {
      await claim(theirs.id, 60_000)
      await db.update(departments).set({ state: 'unknown' }).where(eq(departments.id, theirs.id))
    })
    expect(ended.results[0]!.text).toContain(`1 个科室没有上报：${code} 另一位操作员正在上报`)
    expect([await stateOf(theirs.id), await stateOf(mine.id)]).toEqual(['unknown', 'uploaded'])
    expect(await stateOf(third.id)).toBe('uploaded')
    expect(await counts(), 'the batch stays, each of the others goes alone').toEqual([batches, single! + 2])
  })

  test('what the first one hears after its claim writes nothing over what the second one made of it', async () => {
    const row = await add()
    await shelf.centre.during(
      '3401',
      () => upload(row.id),
      async () => {
        await claim(row.id, 60_000)
        await shelf.server.deps.db.update(departments).set({ state: 'withdrawn', known: false, message: '' })
      },
    )
    expect(await stateOf(row.id)).toBe('withdrawn')
  })

  test('a claim of tomorrow, by a clock that has been put right since, keeps nobody away', async () => {
    const row = await add()
    await claim(row.id, 86_400_000)
    expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded' })
  })
})

test('a slow answer is waited for; one that comes too late is none', async () => {
  const row = await add()
  await fault('delay', '3401', { ms: 200 })
  expect((await upload(row.id)).result).toMatchObject({ state: 'uploaded' })
  const { deps } = shelf.server
  const [shop] = await deps.db.select().from(store).where(eq(store.id, pingjiang))
  await fault('delay', '5101', { ms: 5000 })
  await expect(ask(deps, shop!, queryDepartments, null, 100)).rejects.toThrow('医保中心暂时不能访问')
})

test('all at once: new ones in one message; a refused batch is sent one by one', async () => {
  const [one, two] = [await add(), await add({ code: `${code}B`, name: '西药𠮷柜' })]
  expect((await uploadAll()).text).toBe('已上报 2 个科室')
  expect((await uploadAll()).text).toBe('没有要上报的科室')
  expect([await stateOf(one.id), await stateOf(two.id)]).toEqual(['uploaded', 'uploaded'])
  await shelf.server.deps.db.delete(departments)
  const [taken, fresh] = [await add(), await add({ code: `${code}C` })]
  const ended = await uploadAll()
  expect(ended.results[0]!.text).toContain(`1 个科室没有上报：${code} 医保中心`)
  expect([await stateOf(taken.id), await stateOf(fresh.id)]).toEqual(['refused', 'uploaded'])
})

test('a lost batch is unknown as a whole and found again by the next', async () => {
  await add()
  await add({ code: `${code}B` })
  await fault('dropAfterBooking', '3401A')
  expect((await uploadAll()).results[0]!.text).toContain('2 个科室没有上报')
  expect((await rows({ state: 'unknown' })).length).toBe(2)
  expect((await uploadAll()).text).toBe('已上报 2 个科室')
  expect((await rows({ state: 'uploaded' })).length).toBe(2)
})

test('the centre’s departments come beside ours; what was written here and not sent stays', async () => {
  expect((await sync(guanqian)).text).toBe('中心共 1 个科室，新增 1 个')
  const [row] = await rows({ storeId: guanqian })
  expect(row).toMatchObject({ code: 'YD01', name: '药店', head: '顾𠮷', pharmacists: 2, beginDay: '2021-03-01' })
  const { code: _, ...changes } = form
  await shelf.area.ok(department.update, { id: row!.id, ...changes, name: '大药店' })
  expect((await sync(guanqian)).text).toBe('中心共 1 个科室，新增 0 个，1 个有本地修改待上报')
  expect((await rows({ storeId: guanqian }))[0]).toMatchObject({ name: '大药店', state: 'changed' })
  const gone = await add({ storeId: guanqian })
  await shelf.server.deps.db.update(departments).set({ known: true, state: 'uploaded' })
  expect((await sync(guanqian)).text).toBe('中心共 1 个科室，新增 0 个，1 个中心已没有')
  expect(await stateOf(gone.id)).toBe('withdrawn')
})
