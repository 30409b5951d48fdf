import { type ApprovalAction, approvalTarget } from '@yibao/shared/approval.ts'
import type { Call } from '@yibao/shared/call.ts'
import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { message as messages } from '@yibao/shared/calls/message.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../base/ids.ts'
import { seedId, storeIdOf } from '../../seed/organisation.ts'
import { dataRoles } from '../../seed/roles.ts'
import type { Client } from '../../test/kit.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { authorization, user, userDataRole } from '../auth/tables.ts'
import { message, messageReader } from '../message/tables.ts'
import { store } from '../organisation/tables.ts'
import { groupIdOf } from './groups/keys.ts'
import { reconGroup, reconMonth } from './tables.ts'
import { type Day, stores } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// Two stores of one area, and an administrator who has been given one of them: the other one's day, differences and
// months are not his to see, to run or to deal with, alone or beside his own.

const bench = useBench()
const own = storeIdOf('P32050100001')
const other = storeIdOf('P32050100002')
const place = { areaCode: '320500' }

/** 郑区管, of 观前店 alone. */
const lone = () => bench.counter.server.as('area1', place)
const boss = () => bench.counter.server.as('area', place)

beforeAll(async () => {
  const { db } = bench.counter.server.deps
  await db
    .update(userDataRole)
    .set({ roleId: dataRoles.guanqian.id })
    .where(eq(userDataRole.userId, seedId(2, 3)))
})

afterEach(async () => {
  const { db } = bench.counter.server.deps
  await db.update(store).set({ closed: false })
  await db.update(user).set({ stopped: false })
})

/** A row that only the centre has, at one of the stores. */
const strange = (code: string, msgid: string) =>
  bench.centre.fault({ fault: 'centreOnlyRow', fixmedins_code: code, psn_no: stores.clerk.person, msgid })

const serial = (code: string, day: Day, n: number) => `${code}${day.date.replaceAll('-', '')}08000000${n}`

/** 对总账 and 对明细 of one store; answers its differences. */
const found = async (client: Client, day: Day, storeId: string) => {
  const { groups } = await client.ok(reconciliation.total, { day: day.date, storeId })
  const unequal = groups.find(({ state }) => state === '3')!
  await client.ok(reconciliation.detail, { groupId: unequal.id })
  bench.clock.advance(1)
  return (await client.ok(reconciliation.diffPaged, { groupId: unequal.id, pageSize: 100 })).items
}

/** Both stores' days with a row that only the centre has. */
const both = async (date: string, n = 1) => {
  const day = await bench.day('clerk', date)
  for (let i = 1; i <= n; i++) {
    await strange('P32050100001', serial('P32050100001', day, i))
    await strange('P32050100002', serial('P32050100002', day, i))
  }
  const client = await boss()
  return { day, client, his: await found(client, day, own), theirs: await found(client, day, other) }
}

const book = async (code: string, { date }: Day) =>
  (await bench.centre.book(code, date)).filter(({ undone }) => !undone).map(({ msgid }) => msgid)

test('the other store is neither seen, nor run, nor dealt with', async () => {
  const { day, his, theirs } = await both('2026-03-02')
  const [mine, foreign] = [his[0]!, theirs[0]!]
  const client = await lone()
  const month = day.date.slice(0, 7)
  const period = { from: day.date, to: day.date }
  const note = '五个字的说明'
  const refused: [Call, object, number][] = [
    [reconciliation.total, { day: day.date, storeId: other }, 403],
    [reconciliation.dayPaged, { ...period, storeId: other }, 403],
    [reconciliation.detail, { groupId: foreign.groupId }, 409],
    [reconciliation.resultFile, { groupId: foreign.groupId }, 409],
    [reconciliation.handle, { diffId: foreign.id, action: 'mark', note }, 404],
    [reconciliation.handle, { diffId: foreign.id, action: 'backfill' }, 404],
    [reconciliation.undo, { diffId: foreign.id }, 404],
    [reconciliation.batch, { diffIds: [foreign.id], action: 'backfill' }, 404],
    [reconciliation.batch, { diffIds: [mine.id, foreign.id], action: 'backfill' }, 404],
    [monthBooks.monthPaged, { from: month, to: month, storeId: other }, 403],
    [monthBooks.monthDays, { month, storeId: other }, 403],
    [monthBooks.monthCheck, { month, storeIds: [own, other] }, 403],
    [figureBooks.checkMonth, { month, storeIds: [other] }, 403],
    [monthBooks.remind, { month, storeId: other }, 403],
    [monthBooks.remindAll, { month, storeIds: [other] }, 403],
    [monthBooks.remindAll, { month, storeId: other }, 403],
    [monthBooks.checkAll, { month, storeId: other }, 403],
    [monthBooks.matrix, { month, storeId: other }, 403],
    [figureBooks.dayPaged, { ...period, storeId: other }, 403],
    [figureBooks.pullTotal, { ...period, storeId: other }, 403],
    [figureBooks.pullDetail, { groupId: foreign.groupId }, 409],
    [figureBooks.dayDetail, { groupId: foreign.groupId }, 409],
    [figureBooks.monthDetail, { month, storeId: other }, 403],
  ]
  for (const [call, input, status] of refused)
    expect((await client.send(call, input as never)).statusCode, `${call.title} ${JSON.stringify(input)}`).toBe(status)
  expect((await client.ok(reconciliation.diffPaged, { groupId: foreign.groupId })).items).toEqual([])

  // What he may, he does for his own alone, in whatever list.
  const names = (rows: readonly { storeName: string }[]) => [...new Set(rows.map(({ storeName }) => storeName))]
  const ownName = ['示例大药房观前店']
  expect(names((await client.ok(reconciliation.dayPaged, period)).items)).toEqual(ownName)
  expect(names((await client.ok(monthBooks.monthPaged, { from: month, to: month })).items)).toEqual(ownName)
  expect(names((await client.ok(monthBooks.matrix, { month })).items)).toEqual(ownName)
  expect(names((await client.ok(figureBooks.dayPaged, period)).items)).toEqual(ownName)
  const { results } = await untilEnded(client, (await client.ok(figureBooks.pullTotal, period)).progressId)
  expect(results.map(({ target }) => target)).toEqual(ownName)
  const many = await untilEnded(client, (await client.ok(reconciliation.totals, { day: day.date })).progressId)
  expect(many.results.map(({ target }) => target)).toEqual(ownName)

  // Nothing of it has touched the other one, at the centre or here.
  expect(await book('P32050100002', day)).toEqual([serial('P32050100002', day, 1)])
  const after = (await (await boss()).ok(reconciliation.diffPaged, { groupId: foreign.groupId })).items
  expect(after).toEqual([foreign])
  const { items } = await (await boss()).ok(orderCalls.paged, { from: day.date, to: day.date, pageSize: 10 })
  expect(items).toEqual([])
})

test('sales that nobody has compared yet are shown to their own store, and so are those of its months; it is reminded of them once a day', async () => {
  const day = await bench.day('clerk', '2026-05-04')
  const { id } = await day.buy('4.00')
  await day.patch(id, { storeId: other })
  const client = await lone()
  const period = { from: day.date, to: day.date }
  expect((await client.ok(reconciliation.dayPaged, period)).items).toEqual([])
  const seen = (await (await boss()).ok(reconciliation.dayPaged, period)).items
  expect(seen).toMatchObject([{ state: '0', storeId: other, local: { count: 1, total: '4.00' } }])
  const month = '2026-05'
  const open = async (who: Client) =>
    (await who.ok(monthBooks.matrix, { month, state: 'open', pageSize: 100 })).items.map((row) => row.storeId)
  const remind = async () => (await boss()).send(monthBooks.remind, { month, storeId: other })
  const reminded = async () =>
    (await day.deps.db.select().from(message)).filter(
      ({ title }) => title === '请完成 2026-05 的日对账：示例大药房平江店',
    )
  // Today's sales are not late yet.
  expect(await open(await boss())).not.toContain(other)
  expect((await remind()).resultNotice?.error).toContain('没有未对平的日子')
  await bench.day('clerk', '2026-05-05')
  expect(await open(await lone())).not.toContain(other)
  expect(await open(await boss())).toContain(other)
  expect((await remind()).resultNotice?.error, 'nobody works there').toContain('没有可用的操作员账号')
  expect(await reminded()).toEqual([])
  const people = ['平江䶮', '平江𠮷'].map((name) => ({
    ...{ id: newId(), userName: name, name, passwordHash: '', storeId: other, stopped: name.endsWith('𠮷') },
  }))
  await day.deps.db.insert(user).values(people)
  onTestFinished(async () => void (await day.deps.db.delete(user).where(eq(user.storeId, other))))
  expect((await remind()).success && (await remind()).success).toBe(true)
  const first = await reminded()
  expect(first, 'to who works there, and to no administrator').toMatchObject([
    { scope: 'users', users: [people[0]!.id], recipients: 1, content: expect.stringContaining('4日') },
  ])
  const sender = await boss()
  const listed = async (tab: 'unread' | 'sent') =>
    (await sender.ok(messages.paged, { tab, pageSize: 100 })).items.filter(({ title }) => title === first[0]!.title)
  expect([await listed('unread'), (await listed('sent')).length]).toEqual([[], 1])
  await day.deps.db.insert(messageReader).values({ messageId: first[0]!.id, userId: people[0]!.id, readAt: new Date() })
  await bench.day('clerk', '2026-05-06')
  expect((await remind()).success).toBe(true)
  const next = await reminded()
  expect(
    next.map(({ id }) => id),
    'the newer one in place of the older',
  ).toEqual([first[0]!.id])
  expect(next[0]!.publishedAt.getTime()).toBeGreaterThan(first[0]!.publishedAt.getTime())
  const readers = day.deps.db.select().from(messageReader).where(eq(messageReader.messageId, first[0]!.id))
  expect(await readers, 'and unread again').toEqual([])
  // All that match, and named ones, behind one progress: who was told today is told once, who has no open day not at all.
  const head = await boss()
  const all = async (input: object) =>
    untilEnded(head, (await head.ok(monthBooks.remindAll, { month, ...input })).progressId)
  const told = await all({ state: 'open' })
  expect(told.results.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^已提醒：.*4日/))
  expect((await all({ storeIds: [other] })).results).toMatchObject([{ ok: true, text: expect.stringContaining('4日') }])
  expect(await reminded()).toHaveLength(1)
  const done = (await head.ok(monthBooks.matrix, { month, state: 'done', pageSize: 100 })).items
  if (done.length)
    expect((await all({ storeIds: done.map((row) => row.storeId) })).results.map(({ text }) => text)).toEqual(
      done.map(() => '没有未对平的日子，没有提醒'),
    )
  const checked = await untilEnded(head, (await head.ok(monthBooks.checkAll, { month, state: 'open' })).progressId)
  expect(checked.results.map(({ target }) => target)).toEqual(expect.arrayContaining(['示例大药房平江店']))
  const company = async (companyId: string) =>
    (await (await boss()).ok(monthBooks.matrix, { month, companyId })).items.length
  expect([await company('10001'), await company('90009')]).toEqual([2, 0])

  const months = async (who: Client, of: string) =>
    (await who.ok(monthBooks.monthPaged, { from: of, to: of })).items.map((row) => row.storeId)
  expect(await months(await lone(), month)).not.toContain(other)
  expect(await months(await boss(), month)).toContain(other)
  // A month of which nothing is left but what the centre said of it.
  const key = { clrOptins: '320500', insutype: '340', clrType: '41' }
  await day.deps.db.insert(reconMonth).values({
    ...{ id: groupIdOf(other, '2025-11', key), storeId: other, areaCode: '320500', month: '2025-11', ...key },
    ...{ count: 0, total: 0, fund: 0, account: 0, cash: 0, state: '3', operatorName: '吴区管', at: bench.clock() },
  })
  expect([await months(await lone(), '2025-11'), await months(await boss(), '2025-11')]).toEqual([[], [other]])
  await day.patch(id, { storeId: own })
})

test('a batch that moves money is of one store, of each row once, and is approved by somebody who sees that store', async () => {
  const { day, client, his, theirs } = await both('2026-03-06', 2)
  const batch = (diffIds: string[], action: 'undo' | 'mark' | 'backfill', authorizationId?: string) =>
    client.send(reconciliation.batch, { diffIds, action, authorizationId })
  const word = async (by: string, diffIds: string[], action: ApprovalAction = 'differences') => {
    const { db, clock } = day.deps
    const [person] = await db.select().from(user).where(eq(user.userName, by))
    const id = newId(clock())
    const expiresAt = new Date(clock().getTime() + 120_000)
    const whose = { byUserId: person!.id, byName: person!.name, forUserId: seedId(2, 2) }
    const target = approvalTarget.differences('undo', diffIds)
    await db.insert(authorization).values({ id, ...whose, action, target, expiresAt })
    return id
  }
  const ids = [...his, ...theirs].map(({ id }) => id)
  expect(ids).toHaveLength(4)
  expect((await batch(ids, 'undo', await word('admin', ids))).resultNotice?.error).toBe(
    '涉及资金的批量处理只能选择一家门店',
  )
  expect((await batch(ids, 'mark')).resultNotice?.error).toBe('标记处理需要至少 5 个字的说明')
  expect((await batch([], 'undo')).success).toBe(false)
  const foreign = theirs.map(({ id }) => id)
  expect((await batch(foreign, 'undo')).resultNotice?.error).toBe('此操作需要授权')
  // 王药师 works in 观前店: his word counts nothing for 平江店, and neither does that of somebody who was stopped.
  const beside = await batch(foreign, 'undo', await word('pharmacist', foreign))
  expect(beside.success).toBe(false)
  const stopped = (is: boolean) => day.deps.db.update(user).set({ stopped: is }).where(eq(user.userName, 'admin'))
  const given = await word('admin', foreign)
  await stopped(true)
  expect((await batch(foreign, 'undo', given)).success).toBe(false)
  await stopped(false)
  expect(await book('P32050100002', day)).toHaveLength(2)

  const twice = [...foreign, foreign[0]!]
  const done = await batch(twice, 'undo', await word('admin', foreign))
  const ended = await untilEnded(client, done.result!.progressId)
  expect([ended.text, ended.results.map(({ ok, text }) => [ok, text])]).toEqual([
    '2 笔全部处理',
    [
      [true, '冲正成功'],
      [true, '冲正成功'],
    ],
  ])
  expect([await book('P32050100001', day), await book('P32050100002', day)].map(({ length }) => length)).toEqual([2, 0])
})

test('a batch that moves no money goes over all stores in reach', async () => {
  const { client, his, theirs } = await both('2026-03-10')
  const diffIds = [...his, ...theirs].map(({ id }) => id)
  const { progressId } = await client.ok(reconciliation.batch, { diffIds, action: 'backfill' })
  expect((await untilEnded(client, progressId)).results.map(({ target }) => target)).toEqual(diffIds)
})

test('one difference by itself too: the word of somebody who does not see its store moves no money there', async () => {
  const { day, client, theirs } = await both('2026-03-07')
  const [foreign] = theirs
  const { db, clock } = day.deps
  const word = async (by: string) => {
    const [person] = await db.select().from(user).where(eq(user.userName, by))
    const whose = { byUserId: person!.id, byName: person!.name, forUserId: seedId(2, 2) }
    const what = { action: 'difference' as const, target: approvalTarget.difference('undo', foreign!.id) }
    const id = newId(clock())
    const expiresAt = new Date(clock().getTime() + 120_000)
    await db.insert(authorization).values({ id, ...whose, ...what, expiresAt })
    return id
  }
  const undo = async (by: string) =>
    client.send(reconciliation.handle, { diffId: foreign!.id, action: 'undo', authorizationId: await word(by) })
  expect((await undo('pharmacist')).resultNotice?.error).toBe('授权人没有此操作的权限')
  expect(await book('P32050100002', day)).toHaveLength(1)
  expect((await undo('admin')).result).toMatchObject({ handledNote: expect.stringContaining('冲正成功') })
  expect(await book('P32050100002', day)).toEqual([])
})

test.each([
  ['reverse', 'P3205010000120260308080000009'],
  ['undo', 'P3205010000120260309080000009'],
] as const)('%s needs a second person where the area says so', async (action, msgid) => {
  const day = await bench.day('clerk', action === 'undo' ? '2026-03-09' : '2026-03-08')
  await day.centreOnly(msgid)
  const [difference] = await day.run()
  expect((await day.handle(difference!, action)).resultNotice?.error).toBe('此操作需要授权')
  expect((await day.book()).map((row) => row.msgid)).toEqual([msgid])
})

test('a run over all stores leaves out what was closed, unless it sold in that month, and has no most', async () => {
  const day = await bench.day('clerk', '2026-03-10')
  const { db } = day.deps
  const client = await boss()
  const run = async (date = day.date) =>
    untilEnded(client, (await client.ok(reconciliation.totals, { day: date })).progressId)
  const closed = (is: boolean, id = other) => db.update(store).set({ closed: is }).where(eq(store.id, id))
  expect((await client.send(reconciliation.total, { day: day.date })).resultNotice?.error).toContain('没有选择门店')
  await closed(true)
  const { results } = await run()
  expect(results.filter(({ target }) => target === '示例大药房观前店')).toHaveLength(1)
  await closed(true, own)
  await closed(false)
  // Nobody signs in for it any more: of a day it is asked when it sold then, whether or not anybody has compared that day.
  const asked = async (date?: string) => (await run(date)).results.map(({ target }) => target)
  expect(await asked('2026-03-01')).not.toContain('示例大药房观前店')
  expect(await asked()).toContain('示例大药房观前店')
  await day.buy('1.00')
  await db.delete(reconGroup).where(and(eq(reconGroup.storeId, own), eq(reconGroup.day, day.date)))
  expect(await asked()).toContain('示例大药房观前店')
  await closed(true)
  const checked = async (month: string) => client.send(monthBooks.monthCheck, { month })
  const ended = await untilEnded(client, (await checked('2026-03')).result!.progressId)
  expect(ended.results.map(({ target }) => target).sort()).toEqual(['示例大药房平江店', '示例大药房观前店'])
  expect((await checked('2026-02')).statusCode, 'nothing was ever run there').toBe(404)
  await closed(false)
  await closed(false, own)
  const [row] = await db.select().from(store).where(eq(store.id, other))
  const more = Array.from({ length: 49 }, (_, i) => ({
    ...{ ...row!, id: seedId(1, 900 + i), fixmedinsCode: `P3205019${String(i).padStart(4, '0')}`, erpStoreNo: '' },
  }))
  await db.insert(store).values(more)
  const many = await run()
  expect(many).toMatchObject({ finished: true })
  expect(many.results.length).toBeGreaterThan(50)
  for (const { id } of more) await db.delete(store).where(eq(store.id, id))
})

test('an administrator who has chosen no store sees no days of a month, and no fault', async () => {
  const nothing = { items: [], total: 0, totalIsBound: false }
  const admin = await boss()
  expect(await admin.ok(monthBooks.monthDays, { month: '2029-03' })).toEqual(nothing)
  expect((await admin.ok(figureBooks.monthDetail, { month: '2029-03' })).items).toEqual([])
})
