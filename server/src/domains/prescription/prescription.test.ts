import { approvalTarget } from '@yibao/shared/approval.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { doctor as doctors } from '@yibao/shared/calls/staff.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { noLease } from '../../database/held.ts'
import type { Client } from '../../test/kit.ts'
import { otherNode } from '../../test/other-node.ts'
import { area } from '../organisation/tables.ts'
import { openCounter } from '../settlement/test/counter.ts'
import { doctor } from '../staff/tables.ts'
import { prescription, prescriptionImage } from './tables.ts'
import { approval, enter, liXiaolan, paper, pass, register, zhangSan } from './test/paper.ts'

const counter = opened(() => openCounter())
let clerk: Client
let pharmacist: Client
let other: Client
beforeAll(async () => {
  await register(counter.server)
  clerk = counter.clerk
  pharmacist = await counter.server.as('pharmacist')
  other = await counter.server.as('pharmacist2')
})

const today = formatDay(new Date())
const entered = async (more: object = {}, psnNo = zhangSan) =>
  enter(clerk, { readId: (await counter.read(psnNo)).readId, ...more })
const now = (id: string) => pharmacist.ok(rx.get, { id })
const error = async (answer: Promise<{ resultNotice: { error?: string } | null }>) => (await answer).resultNotice?.error

test('what a clerk typed waits for the pharmacist, sealed, with its goods matched', async () => {
  const lines = [
    { name: '阿莫西林胶囊', spec: '0.25g*24粒', quantity: '2', unit: '盒', usage: '口服' },
    { name: '阿莫西林胶囊', quantity: '24', unit: '粒' },
    { name: '没有这种药', quantity: '1' },
    { name: '阿莫西林胶囊', spec: '0.25g*24粒', quantity: '24' },
  ]
  const one = await entered({ lines })
  expect(one).toMatchObject({ state: 'waiting', use: 'unused', maskedName: '张*', name: '张三', kinds: 4 })
  expect(one.age).toBeGreaterThan(30)
  // What is counted in another unit than the shop's, or in none, is for a person to say.
  expect(one.lines.map(({ ownCode, itemUnit }) => [ownCode, itemUnit])).toEqual([
    ['100001', '盒'],
    [undefined, ''],
    [undefined, ''],
    [undefined, ''],
  ])
  const kept = JSON.stringify(await counter.server.deps.db.select().from(prescription))
  for (const secret of ['张三', '上呼吸道感染', zhangSan]) expect(kept).not.toContain(secret)
  const log = JSON.stringify((await (await counter.server.as('admin')).ok(operationLog.paged, { pageSize: 50 })).items)
  expect(log).toContain('录入处方')
  for (const secret of ['张三', '上呼吸道感染']) expect(log).not.toContain(secret)
})

test('days, goods and names that cannot be are refused at their field; a paper is written down once', async () => {
  const { readId } = await counter.read(zhangSan)
  const save = (more: object) => clerk.send(rx.counterSave, { ...paper(), readId, ...more } as never)
  expect((await save({ prescribedOn: addDays(today, 1) })).error?.fields).toHaveProperty('prescribedOn')
  expect((await save({ validUntil: addDays(today, -1) })).error?.fields).toHaveProperty('validUntil')
  expect(await error(save({ lines: [] }))).toBe('处方上还没有药品')
  expect(await error(save({ lines: [{ name: '药', quantity: '1', ownCode: 'nowhere' }] }))).toContain('nowhere')
  expect((await save({ readId: undefined })).error?.fields).toHaveProperty('name')
  const first = paper()
  await clerk.ok(rx.counterSave, { ...first, readId } as never)
  expect((await save({ ...first, department: '外科' })).resultNotice?.error).toContain('已经录入')
})

test('what is sent again because its answer got lost is the paper that is there, until somebody has done anything with it', async () => {
  const { readId } = await counter.read(zhangSan)
  const first = { ...paper(), readId }
  const send = (client: Client) => client.send(rx.counterSave, first as never)
  const { id } = (await send(clerk)).result!
  const again = (await send(clerk)).result
  expect([again?.id, again?.revision, again?.events.map(({ move }) => move)]).toEqual([id, 1, ['录入']])
  await pharmacist.ok(rx.take, { id })
  expect(await error(send(clerk))).toContain('已经录入')
})

test('of the goods that a clerk chose a paper allows no more than it says: 48 粒 are two boxes of 24, and no 48 boxes', async () => {
  const { readId } = await counter.read(zhangSan)
  const save = (line: object) => {
    const lines = [{ name: '阿莫西林胶囊', ownCode: '100001', ...line }]
    return clerk.send(rx.counterSave, { ...paper(), readId, lines } as never)
  }
  const allowed = async (line: object) => (await save(line)).result?.lines.map(({ limit }) => limit)
  expect(await allowed({ quantity: '48', unit: '粒' })).toEqual(['2'])
  expect(await allowed({ quantity: '48', unit: '粒', limit: '1' })).toEqual(['1'])
  expect(await allowed({ quantity: '3', unit: '盒' })).toEqual(['3'])
  const more = await save({ quantity: '48', unit: '粒', limit: '48' })
  expect(more.resultNotice?.error).toContain('可售数量 48 超过处方数量 2')
  expect(more.error?.fields).toHaveProperty('lines')
  expect(await error(save({ quantity: '3', unit: '盒', limit: '30' }))).toContain('超过处方数量 3')
  // What cannot be counted is said by a person.
  for (const uncounted of [{ quantity: '500', unit: 'ml' }, { quantity: '24' }]) {
    const unsaid = await save(uncounted)
    expect(unsaid.error?.fields).toHaveProperty('lines')
    expect(unsaid.resultNotice?.error).toBe('阿莫西林胶囊 的处方单位没有写或与本店单位不同，没有填写最多可售')
    expect(await allowed({ ...uncounted, limit: '2' })).toEqual(['2'])
  }
})

test('only a pharmacist of the register reviews, under his own account, and never what he typed himself', async () => {
  const one = await entered()
  expect((await clerk.send(rx.review, { id: one.id, revision: 1, passed: true, opinion: '' })).statusCode).toBe(403)
  const area1 = await counter.server.as('area', { areaCode: '320500' })
  expect(await error(pass(area1, one))).toContain('不是本店在用的药师')
  const own = await pharmacist.ok(rx.save, { ...paper(), name: '李小兰' })
  expect(await error(pass(pharmacist, own))).toBe('录入处方的人不能审核这张处方')
  expect((await pass(other, own)).result).toMatchObject({ state: 'passed', pharmacist: '赵𠮷' })
  expect((await pass(pharmacist, one)).result?.reviews).toMatchObject([
    { name: '王药师', code: 'Y320500000001', passed: true, opinion: '处方合格，同意调配' },
  ])
  expect((await pass(other, one)).statusCode, 'it is reviewed once').toBe(409)
  await counter.server.deps.db.update(doctor).set({ validTo: '2020-01-01' }).where(eq(doctor.id, 'ph-2'))
  const over = '药师「赵𠮷」的有效期已于 2020-01-01 到期，不能审核处方'
  expect(await error(pass(other, await entered())), 'and since when').toBe(over)
  await counter.server.deps.db.update(doctor).set({ validTo: '' }).where(eq(doctor.id, 'ph-2'))
})

test("at the clerk's PC the pharmacist's own password is needed, for exactly this verdict", async () => {
  const one = await entered()
  const here = (passed: boolean, authorizationId?: string) =>
    clerk.send(rx.reviewHere, { id: one.id, revision: 1, passed, opinion: '同意', authorizationId })
  expect((await here(true)).statusCode).toBe(403)
  const refusing = await approval(clerk, approvalTarget.prescription(one.id, 1, false))
  expect((await here(true, refusing)).success, 'a no is no yes').toBe(false)
  const given = await approval(clerk, approvalTarget.prescription(one.id, 1, true))
  expect((await here(true, given)).result).toMatchObject({ state: 'passed', pharmacist: '王药师' })
  await expect(approval(clerk, 'x', 'clerk')).rejects.toThrow()
})

test('a refusal says why; what was typed wrong goes back, is corrected and waits again; what was read is what is passed', async () => {
  const one = await entered()
  expect((await pharmacist.send(rx.review, { id: one.id, revision: 1, passed: false, opinion: ' ' })).statusCode).toBe(
    400,
  )
  const returned = await pharmacist.ok(rx.return, { id: one.id, reason: '数量录错' })
  expect(returned).toMatchObject({ state: 'returned', reason: '数量录错' })
  const again = await clerk.ok(rx.counterSave, { ...paper(), id: one.id, number: one.number, name: '张三' } as never)
  expect(again).toMatchObject({ state: 'waiting', revision: 2, reason: '', name: '张三' })
  expect(await error(pass(pharmacist, one))).toBe('处方在查看后有了修改，没有审核')
  expect((await pass(pharmacist, again, { passed: false, opinion: '用量过大' })).result).toMatchObject({
    state: 'refused',
  })
  expect((await now(one.id)).events.map(({ move }) => move)).toEqual(['录入', '退回', '修改', '审核不通过'])
  // The person whose card was read stays that person.
  const { items } = await clerk.ok(rx.usable, { readId: (await counter.read(zhangSan)).readId })
  expect(items.find(({ id }) => id === one.id)).toMatchObject({ state: 'refused', reason: '用量过大' })
  expect((await clerk.ok(rx.usable, { readId: (await counter.read(liXiaolan)).readId })).items).toEqual([])
})

test('what is corrected by somebody who has not seen the last correction is not written over', async () => {
  const one = await entered()
  const form = { ...paper(), id: one.id, number: one.number }
  const first = await clerk.ok(rx.counterSave, { ...form, revision: one.revision, name: '张䶮' } as never)
  const second = clerk.send(rx.counterSave, { ...form, revision: one.revision, name: '张三' } as never)
  expect(await error(second)).toBe('处方在查看后有了修改，没有保存')
  expect(await now(one.id)).toMatchObject({ name: '张䶮', revision: first.revision })
  await clerk.ok(rx.counterSave, { ...form, revision: first.revision, name: '张三' } as never)
  expect((await now(one.id)).name).toBe('张三')
})

test('who takes one has it alone; given back, or after a quarter of an hour, it is free', async () => {
  const one = await entered()
  expect(await pharmacist.ok(rx.take, { id: one.id })).toMatchObject({ takenBy: '王药师' })
  for (const send of [() => other.send(rx.take, { id: one.id }), () => pass(other, one)])
    expect(await error(send())).toBe('王药师 正在审核这张处方')
  expect((await clerk.send(rx.counterSave, { ...paper(), id: one.id, name: '张三' } as never)).statusCode).toBe(409)
  const queue = async (client: Client) =>
    (await client.ok(rx.pushPaged, { queue: 'taken' })).items.find(({ id }) => id === one.id)
  expect([(await queue(pharmacist))?.mine, (await queue(other))?.mine]).toEqual([true, false])
  await pharmacist.ok(rx.giveBack, { id: one.id })
  await other.ok(rx.take, { id: one.id })
  const { db } = counter.server.deps
  await db.update(prescription).set({ takenUntil: noLease }).where(eq(prescription.id, one.id))
  expect((await pass(pharmacist, one)).result?.state).toBe('passed')
})

test('a node whose clock is ahead leaves it to whoever has it', async () => {
  const one = await entered()
  await pharmacist.ok(rx.take, { id: one.id })
  const node = await otherNode(counter.server, 20 * 60_000)
  const there = node.here(other)
  expect(await error(pass(there, one))).toBe('王药师 正在审核这张处方')
  const { items } = await there.ok(rx.pushPaged, { queue: 'taken' })
  expect(items.find(({ id }) => id === one.id)).toMatchObject({ queue: 'taken', takenBy: '王药师' })
  await node.close()
  expect((await pass(pharmacist, one)).result?.state).toBe('passed')
})

test('the review is offered to the pharmacists of the store, and to nobody whom it would be refused', async () => {
  const one = await entered()
  const offered = async (client: Client) =>
    (await client.ok(rx.pushPaged, { pageSize: 100 })).items.find(({ id }) => id === one.id)?.mayReview
  const admin = await counter.server.as('area', { areaCode: '320500' })
  expect([await offered(pharmacist), await offered(other), await offered(admin)]).toEqual([true, true, false])
  expect((await admin.send(rx.take, { id: one.id })).success).toBe(false)
  const stopped = (by: '' | 'person') =>
    counter.server.deps.db.update(doctor).set({ stopped: by }).where(eq(doctor.account, 'pharmacist'))
  await stopped('person')
  expect([await offered(pharmacist), await offered(other)]).toEqual([false, true])
  await stopped('')
})

test('two pharmacists at once: one verdict is written', async () => {
  const one = await entered()
  const answers = await Promise.all([pass(pharmacist, one), pass(other, one, { passed: false, opinion: '不同意' })])
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
  expect((await now(one.id)).reviews).toHaveLength(1)
  const third = await entered()
  const takes = await Promise.all([pharmacist, other].map((who) => who.send(rx.take, { id: third.id })))
  expect(takes.map(({ success }) => success).sort()).toEqual([false, true])
})

/** 苏州 asks for a second check, until the test is over. */
const asksForSecond = async () => {
  const set = (settings: Record<string, unknown>) =>
    counter.server.deps.db.update(area).set({ settings }).where(eq(area.code, '320500'))
  await set({ rxSecondReview: true })
  onTestFinished(async () => {
    await set({})
  })
}

test('where the area asks for it, a second pharmacist checks the first one', async () => {
  await asksForSecond()
  const one = await entered()
  expect((await pass(pharmacist, one)).result?.state).toBe('second')
  expect(await error(pass(pharmacist, one))).toBe('初审和复核不能是同一位药师')
  // Nor does he become another one by another's account.
  const { db } = counter.server.deps
  const given = (id: string, userId: string) => db.update(doctor).set({ userId }).where(eq(doctor.id, id))
  const [his, hers] = (await db.select().from(doctor).orderBy(doctor.id)).map(({ userId }) => userId)
  await given('ph-2', '')
  await given('ph-1', hers!)
  expect(await error(pass(other, one))).toBe('初审和复核不能是同一位药师')
  await given('ph-1', his!)
  await given('ph-2', hers!)
  expect((await pass(other, one)).result).toMatchObject({ state: 'passed', pharmacist: '王药师、赵𠮷' })
})

test('two first checks at once: each that is said to count is kept, none is written over the other', async () => {
  await asksForSecond()
  // Whether the second one still reads it as waiting is chance: then it is refused, else it is the second check.
  for (let i = 0; i < 5; i++) {
    const one = await entered()
    const answers = await Promise.all([pass(pharmacist, one), pass(other, one)])
    const counted = answers.filter(({ success }) => success).length
    const { state, reviews } = await now(one.id)
    expect([reviews.length, state]).toEqual([counted, counted === 2 ? 'passed' : 'second'])
  }
})

test('one that is over is not passed; one that waits, passed or was refused can be withdrawn, and its number is free', async () => {
  const old = await entered({ prescribedOn: addDays(today, -9), validUntil: addDays(today, -7) })
  expect(old.use).toBe('expired')
  expect(await error(pass(pharmacist, old))).toContain('已于')
  const waiting = (await pharmacist.ok(rx.pushPaged, { pageSize: 100 })).items.map(({ id }) => id)
  expect(waiting, 'nobody can say yes to it').not.toContain(old.id)
  expect(await clerk.ok(rx.undo, { id: old.id, reason: '过期' })).toMatchObject({ state: 'undone' })
  expect((await clerk.send(rx.undo, { id: old.id, reason: '过期' })).statusCode).toBe(409)
  await entered({ number: old.number })
})

const picture = (bytes: number[]) => ({ name: 'rx.png', bytes: new Uint8Array(bytes) })
const png = picture([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

const sendFile = async (client: Client, id: string, { name, bytes }: typeof png) => {
  const url = await counter.server.listen()
  const form = new FormData()
  form.append('id', id)
  form.append('file', new Blob([bytes]), name)
  const headers = { authorization: `Bearer ${client.token}` }
  const answer = await fetch(`${url}/prod-api${rx.counterImage.path}`, { method: 'POST', body: form, headers })
  return (await answer.json()) as { success: boolean; result?: { hasImage: boolean; revision: number } }
}

test('the photograph is kept sealed, shown to who may see the prescription, and another version to review', async () => {
  const one = await entered()
  expect((await sendFile(clerk, one.id, picture([1, 2, 3]))).success, 'no image').toBe(false)
  expect((await pharmacist.send(rx.picture, { id: one.id })).success).toBe(false)
  expect((await sendFile(clerk, one.id, png)).result).toMatchObject({ hasImage: true, revision: 2 })
  expect([...(await pharmacist.send(rx.picture, { id: one.id })).bytes]).toEqual([...png.bytes])
  const [kept] = await counter.server.deps.db.select().from(prescriptionImage)
  expect(kept?.content).not.toContain(Buffer.from(png.bytes).toString('base64').slice(0, 8))
  expect((await pass(pharmacist, one)).success).toBe(false)
  const passed = await pass(pharmacist, { ...one, revision: 2 })
  expect(passed.result?.state).toBe('passed')
  expect((await sendFile(clerk, one.id, png)).success, 'what was passed stays as it was').toBe(false)
  const printed = await pharmacist.send(rx.print, { id: one.id })
  expect(printed.bytes.subarray(0, 4).toString()).toBe('%PDF')
})

test('a photograph that could not be kept has changed nothing of what a pharmacist reads', async () => {
  const one = await entered()
  const { db } = counter.server.deps
  await db.execute(sql`create function full_disk() returns trigger language plpgsql as $$ begin raise 'full'; end $$`)
  await db.execute(
    sql`create trigger full_disk before insert on prescription_image for each row execute function full_disk()`,
  )
  expect((await sendFile(clerk, one.id, png)).success).toBe(false)
  await db.execute(sql`drop function full_disk cascade`)
  expect(await now(one.id)).toMatchObject({ hasImage: false, revision: one.revision })
  expect((await sendFile(clerk, one.id, png)).result).toMatchObject({ hasImage: true, revision: one.revision + 1 })
})

test('lists: by state, use, name and words; another store sees nothing and changes nothing', async () => {
  const one = await entered({ hospital: '示例二院', doctor: '独一医生' })
  const ids = async (input: object) => (await pharmacist.ok(rx.paged, input)).items.map(({ id }) => id)
  expect(await ids({ doctor: '独一', state: 'waiting', use: 'unused', from: today, to: today })).toEqual([one.id])
  expect(await ids({ doctor: '独一', name: '张三', number: one.number })).toEqual([one.id])
  expect(await ids({ doctor: '独一', name: '李四' })).toEqual([])
  expect(await ids({ doctor: '独一', use: 'used' })).toEqual([])
  const [waiting, queue] = [await pharmacist.ok(rx.waiting), await pharmacist.ok(rx.pushPaged)]
  expect([waiting.count, waiting.since]).toEqual([queue.total, queue.items[0]?.submittedAt])
  const nanjing = await counter.server.as('area', { areaCode: '320100' })
  expect((await nanjing.ok(rx.paged)).items).toEqual([])
  for (const answer of [
    await nanjing.send(rx.get, { id: one.id }),
    await nanjing.send(rx.undo, { id: one.id, reason: '不是本店的' }),
    await pass(nanjing, one),
    await nanjing.send(rx.picture, { id: one.id }),
  ])
    expect(answer.statusCode).toBe(404)
})

test("an account is given to a pharmacist by an administrator, never one's own, and to one of a store only", async () => {
  const admin = await counter.server.as('area', { areaCode: '320500' })
  const give = (client: Client, userName: string, id = 'ph-3') => client.send(doctors.account, { id, userName })
  expect((await give(clerk, 'clerk')).statusCode).toBe(403)
  expect(await error(give(admin, 'area'))).toBe('不能把自己的账号填给药师')
  expect(await error(give(admin, 'clerk2'))).toContain('没有能在本店工作的账号')
  expect(await error(give(admin, 'nobody-here'))).toContain('没有能在本店工作的账号')
  expect(await error(give(admin, 'pharmacist'))).toContain('王药师')
  expect((await give(admin, 'clerk')).result).toMatchObject({ account: 'clerk' })
  expect((await give(admin, '')).result).toMatchObject({ account: '' })
})
