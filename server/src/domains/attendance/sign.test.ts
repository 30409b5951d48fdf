import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn as calls } from '@yibao/shared/calls/sign-in.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { newId } from '../../base/ids.ts'
import { signIn as signInOperation, signOut } from '../../centre/operations/sign.ts'
import { sender, suzhou } from '../../centre/test/fixtures.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { user, userDataRole, userMenuRole } from '../auth/tables.ts'
import { intent, order } from '../order/tables.ts'
import { storeOf } from '../organisation/store.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import { openCounter, otc } from '../settlement/test/counter.ts'
import { endSignIn, headerOf, systemHeader, systemOperator } from './sign.ts'
import { signIn } from './tables.ts'

const counter = opened(() => openCounter())

const signInput = (ip: string) =>
  (
    signInOperation.input({ opterNo: '1', mac: '', ip }, { profile: suzhou, sender, outOfArea: false }) as {
      signIn: object
    }
  ).signIn

/** Somebody who is and may what the clerk is and may, under another name. */
const colleague = async (userName: string) => {
  const { db } = counter.server.deps
  const [like] = await db.select().from(user).where(eq(user.userName, 'clerk'))
  const id = newId(new Date())
  await db.insert(user).values({ ...like!, id, userName, name: userName })
  for (const table of [userMenuRole, userDataRole])
    for (const { roleId } of await db.select().from(table).where(eq(table.userId, like!.id)))
      await db.insert(table).values({ userId: id, roleId })
  return counter.server.as(userName)
}

test('two long names of one store that begin alike are two operators at the centre', async () => {
  const [first, second] = [await colleague('guanqian.cashier.number1'), await colleague('guanqian.cashier.number2')]
  const [one, two] = [await first.ok(calls.do), await second.ok(calls.do)]
  expect(two.operatorName).toBe('guanqian.cashier.number2')
  expect(two.signNo).not.toBe(one.signNo)
  await first.ok(calls.signOut)
  expect((await second.ok(calls.current)).row).toMatchObject({ signNo: two.signNo, open: true })
  const numbers = await counter.server.deps.db.select({ no: signIn.operatorNo }).from(signIn)
  expect(numbers.every(({ no }) => no.length <= 20)).toBe(true)
})

test('签到 pressed twice at once is one sign-in, whose number both show and the counter sells under', async () => {
  const client = counter.server.deps.services.centre.of('320500')
  const sent: string[] = []
  client.send = async (body, which, waiting) => {
    sent.push(which)
    return Object.getPrototypeOf(client).send.call(client, body, which, waiting)
  }
  const twice = await colleague('𠮷田')
  const rows = await Promise.all([twice.ok(calls.do), twice.ok(calls.do)])
  Reflect.deleteProperty(client, 'send')
  expect(sent.filter((which) => which === '9001')).toHaveLength(1)
  expect(new Set(rows.map(({ signNo }) => signNo)).size).toBe(1)
  expect((await twice.ok(calls.current)).row).toMatchObject({ signNo: rows[0]!.signNo, open: true })
})

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2408:8456:3210:1a2b:3c4d:5e6f:7a8b:9c0d', '127.0.0.1'],
])('from %s the centre is told %s, and the sign-in goes through', async (remoteAddress, told) => {
  const client = await colleague(`from.${remoteAddress.length}`)
  const headers = { authorization: `Bearer ${client.token}` }
  const request = { method: 'POST' as const, url: '/prod-api/api/SignIn/Do', remoteAddress, headers, payload: {} }
  expect((await counter.server.app.inject(request)).json()).toMatchObject({ success: true, result: { open: true } })
  expect(signInput(remoteAddress)).toMatchObject({ ip: told })
})

test('moved to another store within the day, he signs in there: the number of the one before is not that store’s', async () => {
  const before = await colleague('moved.within.the.day')
  const first = await before.ok(calls.do)
  const pingjiang = storeIdOf('P32050100002')
  const of = eq(user.userName, 'moved.within.the.day')
  await counter.server.deps.db.update(user).set({ storeId: pingjiang }).where(of)
  const after = await counter.server.as('moved.within.the.day')
  expect((await after.ok(calls.current)).row).toBeUndefined()
  const second = await after.ok(calls.do)
  expect(second).toMatchObject({ storeId: pingjiang, open: true })
  expect(second.signNo).not.toBe(first.signNo)
  expect((await before.ok(calls.current)).row, 'ended at neither').toMatchObject({ signNo: first.signNo, open: true })
})

test('an operator is found by his name as it is written', async () => {
  const of = async (operatorName: string) => (await counter.clerk.ok(calls.paged, { operatorName })).total
  expect(await of('cashier.number')).toBe(2)
  for (const operatorName of ['%', '_', '\\']) expect(await of(operatorName)).toBe(0)
})

test('a number that one centre ends is another sign-in where another centre has given it', async () => {
  const { deps } = counter.server
  const away = await counter.server.as('clerk2')
  const [here, there] = [await counter.clerk.ok(calls.do), await away.ok(calls.do)]
  await deps.db.update(signIn).set({ signNo: here.signNo }).where(eq(signIn.id, there.id))
  await endSignIn(deps, '320500', here.signNo!)
  expect((await counter.clerk.ok(calls.current)).row).toBeUndefined()
  expect((await away.ok(calls.current)).row).toMatchObject({ id: there.id, open: true })
  await deps.db.update(signIn).set({ signNo: there.signNo }).where(eq(signIn.id, there.id))
  await counter.clerk.ok(calls.do)
})

test('the list says how each sign-in came about or ended, a refused one too', async () => {
  const { deps } = counter.server
  const one = await colleague('results')
  const results = async () =>
    (await one.ok(calls.paged, { operatorName: 'results' })).items.map(({ result, open, signedOutAt }) => [
      ...[result, open, signedOutAt !== undefined],
    ])
  await counter.centre.fault({ fault: 'refuse', infno: '9001', text: '操作员䶮未备案', times: 1 })
  expect((await one.send(calls.do)).resultNotice?.error).toContain('操作员䶮未备案')
  expect(await results()).toEqual([['没有签上：操作员䶮未备案', false, false]])
  expect((await one.ok(calls.current)).endedAt, 'he has not signed in today').toBeUndefined()
  const first = await one.ok(calls.do)
  expect(first.result).toBe('正在使用')
  await endSignIn(deps, '320500', first.signNo!)
  await one.ok(calls.do)
  expect((await one.ok(calls.signOut)).result).toBe('已签退')
  const last = await one.ok(calls.do)
  const [row] = await deps.db.update(signIn).set({ day: '2020-01-01' }).where(eq(signIn.id, last.id)).returning()
  expect(await results()).toEqual([
    ['当天没有签退，签到号已过期', false, false],
    ['已签退', false, true],
    ['医保中心不再认可这个签到号，已失效', false, true],
    ['没有签上：操作员䶮未备案', false, false],
  ])
  await one.ok(calls.do)
  expect((await results()).map(([result]) => result).slice(0, 2)).toEqual(['正在使用', '再次签到，改用新的签到号'])
  expect(row!.signedOutAt).toBeNull()
})

test('an administrator finds the sign-ins of one of his stores, and of no other', async () => {
  const area = await counter.server.as('area1')
  const of = (fixmedinsCode: string) => area.send(calls.paged, { storeId: storeIdOf(fixmedinsCode) })
  expect((await of('P32050100001')).result!.total).toBeGreaterThan(0)
  for (const fixmedinsCode of ['P32050100001', 'P32050100002']) {
    const { items } = (await of(fixmedinsCode)).result!
    expect(items.filter(({ storeId }) => storeId !== storeIdOf(fixmedinsCode))).toEqual([])
  }
  expect((await of('P32010200001')).error?.message).toBe('没有这家门店的数据权限')
})

test('the answer to a sign-out is lost: signed out all the same, and the next work asks for a sign-in', async () => {
  const { clerk, centre } = counter
  const person = await counter.read('32050000000000000001')
  await centre.fault({ fault: 'dropAfterBooking', infno: '9002', times: 1 })
  expect((await clerk.send(calls.signOut)).success).toBe(false)
  expect((await clerk.ok(calls.signOut)).open).toBe(false)
  const first = await clerk.ok(calls.do)
  await centre.fault({ fault: 'dropAfterBooking', infno: '9002', times: 1 })
  expect((await clerk.send(calls.signOut)).success).toBe(false)
  const lost = await counter.read('32050000000000000001').catch((error: Error) => error.message)
  expect(lost, 'not that the voucher has expired').toContain('今天的签到已经结束')
  await clerk.ok(calls.do)
  await centre.fault({ fault: 'dropAfterBooking', infno: '9002', times: 1 })
  expect((await clerk.send(calls.signOut)).success).toBe(false)
  const { readId, insutype } = person
  const asked = { readId, insutype, medicalType: '41', lines: otc('1.00') }
  const refused = await clerk.send(settlement.preSettle, asked as never)
  expect([refused.statusCode, refused.resultNotice?.error]).toEqual([409, '今天的签到已经结束'])
  const { row, endedAt } = await clerk.ok(calls.current)
  expect([row, endedAt]).toEqual([undefined, expect.stringMatching(/^2\d{3}-/)])
  // Asked again, when the number is known to be dead: he did sign in today.
  const again = await clerk.send(settlement.preSettle, asked as never)
  expect(again.resultNotice?.error).toBe('今天的签到已经结束')
  expect((await clerk.ok(calls.do)).signNo).not.toBe(first.signNo)
  expect((await clerk.ok(settlement.preSettle, asked as never)).status).toBe('1')
})

test('the recovery signs in again when the centre has ended its number: no person is needed for that', async () => {
  const other = await openCounter('clerk2', { config: { settleWait: 3000 } }, counter.centre)
  const { deps } = other.server
  const person = await other.read('32010000000000000001')
  const one = await other.preSettle(person, { lines: otc('1.00') } as never)
  const [row] = await deps.db.select().from(order).where(eq(order.id, one.id))
  const shop = await storeOf(deps, row!.storeId)
  const { sender } = await systemHeader(deps, shop)
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102', times: 1 })
  expect((await other.settle(one)).result).toMatchObject({ status: '4' })
  const header = await headerOf(deps, shop, systemOperator(shop), { signNo: sender.signNo })
  const args = { opterNo: sender.opter, signNo: sender.signNo }
  await deps.services.centre.of(shop.areaCode).run(signOut, args, header, { timeoutMs: 5000 })
  const [sent] = await deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  const after = async () => (await deps.db.select().from(intent).where(eq(intent.id, sent!.id)))[0]
  await recoverIntent(deps, sent!.id)
  expect(await after()).toMatchObject({ outcome: 'unknown', needsPerson: false })
  await recoverIntent(deps, sent!.id)
  expect(await after()).toMatchObject({ outcome: 'undone', undoneBy: 'booked' })
  await other.server.close()
})
